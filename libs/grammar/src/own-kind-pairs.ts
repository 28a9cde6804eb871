import type { Facts } from './facts';

/** A table of pairs that ties things to others of their kind, and what the other side of each pair is called. */
export interface Counterpart {
  pairs: string;
  /** The thing itself, or a role that it plays: of a follower, the member who is followed. */
  other: string;
}

/** So many columns besides the two references may say more of a pair: since when, how well. */
const MOST_BESIDE = 2;

const counterparts = new WeakMap<Facts, Map<string, Counterpart | null>>();

/**
 * Whom those who play a role are tied to by a table of pairs of their kind; null where a role is none of such a pair.
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
  // Of two keys the one that is called as the thing's own is the way to the thing itself.
  const isMain = facts.way(key.table, player)?.kind === 'lookup';
  return isMain ? { pairs: key.table, other: player } : other ? { pairs: key.table, other: other.to.table } : null;
}

/** Whether things of a kind are tied to one another by a table of pairs. */
export const hasOwnKindPairs = (facts: Facts, thing: string): boolean =>
  facts.rolesOf(thing).some((role) => counterpartOf(facts, role) !== null);
