import { civilDaysOf } from '@querent/model';
import { CompileError, compileQuery } from '@querent/compiler';
import { inSlices } from '@querent/platform';
import { lexiconSteps } from '@querent/planner';
import type { GeneratorDeps } from '../generator-deps';
import { isPlanned, type GeneratorState, type Next } from '../generator-state';
import { triesLeft } from '../record/attempts';
import { resume } from './resume';

/**
 * Entry of a job. A planned query is compiled, which concludes the job. A question that the planner does not cover, and
 * a planned statement that the database refused, go to a model; work resumes from the run record.
 */
export async function enter(start: GeneratorState, deps: GeneratorDeps): Promise<GeneratorState> {
  // A statement in the record is one that the database refused: a pause removes it.
  const refused = start.run.data.compiled !== null;
  const noMore = deps.models === null || triesLeft(start.run, start.attempts) <= 0;
  const isQuestion = !isPlanned(start) && start.run.data.reasoning !== null;
  if (!isQuestion && refused && noMore) return { ...start, next: 'ask' };
  const state = isQuestion ? start : { ...start, ...compilePlanned(start, deps) };
  if (!isQuestion && !refused) return { ...state, next: state.compiled === null ? 'giveUp' : 'compiled' };
  if (!isQuestion && state.compiled === null) return { ...state, next: 'ask' };
  // A model's statement is compared with the planner's vocabulary. A large schema takes seconds, so the vocabulary is
  // built in slices that do not block other jobs.
  if (deps.models !== null) await inSlices(lexiconSteps(state.model));
  const resumed = { ...state, ...(await resume(state, deps)) };
  return { ...resumed, next: afterResume(resumed, noMore, deps) };
}

function afterResume(state: GeneratorState, noMore: boolean, { models }: GeneratorDeps): Next {
  if (isPlanned(state)) return state.failed === null ? 'ask' : 'repair';
  if (models === null) return 'fallBack';
  if (noMore) return 'broken';
  if (state.reply?.kind === 'sql') return 'check';
  return state.failed === null ? 'draft' : 'repair';
}

/**
 * Compiles the planner's query. Compilation is deterministic, so a refused statement can be compiled again from its
 * query.
 */
function compilePlanned(
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
