import type { FieldDef } from 'pg';
import type { Datasource } from '../connection/datasource';
import { cancelledFailure } from '../connection/database-failure';
import { unlessAborted } from '../connection/exchange-watch';
import { withReadOnlySession, type ReadOnlySession, type SessionOptions } from '../connection/read-only-session';
import type { CellValue } from '../values/cell-value';
import { loadTypes, type TypeCatalogue } from '../values/type-catalogue';
import { BoundedRows, FIRST_BATCH_ROWS } from './bounded-rows';
import { keepEstimate, knownEstimate } from './known-estimates';
import { readPlanEstimate, type PlanEstimate } from './plan-estimate';
import { runProbes, type Probe, type ProbeAnswer } from './probes';
import { loadRelationSizes } from './relation-sizes';

export interface ResultColumn {
  name: string;
  typeOid: number;
  /** PostgreSQL's internal type name: `int8`, `timestamptz`, `_text`, `geometry`. */
  typeName: string;
}

export interface ReadOnlyStatement extends Partial<Omit<SessionOptions, 'opening'>> {
  /** The guard's output, never user input. */
  sql: string;
  params?: readonly unknown[];
  /** Defaults of the next three: the connection's limits. */
  maxRows?: number;
  maxBytes?: number;
  /** Maximum bytes of one value; longer values are cut. */
  maxCellBytes?: number;
  /**
   * Checks the database's estimate before the statement runs (EXPLAIN, without ANALYZE; the estimate of an equal
   * statement may be up to a minute old). A thrown error prevents the run and passes through unchanged.
   */
  admit?: (estimate: PlanEstimate) => void;
  /** Takes batches of rows instead of `rows`; the server waits meanwhile. A thrown error passes through unchanged. */
  onBatch?: (rows: CellValue[][], columns: ResultColumn[]) => void | Promise<void>;
  /** Small one-value statements, answered from the same snapshot. */
  probes?: readonly Probe[];
}

export interface ReadOnlyResult {
  columns: ResultColumn[];
  /** Empty if `onBatch` took them. */
  rows: CellValue[][];
  rowCount: number;
  /** True if a limit ended the result. */
  truncated: boolean;
  /** Values that were cut to `maxCellBytes`. */
  cutCells: number;
  /** The estimate passed to `admit`; null without it. */
  estimate: PlanEstimate | null;
  /** Milliseconds spent waiting for the statement, without connecting. */
  dbMs: number;
  probes: ProbeAnswer[];
}

type Fetched = Omit<ReadOnlyResult, 'probes' | 'estimate'>;

const PORTAL = 'querent';

/**
 * Runs one statement read-only and bounded, on the extended protocol (which takes one statement only, so `COMMIT; …`
 * cannot pass): row, byte and value caps, a time-out and a cancel that reach the server. Two round trips for a small
 * result: transaction, settings and EXPLAIN in the first, the statement and the session's clean-up in the second.
 *
 * @throws DatabaseFailure classed as in `classifyDatabaseError`; `cancelled` when `signal` aborts.
 */
export async function runReadOnly(datasource: Datasource, statement: ReadOnlyStatement): Promise<ReadOnlyResult> {
  const {
    sql,
    params = [],
    admit,
    statementTimeoutMs = datasource.limits.statementTimeoutMs,
    tenant,
    timeZone,
    signal,
  } = statement;
  const planned = { sql, params, timeZone, user: admit ? datasource.userOf(tenant) : '' };
  const known = admit && knownEstimate(datasource, planned);
  const opening = admit && !known ? [{ text: `EXPLAIN (FORMAT JSON) ${sql}`, values: params }] : [];
  return withReadOnlySession(datasource, { statementTimeoutMs, tenant, timeZone, signal, opening }, async (session) => {
    const types = await loadTypes(datasource, session);
    const estimate = admit ? (known ?? (await readEstimate(datasource, session))) : null;
    if (estimate) admit?.(estimate);
    const { probes = [] } = statement;
    const fetched = await fetchBounded(session, types, {
      ...datasource.limits,
      ...withoutAbsent(statement),
      statementTimeoutMs,
      isShort: estimate !== null && estimate.rows <= FIRST_BATCH_ROWS && probes.length === 0,
    });
    const answers = await runProbes(session, probes, statementTimeoutMs - fetched.dbMs);
    if (signal?.aborted) throw cancelledFailure();
    if (estimate) keepEstimate(datasource, planned, estimate);
    return { ...fetched, estimate, probes: answers };
  });
}

async function readEstimate(datasource: Datasource, session: ReadOnlySession): Promise<PlanEstimate> {
  const sizes = await loadRelationSizes(datasource, session);
  return readPlanEstimate(session.opening[0]?.rows[0]?.[0] ?? '', sizes);
}

interface FetchOptions extends ReadOnlyStatement {
  maxRows: number;
  maxBytes: number;
  statementTimeoutMs: number;
  /** All rows are requested at once, and the session ends with them. */
  isShort: boolean;
}

async function fetchBounded(
  session: ReadOnlySession,
  types: TypeCatalogue,
  statement: FetchOptions,
): Promise<Fetched> {
  const { sql, params = [], statementTimeoutMs, onBatch, signal, isShort, maxRows } = statement;
  const exchange = isShort ? session.lastExchange : session.exchange;
  let columns: ResultColumn[] | undefined;
  const describe = (fields: readonly FieldDef[]): ResultColumn[] =>
    (columns ??= fields.map((field) => describeColumn(field, types)));
  const rows: CellValue[][] = [];
  const handOn = async (batch: CellValue[][], fields: readonly FieldDef[]): Promise<void> => {
    const described = describe(fields);
    if (onBatch && batch.length > 0) await unlessAborted(Promise.resolve(onBatch(batch, described)), signal);
    else rows.push(...batch);
  };
  // The last rows of a fetch may arrive together with the one that triggered the relief.
  let relieving = Promise.resolve();
  const relieve = (batch: CellValue[][], fields: readonly FieldDef[]): Promise<void> =>
    (relieving = relieving.then(() => handOn(batch, fields)));
  const taken = new BoundedRows(statement, types, onBatch && relieve);
  let spentMs = 0;
  for (let begin: { text?: string; values?: readonly unknown[] } = { text: sql, values: params }; ; begin = {}) {
    const start = performance.now();
    const [answer] = await exchange(
      [{ ...begin, portal: PORTAL, rows: isShort ? maxRows + 1 : taken.nextSize(), take: taken.take }],
      statementTimeoutMs - spentMs,
    );
    await relieving;
    spentMs += performance.now() - start;
    await handOn(taken.takeBatch(), answer?.fields ?? []);
    if (!answer?.isSuspended || taken.truncated) {
      const { rowCount, truncated, cutCells } = taken;
      return {
        columns: describe(answer?.fields ?? []),
        rows,
        rowCount,
        truncated,
        cutCells,
        dbMs: Math.round(spentMs),
      };
    }
  }
}

/** An option that is present but undefined keeps the connection's limit. */
function withoutAbsent(statement: ReadOnlyStatement): ReadOnlyStatement {
  const present = Object.entries(statement).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), sql: statement.sql };
}

function describeColumn(field: FieldDef, types: TypeCatalogue): ResultColumn {
  return { name: field.name, typeOid: field.dataTypeID, typeName: types.nameOf(field.dataTypeID) };
}
