import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import type { Readings } from '@querent/reading';
import type { UnknownWord } from './columns-of-kind';

/** More options make no short list. */
const MOST = 3;

/**
 * The things that an unknown noun beside a thing may mean in a database without a model file: the things that its rows
 * refer to, if there are two or three that the question does not name (tours and their companions: guides, drivers).
 */
export function thingsBeside(
  word: UnknownWord,
  { text, units }: Readings,
  facts: Facts,
  isSure: (unit: Unit) => boolean,
): string[] {
  const next = word.end + (/^\s*/u.exec(text.slice(word.end))?.[0].length ?? 0);
  // A word before a thing describes it.
  const describes = units.some(({ start, meaning }) => start === next && meaning.type === 'thing');
  if (describes || !isJoinedTo(word, text)) return [];
  const named = new Set(
    units.flatMap((unit) => (unit.meaning.type === 'thing' && isSure(unit) ? [unit.meaning.thing] : [])),
  );
  const beside = new Set([...named].flatMap((thing) => otherEnds(thing, facts)).filter((thing) => !named.has(thing)));
  return beside.size < 2 || beside.size > MOST ? [] : [...beside].map((thing) => `thing:${thing}`);
}

/** The things that rows of a thing refer to, and those that a table of pairs connects to it. */
function otherEnds(thing: string, facts: Facts): string[] {
  const { joins } = facts.model;
  const owners = joins.flatMap(({ from, to }) => (from.table === thing && to.table !== thing ? [to.table] : []));
  const pairs = new Set(
    joins.flatMap(({ from, to }) => (to.table === thing && facts.isJunction(from.table) ? [from.table] : [])),
  );
  const tied = joins.flatMap(({ from, to }) => (pairs.has(from.table) && to.table !== thing ? [to.table] : []));
  return [...owners, ...tied];
}

/**
 * Whether the syntax around a word marks it as a noun: their guides, tours and guides, the guides of, 线路的向导, 线路及向导.
 * Verbs and adjectives do not occur in these positions.
 */
function isJoinedTo({ start, end, text: word }: UnknownWord, text: string): boolean {
  if (NO_NOUN.test(word)) return false;
  return (
    BEFORE.test(text.slice(Math.max(0, start - LONGEST_BEFORE), start)) ||
    BEHIND.test(text.slice(end, end + LONGEST_BEHIND))
  );
}

const LONGEST_BEFORE = 24;

const LONGEST_BEHIND = 12;

/** Verb forms and adverbs. */
const NO_NOUN = /(?:ly|ing|ed)$/u;

const BEFORE = new RegExp(
  [
    String.raw`\b(?:their|its|his|her|the|and|with|what|which|each|every|of)(?: (?:related|corresponding|associated|respective))?\s*$`,
    String.raw`'s?\s*$`,
    '(?:的|和|与|及|以及|什么|哪些)$',
  ].join('|'),
  'u',
);

const BEHIND = /^\s*(?:(?:of|for)\b|(?:are|is) (?:\w+ )?(?:available|used))/u;
