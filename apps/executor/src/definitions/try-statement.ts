import {
  emptyRunData,
  type CompiledQuery,
  type DefinitionsJob,
  type Outcome,
  type Row,
  type Run,
} from '@querent/contracts';
import type { KeptCheck } from '@querent/impact';
import { StagePostponedError } from '@querent/saga';
import { classifyTechnicalError } from '@querent/sql';
import { execute, type ExecuteDeps } from '../execute';
import { checkTexts } from './check-texts';

/** What came of one definition's statement. */
export type Tried = Pick<KeptCheck, 'state' | 'message' | 'cause' | 'value'>;

export interface TriedStatement extends Pick<DefinitionsJob, 'tenant' | 'id' | 'by'> {
  connection: string;
  compiled: CompiledQuery;
  timezone: string;
  today: string;
}

/** Runs a statement and describes what came of it. Rejects if `signal` is aborted or the product itself fails. */
export type TryStatement = (statement: TriedStatement, signal: AbortSignal) => Promise<Tried>;

/** Time limit of one statement, ms: a definition is checked while its author waits. */
const LIMIT_MS = 3_000;
/** Longest value that is stored, in characters. */
const LONGEST_VALUE = 60;

/**
 * Runs statements by the execution stage itself, so that guard, login, row security, limits, queue and audit trail are
 * those of questions. The run is not stored. Its first value is kept, and it ends where a question would be paused.
 */
export function tryStatement(executing: ExecuteDeps): TryStatement {
  return async (statement, signal) => {
    const rows: Row[] = [];
    const stage = execute({
      ...executing,
      model: async () => null,
      openResult: () => ({
        append: async (batch) => void rows.push(...batch),
        close: async () => '',
        discard: async () => undefined,
      }),
      tooExpensive: async () => ({ event: 'deferred', patch: {}, steps: [] }),
      runStatement: (order) =>
        executing.runStatement({
          ...order,
          purpose: 'check of a definition before publishing',
          statement: { ...order.statement, statementTimeoutMs: LIMIT_MS },
        }),
    });
    try {
      return triedOf(await stage(runOf(statement, executing.now()), signal), rows);
    } catch (error) {
      signal.throwIfAborted();
      // The database is busy or away, and the stage would try again later.
      if (!(error instanceof StagePostponedError)) throw error;
      return notCalculated('not_checked', checkTexts.away);
    }
  };
}

function triedOf({ event, patch: { error, technicalError } }: Outcome<'executor'>, rows: readonly Row[]): Tried {
  if (event === 'executed') return { state: 'calculates', message: null, cause: null, value: valueOf(rows) };
  if (event === 'deferred' || error?.code === 'query_timeout') return notCalculated('too_slow', checkTexts.tooSlow);
  if (event === 'database_away' || error?.code.startsWith('connection_') === true)
    return notCalculated('not_checked', checkTexts.away);
  // The guard knows the model in force: it refuses a column that the draft alone shows.
  if (error?.code === 'query_refused') return notCalculated('not_checked', checkTexts.left);
  const { errorClass, message } = classifyTechnicalError(technicalError ?? '');
  return { ...notCalculated('fails', errorClass.text), cause: message === '' ? null : message };
}

const notCalculated = (state: Tried['state'], message: NonNullable<Tried['message']>): Tried => ({
  state,
  message: { ...message },
  cause: null,
  value: null,
});

function valueOf(rows: readonly Row[]): string | null {
  const value = rows[0]?.[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST_VALUE) : null;
}

/** A run that exists for the stage alone. It is as old as the statement, so that it waits for a busy database. */
function runOf({ tenant, id, by, connection, compiled, timezone, today }: TriedStatement, now: number): Run {
  const at = new Date(now).toISOString();
  return {
    id,
    version: 0,
    tenant,
    keyName: by,
    traceparent: '',
    request: {
      question: '',
      connection,
      locale: 'en',
      timezone,
      today,
      conversationId: null,
      agent: null,
      mode: 'full',
      cache: 'bypass',
      maxRows: 1,
      callbackUrl: null,
    },
    status: 'executing',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data: { ...emptyRunData(), compiled },
  };
}
