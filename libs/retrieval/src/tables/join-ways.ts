import type { SemanticModel } from '@querent/model';

/** Connections between the tables of a model. */
export interface JoinWays {
  /** Tables one join away, or the other source of an entity, by name. */
  next: ReadonlyMap<string, readonly string[]>;
  /** The other source of each table that is one of two sources of an entity. */
  twins: ReadonlyMap<string, readonly string[]>;
}

export function joinWays(model: SemanticModel): JoinWays {
  const next = new Map<string, Set<string>>();
  const connect = (a: string, b: string): void => {
    if (a === b || model.tables[a] === undefined || model.tables[b] === undefined) return;
    next.set(a, (next.get(a) ?? new Set()).add(b));
    next.set(b, (next.get(b) ?? new Set()).add(a));
  };
  const twins = twinsOf(model);
  for (const { from, to } of model.joins) connect(from.table, to.table);
  for (const [table, others] of twins) for (const other of others) connect(table, other);
  return { next: new Map([...next].map(([table, tables]) => [table, [...tables].sort()])), twins };
}

function twinsOf(model: SemanticModel): Map<string, string[]> {
  const twins = new Map<string, string[]>();
  for (const { sources } of Object.values(model.entities)) {
    for (const source of sources)
      twins.set(source, [
        ...(twins.get(source) ?? []),
        ...sources.filter((other) => other !== source && model.tables[other] !== undefined),
      ]);
  }
  return twins;
}
