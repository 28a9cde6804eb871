import type { StoredEntry } from './audit-history';

/** Reads the fields of a stream entry, `[name, value, …]`; null if its text or its link is missing. */
export function storedEntryOf(id: string, fields: readonly string[]): StoredEntry | null {
  const values = new Map(fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1]] as const] : [])));
  const [entry, link] = [values.get('e'), values.get('h')];
  return entry === undefined || link === undefined ? null : { id, entry, link };
}
