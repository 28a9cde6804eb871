import type { AuditTrail } from '@querent/audit';
import { defaultLimits, type Catalog, type ConnectionLimits } from '@querent/catalog';
import type { Logger } from '@querent/platform';
import type { AdmissionMetrics } from '../admission/admission-metrics';
import { estimateDesk, type EstimateDesk } from '../admission/estimate-desk';
import type { Lane } from '../admission/lane';
import { StatementGate } from '../admission/statement-gate';
import type { DatabaseAccess } from '../connections/database-access';
import type { ConnectionOutages } from '../outages/connection-outages';
import type { VerifiedLogins } from '../connections/verified-logins';
import { statementDesk, type RunStatement } from './statement-desk';
import { StoppableStatements } from './stoppable-statements';
import { tracedStatement } from './traced-statement';

/** A statement that got no turn by then gives its worker's place to others, and comes back. */
const GATE_WAIT_MS = 5_000;
/** What part of a queue's workers the statements of one tenant may hold that are in line for one connection. */
const SHARE_IN_LINE = 1 / 4;

interface StatementsOptions {
  catalog: Pick<Catalog, 'connection'>;
  logins: Pick<VerifiedLogins, 'require'>;
  runReadOnly: DatabaseAccess['runReadOnly'];
  trail: Pick<AuditTrail, 'record'>;
  metrics: AdmissionMetrics;
  outages: ConnectionOutages;
  logger: Pick<Logger, 'warn'>;
  /** Workers of each queue. */
  concurrency: Record<Lane, number>;
}

/** The one way on which statements of askers reach a database: in turn, within bounds, written down, and stoppable. */
export interface Statements {
  runStatement: RunStatement;
  estimates: EstimateDesk;
  limits: (connection: string) => ConnectionLimits;
  /** Counts a statement that the guard refused. */
  refused: (code: string) => void;
  /** Ends all that run. */
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
      maxWaitingPerTenant: Math.ceil(concurrency[lane] * SHARE_IN_LINE),
      metrics,
    });
  const gates = { quick: gate('quick'), slow: gate('slow') };
  const limits = (name: string): ConnectionLimits => catalog.connection(name)?.limits ?? defaultLimits;
  // No statement runs with a login that nobody has looked at since it was opened.
  const statements = new StoppableStatements(async (datasource, statement) => {
    await logins.require(datasource, statement.tenant);
    return tracedStatement(() => runReadOnly(datasource, statement));
  });
  const { run } = statements;
  const onUnrecorded = (error: unknown): void =>
    logger.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the end of a statement is not in the audit trail',
    );
  return {
    runStatement: statementDesk({
      gates,
      outages,
      record: (entry) => trail.record(entry),
      onUnrecorded,
      limits,
      run,
      onJudged: (connection, decision) => metrics.admissions.inc({ connection, decision }),
    }),
    estimates: estimateDesk({ gate: gates.quick, outages, run }),
    limits,
    refused: (code) => metrics.guardRefusals.inc({ code }),
    stopAll: () => statements.stopAll(),
  };
}
