import type { SemanticModel } from '@querent/model';

/** Bound on the work in a model of thousands of tables. */
const MOST = 40;
const STEPS = 4;

/** The tables that are joined to a table, directly or through others, nearest first; at most 40. */
export function tablesAround({ joins }: Pick<SemanticModel, 'joins'>, home: string): string[] {
  const found = new Set([home]);
  for (let step = 0, border = found; step < STEPS && border.size > 0; step++) {
    const next = new Set<string>();
    for (const { from, to } of joins) {
      if (border.has(from.table) && !found.has(to.table)) next.add(to.table);
      if (border.has(to.table) && !found.has(from.table)) next.add(from.table);
    }
    for (const table of next) {
      if (found.size >= MOST) return [...found];
      found.add(table);
    }
    border = next;
  }
  return [...found];
}
