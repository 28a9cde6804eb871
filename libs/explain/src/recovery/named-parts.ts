import type { CompiledQuery } from '@querent/contracts';
import type { DatabaseErrorClassName } from '@querent/sql';
import { quoteIdentifier } from '@querent/compiler';
import type { SemanticModel } from '@querent/model';

/**
 * Failures whose message names what is at fault: a column or a table that is gone, closed to the asker, or not unique.
 */
const NAMING: ReadonlySet<string> = new Set<DatabaseErrorClassName>([
  'unknown_column',
  'unknown_table',
  'permission',
  'ambiguous_column',
  'ambiguous_join',
]);

export const isNaming = (errorClass: string): boolean => NAMING.has(errorClass);

/** Names in a driver's message, in any language: quoted or behind a dot. */
const MARKED = [/["“„«»]([^"”“«»]+)["”“«»]/gu, /\.([\p{L}_][\p{L}\p{N}_$]*)/gu];
/** Names of tables may also stand bare: `permission denied for table refunds`, `对表 refunds 权限不够`. */
const BARE = /([\p{L}_][\p{L}\p{N}_$]*)/gu;

/**
 * Tables and columns of the model that a failure's technical message is about; empty where it names none. They tell
 * which part of a question to leave out, and are never shown.
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

/** Whether a statement reads something of such a name: the compiler quotes every identifier. */
export function readsNamed(compiled: CompiledQuery, names: readonly string[]): boolean {
  return names.some((name) => compiled.sql.includes(quoteIdentifier(name)));
}
