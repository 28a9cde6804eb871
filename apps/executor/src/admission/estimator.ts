import type { ConnectionLimits } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import {
  DatabaseFailure,
  type Datasource,
  type PlanEstimate,
  type ReadOnlyResult,
  type ReadOnlyStatement,
} from '@querent/datasource';
import { guardStatement, type GuardCatalogue } from '@querent/sql';
import type { ConnectionOutages } from '../outages/connection-outages';
import { GateFull, GateTimeout, type StatementGate } from './statement-gate';

/** The database's estimate of a statement; null if the statement may not run or no answer came in time. */
export type Estimate = (sql: string, params: readonly unknown[]) => Promise<PlanEstimate | null>;

export interface EstimatorDeps {
  gate: Pick<StatementGate, 'enter'>;
  outages: Pick<ConnectionOutages, 'run'>;
  run: (datasource: Datasource, statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;
  /** Returns a signal that aborts after `ms` milliseconds. */
  after?: (ms: number) => AbortSignal;
}

export interface EstimateOrder {
  run: Run;
  datasource: Datasource;
  catalogue: GuardCatalogue;
  grantedFunctions: readonly string[];
  limits: ConnectionLimits;
  signal: AbortSignal;
}

/** Calls `work` with a function that estimates statements. @throws DatabaseAway */
export type Estimator = <T>(order: EstimateOrder, work: (estimate: Estimate) => Promise<T>) => Promise<T>;

/** Time for all estimates of one order together. */
const WITHIN_MS = 5_000;

/**
 * Estimates statements by PostgreSQL's planner without running them. All estimates of an order share one slot of the
 * gate, so that the pool has a free connection. Each statement passes the guard first.
 */
export function estimator({
  gate,
  outages,
  run: runOne,
  after = (ms) => AbortSignal.timeout(ms),
}: EstimatorDeps): Estimator {
  return async (order, work) => {
    const { run, datasource, catalogue, grantedFunctions } = order;
    const late = after(WITHIN_MS);
    const signal = AbortSignal.any([order.signal, late]);
    const leave = await enter(gate, order, signal, late);
    const estimate: Estimate = async (sql, params) => {
      order.signal.throwIfAborted();
      if (leave === null || late.aborted) return null;
      const verdict = await guardStatement(sql, catalogue, { grantedFunctions });
      if (!verdict.ok) return null;
      const statement = {
        sql: verdict.sql,
        params,
        maxRows: 1,
        tenant: run.tenant,
        timeZone: run.request.timezone,
        statementTimeoutMs: WITHIN_MS,
        signal,
      };
      return outages
        .run(datasource, run.tenant, () => estimateOf(datasource, statement, runOne))
        .catch((error: unknown) => {
          order.signal.throwIfAborted();
          if (error instanceof DatabaseFailure) return null;
          throw error;
        });
    };
    try {
      return await work(estimate);
    } finally {
      leave?.();
    }
  };
}

async function enter(
  gate: EstimatorDeps['gate'],
  { run, limits, signal: asker }: EstimateOrder,
  signal: AbortSignal,
  late: AbortSignal,
): Promise<(() => void) | null> {
  try {
    return await gate.enter(run.request.connection, run.tenant, limits, signal);
  } catch (error) {
    asker.throwIfAborted();
    if (late.aborted || error instanceof GateFull || error instanceof GateTimeout) return null;
    throw error;
  }
}

/** Carries the estimate out of `runReadOnly` and thereby stops the statement before it runs. */
class Estimated extends Error {
  constructor(readonly estimate: PlanEstimate) {
    super('estimated');
  }
}

async function estimateOf(
  datasource: Datasource,
  statement: ReadOnlyStatement,
  run: EstimatorDeps['run'],
): Promise<PlanEstimate> {
  try {
    const admit = (estimate: PlanEstimate): void => {
      throw new Estimated(estimate);
    };
    await run(datasource, { ...statement, admit });
  } catch (error) {
    if (error instanceof Estimated) return error.estimate;
    throw error;
  }
  throw new Error('the statement was run instead of estimated');
}
