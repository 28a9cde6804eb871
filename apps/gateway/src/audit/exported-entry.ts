import type { RecordedEntry } from '@querent/audit';
import type { Locale, ResultColumn, Row } from '@querent/contracts';
import { seesSql, type Caller } from '../auth/caller';
import type { GateKeeper } from '../leak/gate-keeper';

/** The columns of the export as CSV, in their order. */
const columns = [
  'id',
  'at',
  'kind',
  'tenant',
  'key',
  'runId',
  'connection',
  'login',
  'question',
  'sql',
  'params',
  'rows',
  'ms',
  'code',
  'detail',
  'link',
  'broken',
] as const satisfies (keyof RecordedEntry)[];

/** What tells of statements and of the database: for callers with `sql:read` alone. */
const ofStatements = ['login', 'sql', 'params', 'code', 'detail'] as const satisfies (keyof RecordedEntry)[];

export const auditColumns: ResultColumn[] = columns.map((key) => ({
  key,
  label: key,
  type: key === 'rows' || key === 'ms' ? 'integer' : 'string',
}));

/** Makes of an entry what its reader may see. */
export type ShowEntry = (entry: RecordedEntry) => Promise<RecordedEntry>;

/**
 * For a reader without `sql:read`; what others have asked is theirs to word, and may name what the reader may not see
 * named.
 */
export function entriesFor(caller: Caller, gates: Pick<GateKeeper, 'ofConnection'>, locale: Locale): ShowEntry {
  return async (entry) => {
    if (seesSql(caller)) return entry;
    const shown = { ...entry };
    for (const name of ofStatements) delete shown[name];
    if (entry.question === undefined || entry.key === caller.name) return shown;
    const door = await gates.ofConnection(caller, entry.connection, locale, entry.tenant);
    return { ...shown, question: door.text(entry.question, 'refined') };
  };
}

export async function* rowsOf(batches: AsyncIterable<RecordedEntry[]>, show: ShowEntry): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    const shown = await Promise.all(batch.map(show));
    yield shown.map((entry) => columns.map((name) => entry[name] ?? null));
  }
}

/** One JSON object a line. */
export async function* exportLines(batches: AsyncIterable<RecordedEntry[]>, show: ShowEntry): AsyncGenerator<string> {
  for await (const batch of batches)
    yield (await Promise.all(batch.map(show))).map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
