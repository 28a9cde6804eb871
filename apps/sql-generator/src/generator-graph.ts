import { END, START, StateGraph } from '@langchain/langgraph';
import { runError, type Outcome } from '@querent/contracts';
import { CompileError, compileQuery, pauseAfterFailure } from '@querent/semantic';
import { classifyTechnicalError } from '@querent/sql';
import { generatorAnnotation, type GeneratorState } from './generator-state';

export interface GeneratorDeps {
  /** Rows of a result at most, unless the asker wants fewer. */
  maxRows: (connection: string) => number;
  now: () => number;
  clarificationTtlMs: number;
}

const message = { zh: '已生成查询', en: 'Prepared the query' };

/**
 * compile → done | give up; a repair → ask the asker. A compiled statement is a function of the semantic query: when the
 * database refused it, compiling again would change nothing, so only another question helps. The refused statement is
 * still in the record then; a pause takes it out.
 */
export function generatorGraph(deps: GeneratorDeps) {
  return new StateGraph(generatorAnnotation)
    .addNode('compile', (state) => compile(state, deps))
    .addNode('done', (state) => ({ outcome: done(state, deps) }))
    .addNode('ask', (state) => ({ outcome: ask(state, deps) ?? giveUp(state) }))
    .addNode('giveUp', (state) => ({ outcome: giveUp(state) }))
    .addConditionalEdges(START, (state: GeneratorState) => (state.run.data.compiled === null ? 'compile' : 'ask'), ['compile', 'ask'])
    .addConditionalEdges('compile', (state: GeneratorState) => (state.compiled === null ? 'giveUp' : 'done'), ['done', 'giveUp'])
    .addEdge('done', END)
    .addEdge('ask', END)
    .addEdge('giveUp', END)
    .compile();
}

function compile({ run, model }: GeneratorState, deps: GeneratorDeps): Partial<GeneratorState> {
  const { today, timezone, locale, connection, maxRows } = run.request;
  if (run.data.semanticQuery === null) return { compiled: null, failure: 'the run has no semantic query' };
  try {
    const limit = Math.min(maxRows ?? Number.POSITIVE_INFINITY, deps.maxRows(connection));
    return { compiled: compileQuery(run.data.semanticQuery, model, { today, timezone, locale, maxRows: limit }), failure: null };
  } catch (error) {
    if (error instanceof CompileError) return { compiled: null, failure: `${error.code}: ${error.message}` };
    throw error;
  }
}

const done = ({ run, compiled }: GeneratorState, deps: GeneratorDeps): Outcome => ({
  event: 'generated',
  patch: {
    compiled,
    attempts: [...run.data.attempts, { n: run.data.attempts.length + 1, sql: compiled?.sql, at: new Date(deps.now()).toISOString() }],
  },
  steps: [{ kind: 'generated', message: message[run.request.locale] }],
});

/** Asks how to go on after the failure that the executor recorded; null where there is nothing to offer. */
function ask({ run, model }: GeneratorState, { now, clarificationTtlMs }: GeneratorDeps): Outcome | null {
  const failure = classifyTechnicalError(run.data.technicalError ?? '');
  return pauseAfterFailure(run, failure, { model, now, clarificationTtlMs });
}

function giveUp({ run, failure }: GeneratorState): Outcome {
  const error = run.data.error ?? runError(failure === undefined || failure === null ? 'query_failed' : 'question_unsupported', run.request.locale);
  return { event: 'failed', patch: { error, technicalError: failure ?? run.data.technicalError }, steps: [{ kind: 'failed', message: error.message }] };
}
