import type { CompiledQuery, Outcome, ResultRef, Row, Run, StageFunction } from '@querent/contracts';
import { DatabaseFailure, type Datasource, type ReadOnlyResult } from '@querent/datasource';
import type { ResultWriter } from '@querent/saga';
import type { PauseDeps } from '@querent/explain';
import type { SemanticModel } from '@querent/model';
import { errorClassOf, guardStatement, type GuardCatalogue, type GuardVerdict } from '@querent/sql';
import { NotAdmitted } from './admission/admit-by-cost';
import type { Lane } from './admission/lane';
import type { TooExpensive } from './admission/too-expensive';
import { executeMessages } from './execute-messages';
import { failureOutcome, failWith, refusedOutcome, tooExpensiveOutcome } from './failures/failure-outcome';
import { awaitDatabase } from './outages/await-database';
import { DatabaseAway } from './outages/database-away';
import { resultRefOf } from './result-ref';
import { isStatementFault, isFromSemanticCache, startOver, type StartOverDeps } from './failures/start-over';
import { postponeUnlessLate } from './statements/postpone';
import { StatementBusy, type RunStatement, type StatementOrder } from './statements/statement-runner';

export interface ExecuteDeps extends StartOverDeps {
  /** The open datasource of a connection; null if it is not open. */
  datasource: (connection: string) => Datasource | null;
  /** The relations and columns that the tenant's statements may read; null while the schema is unknown. */
  guardCatalogue: (connection: string, tenant: string) => Promise<GuardCatalogue | null>;
  /** Functions beyond the guard's list that the connection allows. */
  grantedFunctions: (connection: string) => readonly string[];
  /** The connection's model, from which alternatives to a failed question are built; null ends the run instead. */
  model: (connection: string, tenant: string) => Promise<SemanticModel | null>;
  /** Digest of the login under which this datasource runs the tenant's statements. */
  login: (datasource: Datasource, tenant: string) => Promise<string | undefined>;
  /** Digest of the login that read the schema behind the model and the guard; by default the login is not compared. */
  modelLogin?: (connection: string, tenant: string) => Promise<string | undefined>;
  openResult: (runId: string, version: number) => Pick<ResultWriter, 'append' | 'close' | 'discard'>;
  runStatement: RunStatement;
  /** Outcome of a run whose statement would cost too much; by default options are offered without cost estimates. */
  tooExpensive?: TooExpensive;
  /** The queue whose statements it runs; default `quick`. */
  lane?: Lane;
  /** Records a refused statement and the reason, for the log and the audit trail. */
  onRefused: (run: Run, code: string, reason: string) => Promise<void> | void;
  /** Logs how a statement failed. */
  onFailed: (run: Run, failure: DatabaseFailure) => void;
  now: () => number;
  /** The clock of the run's timestamps (`RunStore.readNow`); default: `now`. */
  recordNow?: () => number;
  clarificationTtlMs: number;
}

type Verdict = Extract<GuardVerdict, { ok: true }>;

/**
 * The execution stage. It guards the statement, waits for a slot at the database, runs the statement read-only within
 * the connection's limits, and stores the rows beside the run. It never calls an LLM.
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
      if (isFromSemanticCache(run)) return startOver(run, `${guarded.code}: ${guarded.reason}`, deps);
      return refusedOutcome(run, guarded, await pauseDeps(run, deps));
    }
    const order = orderOf(run, datasource, guarded.compiled, deps.lane ?? 'quick', signal);
    try {
      await demandSameLogin(run, datasource, deps);
      return await answered(run, order, guarded, compiled, deps);
    } catch (error) {
      signal.throwIfAborted();
      return notExecuted(run, error, deps, signal);
    }
  };
}

/**
 * Requires that the datasource uses the login that read the schema. While a changed login is being applied, the two
 * differ for a moment, and a statement guarded by the rights of one login must not run with those of another. The
 * statement then waits.
 * @throws StatementBusy
 */
async function demandSameLogin(run: Run, datasource: Datasource, { login, modelLogin }: ExecuteDeps): Promise<void> {
  const known = await modelLogin?.(run.request.connection, run.tenant);
  const own = await login(datasource, run.tenant);
  // A model without a login was stored by an earlier release.
  if (known !== undefined && known !== '' && known !== own)
    throw new StatementBusy('the schema has not been read with the login that is configured now');
}

/** The outcome of a run whose statement returned no rows. Errors of the infrastructure are rethrown. */
async function notExecuted(
  run: Run,
  error: unknown,
  deps: ExecuteDeps,
  signal: AbortSignal,
): Promise<Outcome<'executor'>> {
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
    return tooExpensive(run, error, deps, signal);
  }
  if (error instanceof DatabaseAway)
    return awaitDatabase(run, error, (deps.recordNow ?? deps.now)()) ?? notExecuted(run, error.failure, deps, signal);
  if (!(error instanceof DatabaseFailure)) throw error;
  deps.onFailed(run, error);
  if (isFromSemanticCache(run) && isStatementFault(error)) return startOver(run, error.message, deps);
  return failureOutcome(run, error, await pauseDeps(run, deps));
}

/** The options are estimated by the database, which may become unreachable meanwhile. */
async function tooExpensive(
  run: Run,
  { technical }: NotAdmitted,
  deps: ExecuteDeps,
  signal: AbortSignal,
): Promise<Outcome<'executor'>> {
  try {
    return await (deps.tooExpensive ?? tooExpensiveOutcome)(run, technical, await pauseDeps(run, deps), signal);
  } catch (error) {
    if (error instanceof DatabaseAway) return notExecuted(run, error, deps, signal);
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

/** Guards the main statement and its probes. The statements returned by the guard are the ones that run. */
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

/** Runs the statement and stores its rows in batches, so that memory stays bounded. */
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
    // The login of the datasource that read the rows: the configured login may have changed meanwhile.
    const login = await deps.login(order.datasource, run.tenant);
    // The writer is closed last, because a closed result can no longer be discarded.
    return succeeded(
      run,
      { ...resultRefOf(output, result, probes), blob: await writer.close(), reads: { ...reads, login } },
      result,
    );
  } catch (error) {
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

/** A wrong number of columns is a mistake of the model that wrote the statement; a repair may correct it. */
function assertWidth(columns: readonly unknown[], output: readonly unknown[]): void {
  if (columns.length !== output.length)
    throw new DatabaseFailure(
      errorClassOf('syntax'),
      `the statement returns ${columns.length} columns, ${output.length} were expected`,
      undefined,
    );
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
