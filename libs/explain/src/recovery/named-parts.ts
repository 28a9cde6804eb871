import type { CompiledQuery } from '@querent/contracts';
import type { DatabaseErrorClassName } from '@querent/sql';
import { quoteIdentifier } from '@querent/compiler';
import type { SemanticModel } from '@querent/model';

/** Failures whose message names the column or table at fault: it is missing, not permitted, or ambiguous. */
const NAMING: ReadonlySet<string> = new Set<DatabaseErrorClassName>([
  'unknown_column',
  'unknown_table',
  'permission',
  'ambiguous_column',
  'ambiguous_join',
]);

export const isNaming = (errorClass: string): boolean => NAMING.has(errorClass);

/** Names in a driver's message of any language: in quotation marks or after a dot. */
const MARKED = [/["“„«»]([^"”“«»]+)["”“«»]/gu, /\.([\p{L}_][\p{L}\p{N}_$]*)/gu];
/** Table names without quotation marks: `permission denied for table refunds`, `对表 refunds 权限不够`. */
const BARE = /([\p{L}_][\p{L}\p{N}_$]*)/gu;

/**
 * The tables and columns of the model that a driver's message names. Recoveries avoid them; they are never shown. Empty
 * where the class of the failure has no names in its message.
 */
export function namedParts(errorClass: string, message: string, model: SemanticModel): string[] {
  if (!isNaming(errorClass)) return [];
  const tables = new Set(Object.keys(model.tables));
  const known = new Set([...tables, ...Object.values(model.tables).flatMap(({ columns }) => Object.keys(columns))]);
  const marked = MARKED.flatMap((pattern) => captured(message, pattern)).filter((name) => known.has(name));
  const bare = errorClass === 'permission' ? captured(message, BARE).filter((name) => tables.has(name)) : [];
  return [...new Set([...marked, ...bare])];
}

const captured = (message: string, pattern: RegExp): string[] =>
  [...message.matchAll(pattern)].map(([, name = '']) => name.split('.').at(-1) ?? '');

/** Whether a statement contains one of these identifiers. The compiler quotes every identifier. */
export function readsNamed(compiled: CompiledQuery, names: readonly string[]): boolean {
  return names.some((name) => compiled.sql.includes(quoteIdentifier(name)));
}
