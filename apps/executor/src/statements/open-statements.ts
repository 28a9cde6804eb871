import type { AuditTrail } from '@querent/audit';
import { defaultLimits, type Catalog, type ConnectionLimits } from '@querent/catalog';
import { runReadOnly } from '@querent/datasource';
import type { Logger } from '@querent/platform';
import type { Registry } from 'prom-client';
import { createAdmissionMetrics } from '../admission/admission-metrics';
import { ConnectionBreakers } from '../admission/connection-breakers';
import { estimateDesk, type EstimateDesk } from '../admission/estimate-desk';
import type { Lane } from '../admission/lane';
import { StatementGate } from '../admission/statement-gate';
import type { VerifiedLogins } from '../verified-logins';
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
  trail: Pick<AuditTrail, 'record'>;
  registry: Registry;
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

export function openStatements({ catalog, logins, trail, registry, logger, concurrency }: StatementsOptions): Statements {
  const metrics = createAdmissionMetrics(registry);
  const gate = (lane: Lane): StatementGate => new StatementGate({ lane, waitMs: GATE_WAIT_MS, maxWaitingPerTenant: Math.ceil(concurrency[lane] * SHARE_IN_LINE), metrics });
  const gates = { quick: gate('quick'), slow: gate('slow') };
  const breakers = new ConnectionBreakers({ onChange: (connection, open) => metrics.breakerOpen.set({ connection }, open ? 1 : 0) });
  const limits = (name: string): ConnectionLimits => catalog.connection(name)?.limits ?? defaultLimits;
  // No statement runs with a login that nobody has looked at since it was opened.
  const statements = new StoppableStatements(async (datasource, statement) => {
    await logins.require(datasource, statement.tenant);
    return tracedStatement(() => runReadOnly(datasource, statement));
  });
  const { run } = statements;
  const onUnrecorded = (error: unknown): void => logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'the end of a statement is not in the audit trail');
  return {
    runStatement: statementDesk({ gates, breakers, record: (entry) => trail.record(entry), onUnrecorded, limits, run, onJudged: (connection, decision) => metrics.admissions.inc({ connection, decision }) }),
    estimates: estimateDesk({ gate: gates.quick, breakers, run }),
    limits,
    refused: (code) => metrics.guardRefusals.inc({ code }),
    stopAll: () => statements.stopAll(),
  };
}
