import { audiencesOf, ModelRegistry, openCatalog, SnapshotStore, type Availability } from '@querent/catalog';
import { Conversations, Habits } from '@querent/memory';
import { bootWorker, sagaSettingsOf } from '@querent/messaging';
import { fastModeOf, intentEnvSchema } from './intent-env';
import { openProposer } from './open-proposer';
import { understand } from './understand';

void bootWorker({
  service: 'intent',
  about: 'reads questions into semantic queries, and asks back where they are not clear',
  jobs: ['understand'],
  env: intentEnvSchema,
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    const { prefix, retentionMs } = sagaSettingsOf(env);
    const memory = { prefix, lifeMs: retentionMs, warn: (fields: object, message: string) => logger.warn(fields, message) };
    const onProposeError = (error: unknown): void => logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'no proposals for unknown words');
    const proposer = openProposer(env.EMBEDDER, onProposeError);
    const available = async (name: string, tenant: string | null): Promise<Availability | null> => {
      const availability = await models.availability(name, tenant);
      if (availability?.state === 'ready') void proposer.prepare(availability.model);
      return availability;
    };
    // Ahead of the first question: an unknown word finds no proposals while a model's names are not ready.
    for (const connection of catalog.connections()) for (const { tenant } of audiencesOf(connection)) void available(connection.name, tenant).catch(onProposeError);
    return {
      stages: {
        understand: understand({
          availability: available,
          agent: (name) => catalog.agent(name),
          habits: new Habits(redis, memory),
          conversations: new Conversations(redis, memory),
          propose: proposer.propose,
          onProposeError,
          reasoner: env.LLM_BASE_URL !== undefined,
          fastMode: fastModeOf(env),
          now: Date.now,
          clarificationTtlMs: env.CLARIFICATION_TTL_MS,
        }),
      },
      async close() {
        await proposer.close();
        await catalog.close();
      },
    };
  },
});
