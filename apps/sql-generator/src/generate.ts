import { jobs, reasoningSchema, runError, type RunData, type StageFunction } from '@querent/contracts';
import type { RegisteredModel } from '@querent/catalog';
import { RunBudget, type BudgetLimits } from '@querent/llm';
import { inSlices } from '@querent/platform';
import { wordsSteps } from '@querent/planner';
import type { GeneratorDeps } from './generator-deps';
import { generatorGraph } from './generator-graph';

type Needed = 'maxRows' | 'now' | 'clarificationTtlMs';

/** Without a model of language, agents and a log, the generator compiles what the planner planned. */
export interface GenerateDeps extends Pick<GeneratorDeps, Needed>, Partial<Omit<GeneratorDeps, Needed>> {
  model: (connection: string, tenant: string) => Promise<RegisteredModel | null>;
}

const alone = {
  models: null,
  tenantBudget: () => undefined,
  agent: () => null,
  defaults: () => [],
  onRetiredSample: () => undefined,
  onModelTrouble: () => undefined,
};

/** Nothing may be spent where there is no model to spend it on. */
const NOTHING = { calls: 0, ms: 0, tokens: 0 };

/**
 * Milliseconds that a job may wait for models: one that is aborted for its time is tried again, and forgets what it has
 * spent.
 */
const JOB_MS = jobs.reason.timeoutMs - 15_000;

const withinJob = (limits: BudgetLimits, { usage }: Pick<RunData, 'usage'>): BudgetLimits => ({
  ...limits,
  ms: Math.min(limits.ms, usage.llmMs + JOB_MS),
});

/**
 * The generator stage: a semantic query becomes a statement with bound parameters; what the planner does not cover, and
 * a statement that the database refused, goes to a language model, whose every word is checked. Touches no database.
 */
export function generate(deps: GenerateDeps): StageFunction<'sql-generator'> {
  const all = { ...alone, ...deps };
  const graph = generatorGraph(all);
  return async (run, signal) => {
    const registered = await deps.model(run.request.connection, run.tenant);
    if (registered === null) {
      const error = runError('connection_unavailable', run.request.locale);
      return { event: 'failed', patch: { error }, steps: [{ kind: 'failed', message: error.message }] };
    }
    const { agent, locale } = run.request;
    const defaults = agent === null || run.data.semanticQuery !== null ? [] : all.defaults(agent, registered.model);
    if (defaults === null) {
      const error = runError('agent_misconfigured', locale);
      return { event: 'failed', patch: { error }, steps: [{ kind: 'failed', message: error.message }] };
    }
    // A model's statement is compared with the words that the planner knows: of a large schema they take seconds, for
    // which other jobs must not stand still.
    if (all.models !== null) await inSlices(wordsSteps(registered.model));
    const { attempts, retrieval } = run.data;
    const start = {
      run,
      attempts,
      defaults,
      model: registered.model,
      strategy: null,
      compiled: null,
      failure: null,
      failed: null,
      wasted: 0,
      reply: undefined,
      dayIsSpent: false,
      notes: [],
      samples: retrieval?.samples ?? [],
      budget: new RunBudget(
        withinJob(deps.models?.limits ?? NOTHING, run.data),
        run.data,
        all.tenantBudget(run.tenant),
      ),
      reasoning: run.data.reasoning ?? reasoningSchema.parse({ fallback: null }),
    };
    return graph(start, signal);
  };
}
