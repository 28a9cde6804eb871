import type { RecordedEntry } from '@querent/audit';
import type { Locale, ResultColumn, Row } from '@querent/contracts';
import { seesSql, type Caller } from '../auth/caller';
import type { GateKeeper } from '../leak/gate-keeper';

/** Columns of the CSV export, in order. */
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

/** Fields about statements and the database: only for callers with `sql:read`. */
const technicalFields = ['login', 'sql', 'params', 'code', 'detail'] as const satisfies (keyof RecordedEntry)[];

export const auditColumns: ResultColumn[] = columns.map((key) => ({
  key,
  label: key,
  type: key === 'rows' || key === 'ms' ? 'integer' : 'string',
}));

/** Reduces an entry to the parts that its reader may see. */
export type ShowEntry = (entry: RecordedEntry) => Promise<RecordedEntry>;

/**
 * Readers without `sql:read` get no technical fields. Questions of other keys pass the leak gate, because their wording
 * may contain physical names.
 */
export function entriesFor(caller: Caller, gates: Pick<GateKeeper, 'ofConnection'>, locale: Locale): ShowEntry {
  return async (entry) => {
    if (seesSql(caller)) return entry;
    const shown = { ...entry };
    for (const name of technicalFields) delete shown[name];
    if (entry.question === undefined || entry.key === caller.name) return shown;
    const gate = await gates.ofConnection(caller, entry.connection, locale, entry.tenant);
    return { ...shown, question: gate.text(entry.question, 'refined') };
  };
}

export async function* rowsOf(batches: AsyncIterable<RecordedEntry[]>, show: ShowEntry): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    const shown = await Promise.all(batch.map(show));
    yield shown.map((entry) => columns.map((name) => entry[name] ?? null));
  }
}

/** NDJSON: one JSON object per line. */
export async function* exportLines(batches: AsyncIterable<RecordedEntry[]>, show: ShowEntry): AsyncGenerator<string> {
  for await (const batch of batches)
    yield (await Promise.all(batch.map(show))).map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
