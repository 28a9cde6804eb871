import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { Conversations, Habits } from '@querent/memory';
import { bootWorker, sagaSettingsOf } from '@querent/messaging';
import { fastModeOf, intentEnvSchema } from './intent-env';
import { understand } from './understand';

void bootWorker({
  service: 'intent',
  about: 'reads questions into semantic queries, and asks back where they are not clear',
  job: 'understand',
  env: intentEnvSchema,
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    const { prefix, retentionMs } = sagaSettingsOf(env);
    const memory = { prefix, lifeMs: retentionMs, warn: (fields: object, message: string) => logger.warn(fields, message) };
    return {
      stage: understand({
        availability: (name) => models.availability(name),
        agent: (name) => catalog.agent(name),
        habits: new Habits(redis, memory),
        conversations: new Conversations(redis, memory),
        propose: async () => [],
        onProposeError: (error) => logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'no proposals for unknown words'),
        fastMode: fastModeOf(env),
        now: Date.now,
        clarificationTtlMs: env.CLARIFICATION_TTL_MS,
      }),
      close: () => catalog.close(),
    };
  },
});
