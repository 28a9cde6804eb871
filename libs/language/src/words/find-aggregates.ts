import { matchPhrases, phraseTable } from '../phrases/phrase-table';
import type { Span } from '../phrases/phrase-table';
import { maskQuoted } from '../tokens/mask-quoted';

export type AggregateKind = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct' | 'median' | 'ratio' | 'share';

export interface AggregateMatch extends Span {
  kind: AggregateKind;
}

/** Measure words: what stands between a number, or the asking for one, and what is counted (多少家, 几款). */
export const MEASURE_WORDS = ['个', '名', '位', '家', '所', '条', '次', '人', '种', '件', '笔', '台', '项', '款', '张', '座', '部', '本', '篇', '间', '辆', '套', '份', '单', '类', '场', '门', '户', '只', '批', '支', '艘', '架', '块', '盒', '瓶', '袋', '箱', '头', '匹', '棵', '株', '幅', '处', '栋', '幢', '趟', '枚', '首', '组', '副', '杯', '碗', '桶', '卷', '颗', '粒', '根', '宗', '桩', '节', '堂', '道', '桌', '席', '拨'];

/** 总 before a noun is a sum (总销售额), but not in 总部, 总经理 and their like. */
const NOT_A_TOTAL = /^(?:部|经理|监|店|行|体|结|裁|统|理|书记|公司|站|台|共|数|是|要|会|之|和|额|量|计|价(?!值))/;

/** 数 after a noun counts it (订单数), but not in 分数, 指数 and their like. */
const NOT_A_COUNT = /(?:倒|分|指|参|函|系|少|多|无|半|复|整|小|变|代|基|岁|倍|级|奇|偶|负|正|次|人|总|个|件|笔|条|家|位|名|约|读|算|常|悉|数|^)$/;

const AGGREGATES = phraseTable<AggregateKind>([
  {
    kind: 'count',
    phrases: [
      ...MEASURE_WORDS.flatMap((unit) => [`多少${unit}`, `有多少${unit}`, `几${unit}`, `有几${unit}`]),
      '有多少', '共有多少', '一共有多少', '总共有多少', '数量', '个数', '总数', '总数量', '数目', '人数', '次数', '笔数', '件数', '条数', '家数', '总人数', '总次数', '计数', '单量', '订单量',
      'how many', 'number of', 'the number of', 'total number of', 'the total number of', 'count of', 'the count of', 'total count of', 'count', 'counts', 'how often', 'total count', 'numbers of', 'quantity of',
    ],
  },
  { kind: 'count', phrases: ['数'], notAfter: NOT_A_COUNT, notBefore: /^(?:据|字|学|码|值|量|组|额|目|控|智|十|百|千)/, onlyAfter: /\p{Script=Han}$/u },
  { kind: 'sum', phrases: ['总额', '总和', '合计', '总计', '总量', '累计', '之和', '加起来', '总金额的合计', '求和', '汇总', 'total', 'totals', 'sum', 'the sum of', 'sum of', 'total sum of', 'total amount of', 'the total', 'combined', 'altogether', 'in total', 'cumulative', 'aggregate'] },
  { kind: 'sum', phrases: ['总'], notBefore: NOT_A_TOTAL },
  { kind: 'avg', phrases: ['平均', '平均值', '均值', '平均数', '人均', '均价', '日均', '月均', '年均', '平均每', 'average', 'avg', 'mean', 'the average', 'on average', 'averages', 'averaged', 'the mean', 'average of', 'mean of'] },
  { kind: 'min', phrases: ['最小值', '最低值', '最小数', 'minimum', 'min', 'minimal', 'the minimum', 'smallest value', 'lowest value'] },
  { kind: 'max', phrases: ['最大值', '最高值', '峰值', '最大数', 'maximum', 'max', 'maximal', 'the maximum', 'largest value', 'highest value'] },
  { kind: 'distinct', phrases: ['去重', '去重后', '不同的', '不同', '不重复', '不重复的', '互不相同的', 'distinct', 'unique', 'different', 'deduplicated', 'non-duplicate'] },
  { kind: 'median', phrases: ['中位数', '中值', '中位', 'median', 'the median'] },
  { kind: 'ratio', phrases: ['比例', '比率', '比值', '之比', 'ratio', 'ratios', 'ratio of', 'the ratio of'] },
  { kind: 'share', phrases: ['占比', '份额', '百分比', '所占比例', '所占的比例', '占的比例', '占总', '百分之多少', '占多少', 'share of', 'share', 'shares of', 'percentage of', 'percentage', 'percentages', 'percent of', 'proportion', 'proportion of', 'fraction of', 'what fraction', 'what percent', 'what percentage', 'what share', 'the share of', 'the percentage of', 'the proportion of'] },
].map(({ kind, ...entry }) => ({ ...entry, value: kind as AggregateKind })));

/** Words that reduce many rows to one number, the longest at each place ("total number of" is one count, not a sum too). */
export function findAggregates(text: string): AggregateMatch[] {
  return matchPhrases(maskQuoted(text), AGGREGATES).map(({ value, ...span }) => ({ ...span, kind: value }));
}
