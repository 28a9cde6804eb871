import {
  entryRows,
  ExactCache,
  exactCacheLimitsOf,
  exactEntryOf,
  SemanticCache,
  semanticCacheLimitsOf,
} from '@querent/cache';
import {
  DayTokens,
  ModelRegistry,
  openCatalog,
  preparations,
  runScopeOf,
  SnapshotStore,
  type Connection,
  RevisionStore,
} from '@querent/catalog';
import type { Run } from '@querent/contracts';
import { provideSenses } from '@querent/lexicon';
import { openChatModels } from '@querent/llm';
import { Conversations } from '@querent/memory';
import { sagaSettingsOf, type OpenedStages, type ServiceEnv, type StageDeps } from '@querent/messaging';
import { withRoles, type SemanticModel } from '@querent/model';
import { inSlices } from '@querent/platform';
import { lexiconSteps, planQuestion, typicalQuestions } from '@querent/planner';
import { openVectorIndex, readSenses, type VectorIndex } from '@querent/retrieval';
import { followUps } from '@querent/suggestions';
import { defaultsOf, styleOf } from './agent-style';
import type { chartEnvSchema } from './chart-env';
import { answerPhraser } from './phrasing/phrase-answer';
import { present } from './present';
import { remembering } from './remembering';
import { storeStatement } from './store-statement';

type ChartEnv = ServiceEnv<typeof chartEnvSchema>;

/** Composes the chart service: the chart stage, and the caches that store its answers for later questions. */
export async function openChart(deps: StageDeps, env: ChartEnv): Promise<OpenedStages<'present'>> {
  provideSenses(readSenses);
  const { redis, caches, results, store, logger, metrics, subscriber } = deps;
  const revisions = { store: new RevisionStore(redis, env.QUEUE_PREFIX), subscriber };
  const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null, revisions });
  const { prefix, retentionMs } = sagaSettingsOf(env);
  const models = new ModelRegistry(catalog, new SnapshotStore(redis, prefix));
  const cache = new ExactCache(caches, { prefix, ...exactCacheLimitsOf(env) });
  const background = new Background();
  const indexes = questionIndexes(deps, env);
  const statements = {
    cache: new SemanticCache(caches, { prefix, ...semanticCacheLimitsOf(env) }),
    index: indexes.of,
    readBlob: (runId: string, name: string) => store.readBlob(runId, name),
    scopeOf: (run: Run) => runScopeOf(catalog, run),
  };
  const warn = (fields: object, message: string): void => logger.warn(fields, message);
  const warnOf =
    (message: string) =>
    (error: unknown, run: Run): void =>
      logger.warn({ runId: run.id, error: error instanceof Error ? error.message : String(error) }, message);
  const onUnshared = warnOf('the statement is not shared');
  const conversations = new Conversations(redis, { prefix, lifeMs: retentionMs, warn });
  const tokens = new DayTokens(redis, {
    prefix,
    perDay: env.LLM_TOKENS_PER_DAY,
    limitsOf: (tenant) => catalog.limitsOf(tenant),
    warn,
  });
  const chatModels = env.ANSWERS_BY_MODEL
    ? openChatModels({ ...env, LLM_TIMEOUT_MS: requestTimeoutOf(env) }, { registry: metrics.registry, logger })
    : null;
  const stage = present({
    results,
    async model(name, tenant) {
      const model = (await models.model(name, tenant))?.model ?? null;
      if (model !== null) await inSlices(lexiconSteps(model));
      return model;
    },
    style: (name, tenant) => styleOf(catalog.agent(name, tenant)),
    defaults: (name, tenant, model) => defaultsOf(catalog.agent(name, tenant), model),
    clock: Date.now,
    phrase:
      chatModels === null
        ? undefined
        : answerPhraser({
            models: chatModels,
            tenantBudget: (tenant) => tokens.budgetOf(tenant),
            patienceMs: env.ANSWER_PATIENCE_MS,
            onTemplate: (run, why) => logger.info({ runId: run.id, why }, 'the answer is worded by its template'),
          }),
    onDrawingError: warnOf('a chart could not be drawn'),
    onFollowUpError: warnOf('follow-up questions could not be found'),
  });
  return {
    stages: {
      present: remembering(stage, {
        converse: (run) => conversations.remember(run),
        firstRows: (run) =>
          run.data.result === null ? Promise.resolve([]) : results.readPage(run.id, run.data.result, 0, entryRows),
        remember: async (run, rows) => {
          const entry = exactEntryOf(run, rows);
          const scope = runScopeOf(catalog, run);
          if (entry !== null && run.data.cacheKey !== null && scope !== null)
            await cache.put(scope.audience, run.data.cacheKey, entry);
        },
        share: (run) => background.start(storeStatement(run, statements), (error) => onUnshared(error, run)),
        onError: warnOf('the answer was not cached'),
      }),
    },
    warmUp: () =>
      preparations(catalog, models, async (model, { connection }) => {
        await inSlices(lexiconSteps(model));
        return rehearsal(model, connection.examples);
      }),
    settled: () => background.settled(),
    async close() {
      await background.settled();
      await chatModels?.close();
      await indexes.close();
      await catalog.close();
    },
  };
}

/** Finds follow-up questions of typical questions, until V8 has compiled the planner for them. */
function* rehearsal(model: SemanticModel, examples: Connection['examples']): Generator<void> {
  const named = withRoles(model);
  for (const typical of typicalQuestions(named, examples, new Date())) {
    const plan = planQuestion(typical);
    yield;
    if (plan.kind === 'planned') followUps({ ...typical, query: plan.query });
    yield;
  }
}

/** The vectors of cached questions, of each embedder whose vectors come with a run; opened when the first one comes. */
function questionIndexes(
  { caches, metrics, health, logger }: StageDeps,
  env: ChartEnv,
): { of(model: string, dimension: number): VectorIndex; close(): Promise<void> } {
  const opened = new Map<string, VectorIndex>();
  return {
    of(model, dimension) {
      const known =
        opened.get(model) ??
        openVectorIndex(env, {
          purpose: 'questions',
          embedder: { model, dimension },
          redis: caches,
          prefix: env.QUEUE_PREFIX,
          registry: metrics.registry,
          health: opened.size === 0 ? health : undefined,
          warn: (fields, message) => logger.warn(fields, message),
        });
      opened.set(model, known);
      return known;
    },
    async close() {
      for (const index of opened.values()) await index.close();
    },
  };
}

/**
 * The time-out of a request, ms, shorter than the wait for a worded answer. A request that the caller aborts does not
 * count as a failure of the server, so the circuit breaker would never open for a slow one, and every answer would
 * wait.
 */
function requestTimeoutOf({
  LLM_TIMEOUT_MS,
  ANSWER_PATIENCE_MS,
}: {
  LLM_TIMEOUT_MS: number;
  ANSWER_PATIENCE_MS: number;
}): number {
  return Math.min(LLM_TIMEOUT_MS, Math.floor(0.9 * ANSWER_PATIENCE_MS));
}

/** Background work, tracked so that shutdown can wait for it. */
class Background {
  private readonly pending = new Set<Promise<void>>();

  start(work: Promise<void>, onError: (error: unknown) => void): void {
    const done = work.catch(onError).finally(() => this.pending.delete(done));
    this.pending.add(done);
  }

  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }
}
