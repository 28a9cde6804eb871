import { type CompiledQuery, type Outcome, type Row, type Run, type StageFunction } from '@querent/contracts';
import { DatabaseFailure, runReadOnly, type Datasource, type ReadOnlyResult, type ReadOnlyStatement } from '@querent/datasource';
import type { PauseDeps, SemanticModel } from '@querent/semantic';
import { errorClassOf, guardStatement, type GuardCatalogue, type GuardVerdict } from '@querent/sql';
import { costAbove } from './admission';
import { executeMessages } from './execute-messages';
import { failureOutcome, failWith, refusedOutcome, tooExpensiveOutcome } from './failure-outcome';
import { resultColumnsOf } from './result-columns';

/** What is expected to take long runs in the slow lane, few at a time and with more time each. */
export type Lane = 'quick' | 'slow';

export interface ExecuteDeps {
  /** The open datasource of a connection; null where there is none. */
  datasource: (connection: string) => Datasource | null;
  /** What its statements may read; null while it is not known. */
  guardCatalogue: (connection: string, tenant: string) => Promise<GuardCatalogue | null>;
  /** The connection's model, to make other questions of one that failed; null: then the run ends. */
  model: (connection: string, tenant: string) => Promise<SemanticModel | null>;
  writeRows: (runId: string, version: number, rows: Row[]) => Promise<string>;
  /** For the log: which statement was refused, and why. */
  onRefused: (run: Run, code: string, reason: string) => void;
  /** For the log: how a statement failed. */
  onFailed: (run: Run, failure: DatabaseFailure) => void;
  /** What a statement on the connection may cost, in the database planner's unit; null or absent: nothing is asked before it runs. */
  maxCost?: (connection: string) => number | null;
  /** Which queue's statements it runs; `quick` unless told otherwise. */
  lane?: Lane;
  now: () => number;
  clarificationTtlMs: number;
  /** Runs a guarded statement; `runReadOnly` unless told otherwise. @throws DatabaseFailure */
  run?: (datasource: Datasource, statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;
}

/** The execution stage: guard, run read-only within bounds, keep the rows beside the run. Never an LLM. */
export function execute(deps: ExecuteDeps): StageFunction {
  return async (run, signal) => {
    const { compiled } = run.data;
    const datasource = deps.datasource(run.request.connection);
    const catalogue = await deps.guardCatalogue(run.request.connection, run.tenant);
    if (compiled === null) return failWith(run, 'query_failed', 'the run has no statement');
    if (datasource === null || catalogue === null) return failWith(run, 'connection_unavailable', 'the connection is not open');

    const guarded = await guardAll(compiled, catalogue);
    if (!guarded.ok) {
      deps.onRefused(run, guarded.code, guarded.reason);
      return refusedOutcome(run, guarded, await pauseDeps(run, deps));
    }
    const statement = statementOf(run, datasource, guarded.compiled, signal);
    const runOne = (one: ReadOnlyStatement): Promise<ReadOnlyResult> => (deps.run ?? runReadOnly)(datasource, one);
    try {
      const tooExpensive = await costAbove(deps.maxCost?.(run.request.connection) ?? null, statement, runOne);
      if (tooExpensive !== null) return tooExpensiveOutcome(run, tooExpensive, await pauseDeps(run, deps));
      return await succeed(run, compiled, await runOne(statement), deps);
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error;
      signal.throwIfAborted();
      deps.onFailed(run, error);
      return failureOutcome(run, error, await pauseDeps(run, deps));
    }
  };
}

async function pauseDeps(run: Run, { model: modelOf, now, clarificationTtlMs }: ExecuteDeps): Promise<PauseDeps | null> {
  const model = await modelOf(run.request.connection, run.tenant);
  return model && { model, now, clarificationTtlMs };
}

type Guarded = { ok: true; compiled: CompiledQuery } | Extract<GuardVerdict, { ok: false }>;

/** The main statement and its probes, each through the guard; what runs is what the guard gave back. */
async function guardAll(compiled: CompiledQuery, catalogue: GuardCatalogue): Promise<Guarded> {
  const main = await guardStatement(compiled.sql, catalogue);
  if (!main.ok) return main;
  const probes: CompiledQuery['probes'] = [];
  for (const probe of compiled.probes) {
    const verdict = await guardStatement(probe.sql, catalogue);
    if (!verdict.ok) return verdict;
    probes.push({ ...probe, sql: verdict.sql });
  }
  return { ok: true, compiled: { ...compiled, sql: main.sql, probes } };
}

function statementOf(run: Run, datasource: Datasource, { sql, params, probes }: CompiledQuery, signal: AbortSignal): ReadOnlyStatement {
  const asked = run.request.maxRows ?? Number.POSITIVE_INFINITY;
  return {
    sql,
    params,
    probes,
    maxRows: Math.min(asked, datasource.limits.maxRows),
    tenant: run.tenant,
    timeZone: run.request.timezone,
    signal,
  };
}

async function succeed(run: Run, compiled: CompiledQuery, result: ReadOnlyResult, deps: ExecuteDeps): Promise<Outcome> {
  if (result.columns.length !== compiled.columns.length) {
    // Of a model's statement this is one more mistake that another try may mend; running it again would not.
    throw new DatabaseFailure(errorClassOf('syntax'), `the statement gives ${result.columns.length} columns, ${compiled.columns.length} were expected`, undefined);
  }
  const blob = await deps.writeRows(run.id, run.version, result.rows as Row[]);
  const skipped = result.probes.flatMap(({ label, value }) => (Number(value) > 0 ? [{ label, count: Number(value) }] : []));
  return {
    event: 'executed',
    patch: {
      result: {
        blob,
        columns: resultColumnsOf(compiled.columns, result.columns.map(({ typeName }) => typeName)),
        output: compiled.columns,
        rowCount: result.rowCount,
        truncated: result.truncated,
        skipped,
      },
      error: null,
      technicalError: null,
      usage: { ...run.data.usage, dbMs: run.data.usage.dbMs + result.dbMs },
    },
    steps: [{ kind: 'executed', message: executeMessages.executed[run.request.locale](result.rowCount, result.truncated), durationMs: result.dbMs }],
  };
}
