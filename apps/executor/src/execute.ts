import type { CompiledQuery, Outcome, ResultRef, Row, Run, StageFunction } from '@querent/contracts';
import { DatabaseFailure, type Datasource, type ReadOnlyResult } from '@querent/datasource';
import type { ResultWriter } from '@querent/saga';
import type { PauseDeps } from '@querent/explain';
import type { SemanticModel } from '@querent/model';
import { errorClassOf, guardStatement, type GuardCatalogue, type GuardVerdict } from '@querent/sql';
import { NotAdmitted } from './admission/admission-of';
import type { Lane } from './admission/lane';
import type { TooExpensive } from './admission/too-expensive';
import { executeMessages } from './execute-messages';
import { failureOutcome, failWith, refusedOutcome, tooExpensiveOutcome } from './failures/failure-outcome';
import { awaitDatabase } from './outages/await-database';
import { DatabaseAway } from './outages/database-away';
import { resultColumnsOf } from './result-columns';
import { isOfStatement, isTakenOver, startOver, type StartOverDeps } from './failures/start-over';
import { postponeUnlessLate } from './statements/postpone';
import { StatementBusy, type RunStatement, type StatementOrder } from './statements/statement-desk';

export interface ExecuteDeps extends StartOverDeps {
  /** The open datasource of a connection; null where there is none. */
  datasource: (connection: string) => Datasource | null;
  /** What the tenant's statements may read; null while it is not known. */
  guardCatalogue: (connection: string, tenant: string) => Promise<GuardCatalogue | null>;
  /** Functions beyond the guard's list that the connection allows. */
  grantedFunctions: (connection: string) => readonly string[];
  /** The connection's model, to make other questions of one that failed; null: then the run ends. */
  model: (connection: string, tenant: string) => Promise<SemanticModel | null>;
  /** Digest of the login that a tenant's statements run as on this very datasource. */
  login: (datasource: Datasource, tenant: string) => Promise<string | undefined>;
  /** Digest of the login that the model was read with, which the guard goes by; absent: it is the same. */
  modelLogin?: (connection: string, tenant: string) => Promise<string | undefined>;
  openResult: (runId: string, version: number) => Pick<ResultWriter, 'append' | 'close' | 'discard'>;
  runStatement: RunStatement;
  /** What becomes of a run whose statement would cost too much; absent: what can be offered is not judged before. */
  tooExpensive?: TooExpensive;
  /** Which queue's statements it runs; `quick` unless told otherwise. */
  lane?: Lane;
  /** For the log and the audit trail: which statement was refused, and why. */
  onRefused: (run: Run, code: string, reason: string) => Promise<void> | void;
  /** For the log: how a statement failed. */
  onFailed: (run: Run, failure: DatabaseFailure) => void;
  now: () => number;
  /** To compare with times of the run (`RunStore.readNow`); default: `now`. */
  recordNow?: () => number;
  clarificationTtlMs: number;
}

type Verdict = Extract<GuardVerdict, { ok: true }>;

/**
 * The execution stage: guard, run read-only within bounds when its turn has come, keep the rows beside the run. Never
 * an LLM.
 */
export function execute(deps: ExecuteDeps): StageFunction<'executor'> {
  return async (run, signal) => {
    const { compiled } = run.data;
    const { connection } = run.request;
    const datasource = deps.datasource(connection);
    const catalogue = await deps.guardCatalogue(connection, run.tenant);
    if (compiled === null) return failWith(run, 'query_failed', 'the run has no statement');
    if (datasource === null || catalogue === null)
      return failWith(run, 'connection_unavailable', 'the connection is not open');

    const guarded = await guardAll(compiled, catalogue, deps.grantedFunctions(connection));
    if (!guarded.ok) {
      await deps.onRefused(run, guarded.code, guarded.reason);
      if (isTakenOver(run)) return startOver(run, `${guarded.code}: ${guarded.reason}`, deps);
      return refusedOutcome(run, guarded, await pauseDeps(run, deps));
    }
    const order = orderOf(run, datasource, guarded.compiled, deps.lane ?? 'quick', signal);
    try {
      await demandSameLogin(run, datasource, deps);
      return await answered(run, order, guarded, compiled, deps);
    } catch (error) {
      signal.throwIfAborted();
      return notRun(run, error, deps, signal);
    }
  };
}

/**
 * While a changed login is taken up, some know it already and others do not: what one login may see must not be run
 * with, kept for or shown by the rights of another. The statement waits until both are the same. @throws StatementBusy
 */
async function demandSameLogin(run: Run, datasource: Datasource, { login, modelLogin }: ExecuteDeps): Promise<void> {
  const known = await modelLogin?.(run.request.connection, run.tenant);
  const own = await login(datasource, run.tenant);
  // A model that does not say whose it is was read by a version before.
  if (known !== undefined && known !== '' && known !== own)
    throw new StatementBusy('the schema has not been read with the login that is configured now');
}

/** What becomes of a run whose statement did not give its rows; what is no fault of the statement is thrown on. */
async function notRun(run: Run, error: unknown, deps: ExecuteDeps, signal: AbortSignal): Promise<Outcome<'executor'>> {
  if (error instanceof StatementBusy) {
    postponeUnlessLate(run, error, (deps.recordNow ?? deps.now)(), deps.lane);
    return failWith(run, 'connection_busy', error.message);
  }
  if (error instanceof NotAdmitted) {
    if (error.why === 'slow')
      return {
        event: 'deferred',
        patch: {},
        steps: [{ kind: 'deferred', message: executeMessages.deferred[run.request.locale] }],
      };
    return asksForLess(run, error, deps, signal);
  }
  if (error instanceof DatabaseAway)
    return awaitDatabase(run, error, (deps.recordNow ?? deps.now)()) ?? notRun(run, error.failure, deps, signal);
  if (!(error instanceof DatabaseFailure)) throw error;
  deps.onFailed(run, error);
  if (isTakenOver(run) && isOfStatement(error)) return startOver(run, error.message, deps);
  return failureOutcome(run, error, await pauseDeps(run, deps));
}

