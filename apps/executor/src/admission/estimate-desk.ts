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
import { GateFull, GateTimeout } from './gate-refusal';
import type { StatementGate } from './statement-gate';

/** What the database expects of a statement; null where it may not run, or where there was no answer in time. */
export type Estimate = (sql: string, params: readonly unknown[]) => Promise<PlanEstimate | null>;

export interface EstimateDeskDeps {
  gate: Pick<StatementGate, 'enter'>;
  outages: Pick<ConnectionOutages, 'run'>;
  run: (datasource: Datasource, statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;
  /** A signal that aborts after so many milliseconds. */
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

/** Lets `work` ask for estimates. @throws DatabaseAway */
export type EstimateDesk = <T>(order: EstimateOrder, work: (estimate: Estimate) => Promise<T>) => Promise<T>;

/** All the questions of one order together. */
const WITHIN_MS = 5_000;

/**
 * Asks a database what it expects of statements, none of which runs. One place in line for all of them, so that the
 * pool has a connection for each; the guard sees each as if it ran.
 */
export function estimateDesk({
  gate,
  outages,
  run: runOne,
  after = (ms) => AbortSignal.timeout(ms),
}: EstimateDeskDeps): EstimateDesk {
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
  gate: EstimateDeskDeps['gate'],
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

/** Carries the estimate out of a statement that is not to run. */
class Estimated extends Error {
  constructor(readonly estimate: PlanEstimate) {
    super('estimated');
  }
}

async function estimateOf(
  datasource: Datasource,
  statement: ReadOnlyStatement,
  run: EstimateDeskDeps['run'],
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
  throw new Error(`the statement was run instead of judged`);
}
