import { jobs, reasoningSchema, runError, type RunData, type StageFunction } from '@querent/contracts';
import type { RegisteredModel } from '@querent/catalog';
import { RunBudget, type BudgetLimits } from '@querent/llm';
import type { GeneratorDeps } from './generator-deps';
import { generatorGraph } from './generator-graph';

type Needed = 'maxRows' | 'now' | 'clarificationTtlMs';

/**
 * Only the required dependencies are needed to compile planned queries; language models, agents and logging are
 * optional.
 */
export interface GenerateDeps extends Pick<GeneratorDeps, Needed>, Partial<Omit<GeneratorDeps, Needed>> {
  model: (connection: string, tenant: string) => Promise<RegisteredModel | null>;
}

const defaultDeps = {
  models: null,
  tenantBudget: () => undefined,
  agent: () => null,
  defaults: () => [],
  onRetiredSample: () => undefined,
  onModelTrouble: () => undefined,
};

/** Budget without a model. */
const NOTHING = { calls: 0, ms: 0, tokens: 0 };

/**
 * Limit of a job's waiting time for models, ms, below the job's timeout: a job that times out is retried and loses its
 * recorded usage.
 */
const JOB_MS = jobs.reason.timeoutMs - 15_000;

const withinJob = (limits: BudgetLimits, { usage }: Pick<RunData, 'usage'>): BudgetLimits => ({
  ...limits,
  ms: Math.min(limits.ms, usage.llmMs + JOB_MS),
});

/**
 * The generator stage: compiles a semantic query to a statement with bound parameters. A question that the planner does
 * not cover, and a statement that the database refused, go to a language model, whose replies are checked. Does not
 * access the customer's database.
 */
export function generate(deps: GenerateDeps): StageFunction<'sql-generator'> {
  const all = { ...defaultDeps, ...deps };
  const graph = generatorGraph(all);
  return async (run, signal) => {
    const registered = await deps.model(run.request.connection, run.tenant);
    if (registered === null) {
      const error = runError('connection_unavailable', run.request.locale);
      return { event: 'failed', patch: { error }, steps: [{ kind: 'failed', message: error.message }] };
    }
    const { agent, locale } = run.request;
    const defaults =
      agent === null || run.data.semanticQuery !== null ? [] : all.defaults(agent, run.tenant, registered.model);
    if (defaults === null) {
      const error = runError('agent_misconfigured', locale);
      return { event: 'failed', patch: { error }, steps: [{ kind: 'failed', message: error.message }] };
    }
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
