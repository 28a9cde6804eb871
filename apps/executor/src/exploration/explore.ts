import {
  MAX_EXPLORED_VALUES,
  type Exploration,
  type Outcome,
  type Reads,
  type Reasoning,
  type Run,
  type StageFunction,
} from '@querent/contracts';
import { tracedLookup, type ExplorationCache, type ExploredValues } from '@querent/cache';
import { DatabaseFailure, type Datasource } from '@querent/datasource';
import { redacted } from '@querent/platform';
import { guardStatement, technicalErrorOf, type GuardCatalogue } from '@querent/sql';
import { NotAdmitted } from '../admission/admission-of';
import { failureOutcome } from '../failures/failure-outcome';
import { awaitDatabase } from '../outages/await-database';
import { DatabaseAway } from '../outages/database-away';
import { postponeUnlessLate } from '../statements/postpone';
import { StatementBusy, type RunStatement, type StatementOrder } from '../statements/statement-desk';
import { exploredMessage } from './explore-messages';
import { exploredValues } from './explored-values';

export interface ExploreDeps {
  /** The open datasource of a connection; null where there is none. */
  datasource: (connection: string) => Datasource | null;
  /** What its statements may read; null while it is not known. */
  guardCatalogue: (connection: string, tenant: string) => Promise<GuardCatalogue | null>;
  /**
   * Version of the model and the schema that `guardCatalogue` is of, and of the login that the datasource looks with.
   */
  version: (connection: string, tenant: string, datasource: Datasource) => Promise<string | null>;
  cache: Pick<ExplorationCache, 'read' | 'keep'>;
  /** Milliseconds that a look may take, where the connection does not allow less. */
  timeoutMs: number;
  grantedFunctions: (connection: string) => readonly string[];
  runStatement: RunStatement;
  now: () => number;
  /** To compare with times of the run (`RunStore.readNow`); default: `now`. */
  recordNow?: () => number;
  /** For the log and the audit trail: which look the guard refused, and why. */
  onRefused: (run: Run, code: string, reason: string) => Promise<void> | void;
  /** For the log: a look that brought nothing, and why. */
  onFailed: (run: Run, error: string) => void;
}

/** Why nothing was found, for the log and for the model's next try. */
function reasonOf(error: unknown): string {
  if (error instanceof NotAdmitted) return `too_expensive: ${error.technical}`;
  if (error instanceof DatabaseFailure) return technicalErrorOf(error);
  return redacted(`other: ${error instanceof Error ? error.message : String(error)}`);
}

/** What a look came to; `dbMs` is the database's part of it. */
type Look =
  { found: ExploredValues; cached: boolean; dbMs: number; reads: Reads } | { found: null; error: string; dbMs: number };

/**
 * Looks at stored values for a model that asked for them: the same guard, read-only and in little time. Whatever goes
 * wrong is an outcome too: the generator then falls back to what it has.
 */
export function explore(deps: ExploreDeps): StageFunction<'executor'> {
  return async (run, signal) => {
    const { reasoning } = run.data;
    const wanted = reasoning?.explorations.at(-1);
    if (reasoning === null || wanted?.state !== 'wanted') return { event: 'explored', patch: {}, steps: [] };
    const now = deps.recordNow ?? deps.now;
    const look = await lookAt(wanted.sql, run, deps, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof StatementBusy) postponeUnlessLate(run, error, now());
      return error instanceof DatabaseAway ? error : failed(reasonOf(error));
    });
    // The statement that is looked for could not be run either.
    if (look instanceof DatabaseAway) return awaitDatabase(run, look, now()) ?? failureOutcome(run, look.failure, null);
    if (look.found === null) deps.onFailed(run, look.error);
    return explored(run, reasoning, wanted, look);
  };
}

async function lookAt(sql: string, run: Run, deps: ExploreDeps, signal: AbortSignal): Promise<Look> {
  const { connection, timezone } = run.request;
  const datasource = deps.datasource(connection);
  const catalogue = await deps.guardCatalogue(connection, run.tenant);
  const version = datasource && (await deps.version(connection, run.tenant, datasource));
  if (datasource === null || catalogue === null || version === null)
    return failed('connection_lost: the connection is not open');
  const verdict = await guardStatement(sql, catalogue, { grantedFunctions: deps.grantedFunctions(connection) });
  if (!verdict.ok) {
    await deps.onRefused(run, verdict.code, verdict.reason);
    return failed(`${verdict.code}: ${verdict.reason}`);
  }

  const { relations, columns, functions } = verdict;
  const reads: Reads = { relations, columns, functions };
  // A tenant has one login a connection, so the tenant names the role.
  const key = { tenant: run.tenant, role: run.tenant, connection, version, timezone, sql: verdict.sql };
  // Who wants an answer computed wants it from what is stored now.
  const known = run.request.cache === 'bypass' ? null : await tracedLookup('exploration', () => deps.cache.read(key));
  if (known !== null) return { found: known, cached: true, dbMs: 0, reads };

  const result = await deps.runStatement(orderOf(verdict.sql, run, datasource, deps.timeoutMs, signal));
  const found = exploredValues(result);
  if (found === null) return { ...failed('too_large: a single row is more than may be looked at'), dbMs: result.dbMs };
  // What is not stored may be in a moment.
  if (found.values.length > 0) await deps.cache.keep(key, found);
  return { found, cached: false, dbMs: result.dbMs, reads };
}

/** A look is short or not at all: nothing of it runs in the slow lane. */
function orderOf(
  sql: string,
  run: Run,
  datasource: Datasource,
  timeoutMs: number,
  signal: AbortSignal,
): StatementOrder {
  const { limits } = datasource;
  return {
    run,
    datasource,
    lane: 'quick',
    purpose: 'a look at stored values',
    statement: {
      sql,
      maxRows: Math.min(MAX_EXPLORED_VALUES, limits.maxRows),
      statementTimeoutMs: Math.min(timeoutMs, limits.statementTimeoutMs),
      tenant: run.tenant,
      timeZone: run.request.timezone,
      signal,
    },
  };
}

const failed = (error: string): Extract<Look, { found: null }> => ({ found: null, error, dbMs: 0 });

function explored(run: Run, reasoning: Reasoning, wanted: Exploration, look: Look): Outcome<'executor'> {
  const seen: Exploration =
    look.found === null
      ? { ...wanted, state: 'failed', error: look.error }
      : { ...wanted, state: 'done', ...look.found, cached: look.cached, reads: look.reads };
  return {
    event: 'explored',
    patch: {
      reasoning: { ...reasoning, explorations: [...reasoning.explorations.slice(0, -1), seen] },
      usage: { ...run.data.usage, dbMs: run.data.usage.dbMs + look.dbMs },
    },
    steps: [{ kind: 'explored', message: exploredMessage(look.found, run.request.locale), durationMs: look.dbMs }],
  };
}
