import type { AdjectiveField } from './cues';

/** A degree without a bound: expensive, 便宜. What counts as such is for the asker to say. */
export interface Degree {
  /** What it is a degree of; the first that the thing has counts. */
  of: AdjectiveField[];
  direction: 'asc' | 'desc';
}

const DEGREES: { degree: Degree; words: string }[] = [
  { degree: { of: ['price'], direction: 'desc' }, words: '贵|昂贵|高价|高端|价格高|高档|expensive|pricey|costly|premium' },
  { degree: { of: ['price'], direction: 'asc' }, words: '便宜|低价|廉价|实惠|平价|价格低|cheap|inexpensive|affordable|budget|cheaper' },
  { degree: { of: ['money'], direction: 'desc' }, words: '大额|高额|大金额|high value' },
  { degree: { of: ['money'], direction: 'asc' }, words: '小额|低额|小金额|low value' },
  { degree: { of: ['rating'], direction: 'desc' }, words: '高分|高评分|好评|口碑好|评分高|highly rated|well rated|good' },
  { degree: { of: ['rating'], direction: 'asc' }, words: '低分|低评分|差评|口碑差|评分低|poorly rated|badly rated|bad' },
  { degree: { of: ['size', 'money'], direction: 'desc' }, words: '大型|大规模|大|规模大|big|large|huge|sizeable' },
  { degree: { of: ['size', 'money'], direction: 'asc' }, words: '小型|小规模|小|规模小|small|tiny|little' },
  { degree: { of: ['length'], direction: 'desc' }, words: '长|long' },
  { degree: { of: ['length'], direction: 'asc' }, words: '短|short' },
  { degree: { of: ['weight'], direction: 'desc' }, words: '重|heavy' },
  { degree: { of: ['weight'], direction: 'asc' }, words: '轻|light|lightweight' },
  { degree: { of: ['age'], direction: 'desc' }, words: '年长|年老|elderly' },
  { degree: { of: ['age'], direction: 'asc' }, words: '年轻|young' },
  { degree: { of: ['time'], direction: 'desc' }, words: '新|最近|近期|近来|新近|近日|这段时间|这阵子|new|recent|recently|lately|newly|these days' },
  { degree: { of: ['time'], direction: 'asc' }, words: '老|旧|早期|old|early' },
];

const BY_WORD = new Map(DEGREES.flatMap(({ degree, words }) => words.split('|').map((word) => [word, degree] as const)));

/** The degree that a word states, an English phrase with or without its hyphen; null for any other word. */
export function degreeOf(word: string): Degree | null {
  return BY_WORD.get(word.replace(/的$/, '').replaceAll('-', ' ')) ?? null;
}

/** Words and phrases of a degree long enough to be cut out of a sentence; 大 or 新 alone stand in too many others. */
export const DEGREE_CUES: { word: string; degree: Degree }[] = [...BY_WORD].flatMap(([word, degree]) => ((/^\p{Script=Han}{2,}$/u.test(word) && word !== '最近') || word.includes(' ') ? [{ word, degree }] : []));
