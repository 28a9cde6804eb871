import { isTerminal, type ResultPage, type ResultRef, type Row, type Run } from '@querent/contracts';
import type { ResultReader } from '@querent/saga';
import { seesSql, type Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { columnsPlan } from '../leak/gate-plans';
import { ProblemError } from '../problems/problem-error';
import { demandOpenData } from './may-still-read';
import { columnsFor } from './opaque-columns';
import { decodePageCursor, encodePageCursor } from './page-cursor';
import { resultHome } from './result-home';
import { orNotFound } from './whole-result';

/** A stored result, with the columns that its reader may see. */
export interface ShownResult {
  /** The run that stores the rows. */
  runId: string;
  ref: ResultRef;
  /** The run through which they are read. */
  reader: ResultReader;
}

/**
 * The result of a run for a caller who may read the run.
 * @throws ProblemError `not_found`, `result_not_ready` or `result_withdrawn`
 */
export async function shownResult(
  services: Pick<GatewayServices, 'catalog' | 'models' | 'gates'>,
  caller: Caller,
  run: Run,
): Promise<ShownResult> {
  const { runId, ref, reader } = resultHome(run);
  if (ref === null) throw new ProblemError(isTerminal(run.status) ? 'not_found' : 'result_not_ready');
  await demandOpenData(services, caller, run);
  const gate = await services.gates.ofRun(caller, run);
  return { runId, reader, ref: { ...ref, columns: gate.json(columnsFor(ref.columns, seesSql(caller)), columnsPlan) } };
}

/**
 * A page of a result. Throws `not_found` if the rows have expired, `bad_request` for an invalid cursor.
 * @param maxChars limit of the rows' JSON in UTF-16 units; a longer page is cut, but has at least one row
 */
export async function resultPage(
  { results }: Pick<GatewayServices, 'results'>,
  { runId, ref, reader }: ShownResult,
  { limit, cursor, maxChars = Infinity }: { limit: number; cursor?: string; maxChars?: number },
): Promise<ResultPage> {
  const offset = decodePageCursor(cursor);
  const rows = upTo(maxChars, await orNotFound(results.readPage(runId, ref, offset, limit, reader)));
  const next = offset + rows.length;
  const nextCursor = rows.length > 0 && next < ref.rowCount ? encodePageCursor(next) : null;
  return { columns: ref.columns, rows, rowCount: ref.rowCount, truncated: ref.truncated, nextCursor };
}

function upTo(maxChars: number, rows: Row[]): Row[] {
  if (maxChars === Infinity) return rows;
  let left = maxChars;
  const end = rows.findIndex((row, at) => (left -= JSON.stringify(row).length) < 0 && at > 0);
  return end < 0 ? rows : rows.slice(0, end);
}
