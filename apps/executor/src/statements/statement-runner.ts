import type { ConnectionLimits } from '@querent/catalog';
import { jobs, type AuditEntry, type Run } from '@querent/contracts';
import {
  DatabaseFailure,
  runReadOnly,
  type Datasource,
  type ReadOnlyResult,
  type ReadOnlyStatement,
} from '@querent/datasource';
import { inSpan } from '@querent/platform';
import { admitByCost, NotAdmitted, type AdmissionDecision } from '../admission/admit-by-cost';
import type { Lane } from '../admission/lane';
import { GateFull, GateTimeout, type StatementGate } from '../admission/statement-gate';
import type { ConnectionOutages } from '../outages/connection-outages';
import { DatabaseAway } from '../outages/database-away';

/** A guarded statement, ready to run. */
export interface StatementOrder {
  run: Run;
  datasource: Datasource;
  lane: Lane;
  statement: ReadOnlyStatement & { signal: AbortSignal };
  /** Its purpose in the audit trail; absent for the statement of the answer. */
  purpose?: string;
}

/** Waits for a slot and runs a statement. @throws DatabaseFailure, DatabaseAway, NotAdmitted, StatementBusy */
export type RunStatement = (order: StatementOrder) => Promise<ReadOnlyResult>;

/** The database is busy: the statement got no slot and has not started. */
export class StatementBusy extends Error {
  override readonly name = 'StatementBusy';
}

export interface StatementRunnerDeps {
  gates: Record<Lane, Pick<StatementGate, 'enter'>>;
  outages: Pick<ConnectionOutages, 'run' | 'requireReachable'>;
  /** Records an entry in the audit trail. If it rejects before a statement, the statement does not run. */
  record: (entry: AuditEntry) => Promise<void>;
  /** The same without haste: the entry may be written with later ones. */
  recordSoon: (entry: AuditEntry) => Promise<void>;
  /** Called when the end of a statement could not be recorded in the trail. */
  onUnrecorded: (error: unknown) => void;
  /** A connection's present limits. */
  limits: (connection: string) => ConnectionLimits;
  run?: (datasource: Datasource, statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;
  /** Called with each decision on a statement's estimated cost. */
  onJudged?: (connection: string, decision: AdmissionDecision) => void;
}

/**
 * The only path of a user's statement to a database. The statement waits for a slot, its start is recorded in the audit
 * trail, its estimated cost is checked, it runs, and its end is recorded.
 */
export function statementRunner(deps: StatementRunnerDeps): RunStatement {
  return async (order) => {
    const { run, lane, statement } = order;
    const { connection } = run.request;
    const limits = deps.limits(connection);
    const { datasource } = order;
    deps.outages.requireReachable(datasource, statement.tenant);
    const leave = await inSpan('turn at the database', {}, () =>
      enter(deps.gates[lane], connection, run.tenant, limits, statement.signal),
    );
    try {
      // The database may have been lost during the wait: then the queued statements fail before they start.
      deps.outages.requireReachable(datasource, statement.tenant);
      await Promise.all(startedEntries(order).map((entry) => deps.record(entry)));
      return await recorded(order, deps, () =>
        deps.outages.run(datasource, statement.tenant, (begin) => {
          const bounds = boundsOf(order, limits, (decision) => {
            if (decision === 'run') begin();
            deps.onJudged?.(connection, decision);
          });
          return (deps.run ?? runReadOnly)(datasource, { ...statement, ...bounds });
        }),
      );
    } finally {
      leave();
    }
  };
}

/** Part of a job's time that is not spent on its statement: the wait for a slot, the guard, storing the rows. */
const OVERHEAD_MS = 15_000;

/** Limits a statement so that it ends before its job's time-out; otherwise the retried job would start it again. */
function boundsOf(
  { lane, statement }: StatementOrder,
  limits: ConnectionLimits,
  onDecision: (decision: AdmissionDecision) => void,
): Partial<ReadOnlyStatement> {
  const [wanted, job] =
    lane === 'slow'
      ? [limits.slowTimeoutMs, jobs.executeSlowly]
      : [statement.statementTimeoutMs ?? limits.statementTimeoutMs, jobs.execute];
  return {
    admit: admitByCost(limits, lane, onDecision),
    statementTimeoutMs: Math.min(wanted, job.timeoutMs - OVERHEAD_MS),
  };
}

async function enter(
  gate: Pick<StatementGate, 'enter'>,
  connection: string,
  tenant: string,
  limits: ConnectionLimits,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    return await gate.enter(connection, tenant, limits, signal);
  } catch (error) {
    if (error instanceof GateFull || error instanceof GateTimeout)
      throw new StatementBusy(error.message, { cause: error });
    throw error;
  }
}

/** Records the end of a statement. A failure to record it does not lose the answer: its start is recorded already. */
async function recorded(
  order: StatementOrder,
  { recordSoon, onUnrecorded }: StatementRunnerDeps,
  work: () => Promise<ReadOnlyResult>,
): Promise<ReadOnlyResult> {
  const started = performance.now();
  const end = (entry: Partial<AuditEntry> & Pick<AuditEntry, 'kind'>): void =>
    void recordSoon({ ...entryOf(order), ms: Math.round(performance.now() - started), ...entry }).catch(onUnrecorded);
  try {
    const result = await work();
    end({ kind: 'ran', sql: order.statement.sql, rows: result.rowCount, ms: result.dbMs });
    return result;
  } catch (error) {
    if (error instanceof NotAdmitted) end({ kind: 'refused', code: error.why, detail: error.technical });
    else end({ kind: 'failed', code: codeOf(error) });
    throw error;
  }
}

function codeOf(error: unknown): string {
  const failure = error instanceof DatabaseAway ? error.failure : error;
  return failure instanceof DatabaseFailure ? failure.errorClass.name : 'other';
}

/** One entry for the statement and one for each probe, with the SQL and parameters that are sent. */
function startedEntries(order: StatementOrder): AuditEntry[] {
  const { sql, params = [], probes = [] } = order.statement;
  const entry = (text: string, values: readonly unknown[]): AuditEntry => ({
    ...entryOf(order),
    kind: 'started',
    sql: text,
    params: [...values] as AuditEntry['params'],
  });
  return [
    entry(sql, params),
    ...probes.map((probe) => ({ ...entry(probe.sql, probe.params), detail: 'a count of skipped values' })),
  ];
}

/**
 * The audit entry of a statement that the guard refused: of the pending exploration if there is one, else of the
 * answer.
 */
export function refusalEntry(run: Run, code: string, reason: string): AuditEntry {
  const exploration = run.data.reasoning?.explorations.at(-1);
  return {
    ...askerOf(run),
    kind: 'refused',
    sql: exploration?.state === 'wanted' ? exploration.sql : run.data.compiled?.sql,
    code,
    detail: reason,
  };
}

const entryOf = ({ run, datasource, purpose }: StatementOrder): Omit<AuditEntry, 'kind'> => ({
  ...askerOf(run),
  login: datasource.userOf(run.tenant),
  ...(purpose === undefined ? {} : { detail: purpose }),
});

const askerOf = ({ id, tenant, keyName, request }: Run): Omit<AuditEntry, 'kind'> => ({
  at: new Date().toISOString(),
  tenant,
  key: keyName,
  runId: id,
  connection: request.connection,
  question: request.question,
});
