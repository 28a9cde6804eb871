import type { Ambiguity, Choice, ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import type { Readings } from '@querent/reading';
import { isSure } from './ask-likely';
import { keyOf } from '../condition-id';
import { askWhichPart, WORD_KEY } from './ask-which-part';
import type { Wording } from '../wording';

interface Unread extends Wording {
  read: Readings;
  choices: readonly Choice[];
}

/**
 * Asks which column an unknown noun means, if the question asks for it of the only thing that it names and all other
 * words are known: the context of a documentary may be its era or its event. This applies only to databases without
 * descriptions, and only if there are few columns.
 */
export function askWhichColumn({ read, choices, ...wording }: Unread): Ambiguity | null {
  const { facts } = wording;
  const [word, ...others] = read.unknown;
  if (facts.model.derived !== true || word === undefined || others.length > 0 || !isAskedFor(word, read.text))
    return null;
  if (choices.some(({ key }) => key === WORD_KEY + word.text)) return null;
  const columns = columnsLeft(read.units, facts);
  return askWhichPart(
    word,
    columns.map((ref) => `attribute:${keyOf(ref)}`),
    wording,
  );
}

/**
 * Text columns of the only thing that is named, except those that the question names; they describe the kind of a row.
 */
function columnsLeft(units: readonly Unit[], facts: Facts): ColumnRef[] {
  const sure = units.filter((unit) => isSure(unit) || unit.form === 'dictionary');
  const things = new Set(sure.flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : [])));
  const [thing, ...more] = things;
  if (thing === undefined || more.length > 0) return [];
  const wordAsWritten = new Set(
    units.flatMap(({ meaning }) => ('column' in meaning && meaning.column ? [keyOf(meaning.column)] : [])),
  );
  const isLeft = (ref: ColumnRef): boolean =>
    facts.role(ref) === 'dimension' && facts.column(ref)?.category !== 'boolean' && !wordAsWritten.has(keyOf(ref));
  return facts.columns(thing).filter(isLeft);
}

/** Whether a word is in a position for an attribute: their contexts, the opening hours of, 的背景. */
function isAskedFor({ start, end, text: word }: { start: number; end: number; text: string }, text: string): boolean {
  const [before, after] = [text.slice(Math.max(0, start - LONGEST_BEFORE), start), text.slice(end)];
  return HAN.test(word) ? BEFORE_HAN.test(before) && AFTER_HAN.test(after) : BEFORE.test(before) && AFTER.test(after);
}

const HAN = /^\p{Script=Han}{2,6}$/u;
const LONGEST_BEFORE = 16;
const BEFORE = /(?:(?<![a-z])(?:the|their|its|his|her|and|list|show|corresponding)|,|'s) $/u;
const AFTER = /^(?:\s*$|\s*[?.,]| (?:of|for|and) )/u;
const BEFORE_HAN = /(?:的|其|及|和|与|、)$/u;
const AFTER_HAN = /^(?:$|[？?。，,、]|和|及|以及|是什么|有哪些|分别)/u;
