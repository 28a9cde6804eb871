import type { ModelJoin } from './semantic-model';

/** One step along a join. `fansOut` when it goes from the one side to the many side. */
export interface JoinStep {
  from: string;
  to: string;
  fromColumns: string[];
  toColumns: string[];
  fansOut: boolean;
}

export type JoinPath = { found: true; steps: JoinStep[] } | { found: false; reason: 'unreachable' | 'ambiguous' };

/**
 * The way from one table to another over the model's joins: first the fewest steps that fan out (a
 * way of lookups beats any that multiplies rows), then the fewest steps. Two equally good ways are
 * ambiguous: choosing one of them would be a guess. A table's joins to itself are never walked,
 * since a table's name alone could not tell its two roles apart.
 */
export function joinPath(joins: readonly ModelJoin[], from: string, to: string): JoinPath {
  if (from === to) return { found: true, steps: [] };
  const best = new Map<string, { cost: number; ways: number; steps: JoinStep[] }>([[from, { cost: 0, ways: 1, steps: [] }]]);
  const open = new Set([from]);
  while (open.size > 0) {
    const table = cheapest(open, best);
    open.delete(table);
    const here = best.get(table);
    if (!here || table === to) continue;
    for (const step of stepsFrom(joins, table)) {
      const cost = here.cost + (step.fansOut ? FAN_OUT_COST : 1);
      const known = best.get(step.to);
      if (!known || cost < known.cost) {
        best.set(step.to, { cost, ways: here.ways, steps: [...here.steps, step] });
        open.add(step.to);
      } else if (cost === known.cost) {
        known.ways += here.ways;
      }
    }
  }
  const found = best.get(to);
  if (!found) return { found: false, reason: 'unreachable' };
  return found.ways > 1 ? { found: false, reason: 'ambiguous' } : { found: true, steps: found.steps };
}

/** Whether every row of `from` has at most one row of `to`: the way there is lookups alone. */
export function looksUp(joins: readonly ModelJoin[], from: string, to: string): boolean {
  const path = joinPath(joins, from, to);
  return path.found && path.steps.every((step) => !step.fansOut);
}

/** The table of the list from which all others are looked up, if there is one. */
export function homeOf(joins: readonly ModelJoin[], tables: readonly string[]): string | undefined {
  return tables.find((candidate) => tables.every((other) => looksUp(joins, candidate, other)));
}

/** Larger than any way of lookups through a real schema. */
const FAN_OUT_COST = 1000;

function cheapest(open: ReadonlySet<string>, best: ReadonlyMap<string, { cost: number }>): string {
  return [...open].reduce((a, b) => ((best.get(b)?.cost ?? Infinity) < (best.get(a)?.cost ?? Infinity) ? b : a));
}

function stepsFrom(joins: readonly ModelJoin[], table: string): JoinStep[] {
  return joins
    .filter((join) => join.from.table !== join.to.table)
    .flatMap((join): JoinStep[] => {
      if (join.from.table === table) return [{ from: table, to: join.to.table, fromColumns: join.from.columns, toColumns: join.to.columns, fansOut: false }];
      if (join.to.table === table) return [{ from: table, to: join.from.table, fromColumns: join.to.columns, toColumns: join.from.columns, fansOut: true }];
      return [];
    });
}
