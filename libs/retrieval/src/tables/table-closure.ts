import type { JoinWays } from './join-ways';

/**
 * So many tables are kept at most. Models with no more are kept whole where they fit: a language model reads a dozen
 * tables more surely than we choose among them (measured on a schema of 13: all the tables needed are among our first
 * ten for 77 %).
 */
export const MOST_TABLES = 16;
/**
 * Of a larger model so many are kept because the question is about them; the rest of the room is for the tables that
 * connect them.
 */
const MOST_RELEVANT = 12;

/** What the kept tables may take of a prompt. */
export interface Room {
  tokens: number;
  /** Least tokens of a table: its name, its keys and the columns that matter most. */
  tokensOf: (table: string) => number;
}

const ENDLESS: Room = { tokens: Infinity, tokensOf: () => 0 };

/**
 * The tables to write a statement with, most relevant first: of a small model all; of a larger one the most relevant,
 * closed under joins: any two kept tables that some way connects are connected by kept tables. Each is reached from
 * those kept before it over as few tables as can be (Takahashi & Matsuyama's heuristic for Steiner trees, 1980: at most
 * twice the fewest), of equally short ways over the more relevant ones. The two sources of an entity stand together. A
 * table whose way to the others would go beyond MOST_TABLES, or beyond the room, is left out.
 *
 * @param ranked tables of the model, most relevant first
 * @param others the remaining tables, in the order in which they would be kept where there is room for all
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
    // The table that the question is most about stays, however wide it is.
    if (fits || kept.length === 0) kept.push(...more);
  }
  return kept;
}

const tokensOf = (tables: readonly string[], room: Room): number =>
  room.tokens === Infinity ? 0 : tables.reduce((sum, table) => sum + room.tokensOf(table), 0);

/**
 * From the table over as few tables as can be to one that is kept, without that one; the table alone where no way leads
 * there.
 */
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
    // A Map is walked in the order of insertion, and what is added meanwhile is walked too: a breadth-first search.
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

/** Those with a rank by it, then the others in their order. */
function byRank(tables: readonly string[], rank: ReadonlyMap<string, number>): readonly string[] {
  // Most tables on the way have no such neighbour.
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

/** Each table, its twins right behind it; twins of twins too. */
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
