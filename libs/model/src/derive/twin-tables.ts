import { nameInWords } from '../name-words';
import { singular } from './own-key';

/** Two columns are alike in too many tables. */
const FEWEST = 3;

interface Described {
  name: string;
  columns: readonly string[];
}

/** By the name of each table those with the same columns, itself included: only their names say how they differ. */
export function twinTables(tables: readonly Described[]): ReadonlyMap<string, readonly string[]> {
  const byColumns = new Map<string, string[]>();
  for (const { name, columns } of tables) {
    if (columns.length < FEWEST) continue;
    const key = columns.map(nameInWords).sort().join('\n');
    byColumns.set(key, [...(byColumns.get(key) ?? []), name]);
  }
  return new Map(
    [...byColumns.values()]
      .filter(({ length }) => length > 1)
      .flatMap((names) => names.map((name) => [name, names] as const)),
  );
}

/**
 * What the rows of twin tables are called by their own keys, where no other table is called so: playgrounds and sports
 * fields with a venue id hold venues. By the name of each table.
 */
export function namesOfTwins(tables: readonly Described[]): ReadonlyMap<string, readonly string[]> {
  const twins = twinTables(tables);
  const called = new Set(tables.map(({ name }) => singular(nameInWords(name))));
  const found = new Map<string, readonly string[]>();
  for (const { name, columns } of tables) {
    if (!twins.has(name)) continue;
    const names = columns
      .flatMap((column) => KEY.exec(nameInWords(column))?.[1] ?? [])
      .filter((one) => !called.has(one));
    // Keys of several things do not say which of them the rows are.
    const [own] = names;
    if (own !== undefined && names.length === 1) found.set(name, [own]);
  }
  return found;
}

const KEY = /^([a-z]{3,}(?: [a-z]{3,})*) ?(?:id|code|no|number|key)$/;
