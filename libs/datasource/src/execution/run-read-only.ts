import type { Datasource } from '../connection/datasource';
import { cancelledFailure } from '../connection/database-failure';
import { withReadOnlySession, type ReadOnlySession, type SessionOptions } from '../connection/read-only-session';
import type { WireStep } from '../connection/wire-step';
import type { CellValue } from '../values/cell-value';
import { knownTypes, loadTypes, type TypeCatalogue } from '../values/type-catalogue';
import { FIRST_BATCH_ROWS } from './bounded-rows';
import { forgetEstimate, keepEstimate, knownEstimate } from './known-estimates';
import { readPlanEstimate, type PlanEstimate } from './plan-estimate';
import { runProbes, type Probe, type ProbeAnswer } from './probes';
import { loadRelationSizes } from './relation-sizes';
import { RowFlow, type OnBatch, type ResultColumn, type RowFlowOptions } from './row-flow';

export interface ReadOnlyStatement extends Partial<Omit<SessionOptions, 'opening' | 'isWhole'>> {
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
  onBatch?: OnBatch;
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

type Executed<Estimate> = Omit<ReadOnlyResult, 'estimate'> & { estimate: Estimate };

/** A statement with all its limits. */
interface Order extends RowFlowOptions {
  sql: string;
  params: readonly unknown[];
  statementTimeoutMs: number;
  tenant?: string;
  timeZone?: string;
  probes: readonly Probe[];
}

/**
 * Runs one statement read-only and bounded, on the extended protocol (which takes one statement only, so `COMMIT; …`
 * cannot pass): row, byte and value caps, a time-out and a cancel that reach the server. Two round trips for a small
 * result: transaction, settings and EXPLAIN in the first, the statement and the session's clean-up in the second. One
 * if the estimate of an equal statement is known.
 *
 * @throws DatabaseFailure classed as in `classifyDatabaseError`; `cancelled` when `signal` aborts.
 */
export async function runReadOnly(
  datasource: Datasource,
  { admit, ...statement }: ReadOnlyStatement,
): Promise<ReadOnlyResult> {
  const order = orderOf(datasource, statement);
  if (!admit) return { ...(await runWith(datasource, order, [], async () => null)), estimate: null };
  const { sql, params, tenant, timeZone } = order;
  const planned = { sql, params, timeZone, user: datasource.userOf(tenant) };
  const known = knownEstimate(datasource, planned);
  try {
    const result = known
      ? await runKnown(datasource, order, known, admit)
      : await runWith(
          datasource,
          order,
          [{ text: `EXPLAIN (FORMAT JSON) ${sql}`, values: params }],
          async (session) => {
            const estimate = await readEstimate(datasource, session);
            admit(estimate);
            return estimate;
          },
        );
    keepEstimate(datasource, planned, result.estimate);
    return result;
  } catch (error) {
    forgetEstimate(datasource, planned);
    throw error;
  }
}

/** An option that is present but undefined keeps the connection's limit. */
function orderOf({ limits }: Datasource, statement: ReadOnlyStatement): Order {
  const present = Object.fromEntries(Object.entries(statement).filter(([, value]) => value !== undefined));
  return { params: [], probes: [], ...limits, ...present, sql: statement.sql };
}

/** Whether the result probably fits in one fetch, and the session may end with it. */
const isShort = ({ probes }: Order, estimate: PlanEstimate | null): boolean =>
  estimate !== null && estimate.rows <= FIRST_BATCH_ROWS && probes.length === 0;

async function readEstimate(datasource: Datasource, session: ReadOnlySession): Promise<PlanEstimate> {
  const sizes = await loadRelationSizes(datasource, session);
  return readPlanEstimate(session.opening[0]?.rows[0]?.[0] ?? '', sizes);
}

/** Runs a statement with a known estimate, in one round trip if its result is short. */
async function runKnown(
  datasource: Datasource,
  order: Order,
  estimate: PlanEstimate,
  admit: (estimate: PlanEstimate) => void,
): Promise<Executed<PlanEstimate>> {
  const types = knownTypes(datasource);
  if (types && isShort(order, estimate)) {
    const fetched = await runAtOnce(datasource, order, types, () => admit(estimate));
    return { ...fetched, estimate, probes: [] };
  }
  return runWith(datasource, order, [], async () => {
    admit(estimate);
    return estimate;
  });
}

/** @param judge returns the estimate of the statement, or throws what prevents it */
async function runWith<Estimate extends PlanEstimate | null>(
  datasource: Datasource,
  order: Order,
  opening: readonly WireStep[],
  judge: (session: ReadOnlySession) => Promise<Estimate>,
): Promise<Executed<Estimate>> {
  return withReadOnlySession(datasource, { ...order, opening: () => opening }, async (session) => {
    const types = await loadTypes(datasource, session);
    const estimate = await judge(session);
    const fetched = await fetchBounded(session, new RowFlow(types, order), order, isShort(order, estimate));
    const probes = await runProbes(session, order.probes, order.statementTimeoutMs - fetched.dbMs);
    if (order.signal?.aborted) throw cancelledFailure();
    return { ...fetched, probes, estimate };
  });
}

async function fetchBounded(
  session: ReadOnlySession,
  flow: RowFlow,
  { sql, params, statementTimeoutMs }: Order,
  isLast: boolean,
): Promise<Fetched> {
  const exchange = isLast ? session.lastExchange : session.exchange;
  let spentMs = 0;
  for (let step = flow.begin(sql, params, isLast); ; step = flow.more()) {
    const start = performance.now();
    const [answer] = await exchange([step], statementTimeoutMs - spentMs);
    spentMs += performance.now() - start;
    if (await flow.accept(answer)) return { ...flow.result(), dbMs: Math.round(spentMs) };
  }
}

/** Runs a statement in one round trip, from the beginning of its transaction to the end. */
async function runAtOnce(
  datasource: Datasource,
  order: Order,
  types: TypeCatalogue,
  admit: () => void,
): Promise<Fetched> {
  const flow = new RowFlow(types, order);
  let start = 0;
  const opening = () => {
    admit();
    start = performance.now();
    return [{ ...flow.begin(order.sql, order.params, true), isAnnounced: true }];
  };
  return withReadOnlySession(datasource, { ...order, opening, isWhole: true }, async (session) => {
    const dbMs = Math.round(performance.now() - start);
    await flow.accept(session.opening[0]);
    if (order.signal?.aborted) throw cancelledFailure();
    return { ...flow.result(), dbMs };
  });
}
