import type { JoinWays } from './join-ways';

/**
 * Maximum tables kept. Smaller models are kept whole if they fit: a language model selects among a dozen tables more
 * reliably than we do (measured on a schema of 13: all needed tables are among our first ten for 77 %).
 */
export const MOST_TABLES = 16;
/**
 * Tables of a larger model that are kept for their relevance; the rest of the limit is for tables that connect them.
 */
const MOST_RELEVANT = 12;

/** Prompt budget of the kept tables. */
export interface Room {
  tokens: number;
  /** Minimum tokens of a table: its name, its keys and its most relevant columns. */
  tokensOf: (table: string) => number;
}

const ENDLESS: Room = { tokens: Infinity, tokensOf: () => 0 };

/**
 * The tables for a statement, most relevant first: all of a small model; the most relevant of a larger one, closed
 * under joins: two kept tables that the model connects are connected by kept tables. Each is reached from those kept
 * before it over the fewest tables (Takahashi & Matsuyama's heuristic for Steiner trees, 1980: at most twice the
 * optimum), on ties over the more relevant ones. The two sources of an entity are kept together. A table whose path
 * would exceed MOST_TABLES or the budget is omitted.
 *
 * @param ranked tables of the model, most relevant first
 * @param others the remaining tables, in the order in which they are kept if all fit
 */
export function connectedTables(
  ranked: readonly string[],
  others: readonly string[],
  ways: JoinWays,
  room: Room = ENDLESS,
): string[] {
  const all = ranked.length + others.length <= MOST_TABLES ? withTwins([...ranked, ...others], ways) : null;
  if (all !== null && tokensOf(all, room) <= room.tokens) return all;
  const rank = new Map((ranked.length > 0 ? ranked : others).map((table, at) => [table, at]));
  const kept: string[] = [];
  for (const table of (ranked.length > 0 ? ranked : others).slice(0, MOST_RELEVANT)) {
    if (kept.includes(table)) continue;
    const more = withTwins(wayTo(table, kept, ways, rank), ways).filter((one) => !kept.includes(one));
    const fits = kept.length + more.length <= MOST_TABLES && tokensOf([...kept, ...more], room) <= room.tokens;
    // The most relevant table is kept, however wide it is.
    if (fits || kept.length === 0) kept.push(...more);
  }
  return kept;
}

const tokensOf = (tables: readonly string[], room: Room): number =>
  room.tokens === Infinity ? 0 : tables.reduce((sum, table) => sum + room.tokensOf(table), 0);

/** Shortest path from the table to a kept one, without the latter; the table alone if there is no path. */
function wayTo(
  table: string,
  kept: readonly string[],
  { next }: JoinWays,
  rank: ReadonlyMap<string, number>,
): string[] {
  if (kept.length === 0) return [table];
  const ends = new Set(kept);
  const cameFrom = new Map<string, string | null>([[table, null]]);
  for (const here of cameFrom.keys()) {
    // A Map iterates in insertion order, including entries added meanwhile: a breadth-first search.
    for (const one of byRank(next.get(here) ?? [], rank)) {
      if (cameFrom.has(one)) continue;
      cameFrom.set(one, here);
      if (ends.has(one))
        return pathBack(one, cameFrom)
          .filter((step) => step !== one)
          .reverse();
    }
  }
  return [table];
}

/** Ranked tables first, then the others in their order. */
function byRank(tables: readonly string[], rank: ReadonlyMap<string, number>): readonly string[] {
  // Most tables on the path have no ranked neighbour.
  if (!tables.some((table) => rank.has(table))) return tables;
  const ranked = tables.filter((table) => rank.has(table));
  ranked.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  return [...ranked, ...tables.filter((table) => !rank.has(table))];
}

function pathBack(end: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = [];
  for (let at: string | null = end; at !== null; at = cameFrom.get(at) ?? null) path.push(at);
  return path;
}

/** Each table, followed by its twins, recursively. */
function withTwins(tables: readonly string[], { twins }: JoinWays): string[] {
  const kept = new Set<string>();
  const keep = (table: string): void => {
    if (kept.has(table)) return;
    kept.add(table);
    (twins.get(table) ?? []).forEach(keep);
  };
  tables.forEach(keep);
  return [...kept];
}
