import { unitsOf } from '../lexicon/units';
import { COURTESY } from './reply-words';

/** Where words point to among `count` options, counted from 0. */
type Place = (count: number) => number[];

const first = (length: number): Place => (count) => Array.from({ length: Math.min(length, count) }, (_, at) => at);
const last = (length: number): Place => (count) => Array.from({ length: Math.min(length, count) }, (_, at) => count - Math.min(length, count) + at);
const at = (index: number): Place => () => [index];

const DIGITS: Record<string, number> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, two: 2, three: 3, four: 4, one: 1, first: 1, second: 2, third: 3, fourth: 4, '1st': 1, '2nd': 2, '3rd': 3, '4th': 4 };
const numberOf = (word: string): number => DIGITS[word] ?? Number(word);

/** One position, at the start of what is left to read; longer forms first. */
const POSITIONS: { words: RegExp; place: (found: RegExpExecArray) => Place }[] = [
  { words: /^前([两二三四2-4])[个项种条者]?/, place: ([, n = '']) => first(numberOf(n)) },
  { words: /^后([两二三2-3])[个项种条]/, place: ([, n = '']) => last(numberOf(n)) },
  { words: /^(?:the )?first (two|three|2|3)\b/, place: ([, n = '']) => first(numberOf(n)) },
  { words: /^(?:the )?last (two|three|2|3)\b/, place: ([, n = '']) => last(numberOf(n)) },
  { words: /^倒数第([一二两三四1-4])[个项种条]?/, place: ([, n = '']) => (count) => [count - numberOf(n)] },
  { words: /^(?:前者|(?:the )?former\b)/, place: () => at(0) },
  { words: /^(?:后者|最后(?:面)?(?:那|一|那一)?[个项种条]?|末尾那?个?|(?:the )?latter\b|(?:the )?last\b)/, place: () => (count) => [count - 1] },
  { words: /^(?:选项|option|number|no\.?|nr\.?|choice|answer|#|第)?\s*([一二两三四]|[1-9]\d*)(?![\d%.]|[a-z])\s*(?:个|项|种|条|号)?/, place: ([, n = '']) => at(numberOf(n) - 1) },
  { words: /^第\s*([一二两三四]|[1-9])\s*(?:个|项|种|条|号|类)?/, place: ([, n = '']) => at(numberOf(n) - 1) },
  { words: /^(?:the )?(first|second|third|fourth|1st|2nd|3rd|4th)\b/, place: ([, n = '']) => at(numberOf(n) - 1) },
  { words: /^(?:option |选项)?([a-d])(?![a-z])(?:项)?/, place: ([, letter = '']) => at(letter.charCodeAt(0) - 97) },
];

/** Longer than any word of courtesy; to cut the whole rest into words for each of them would take the square of its length. */
const LONGEST_COURTESY = 12;

const BETWEEN = /^(?:\s|、|,|，|;|；|\+|&|和|跟|与|以及|还有|\band\b|\bplus\b|\bor\b|\.|。|\(|\)|（|）|:|：)+/;

/**
 * Options named by where they stand: 2, 第二个, "the last one", 前两个, 1和3, "A and C". Null when the words are anything
 * else, or point past the options.
 */
export function pickPositions(text: string, count: number): number[] | null {
  const picked: number[] = [];
  for (let rest = text; rest !== ''; ) {
    const between = BETWEEN.exec(rest)?.[0].length ?? 0;
    if (between > 0) {
      rest = rest.slice(between);
      continue;
    }
    const found = POSITIONS.map(({ words, place }) => ({ match: words.exec(rest), place })).find(({ match }) => match !== null);
    if (found?.match) {
      picked.push(...found.place(found.match)(count));
      rest = rest.slice(found.match[0].length);
      continue;
    }
    const [unit] = unitsOf(rest.slice(0, LONGEST_COURTESY));
    if (!unit || unit.start > 0 || !COURTESY.test(unit.surface)) return null;
    rest = rest.slice(unit.end);
  }
  const valid = [...new Set(picked)];
  return valid.length > 0 && valid.every((one) => one >= 0 && one < count) ? valid : null;
}
