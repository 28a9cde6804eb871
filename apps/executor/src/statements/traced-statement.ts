import type { ReadOnlyResult } from '@querent/datasource';
import { inSpan } from '@querent/platform';

/** A statement as a trace sees it: how long, how many rows; neither its text nor a value. */
export const tracedStatement = (run: () => Promise<ReadOnlyResult>): Promise<ReadOnlyResult> =>
  inSpan('database statement', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, async (span) => {
    const result = await run();
    span?.set({ 'db.response.returned_rows': result.rowCount, 'querent.db.ms': result.dbMs });
    return result;
  });
