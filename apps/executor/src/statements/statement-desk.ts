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
import { admissionOf, NotAdmitted, type AdmissionDecision } from '../admission/admission-of';
import { GateFull, GateTimeout } from '../admission/gate-refusal';
import type { Lane } from '../admission/lane';
import type { StatementGate } from '../admission/statement-gate';
import type { ConnectionOutages } from '../outages/connection-outages';
import { DatabaseAway } from '../outages/database-away';

/** A statement that the guard gave back, on its way to the database. */
export interface StatementOrder {
  run: Run;
  datasource: Datasource;
  lane: Lane;
  statement: ReadOnlyStatement & { signal: AbortSignal };
  /** What it is for, where it is not the answer itself. */
  purpose?: string;
}

/**
 * Runs a statement when its turn has come, if it may run. @throws DatabaseFailure, DatabaseAway, NotAdmitted,
 * StatementBusy
 */
export type RunStatement = (order: StatementOrder) => Promise<ReadOnlyResult>;

/** The database has enough to do: the statement's turn did not come. Nothing of it has run. */
export class StatementBusy extends Error {
  override readonly name = 'StatementBusy';
}

export interface StatementDeskDeps {
  gates: Record<Lane, Pick<StatementGate, 'enter'>>;
  outages: Pick<ConnectionOutages, 'run' | 'requireReachable'>;
  /** Rejects where the entry is not kept: then the statement does not run. */
  record: (entry: AuditEntry) => Promise<void>;
  /** For the log: the end of a statement is missing in the trail. */
  onUnrecorded: (error: unknown) => void;
  /** A connection's limits as its file says now. */
  limits: (connection: string) => ConnectionLimits;
  run?: (datasource: Datasource, statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;
  /** Told what the database's expectation of each statement led to. */
  onJudged?: (connection: string, decision: AdmissionDecision) => void;
}

/**
 * The one way of an asker's statement to a database: it waits for its turn, is written down in the audit trail, judged
 * by what the database expects of it, run, and its end written down too.
 */
export function statementDesk(deps: StatementDeskDeps): RunStatement {
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
      // It may have been lost meanwhile: those in line then leave it at once, and nothing of them has begun.
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

/** What a job's time holds beside its statement: waiting for its turn, guarding, keeping what came. */
const BESIDE_STATEMENT_MS = 15_000;

/** A statement that outlived its job would be begun anew, again and again. */
function boundsOf(
  { lane, statement }: StatementOrder,
  limits: ConnectionLimits,
  tell: (decision: AdmissionDecision) => void,
): Partial<ReadOnlyStatement> {
  const [wanted, job] =
    lane === 'slow'
      ? [limits.slowTimeoutMs, jobs.executeSlowly]
      : [statement.statementTimeoutMs ?? limits.statementTimeoutMs, jobs.execute];
  return {
    admit: admissionOf(limits, lane, tell),
    statementTimeoutMs: Math.min(wanted, job.timeoutMs - BESIDE_STATEMENT_MS),
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

/** An end that cannot be written down is no reason to lose an answer: that the statement ran is written already. */
async function recorded(
  order: StatementOrder,
  { record, onUnrecorded }: StatementDeskDeps,
  work: () => Promise<ReadOnlyResult>,
): Promise<ReadOnlyResult> {
  const started = performance.now();
  const end = (entry: Partial<AuditEntry> & Pick<AuditEntry, 'kind'>): void =>
    void record({ ...entryOf(order), ms: Math.round(performance.now() - started), ...entry }).catch(onUnrecorded);
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

/** The statement and what is counted beside it, each as it goes to the database. */
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
 * The entry of a statement that the guard refused, as it was written: of a look that is still wanted, else of the
 * answer's own.
 */
export function refusalEntry(run: Run, code: string, reason: string): AuditEntry {
  const look = run.data.reasoning?.explorations.at(-1);
  return {
    ...askerOf(run),
    kind: 'refused',
    sql: look?.state === 'wanted' ? look.sql : run.data.compiled?.sql,
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