/** What is offered instead is judged by the database, which may go away meanwhile. */
async function asksForLess(
  run: Run,
  { technical }: NotAdmitted,
  deps: ExecuteDeps,
  signal: AbortSignal,
): Promise<Outcome<'executor'>> {
  try {
    return await (deps.tooExpensive ?? tooExpensiveOutcome)(run, technical, await pauseDeps(run, deps), signal);
  } catch (error) {
    if (error instanceof DatabaseAway) return notRun(run, error, deps, signal);
    throw error;
  }
}

async function pauseDeps(
  run: Run,
  { model: modelOf, now, clarificationTtlMs }: ExecuteDeps,
): Promise<PauseDeps | null> {
  const model = await modelOf(run.request.connection, run.tenant);
  return model && { model, now, clarificationTtlMs };
}

type Guarded =
  | { ok: true; compiled: CompiledQuery; reads: Pick<Verdict, 'relations' | 'columns' | 'functions'> }
  | Extract<GuardVerdict, { ok: false }>;

/** The main statement and its probes, each through the guard; what runs is what the guard gave back. */
async function guardAll(
  compiled: CompiledQuery,
  catalogue: GuardCatalogue,
  grantedFunctions: readonly string[],
): Promise<Guarded> {
  const main = await guardStatement(compiled.sql, catalogue, { grantedFunctions });
  if (!main.ok) return main;
  const probes: CompiledQuery['probes'] = [];
  for (const probe of compiled.probes) {
    const verdict = await guardStatement(probe.sql, catalogue, { grantedFunctions });
    if (!verdict.ok) return verdict;
    probes.push({ ...probe, sql: verdict.sql });
  }
  return {
    ok: true,
    compiled: { ...compiled, sql: main.sql, probes },
    reads: { relations: main.relations, columns: main.columns, functions: main.functions },
  };
}

function orderOf(
  run: Run,
  datasource: Datasource,
  { sql, params, probes }: CompiledQuery,
  lane: Lane,
  signal: AbortSignal,
): StatementOrder {
  return {
    run,
    datasource,
    lane,
    statement: {
      sql,
      params,
      probes,
      maxRows: Math.min(run.request.maxRows ?? Number.POSITIVE_INFINITY, datasource.limits.maxRows),
      tenant: run.tenant,
      timeZone: run.request.timezone,
      signal,
    },
  };
}

/** Runs the statement and keeps its rows as they come: however many they are, few are in memory. */
async function answered(
  run: Run,
  order: StatementOrder,
  { reads }: Extract<Guarded, { ok: true }>,
  { columns: output, probes }: Pick<CompiledQuery, 'columns' | 'probes'>,
  deps: ExecuteDeps,
): Promise<Outcome<'executor'>> {
  const writer = deps.openResult(run.id, run.version);
  try {
    const onBatch = async (rows: unknown[][], columns: readonly unknown[]): Promise<void> => {
      assertWidth(columns, output);
      await writer.append(rows as Row[]);
    };
    const result = await deps.runStatement({ ...order, statement: { ...order.statement, onBatch } });
    assertWidth(result.columns, output);
    // Of the datasource that has read the rows: by now another login may be in force.
    const login = await deps.login(order.datasource, run.tenant);
    // Last: what is closed is not discarded any more.
    return succeeded(
      run,
      { ...refOf(output, result, probes), blob: await writer.close(), reads: { ...reads, login } },
      result,
    );
  } catch (error) {
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

/** Of a model's statement another width is one more mistake that another try may mend; running it again would not. */
function assertWidth(columns: readonly unknown[], output: readonly unknown[]): void {
  if (columns.length !== output.length)
    throw new DatabaseFailure(
      errorClassOf('syntax'),
      `the statement gives ${columns.length} columns, ${output.length} were expected`,
      undefined,
    );
}

/** @param asked the probes that were run, in the order of their answers */
function refOf(
  output: CompiledQuery['columns'],
  { columns, rowCount, truncated, cutCells, probes }: ReadOnlyResult,
  asked: CompiledQuery['probes'],
): Omit<ResultRef, 'blob'> {
  return {
    columns: resultColumnsOf(
      output,
      columns.map(({ typeName }) => typeName),
    ),
    output,
    rowCount,
    truncated,
    skipped: probes.flatMap(({ label, value }, index) => {
      const note = asked[index]?.note;
      return Number(value) > 0 ? [{ label, count: Number(value), ...(note !== undefined && { note }) }] : [];
    }),
    cutCells,
  };
}

function succeeded(
  run: Run,
  result: ResultRef,
  { rowCount, truncated, cutCells, dbMs }: ReadOnlyResult,
): Outcome<'executor'> {
  const { disclosures, usage } = run.data;
  const { locale } = run.request;
  return {
    event: 'executed',
    patch: {
      result,
      ...(cutCells > 0 ? { disclosures: [...disclosures, executeMessages.cut[locale](cutCells)] } : {}),
      error: null,
      technicalError: null,
      usage: { ...usage, dbMs: usage.dbMs + dbMs },
    },
    steps: [{ kind: 'executed', message: executeMessages.executed[locale](rowCount, truncated), durationMs: dbMs }],
  };
}
