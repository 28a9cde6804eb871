import { civilDaysOf } from '@querent/model';
import { CompileError, compileQuery } from '@querent/compiler';
import type { GeneratorDeps } from '../generator-deps';
import type { GeneratorState } from '../generator-state';

/**
 * Compiles the planner's query. Compilation is deterministic, so a refused statement can be compiled again from its
 * query.
 */
export function compilePlanned(
  { run, model }: GeneratorState,
  { maxRows: most }: Pick<GeneratorDeps, 'maxRows'>,
): Pick<GeneratorState, 'compiled' | 'failure'> {
  const { locale, connection, maxRows } = run.request;
  if (run.data.semanticQuery === null) return { compiled: null, failure: 'the run has no semantic query' };
  try {
    const limit = Math.min(maxRows ?? Number.POSITIVE_INFINITY, most(connection));
    return {
      compiled: compileQuery(run.data.semanticQuery, model, { ...civilDaysOf(run, model), locale, maxRows: limit }),
      failure: null,
    };
  } catch (error) {
    if (error instanceof CompileError) return { compiled: null, failure: `${error.code}: ${error.message}` };
    throw error;
  }
}
