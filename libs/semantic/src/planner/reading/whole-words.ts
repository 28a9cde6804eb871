import type { Unit } from '../lexicon/units';
import type { Segment } from './segmentation';

/** Characters that stand alone as grammar, and begin words: 下沉, 中医, 数智, 非遗. */
const BEGINNING = /^[下中内外前后里分件数大小非全共总本单]$/u;
/** Negations only begin words that everybody knows; before any other unknown word they deny. */
const DENYING = /^[无不未没]$/u;
const DENYING_WORDS = /^(?:无(?:线|人|障|糖|纺|花|锡|纸|菌|烟|土)|不(?:锈|动|良|丹)|未(?:央|成)|没药)/u;
/** What follows a word and cannot begin one: 信息化, 数据性. */
const ENDING = /^[化性率式型]/u;

/**
 * A word that nobody knows is one word, though a part of it may be grammar elsewhere: 下沉市场 is not 下 and 沉市场, 硬件 not 硬 and
 * a measure word. What is left of such a word alone would be quoted as a fragment, and mean something else.
 */
export function wholeWords(units: Unit[], segments: Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const [first, last] = [merged.at(-2), merged.at(-1)];
    if (first && last && isInside(units, first, last, segment)) merged.splice(-2, 2, unknownOver(first, segment));
    else if (last && joins(units, last, segment)) merged.splice(-1, 1, unknownOver(last, segment));
    else merged.push(segment);
  }
  return merged;
}

function unknownOver({ from }: Segment, { to }: Segment): Segment {
  return { from, to, entries: [], literal: { kind: 'unknown' }, corrected: null };
}

/** Characters that part words rather than stand inside of one. */
const PARTING = /^[的和与跟及或在是有比按各每对从到被把]$/u;

/** 智能化程度, 重点中学: one character of grammar between two that nothing explains. */
function isInside(units: Unit[], first: Segment, between: Segment, last: Segment): boolean {
  if (!isUnknown(first) || !isUnknown(last) || !isGrammar(between) || between.to - between.from > 1 || first.nearMisses || last.nearMisses) return false;
  const han = [first, between, last].every((segment) => isHan(units, segment));
  return han && !PARTING.test(textOf(units, between)) && !DENYING.test(textOf(units, between)) && touches(units, first, between) && touches(units, between, last);
}

function touches(units: Unit[], before: Segment, after: Segment): boolean {
  return units[before.to - 1]?.end === units[after.from]?.start;
}

/** Whether two neighbours, one of them unknown, are one word. */
function joins(units: Unit[], before: Segment, after: Segment): boolean {
  if (before.nearMisses || after.nearMisses || !touches(units, before, after) || !isHan(units, before) || !isHan(units, after)) return false;
  const [left, right] = [textOf(units, before), textOf(units, after)];
  if (isUnknown(before) && isUnknown(after)) return true;
  if (isUnknown(after) && isGrammar(before)) return BEGINNING.test(left) || (DENYING.test(left) && DENYING_WORDS.test(left + right)) || (left.length > 1 && ENDING.test(right));
  return isUnknown(before) && isGrammar(after) && left.length === 1 && BEGINNING.test(right);
}

function isUnknown({ literal }: Segment): boolean {
  return literal?.kind === 'unknown';
}

/** Words of questions only: what the model knows keeps its meaning. */
function isGrammar({ entries, literal }: Segment): boolean {
  return literal === null && entries.length > 0 && entries.every(({ sense }) => sense.kind === 'cue');
}

function isHan(units: Unit[], { from, to }: Segment): boolean {
  return units.slice(from, to).every(({ kind }) => kind === 'han');
}

function textOf(units: Unit[], { from, to }: Segment): string {
  return units.slice(from, to).map(({ key }) => key).join('');
}
