import type { Facts } from './facts';

/** A table of pairs between things of one kind, and the name of the other side of each pair. */
export interface Counterpart {
  pairs: string;
  /** The thing, or a role that it plays: for a follower, the member who is followed. */
  other: string;
}

/** Columns that a table of pairs may have besides its two references, such as since when, or how well. */
const MOST_BESIDE = 2;

const counterparts = new WeakMap<Facts, Map<string, Counterpart | null>>();

/**
 * The other side of a role in a table of pairs of one kind; null if the role is not defined by such a table. Memoised
 * for each model.
 */
export function counterpartOf(facts: Facts, role: string): Counterpart | null {
  const known = counterparts.get(facts) ?? new Map<string, Counterpart | null>();
  counterparts.set(facts, known);
  const found = known.get(role);
  if (found !== undefined) return found;
  const made = findCounterpart(facts, role);
  known.set(role, made);
  return made;
}

function findCounterpart(facts: Facts, role: string): Counterpart | null {
  const key = facts.model.tables[role]?.role?.key;
  const player = facts.playerOf(role);
  const pairs = key && facts.model.tables[key.table];
  if (!pairs || key.table === player) return null;
  const sides = facts.references.filter(
    ({ from, to }) => from.table === key.table && from.columns.length === 1 && facts.playerOf(to.table) === player,
  );
  const columns = new Set(sides.flatMap(({ from }) => from.columns));
  const beside = Object.keys(pairs.columns).length - columns.size;
  if (columns.size !== 2 || beside > MOST_BESIDE) return null;
  const [other] = sides.filter(({ from, to }) => from.columns[0] !== key.column && to.table !== player);
  // If the model names one key after the thing, that key leads to the thing itself.
  const isMain = facts.way(key.table, player)?.kind === 'lookup';
  return isMain ? { pairs: key.table, other: player } : other ? { pairs: key.table, other: other.to.table } : null;
}

/** Whether a table of pairs ties things of this kind to each other. */
export const hasOwnKindPairs = (facts: Facts, thing: string): boolean =>
  facts.rolesOf(thing).some((role) => counterpartOf(facts, role) !== null);
