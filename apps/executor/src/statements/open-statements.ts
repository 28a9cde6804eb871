import type { AuditTrail } from '@querent/audit';
import { defaultLimits, type Catalog, type ConnectionLimits } from '@querent/catalog';
import type { ReadOnlyResult } from '@querent/datasource';
import { inSpan, type Logger } from '@querent/platform';
import type { AdmissionMetrics } from '../admission/admission-metrics';
import { estimator, type Estimator } from '../admission/estimator';
import type { Lane } from '../admission/lane';
import { StatementGate } from '../admission/statement-gate';
import type { DatabaseAccess } from '../connections/database-access';
import type { ConnectionOutages } from '../outages/connection-outages';
import type { VerifiedLogins } from '../connections/verified-logins';
import { statementRunner, type RunStatement } from './statement-runner';
import { StoppableStatements } from './stoppable-statements';

/** Longest wait for a slot; after it, the statement returns to its queue and frees its worker. */
const GATE_WAIT_MS = 5_000;
/** Largest share of a queue's workers that may wait for one connection on behalf of one tenant. */
const WAITING_SHARE = 1 / 4;

interface StatementsOptions {
  catalog: Pick<Catalog, 'connection'>;
  logins: Pick<VerifiedLogins, 'require'>;
  runReadOnly: DatabaseAccess['runReadOnly'];
  trail: Pick<AuditTrail, 'record' | 'recordSoon'>;
  metrics: AdmissionMetrics;
  outages: ConnectionOutages;
  logger: Pick<Logger, 'warn'>;
  /** Workers of each queue. */
  concurrency: Record<Lane, number>;
}

/** The only path of users' statements to a database: queued, limited, audited, and cancellable. */
export interface Statements {
  runStatement: RunStatement;
  estimates: Estimator;
  limits: (connection: string) => ConnectionLimits;
  /** Counts a statement that the guard refused. */
  refused: (code: string) => void;
  /** Cancels all running statements. */
  stopAll(): void;
}

export function openStatements({
  catalog,
  logins,
  runReadOnly,
  trail,
  metrics,
  outages,
  logger,
  concurrency,
}: StatementsOptions): Statements {
  const gate = (lane: Lane): StatementGate =>
    new StatementGate({
      lane,
      waitMs: GATE_WAIT_MS,
      maxWaitingPerTenant: Math.ceil(concurrency[lane] * WAITING_SHARE),
      metrics,
    });
  const gates = { quick: gate('quick'), slow: gate('slow') };
  const limits = (name: string): ConnectionLimits => catalog.connection(name)?.limits ?? defaultLimits;
  // No statement runs with a login that has not been verified since its connection was opened.
  const statements = new StoppableStatements(async (datasource, statement) => {
    await logins.require(datasource, statement.tenant);
    return tracedStatement(() => runReadOnly(datasource, statement));
  });
  const { run } = statements;
  const onUnrecorded = (error: unknown): void =>
    logger.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the end of a statement could not be recorded in the audit trail',
    );
  return {
    runStatement: statementRunner({
      gates,
      outages,
      record: (entry) => trail.record(entry),
      recordSoon: (entry) => trail.recordSoon(entry),
      onUnrecorded,
      limits,
      run,
      onJudged: (connection, decision) => metrics.admissions.inc({ connection, decision }),
    }),
    estimates: estimator({ gate: gates.quick, outages, run }),
    limits,
    refused: (code) => metrics.guardRefusals.inc({ code }),
    stopAll: () => statements.stopAll(),
  };
}

/** Runs a statement in a span with its duration and row count, but without its text and values. */
const tracedStatement = (run: () => Promise<ReadOnlyResult>): Promise<ReadOnlyResult> =>
  inSpan('database statement', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, async (span) => {
    const result = await run();
    span?.set({ 'db.response.returned_rows': result.rowCount, 'querent.db.ms': result.dbMs });
    return result;
  });
