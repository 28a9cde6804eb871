import type { ModelFile } from '@querent/model';

/** Returns whether a model file hides a table (`column` null) or a column. Hidden data is neither read nor shown. */
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

/** The entry of a name. An empty entry (null in YAML) is listed, too. */
function own<T>(
  entries: Record<string, T | null | undefined> | undefined,
  name: string,
): Partial<NonNullable<T>> | undefined {
  return entries !== undefined && Object.hasOwn(entries, name) ? (entries[name] ?? {}) : undefined;
}
