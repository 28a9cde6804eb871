import { joinPath, looksUp } from './join-graph';
import type { ModelJoin } from './semantic-model';

/** Longest path of look-ups that is considered; longer ones are hardly meant by a question. */
const MAX_STEPS = 3;

/**
 * The last joins of all ambiguous look-up paths, which have equal length: a rental has a class by its vehicle and
 * another by its reservation.
 */
export function ambiguousJoins(joins: readonly ModelJoin[]): ModelJoin[] {
  const to = new Map<string, ModelJoin[]>();
  const from = new Map<string, ModelJoin[]>();
  for (const join of joins.filter((one) => one.from.table !== one.to.table && one.from.columns.length === 1)) {
    to.set(join.to.table, [...(to.get(join.to.table) ?? []), join]);
    from.set(join.from.table, [...(from.get(join.from.table) ?? []), join]);
  }
  const shared = new Map([...to].filter(([, ways]) => new Set(ways.map((way) => way.from.table)).size > 1));
  const found = new Set<ModelJoin>();
  if (shared.size === 0) return [];
  for (const start of from.keys()) {
    const steps = lookupSteps(from, start);
    for (const [table, ways] of shared) {
      const far = steps.get(table) ?? 0;
      if (far < 2) continue;
      const last = ways.filter((way) => steps.get(way.from.table) === far - 1 && looksUp(joins, start, way.from.table));
      if (last.length < 2) continue;
      const path = joinPath(joins, start, table);
      if (!path.found && path.reason === 'ambiguous') for (const way of last) found.add(way);
    }
  }
  return [...found];
}

/** The number of look-ups from a table to each table that it refers to. */
function lookupSteps(from: ReadonlyMap<string, ModelJoin[]>, start: string): ReadonlyMap<string, number> {
  const steps = new Map([[start, 0]]);
  let reached = [start];
  for (let far = 1; far <= MAX_STEPS; far++) {
    const next = new Set(reached.flatMap((table) => from.get(table) ?? []).map((join) => join.to.table));
    reached = [...next].filter((table) => !steps.has(table));
    for (const table of reached) steps.set(table, far);
  }
  return steps;
}
