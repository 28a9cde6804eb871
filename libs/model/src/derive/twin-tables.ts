import { nameInWords } from '../name-words';
import { singular } from './own-key';

/** Minimum number of columns. Tables with fewer columns have the same ones by chance. */
const MIN_COLUMNS = 3;

interface Described {
  name: string;
  columns: readonly string[];
}

/** Tables with the same columns: by the name of each such table, the names of all, including itself. */
export function twinTables(tables: readonly Described[]): ReadonlyMap<string, readonly string[]> {
  const byColumns = new Map<string, string[]>();
  for (const { name, columns } of tables) {
    if (columns.length < MIN_COLUMNS) continue;
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
 * Names for the rows of twin tables, from their keys, unless another table has that name: playgrounds and sports fields
 * with a venue id are venues. By the name of each table.
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
    // With several keys, it is unknown which of them names the rows.
    const [own] = names;
    if (own !== undefined && names.length === 1) found.set(name, [own]);
  }
  return found;
}

const KEY = /^([a-z]{3,}(?: [a-z]{3,})*) ?(?:id|code|no|number|key)$/;
