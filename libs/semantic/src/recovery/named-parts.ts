import type { CompiledQuery } from '@querent/contracts';
import type { DatabaseErrorClassName } from '@querent/sql';
import { quoteIdentifier } from '../compiler/quoting';
import type { SemanticModel } from '../model/semantic-model';

/** Failures whose message names what is at fault: a column or a table that is gone, closed to the asker, or not unique. */
const NAMING: ReadonlySet<string> = new Set<DatabaseErrorClassName>(['unknown_column', 'unknown_table', 'permission', 'ambiguous_column', 'ambiguous_join']);

export const isNaming = (errorClass: string): boolean => NAMING.has(errorClass);

/** Names in a driver's message, in any language: quoted, behind a dot, or at its end (`permission denied for table refunds`). */
const NAMES_IN_MESSAGE = [/["“„«»]([^"”“«»]+)["”“«»]/gu, /\.([\p{L}_][\p{L}\p{N}_$]*)/gu, /([\p{L}_][\p{L}\p{N}_$]*)\W*$/gu];

/**
 * Tables and columns of the model that a failure's technical message is about; empty where it names none. They tell which
 * part of a question to leave out, and are never shown.
 */
export function namedParts(errorClass: string, message: string, model: SemanticModel): string[] {
  if (!isNaming(errorClass)) return [];
  const written = NAMES_IN_MESSAGE.flatMap((pattern) => [...message.matchAll(pattern)].map(([, name = '']) => name.split('.').at(-1) ?? ''));
  const known = new Set(Object.values(model.tables).flatMap((table) => [table.name, ...Object.keys(table.columns)]));
  return [...new Set(written)].filter((name) => known.has(name));
}

/** Whether a statement reads something of such a name: the compiler quotes every identifier. */
export function readsNamed(compiled: CompiledQuery, names: readonly string[]): boolean {
  return names.some((name) => compiled.sql.includes(quoteIdentifier(name)));
}
