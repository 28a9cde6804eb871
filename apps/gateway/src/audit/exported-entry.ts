import type { RecordedEntry } from '@querent/audit';
import type { ResultColumn, Row } from '@querent/contracts';

/** The columns of the export as CSV, in their order. */
const columns = ['id', 'at', 'kind', 'tenant', 'key', 'runId', 'connection', 'login', 'question', 'sql', 'params', 'rows', 'ms', 'code', 'detail', 'link', 'broken'] as const satisfies (keyof RecordedEntry)[];

/** What tells of statements and of the database: for callers with `sql:read` alone. */
const ofStatements = ['login', 'sql', 'params', 'code', 'detail'] as const satisfies (keyof RecordedEntry)[];

export const auditColumns: ResultColumn[] = columns.map((key) => ({ key, label: key, type: key === 'rows' || key === 'ms' ? 'integer' : 'string' }));

/** An entry as a caller may see it. */
export function shownEntry(entry: RecordedEntry, sqlRead: boolean): RecordedEntry {
  if (sqlRead) return entry;
  const shown = { ...entry };
  for (const name of ofStatements) delete shown[name];
  return shown;
}

export async function* rowsOf(batches: AsyncIterable<RecordedEntry[]>, sqlRead: boolean): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    yield batch.map((entry) => {
      const shown = shownEntry(entry, sqlRead);
      return columns.map((name) => shown[name] ?? null);
    });
  }
}

/** One JSON object a line. */
export async function* exportLines(batches: AsyncIterable<RecordedEntry[]>, sqlRead: boolean): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((entry) => `${JSON.stringify(shownEntry(entry, sqlRead))}\n`).join('');
}
