import type { ModelFile } from '@querent/model';

/**
 * Whether a model file hides a table (`column` null) or a column: nobody may be told what is stored there, so nobody
 * reads it.
 */
export function hiddenParts(file: ModelFile | null): (table: string, column: string | null) => boolean {
  if (file === null) return () => false;
  const unlisted = file.only === 'listed';
  return (name, column) => {
    const table = own(file.tables, name);
    if (table?.hidden === true || (unlisted && table === undefined)) return true;
    if (column === null) return false;
    const declared = own(table?.columns ?? undefined, column);
    return declared?.role === 'hidden' || (unlisted && declared === undefined);
  };
}

/** An entry may be empty (null in YAML): it is listed all the same. */
function own<T>(
  entries: Record<string, T | null | undefined> | undefined,
  name: string,
): Partial<NonNullable<T>> | undefined {
  return entries !== undefined && Object.hasOwn(entries, name) ? (entries[name] ?? {}) : undefined;
}
