import { isObject } from './broken-part';
import type { ModelFile } from './model-file';

/**
 * Whether an owner has named most tables of a model, so that the planner may trust its names. Without a file, with
 * `drafted`, or with a file for a few tables or for other parts alone, most names are those of the database.
 * @param tables names of the model's tables
 */
export function areNamesWritten(file: ModelFile | null, tables: readonly string[]): boolean {
  if (file === null || file.drafted === true) return false;
  const isNamed = (name: string): boolean => {
    const entry = file.tables?.[name];
    return [entry, ...Object.values(entry?.columns ?? {})].some(
      (part) => isObject(part) && (part['label'] !== undefined || part['synonyms'] !== undefined),
    );
  };
  return tables.filter(isNamed).length * 2 > tables.length;
}
