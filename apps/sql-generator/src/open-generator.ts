import {
  agentFilters,
  DayTokens,
  defaultLimits,
  ModelRegistry,
  openCatalog,
  preparations,
  SnapshotStore,
  RevisionStore,
} from '@querent/catalog';
import { provideSenses } from '@querent/lexicon';
import { openChatModels } from '@querent/llm';
import type { OpenedStages, ServiceEnv, StageDeps } from '@querent/messaging';
import { inSlices } from '@querent/platform';
import { lexiconSteps } from '@querent/planner';
import { readSenses } from '@querent/retrieval';
import { generate } from './generate';
import type { sqlGeneratorEnvSchema } from './sql-generator-env';

/** Composes the generator service: the generator stage and the configured language models. */
export async function openGenerator(
  { redis, logger, metrics, subscriber }: StageDeps,
  env: ServiceEnv<typeof sqlGeneratorEnvSchema>,
): Promise<OpenedStages<'generate' | 'reason'>> {
  provideSenses(readSenses);
  const models = openChatModels(env, { registry: metrics.registry, logger });
  const revisions = { store: new RevisionStore(redis, env.QUEUE_PREFIX), subscriber };
  const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null, revisions });
  const tokens = new DayTokens(redis, {
    prefix: env.QUEUE_PREFIX,
    perDay: env.LLM_TOKENS_PER_DAY,
    limitsOf: (tenant) => catalog.limitsOf(tenant),
    warn: (fields, message) => logger.warn(fields, message),
  });
  const registry = new ModelRegistry(catalog, new SnapshotStore(redis, env.QUEUE_PREFIX));
  const stage = generate({
    models,
    tenantBudget: (tenant) => tokens.budgetOf(tenant),
    model: (name, tenant) => registry.model(name, tenant),
    maxRows: (name) => catalog.connection(name)?.limits.maxRows ?? defaultLimits.maxRows,
    agent: (name, tenant) => catalog.agent(name, tenant) ?? null,
    defaults: (name, tenant, model) => {
      const agent = catalog.agent(name, tenant);
      const filters = agent && agentFilters(agent, model);
      return filters?.ok ? filters.value : null;
    },
    onRetiredSample: ({ id, request }, _sample, why) =>
      logger.warn(
        { runId: id, connection: request.connection, why },
        'a sample whose statement does not pass is left out of the prompt',
      ),
    onModelTrouble: ({ id }, error) => logger.warn({ runId: id, error: error.message }, 'no reply of a language model'),
    now: Date.now,
    clarificationTtlMs: env.CLARIFICATION_TTL_MS,
  });
  return {
    // One stage, two queues: questions that wait for a language model do not delay those that need none.
    stages: { generate: stage, reason: stage },
    warmUp: () =>
      preparations(catalog, registry, async (model) => {
        if (models !== null) await inSlices(lexiconSteps(model));
        return null;
      }),
    close: async () => {
      await models?.close();
      await catalog.close();
    },
  };
}
