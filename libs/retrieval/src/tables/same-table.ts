import type { ModelColumn, ModelTable, SemanticModel } from '@querent/model';

/** The fields that determine the words of a table. */
const OF_TABLE = ['label', 'synonyms', 'description'] as const satisfies readonly (keyof ModelTable)[];
const OF_COLUMN = [
  'name',
  'role',
  'label',
  'synonyms',
  'description',
  'values',
  'storedValues',
] as const satisfies readonly (keyof ModelColumn)[];
const OF_MODEL = ['entities', 'metrics', 'filters', 'terms'] as const satisfies readonly (keyof SemanticModel)[];

/**
 * Whether a table has the same words as in the previous model, without assembling them: after a refresh of ten thousand
 * tables nearly all do.
 */
export function sameTables(before: SemanticModel | null, model: SemanticModel): (table: ModelTable) => boolean {
  if (before === null || !OF_MODEL.every((part) => isSame(before[part], model[part]))) return () => false;
  return (table) => {
    const known = Object.hasOwn(before.tables, table.name) ? before.tables[table.name] : undefined;
    if (known === undefined || !OF_TABLE.every((part) => isSame(known[part], table[part]))) return false;
    const [columns, others] = [Object.values(known.columns), Object.values(table.columns)];
    return (
      columns.length === others.length &&
      columns.every((column, at) => OF_COLUMN.every((part) => isSame(column[part], others[at]?.[part])))
    );
  };
}

/** Deep equality of JSON values. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [own, other] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    own.length === other.size &&
    Array.isArray(a) === Array.isArray(b) &&
    own.every(([key, value]) => isSame(value, other.get(key)))
  );
}
