import { nameInWords, type SemanticModel } from '@querent/model';

/** A table with fewer columns resembles many. */
const FEWEST = 3;

const known = new WeakMap<SemanticModel, ReadonlyMap<string, readonly string[]>>();

/** The other tables with the same columns as a table. Only their names express the difference. */
export function twinsOf(model: SemanticModel, table: string): readonly string[] {
  const twins = known.get(model) ?? allTwins(model);
  known.set(model, twins);
  return (twins.get(table) ?? []).filter((name) => name !== table);
}

function allTwins({ tables }: SemanticModel): ReadonlyMap<string, readonly string[]> {
  const byColumns = new Map<string, string[]>();
  for (const { name, columns } of Object.values(tables)) {
    const words = Object.keys(columns).map(nameInWords).sort();
    if (words.length < FEWEST) continue;
    const key = words.join('\n');
    byColumns.set(key, [...(byColumns.get(key) ?? []), name]);
  }
  return new Map([...byColumns.values()].flatMap((names) => names.map((name) => [name, names] as const)));
}
