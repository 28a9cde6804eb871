import type { ModelFile } from '@querent/model';

/** Columns that the model file wants the stored values of. */
export function indexedColumns(file: ModelFile | null): { table: string; column: string }[] {
  return Object.entries(file?.tables ?? {}).flatMap(([table, declared]) =>
    Object.entries(declared?.columns ?? {}).flatMap(([column, entry]) =>
      entry?.values === 'index' ? [{ table, column }] : [],
    ),
  );
}
