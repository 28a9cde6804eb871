import type { Unit } from '@querent/lexicon';
import type { Stretch } from '../units/unit-kinds';

/** Characters that are function words alone, but also begin or end longer words: 下沉, 硬件. */
const WITHIN_WORDS = /^[下中内外前后里分件数大小非全共总本单]$/u;
/** Negations that begin common words. Before any other unknown word they deny. */
const DENYING_WORDS = /^(?:无(?:线|人|障|糖|纺|花|锡|纸|菌|烟|土)|不(?:锈|动|良|丹)|未(?:央|成))/u;
const DENYING = /^[无不未没]$/u;
/** Suffixes that follow a word and begin none: 信息化. */
const ENDING = /^[化性率式型]/u;
/** Characters that separate words and occur inside none. */
const PARTING = /^[的和与跟及或在是有比按各每对从到被把]$/u;
const HAN = /^\p{Script=Han}+$/u;

/**
 * Extends unknown stretches of Chinese to whole words: in 下沉市场 the unknown word is not 沉市 between two function words. A
 * fragment would be quoted alone, and mean something else.
 */
export function wholeWords(text: string, unknown: readonly Stretch[], units: readonly Unit[]): Stretch[] {
  const grammar = grammarOf(units);
  const joined = unknown.reduce<Stretch[]>((found, next) => {
    const before = found.at(-1);
    if (!before || !isInside(text, before, next, grammar)) return [...found, next];
    return [...found.slice(0, -1), { start: before.start, end: next.end }];
  }, []);
  return joined.map((stretch) => widened(text, stretch, grammar));
}

/** The shortest function word by its end position, except where a name of the model covers it. */
function grammarOf(units: readonly Unit[]): ReadonlyMap<number, Stretch> {
  const isClosed = ({ form }: Unit): boolean => form === 'word';
  const named = new Set<number>();
  for (const unit of units) if (!isClosed(unit)) for (let at = unit.start; at < unit.end; at++) named.add(at);
  const found = new Map<number, Stretch>();
  for (const { start, end } of units.filter(isClosed)) {
    const known = found.get(end);
    let isNamed = false;
    for (let at = start; at < end; at++) isNamed ||= named.has(at);
    const isLonger = known !== undefined && known.start < start;
    if (!isNamed && !isLonger) found.set(end, { start, end });
  }
  return found;
}

function isInside(text: string, first: Stretch, last: Stretch, grammar: ReadonlyMap<number, Stretch>): boolean {
  const between = text.slice(first.end, last.start);
  const word = grammar.get(last.start);
  return (
    between.length === 1 &&
    word?.start === first.end &&
    HAN.test(text.slice(first.start, last.end)) &&
    !PARTING.test(between) &&
    !DENYING.test(between)
  );
}

function widened(text: string, { start, end }: Stretch, grammar: ReadonlyMap<number, Stretch>): Stretch {
  const word = text.slice(start, end);
  if (!HAN.test(word)) return { start, end };
  const before = grammar.get(start);
  const left = before ? text.slice(before.start, start) : '';
  const begins =
    WITHIN_WORDS.test(left) ||
    DENYING_WORDS.test(left + word) ||
    (left.length > 1 && HAN.test(left) && ENDING.test(word));
  const after = grammar.get(end + 1);
  const right = after?.start === end ? text.charAt(end) : '';
  // 沉市场的: takes in one more character before a character that separates words.
  const isLast = HAN.test(right) && !PARTING.test(right) && /^(?:[的是有]|$)/u.test(text.slice(end + 1));
  const ends = WITHIN_WORDS.test(right) ? word.length === 1 : isLast && word.length > 1 && MEASURING.test(right);
  return { start: begins && before ? before.start : start, end: ends ? end + 1 : end };
}

/** Measure words that also end names of kinds and places. */
const MEASURING = /^[场件门类家所部]$/u;
