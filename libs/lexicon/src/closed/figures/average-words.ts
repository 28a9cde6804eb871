import type { Operator } from '../../unit';

/** Comparisons with the average of the same rows. */
const AVERAGE_WORDS: readonly { compare: '>' | '<' | '>=' | '<='; zh: string; en: string }[] = [
  {
    compare: '>',
    zh: '超过了平均|超过了平均值|超过了平均水平|超出平均|超出了平均|高出平均|高于平均|高于平均值|高于平均水平|超过平均|超过平均值|超过平均水平|大于平均|大于平均值|多于平均|在平均水平以上|在平均以上|平均以上|高于均值|超过均值',
    en: 'above average|above the average|above-average|higher than average|higher than the average|more than average|more than the average|greater than average|greater than the average|over the average|over average|better than average|exceeding the average|larger than the average|larger than average',
  },
  {
    compare: '<',
    zh: '低于平均|低于平均值|低于平均水平|少于平均|小于平均|小于平均值|不到平均|不到平均水平|在平均水平以下|平均以下|低于均值',
    en: 'below average|below the average|below-average|lower than average|lower than the average|less than average|less than the average|under the average|under average|fewer than average|smaller than the average|smaller than average',
  },
];

export function averagePhrases(): [string, Operator][] {
  return AVERAGE_WORDS.flatMap(({ compare, zh, en }) =>
    [...zh.split('|'), ...en.split('|')].map((phrase): [string, Operator] => [
      phrase,
      { op: 'average_reference', compare, ...(phrase.includes(' than ') && { than: true as const }) },
    ]),
  );
}
