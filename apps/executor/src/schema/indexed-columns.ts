import type { ModelFile } from '@querent/model';

/** Columns whose stored values the model file declares to be indexed (`values: index`). */
export function indexedColumns(file: ModelFile | null): { table: string; column: string }[] {
  return Object.entries(file?.tables ?? {}).flatMap(([table, declared]) =>
    Object.entries(declared?.columns ?? {}).flatMap(([column, entry]) =>
      entry?.values === 'index' ? [{ table, column }] : [],
    ),
  );
}
