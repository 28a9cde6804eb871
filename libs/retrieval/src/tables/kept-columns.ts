import type { ModelColumn, SemanticModel } from '@querent/model';
import { columnTokens, headTokens } from './prompt-size';
import type { RankedColumn } from './column-ranks';

/** Minimum columns besides the keys of a table with limited space. */
const LEAST_COLUMNS = 10;

/** Minimum tokens of a table: its line, its keys, and some of its columns. */
export function leastTokens(name: string, model: SemanticModel): number {
  const table = model.tables[name];
  if (table === undefined) return 0;
  const columns = Object.values(table.columns);
  const keys = columns.filter((column) => isKey(column, table.primaryKey));
  const others = columns.filter((column) => !isKey(column, table.primaryKey));
  return (
    headTokens(table) +
    sumOf(keys) +
    (sumOf(others) * Math.min(others.length, LEAST_COLUMNS)) / Math.max(1, others.length)
  );
}

/**
 * The columns to show of the kept tables, `table.column`: those needed by joins, then the most relevant within the
 * token budget; null if all fit.
 */
export function keptColumns(
  tables: readonly string[],
  ranked: readonly RankedColumn[],
  model: SemanticModel,
  tokens: number,
): string[] | null {
  const heads = tables.reduce(
    (sum, name) => sum + (model.tables[name] === undefined ? 0 : headTokens(model.tables[name])),
    0,
  );
  const all = tables.flatMap((name) => Object.values(model.tables[name]?.columns ?? {}));
  if (heads + sumOf(all) <= tokens) return null;
  const binding = bindingColumns(tables, model);
  let left = tokens - heads - sumOf(all.filter((column) => binding.has(idOf(column.table, column.name))));
  const kept = new Set(
    ranked.flatMap(({ table, column }) => {
      const id = idOf(table, column);
      if (binding.has(id)) return [id];
      const found = model.tables[table]?.columns[column];
      if (found === undefined || columnTokens(found) > left) return [];
      left -= columnTokens(found);
      return [id];
    }),
  );
  return [...kept, ...[...binding].filter((id) => !kept.has(id))];
}

/** Keys of the tables, and what joins among them and the matches of entities read. */
function bindingColumns(tables: readonly string[], model: SemanticModel): Set<string> {
  const shown = new Set(tables);
  const joins = model.joins.filter(({ from, to }) => shown.has(from.table) && shown.has(to.table));
  return new Set(
    [
      ...tables.flatMap((name) => (model.tables[name]?.primaryKey ?? []).map((column) => idOf(name, column))),
      ...joins.flatMap(({ from, to }) =>
        [from, to].flatMap(({ table, columns }) => columns.map((column) => idOf(table, column))),
      ),
    ].filter((id) => model.tables[id.slice(0, id.indexOf('.'))]?.columns[id.slice(id.indexOf('.') + 1)] !== undefined),
  );
}

const idOf = (table: string, column: string): string => `${table}.${column}`;
const isKey = ({ name, role }: ModelColumn, primaryKey: readonly string[]): boolean =>
  role === 'key' || primaryKey.includes(name);
const sumOf = (columns: readonly ModelColumn[]): number =>
  columns.reduce((sum, column) => sum + columnTokens(column), 0);
