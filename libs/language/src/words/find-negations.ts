import { matchPhrases, phraseTable } from '../phrases/phrase-table';
import type { Span } from '../phrases/phrase-table';
import { withoutOverlaps } from '../phrases/spans';
import { maskQuoted } from '../tokens/quoted';
import { findComparators } from './find-comparators';

export interface NegationMatch extends Span {
  /** `not` negates its scope, `none` negates existence, `except` excludes from a whole. */
  kind: 'not' | 'none' | 'except';
  /** Position of the negated words; 以外 follows them and pairs with a 除 before them. */
  scope: 'after' | 'before';
}

type Meaning = Pick<NegationMatch, 'kind' | 'scope'>;

/** Questions such as 是不是, 有没有, 是否 negate nothing; nor do 非常, 除非, 未来, 不同 and similar words. */
const NEGATIONS = phraseTable<Meaning>([
  {
    phrases: ['不是', '并非', '并不是', '而不是', '非', '不属于', '不在', '不位于', '不为', '不等于'],
    value: { kind: 'not', scope: 'after' },
    notAfter: /(?:是|除|莫|南|北|东|西|中)$/,
    notBefore: /^(?:常|洲|凡|遗|典|得)/,
  },
  {
    phrases: [
      '没有',
      '没',
      '无',
      '从未',
      '从没',
      '从来没有',
      '未曾',
      '不曾',
      '未',
      '尚未',
      '还没',
      '还没有',
      '并没有',
      '缺少',
      '缺乏',
    ],
    value: { kind: 'none', scope: 'after' },
    notAfter: /(?:有|淹|吞|沉|出)$/,
    notBefore: /^(?:来|知|必|锡|线|人机|论|限|央|婚|成年|收|法|条件)/,
  },
  {
    phrases: [
      '除了',
      '除去',
      '除开',
      '除',
      '排除',
      '剔除',
      '去除',
      '去掉',
      '不包括',
      '不包含',
      '不含',
      '不算',
      '不计',
      '扣除',
    ],
    value: { kind: 'except', scope: 'after' },
    notAfter: /[删开消免解废清切铲拆革移根破]$/,
    notBefore: /^(?:非|夕|以\d|以[零一二三四五六七八九十])/,
  },
  {
    phrases: ['以外', '之外', '外'],
    value: { kind: 'except', scope: 'before' },
    onlyAfter: /除.{1,20}$/,
    notBefore: /^(?:卖|币|国|地|籍|企|贸|省|汇|部|出)/,
  },
  {
    phrases: ['不', '别', '勿'],
    value: { kind: 'not', scope: 'after' },
    notAfter: /(?:是|能|可|要|好|差|会|对|[区级类性个分特国识辨告离组])$/,
    notBefore:
      /^(?:人|的|处|同|足|到|超|少|低|高|大|小|多|管|良|错|仅|但|过|断|等|止|只|满|够|动|锈|久|如|论|妨|墅|名|称|重复)/,
  },
  {
    phrases: [
      'not',
      "isn't",
      "aren't",
      "wasn't",
      "weren't",
      "don't",
      "doesn't",
      "didn't",
      "haven't",
      "hasn't",
      "hadn't",
      "won't",
      "can't",
      'cannot',
      "couldn't",
      "wouldn't",
      'do not',
      'does not',
      'did not',
      'is not',
      'are not',
      'was not',
      'were not',
      'have not',
      'has not',
      'not in',
      'non',
      'nor',
      'neither',
      'fail to',
      'failed to',
    ],
    value: { kind: 'not', scope: 'after' },
    notBefore: /^ only/,
  },
  {
    phrases: [
      'no',
      'never',
      'without',
      'without any',
      'lacking',
      'lack',
      'none',
      'none of',
      'zero',
      'have no',
      'has no',
      'had no',
      'no longer',
      'not any',
      'missing',
      'absent',
    ],
    value: { kind: 'none', scope: 'after' },
    notBefore: /^(?:\.? ?\d|\. )/,
  },
  {
    phrases: [
      'except',
      'except for',
      'excepting',
      'excluding',
      'exclude',
      'other than',
      'apart from',
      'aside from',
      'besides',
      'but not',
      'and not',
      'not including',
      'with the exception of',
      'leaving out',
      'ignoring',
      'all but',
    ],
    value: { kind: 'except', scope: 'after' },
  },
]);

/**
 * Words of negation and exclusion. Those inside a comparator (不超过, no more than) belong to it and are not listed here.
 */
export function findNegations(asked: string): NegationMatch[] {
  const text = maskQuoted(asked);
  const found = matchPhrases(text, NEGATIONS).map(({ value, ...span }) => ({ ...span, ...value }));
  return withoutOverlaps(found, findComparators(text));
}
