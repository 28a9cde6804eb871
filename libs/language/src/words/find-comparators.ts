import { findNumbers } from '../numbers/find-numbers';
import type { NumberMatch } from '../numbers/find-numbers';
import { matchPhrases, phraseTable } from '../phrases/phrase-table';
import type { Span } from '../phrases/phrase-table';
import { isNear, leftmostLongest, withoutOverlaps } from '../phrases/spans';
import { maskQuoted } from '../tokens/quoted';
import { COMPARATOR_WORDS } from './comparator-words';
import type { ComparatorOperator } from './comparator-words';

export type ComparatorMatch = Span & {
  /** Position of the word relative to its number: before it, after it, or on both sides. */
  position: 'before' | 'after' | 'around';
} & (
    | { operator: Exclude<ComparatorOperator, 'between'>; number?: NumberMatch; numbers?: undefined }
    | { operator: 'between'; number?: undefined; numbers: readonly [NumberMatch, NumberMatch] }
  );

interface Words {
  operator: Exclude<ComparatorOperator, 'between'>;
  position: 'before' | 'after';
  needsNumber: boolean;
}

const TABLES = (['before', 'after'] as const).map((position) =>
  phraseTable<Words>(
    COMPARATOR_WORDS.filter((words) => words.position === position).map(
      ({ operator, phrases, needsNumber, onlyBefore }) => ({
        phrases,
        onlyBefore,
        value: { operator, position, needsNumber: needsNumber ?? false },
      }),
    ),
  ),
);

/**
 * Comparisons with numbers, left to right. The span covers only the word ("more than", 以上), except for `between`, whose
 * span is the whole ("between 10 and 20", 10到20之间). `number` is the adjacent number; without one the word compares with
 * something else (高于平均). Words with a second meaning (over, 最多, 以上) count only beside a number: 最多3家 is "at most three"
 * and found here; 最多的3家 and 卖得最多 are superlatives (`findSuperlatives`).
 */
export function findComparators(asked: string): ComparatorMatch[] {
  const text = maskQuoted(asked);
  const numbers = findNumbers(text).filter(({ ordinal }) => !ordinal);
  const between = findBetween(text, numbers);
  const words = TABLES.flatMap((table) => matchPhrases(text, table)).flatMap(({ value, ...span }) =>
    wordMatch(text, behindVerb(text, span), value, numbers),
  );
  return [...between, ...withoutOverlaps(leftmostLongest(words), between)].sort((a, b) => a.start - b.start);
}

/** 拥有超过50名: the verb keeps its last character. */
function behindVerb(text: string, span: Span): Span {
  const isCut = text.charAt(span.start) === '有' && /[拥具含持享]/u.test(text.charAt(span.start - 1));
  return isCut ? { start: span.start + 1, end: span.end, text: text.slice(span.start + 1, span.end) } : span;
}

/** Words that may separate a comparator from its number. */
const GAP_BEFORE = /^(?:\s|了|为|是|有|达|到|达到|过|an? |the )*$/i;
/** 最多买过3张: a past verb may also separate them. */
const DONE_BEFORE = /^\p{Script=Han}{1,3}过$/u;
const GAP_AFTER =
  /^(?:\s|的|个|名|位|元|人|岁|分|家|次|件|条|平方公里|公顷|亩|毫升|升|克|斤|厘米|千瓦时|度|页|星|[a-z]+ )?$/i;

const isGapBefore = (gap: string, { needsNumber }: Words): boolean =>
  GAP_BEFORE.test(gap) || (needsNumber && DONE_BEFORE.test(gap));

function wordMatch(text: string, span: Span, words: Words, numbers: readonly NumberMatch[]): ComparatorMatch[] {
  const number =
    words.position === 'before'
      ? numbers.find(({ start }) => isNear(span.end, start) && isGapBefore(text.slice(span.end, start), words))
      : numbers.findLast(({ end }) => isNear(end, span.start) && GAP_AFTER.test(text.slice(end, span.start)));
  if (words.needsNumber && number === undefined) return [];
  const { operator, position } = words;
  return [{ ...span, operator, position, ...(number ? { number } : {}) }];
}

/** 在, 介于, 落在: words before both ends of a range. */
const IN_RANGE = /(?:(?:落|处|位|集中|分布|保持|维持|控制|介乎)?(?:在|于)|介于)?$/;

const WITHIN = /^(?:之间|之内|(?:这个|这一|的)?(?:范围|区间|区段)(?:之内|之中|以内|内|中|里)?)/;

const BETWEEN_FORMS: readonly { before: RegExp; between: RegExp; after: RegExp }[] = [
  { before: /between\s$/i, between: /^\s?and\s$/i, after: /^/ },
  { before: /(?:from\s)?$/i, between: /^\s?to\s$/i, after: /^/ },
  { before: IN_RANGE, between: /^\s?(?:到|至|和|与|~|-)\s?$/, after: WITHIN },
  { before: /(?:在|介于)$/, between: /^\s?(?:到|至|和|与|~|-)\s?$/, after: /^/ },
  { before: /(?:从)?$/, between: /^\s?(?:到|至|~)\s?$/, after: /^/ },
  { before: /$/, between: /^\s?-\s?$/, after: /^/ },
];

function findBetween(text: string, numbers: readonly NumberMatch[]): ComparatorMatch[] {
  const found = numbers.flatMap((low, i): ComparatorMatch[] => {
    const high = numbers[i + 1];
    if (!high) return [];
    for (const { before, between, after } of BETWEEN_FORMS) {
      const gap = between.exec(text.slice(low.end, high.start));
      const lead = before.exec(text.slice(0, low.start));
      const tail = after.exec(text.slice(high.end));
      if (!gap || !lead || !tail) continue;
      const start = low.start - lead[0].length;
      const end = high.end + tail[0].length;
      const numbersInOrder = low.value <= high.value ? ([low, high] as const) : ([high, low] as const);
      return [
        { start, end, text: text.slice(start, end), operator: 'between', position: 'around', numbers: numbersInOrder },
      ];
    }
    return [];
  });
  return leftmostLongest(found);
}
