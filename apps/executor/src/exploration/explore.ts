import {
  MAX_EXPLORED_VALUES,
  type Exploration,
  type Locale,
  type Outcome,
  type Reads,
  type Reasoning,
  type Run,
  type StageFunction,
} from '@querent/contracts';
import { tracedLookup, type ExplorationCache, type ExploredValues } from '@querent/cache';
import { DatabaseFailure, type Datasource } from '@querent/datasource';
import { fillText } from '@querent/language';
import { redacted } from '@querent/platform';
import { guardStatement, technicalErrorOf, type GuardCatalogue } from '@querent/sql';
import { NotAdmitted } from '../admission/admit-by-cost';
import { failureOutcome } from '../failures/failure-outcome';
import { awaitDatabase } from '../outages/await-database';
import { DatabaseAway } from '../outages/database-away';
import { postponeUnlessLate } from '../statements/postpone';
import { StatementBusy, type RunStatement, type StatementOrder } from '../statements/statement-runner';
import { exploredValues } from './explored-values';

export interface ExploreDeps {
  /** The open datasource of a connection; null if it is not open. */
  datasource: (connection: string) => Datasource | null;
  /** The relations and columns that the tenant's statements may read; null while the schema is unknown. */
  guardCatalogue: (connection: string, tenant: string) => Promise<GuardCatalogue | null>;
  /**
   * Version of the model and schema behind `guardCatalogue`, and of the datasource's login; a part of the cache key.
   */
  version: (connection: string, tenant: string, datasource: Datasource) => Promise<string | null>;
  cache: Pick<ExplorationCache, 'read' | 'keep'>;
  /** Time-out of an exploration, ms, unless the connection's own is shorter. */
  timeoutMs: number;
  grantedFunctions: (connection: string) => readonly string[];
  runStatement: RunStatement;
  now: () => number;
  /** The clock of the run's timestamps (`RunStore.readNow`); default: `now`. */
  recordNow?: () => number;
  /** Records a statement that the guard refused and the reason, for the log and the audit trail. */
  onRefused: (run: Run, code: string, reason: string) => Promise<void> | void;
  /** Logs why an exploration failed. */
  onFailed: (run: Run, error: string) => void;
}

/** Why an exploration failed, for the log and for the model's next draft. */
function reasonOf(error: unknown): string {
  if (error instanceof NotAdmitted) return `too_expensive: ${error.technical}`;
  if (error instanceof DatabaseFailure) return technicalErrorOf(error);
  return redacted(`other: ${error instanceof Error ? error.message : String(error)}`);
}

/** The result of an exploration; `dbMs` is the time spent in the database. */
type Explored =
  { found: ExploredValues; cached: boolean; dbMs: number; reads: Reads } | { found: null; error: string; dbMs: number };

/**
 * The exploration stage: reads stored values that a language model requested. The statement passes the same guard and
 * runs read-only with a short time-out. A failure is recorded in the outcome, and the generator continues without
 * values.
 */
export function explore(deps: ExploreDeps): StageFunction<'executor'> {
  return async (run, signal) => {
    const { reasoning } = run.data;
    const wanted = reasoning?.explorations.at(-1);
    if (reasoning === null || wanted?.state !== 'wanted') return { event: 'explored', patch: {}, steps: [] };
    const now = deps.recordNow ?? deps.now;
    const result = await exploreValues(wanted.sql, run, deps, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof StatementBusy) postponeUnlessLate(run, error, now());
      return error instanceof DatabaseAway ? error : failed(reasonOf(error));
    });
    // The run fails: the statement under construction could not run on this database either.
    if (result instanceof DatabaseAway)
      return awaitDatabase(run, result, now()) ?? failureOutcome(run, result.failure, null);
    if (result.found === null) deps.onFailed(run, result.error);
    return explored(run, reasoning, wanted, result);
  };
}

async function exploreValues(sql: string, run: Run, deps: ExploreDeps, signal: AbortSignal): Promise<Explored> {
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
  // A tenant has one login for each connection, so the tenant identifies the role.
  const key = { tenant: run.tenant, role: run.tenant, connection, version, timezone, sql: verdict.sql };
  // A run that bypasses the caches must see the values stored now.
  const known = run.request.cache === 'bypass' ? null : await tracedLookup('exploration', () => deps.cache.read(key));
  if (known !== null) return { found: known, cached: true, dbMs: 0, reads };

  const result = await deps.runStatement(orderOf(verdict.sql, run, datasource, deps.timeoutMs, signal));
  const found = exploredValues(result);
  if (found === null)
    return { ...failed('too_large: a single row exceeds the limit of an exploration'), dbMs: result.dbMs };
  // An empty result is not cached, because the value may be stored a moment later.
  if (found.values.length > 0) await deps.cache.keep(key, found);
  return { found, cached: false, dbMs: result.dbMs, reads };
}

/** Explorations always run in the quick lane: one that is expected to take long is refused. */
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
    purpose: 'an exploration of stored values',
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

const failed = (error: string): Extract<Explored, { found: null }> => ({ found: null, error, dbMs: 0 });

function explored(run: Run, reasoning: Reasoning, wanted: Exploration, result: Explored): Outcome<'executor'> {
  const done: Exploration =
    result.found === null
      ? { ...wanted, state: 'failed', error: result.error }
      : { ...wanted, state: 'done', ...result.found, cached: result.cached, reads: result.reads };
  return {
    event: 'explored',
    patch: {
      reasoning: { ...reasoning, explorations: [...reasoning.explorations.slice(0, -1), done] },
      usage: { ...run.data.usage, dbMs: run.data.usage.dbMs + result.dbMs },
    },
    steps: [{ kind: 'explored', message: exploredMessage(result.found, run.request.locale), durationMs: result.dbMs }],
  };
}

/** Step texts of the exploration stage, in business words: they never name the table, the column or a value. */
const exploreMessages = {
  none: { zh: '查看了已有的取值：没有找到', en: 'Checked the stored values: none found' },
  some: { zh: '查看了已有的取值：找到 {count} 个', en: 'Checked the stored values: found {count}' },
  many: { zh: '查看了已有的取值：只看了前 {count} 个', en: 'Checked the stored values: only the first {count}' },
  failed: { zh: '没能查看已有的取值，继续回答', en: 'The stored values could not be checked; going on without them' },
} as const satisfies Record<string, Record<Locale, string>>;

function exploredMessage(found: ExploredValues | null, locale: Locale): string {
  const count = found?.values.length ?? 0;
  const which = found === null ? 'failed' : found.truncated ? 'many' : count === 0 ? 'none' : 'some';
  return fillText(exploreMessages[which][locale], { count }, locale);
}
