import type { AggregateFunction } from '@querent/contracts';
import { maskQuoted, matchPhrases, MEASURE_WORDS, type PhraseEntry, phraseTable, type Span } from '@querent/language';
import { AGGREGATE_NAMES, AGGREGATES } from '@querent/model';

/** The aggregate that a question's words ask for; a number of different values is `distinct`. */
export type AggregateKind = Exclude<AggregateFunction, 'count_distinct'> | 'distinct' | 'ratio' | 'share';

export interface AggregateMatch extends Span {
  kind: AggregateKind;
}

/** Words of aggregation, the longest at each position ("total number of" is one count, not a sum too). */
export function findAggregates(text: string): AggregateMatch[] {
  return matchPhrases(maskQuoted(text), WORDS).map(({ value, ...span }) => ({ ...span, kind: value }));
}

/** The words of an aggregate in the contracts' table; counts have none there. */
function phrasesOf(fn: AggregateFunction): PhraseEntry<AggregateKind>[] {
  const { words } = AGGREGATES[fn];
  if (words === null || fn === 'count_distinct') return [];
  const all = [words.named, words.shown].flatMap((both) => [both?.zh, both?.en].filter((one) => one !== undefined));
  return [{ value: fn, phrases: all.flatMap((list) => list.split('|')) }];
}

/** 总 before a noun is a sum (总销售额), but not in 总部, 总经理 and similar words. */
const NOT_A_TOTAL = /^(?:部|经理|监|店|行|体|结|裁|统|理|书记|公司|站|台|共|数|是|要|会|之|和|额|量|计|价(?!值))/;

/** 数 after a noun counts it (订单数), but not in 分数, 指数 and similar words. */
const NOT_A_COUNT =
  /(?:倒|分|指|参|函|系|少|多|无|半|复|整|小|变|代|基|岁|倍|级|奇|偶|负|正|次|人|总|个|件|笔|条|家|位|名|约|读|算|常|悉|数|^)$/;

const WORDS = phraseTable<AggregateKind>([
  {
    value: 'count',
    phrases: [
      ...MEASURE_WORDS.flatMap((unit) => [`多少${unit}`, `有多少${unit}`, `几${unit}`, `有几${unit}`]),
      '有多少',
      '共有多少',
      '一共有多少',
      '总共有多少',
      '数量',
      '个数',
      '总数',
      '总数量',
      '数目',
      '人数',
      '次数',
      '笔数',
      '件数',
      '条数',
      '家数',
      '总人数',
      '总次数',
      '计数',
      '单量',
      '订单量',
      'how many',
      'number of',
      'the number of',
      'total number of',
      'the total number of',
      'count of',
      'the count of',
      'total count of',
      'count',
      'counts',
      'how often',
      'total count',
      'numbers of',
      'quantity of',
    ],
  },
  {
    value: 'count',
    phrases: ['数'],
    notAfter: NOT_A_COUNT,
    notBefore: /^(?:据|字|学|码|值|量|组|额|目|控|智|十|百|千)/,
    onlyAfter: /\p{Script=Han}$/u,
  },
  ...AGGREGATE_NAMES.flatMap(phrasesOf),
  { value: 'sum', phrases: ['总'], notBefore: NOT_A_TOTAL },
  {
    value: 'distinct',
    phrases: [
      '去重',
      '去重后',
      '不同的',
      '不同',
      '不重复',
      '不重复的',
      '互不相同的',
      'distinct',
      'unique',
      'different',
      'deduplicated',
      'non-duplicate',
    ],
  },
  { value: 'ratio', phrases: ['比例', '比率', '比值', '之比', 'ratio', 'ratios', 'ratio of', 'the ratio of'] },
  {
    value: 'share',
    phrases: [
      '占比',
      '份额',
      '百分比',
      '所占比例',
      '所占的比例',
      '占的比例',
      '占总',
      '百分之多少',
      '占多少',
      'share of',
      'share',
      'shares of',
      'percentage of',
      'percentage',
      'percentages',
      'percent of',
      'proportion',
      'proportion of',
      'fraction of',
      'what fraction',
      'what percent',
      'what percentage',
      'what share',
      'the share of',
      'the percentage of',
      'the proportion of',
    ],
  },
]);
