import type { SemanticModel } from '@querent/semantic';

/**
 * So many tables are kept, some 5,000 tokens of a prompt. Models with no more are kept whole: a language model reads a dozen
 * tables more surely than we choose among them (measured on a schema of 13: all the tables needed are among our first ten for 77 %).
 */
export const MOST_TABLES = 16;
/** Of a larger model so many are kept because the question is about them; the rest of the room is for the tables that connect them. */
const MOST_RELEVANT = 12;

/**
 * The tables to write a statement with, most relevant first: of a small model all; of a larger one the most relevant, closed under
 * joins: any two kept tables that some way connects are connected by kept tables. The two sources of an entity stand together. A
 * table whose way to the others would go beyond MOST_TABLES is left out.
 *
 * @param ranked tables of the model, most relevant first
 * @param others the remaining tables, in the order in which they would be kept where there is room for all
 */
export function connectedTables(ranked: readonly string[], others: readonly string[], model: SemanticModel): string[] {
  const all = [...ranked, ...others];
  const twins = twinsOf(model);
  if (all.length <= MOST_TABLES) return withTwins(all, twins);
  const ways = waysOf(model, twins, new Map(all.map((table, rank) => [table, rank])));
  const kept: string[] = [];
  for (const table of (ranked.length > 0 ? ranked : others).slice(0, MOST_RELEVANT)) {
    if (kept.includes(table)) continue;
    const more = withTwins(wayTo(table, kept, ways), twins).filter((one) => !kept.includes(one));
    if (kept.length + more.length <= MOST_TABLES) kept.push(...more);
  }
  return kept;
}

/** From the table over as few tables as can be to one that is kept, without that one; the table alone where no way leads there. */
function wayTo(table: string, kept: readonly string[], ways: ReadonlyMap<string, readonly string[]>): string[] {
  const cameFrom = new Map<string, string | null>([[table, null]]);
  for (const here of cameFrom.keys()) {
    if (kept.includes(here)) return pathBack(here, cameFrom).filter((one) => one !== here).reverse();
    // A Map is walked in the order of insertion, and what is added meanwhile is walked too: a breadth-first search.
    for (const next of ways.get(here) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, here);
  }
  return [table];
}

function pathBack(end: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = [];
  for (let at: string | null = end; at !== null; at = cameFrom.get(at) ?? null) path.push(at);
  return path;
}

/** Tables one join away, or the other source of an entity; of equally short ways the more relevant tables are taken. */
function waysOf(model: SemanticModel, twins: ReadonlyMap<string, readonly string[]>, rank: ReadonlyMap<string, number>): Map<string, string[]> {
  const ways = new Map<string, Set<string>>();
  const connect = (a: string, b: string): void => {
    ways.set(a, (ways.get(a) ?? new Set()).add(b));
    ways.set(b, (ways.get(b) ?? new Set()).add(a));
  };
  for (const { from, to } of model.joins) if (from.table !== to.table) connect(from.table, to.table);
  for (const [table, others] of twins) for (const other of others) connect(table, other);
  const byRank = (a: string, b: string): number => (rank.get(a) ?? Infinity) - (rank.get(b) ?? Infinity);
  return new Map([...ways].map(([table, next]) => [table, [...next].filter((one) => rank.has(one)).sort(byRank)]));
}

function twinsOf(model: SemanticModel): Map<string, string[]> {
  const twins = new Map<string, string[]>();
  for (const { sources } of Object.values(model.entities)) {
    for (const source of sources) twins.set(source, [...(twins.get(source) ?? []), ...sources.filter((other) => other !== source && model.tables[other] !== undefined)]);
  }
  return twins;
}

/** Each table, its twins right behind it; twins of twins too. */
function withTwins(tables: readonly string[], twins: ReadonlyMap<string, readonly string[]>): string[] {
  const kept = new Set<string>();
  const keep = (table: string): void => {
    if (kept.has(table)) return;
    kept.add(table);
    (twins.get(table) ?? []).forEach(keep);
  };
  tables.forEach(keep);
  return [...kept];
}
