import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import type { Readings } from '@querent/reading';
import { isJoinedTo } from './joined-words';
import type { UnknownWord } from './columns-of-kind';

/** More are no short list to choose from. */
const MOST = 3;

/**
 * What an unknown noun of a database without a file may stand for that is asked for beside a thing: the things that its
 * rows belong to, where there are two or three that the question does not name (tours and their companions: guides,
 * drivers).
 */
export function thingsBeside(
  word: UnknownWord,
  { text, units }: Readings,
  facts: Facts,
  isSure: (unit: Unit) => boolean,
): string[] {
  const next = word.end + (/^\s*/u.exec(text.slice(word.end))?.[0].length ?? 0);
  // What stands before a thing describes it.
  const describes = units.some(({ start, meaning }) => start === next && meaning.type === 'thing');
  if (describes || !isJoinedTo(word, text)) return [];
  const named = new Set(
    units.flatMap((unit) => (unit.meaning.type === 'thing' && isSure(unit) ? [unit.meaning.thing] : [])),
  );
  const beside = new Set([...named].flatMap((thing) => otherEnds(thing, facts)).filter((thing) => !named.has(thing)));
  return beside.size < 2 || beside.size > MOST ? [] : [...beside].map((thing) => `thing:${thing}`);
}

/** The things that rows of a thing belong to, and those that are tied to it by rows of a table of pairs. */
function otherEnds(thing: string, facts: Facts): string[] {
  const { joins } = facts.model;
  const owners = joins.flatMap(({ from, to }) => (from.table === thing && to.table !== thing ? [to.table] : []));
  const pairs = new Set(
    joins.flatMap(({ from, to }) => (to.table === thing && facts.isJunction(from.table) ? [from.table] : [])),
  );
  const tied = joins.flatMap(({ from, to }) => (pairs.has(from.table) && to.table !== thing ? [to.table] : []));
  return [...owners, ...tied];
}
