import {
  entryRows,
  ExactCache,
  exactCacheLimitsOf,
  exactEntryOf,
  SemanticCache,
  semanticCacheLimitsOf,
} from '@querent/cache';
import { DayTokens, ModelRegistry, openCatalog, runScopeOf, SnapshotStore } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import { provideSenses } from '@querent/lexicon';
import { openChatModels } from '@querent/llm';
import { Conversations } from '@querent/memory';
import { bootWorker, sagaSettingsOf } from '@querent/messaging';
import { defaultsOf, styleOf } from './agent-style';
import { chartEnvSchema } from './chart-env';
import { answerPhraser } from './phrasing/phrase-answer';
import { present } from './present';
import { inSlices } from '@querent/platform';
import { wordsSteps } from '@querent/planner';
import { openVectorIndex, readSenses, type VectorIndex } from '@querent/retrieval';
import { remembering } from './remembering';
import { Background } from './sharing/background';
import { storeStatement } from './sharing/store-statement';

const WORDED_AT_ONCE = 16;

void bootWorker({
  service: 'chart',
  about: 'draws and words the answer, and leaves it to the exact cache and its conversation',
  jobs: ['present'],
  env: chartEnvSchema,
  // A model that words answers is waited for.
  concurrencyOf: ({ CONCURRENCY, ANSWERS_BY_MODEL }) => ({
    present: ANSWERS_BY_MODEL ? Math.max(CONCURRENCY, WORDED_AT_ONCE) : CONCURRENCY,
  }),
  async open({ redis, caches, results, store, logger, health, metrics }, env) {
    provideSenses(readSenses);
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const { prefix, retentionMs } = sagaSettingsOf(env);
    const models = new ModelRegistry(catalog, new SnapshotStore(redis, prefix));
    const cache = new ExactCache(caches, { prefix, ...exactCacheLimitsOf(env) });
    const background = new Background();
    const indexes = new Map<string, VectorIndex>();
    const statements = {
      cache: new SemanticCache(caches, { prefix, ...semanticCacheLimitsOf(env) }),
      index(model: string, dimension: number): VectorIndex {
        const known =
          indexes.get(model) ??
          openVectorIndex(env, {
            purpose: 'questions',
            embedder: { model, dimension },
            redis: caches,
            prefix,
            registry: metrics.registry,
            health: indexes.size === 0 ? health : undefined,
            warn: (fields, message) => logger.warn(fields, message),
          });
        indexes.set(model, known);
        return known;
      },
      readBlob: (runId: string, name: string) => store.readBlob(runId, name),
      place: (run: Run) => runScopeOf(catalog, run),
    };
    const conversations = new Conversations(redis, {
      prefix,
      lifeMs: retentionMs,
      warn: (fields, message) => logger.warn(fields, message),
    });
    const tokens = new DayTokens(redis, {
      prefix,
      perDay: env.LLM_TOKENS_PER_DAY,
      limitsOf: (tenant) => catalog.limitsOf(tenant),
      warn: (fields, message) => logger.warn(fields, message),
    });
    const chatModels = env.ANSWERS_BY_MODEL
      ? openChatModels({ ...env, LLM_TIMEOUT_MS: requestTime(env) }, { registry: metrics.registry, logger })
      : null;
    const stage = present({
      results,
      writeBlob: (runId, name, text) => store.writeBlob(runId, name, text),
      async model(name, tenant) {
        const model = (await models.model(name, tenant))?.model ?? null;
        if (model !== null) await inSlices(wordsSteps(model));
        return model;
      },
      style: (name) => styleOf(catalog.agent(name)),
      defaults: (name, model) => defaultsOf(catalog.agent(name), model),
      clock: Date.now,
      phrase:
        chatModels === null
          ? undefined
          : answerPhraser({
              models: chatModels,
              purse: (tenant) => tokens.budgetOf(tenant),
              patienceMs: env.ANSWER_PATIENCE_MS,
              onTemplate: (run, why) => logger.info({ runId: run.id, why }, 'the answer is worded by its template'),
            }),
      onDrawingError: (error, run) =>
        logger.warn(
          { runId: run.id, error: error instanceof Error ? error.message : String(error) },
          'a chart could not be drawn',
        ),
      onFollowUpError: (error, run) =>
        logger.warn(
          { runId: run.id, error: error instanceof Error ? error.message : String(error) },
          'follow-up questions could not be found',
        ),
    });
    return {
      stages: {
        present: remembering(stage, {
          converse: (run) => conversations.remember(run),
          firstRows: (run) =>
            run.data.result === null ? Promise.resolve([]) : results.readPage(run.id, run.data.result, 0, entryRows),
          remember: async (run, rows) => {
            const entry = exactEntryOf(run, rows);
            const place = runScopeOf(catalog, run);
            if (entry !== null && run.data.cacheKey !== null && place !== null)
              await cache.put(place.audience, run.data.cacheKey, entry);
          },
          share: (run) =>
            background.start(storeStatement(run, statements), (error) =>
              logger.warn(
                { runId: run.id, error: error instanceof Error ? error.message : String(error) },
                'the statement is not shared',
              ),
            ),
          onError: (error, run) =>
            logger.warn(
              { runId: run.id, error: error instanceof Error ? error.message : String(error) },
              'the answer was not cached',
            ),
        }),
      },
      close: async () => {
        await background.settled();
        await chatModels?.close();
        for (const index of indexes.values()) await index.close();
        await catalog.close();
      },
    };
  },
});

/**
 * A request must time out before patience ends: what the asker's side breaks off says nothing about the server, so a
 * slow one would never be left alone, and every answer wait for it.
 */
function requestTime({
  LLM_TIMEOUT_MS,
  ANSWER_PATIENCE_MS,
}: {
  LLM_TIMEOUT_MS: number;
  ANSWER_PATIENCE_MS: number;
}): number {
  return Math.min(LLM_TIMEOUT_MS, Math.floor(0.9 * ANSWER_PATIENCE_MS));
}
