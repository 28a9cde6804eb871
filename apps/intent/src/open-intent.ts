import { AuditTrail, auditSettingsOf } from '@querent/audit';
import { Flights, SemanticCache, semanticCacheLimitsOf } from '@querent/cache';
import {
  audiencesOf,
  ModelRegistry,
  openCatalog,
  preparations,
  runScopeOf,
  SampleBook,
  SampleStore,
  SnapshotStore,
  type Availability,
  type Connection,
  RevisionStore,
} from '@querent/catalog';
import { History, historyAfterMs } from '@querent/history';
import { ImpactStore } from '@querent/impact';
import type { SemanticModel } from '@querent/model';
import { Conversations, Habits, principalOf } from '@querent/memory';
import { provideNearWords, provideSenses } from '@querent/lexicon';
import { sagaSettingsOf, type OpenedStages, type ServiceEnv, type StageDeps } from '@querent/messaging';
import { inSlices } from '@querent/platform';
import { lexiconSteps, planQuestion, typicalQuestions } from '@querent/planner';
import { openEmbedder, openVectorIndex, readNearWords, readSenses } from '@querent/retrieval';
import { RunStore } from '@querent/saga';
import { askedQuestions } from './impact/asked-questions';
import { GivesWay } from './impact/gives-way';
import { measureImpact } from './impact/measure-impact';
import { singleFlight } from './single-flight';
import { fastModeOf, type intentEnvSchema } from './intent-env';
import { openProposer } from './open-proposer';
import { openSharedStatements } from './sharing/open-shared-statements';
import { understand } from './understand';

/** Composes the intent service: the intent stage with its caches, memory and proposals. */
export async function openIntent(
  { redis, caches, logger, store, health, subscriber, metrics: { registry } }: StageDeps,
  env: ServiceEnv<typeof intentEnvSchema>,
): Promise<OpenedStages<'understand'>> {
  provideSenses(readSenses);
  provideNearWords(readNearWords);
  const revisions = { store: new RevisionStore(redis, env.QUEUE_PREFIX), subscriber };
  const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null, revisions });
  const { prefix, retentionMs, runTimeoutMs } = sagaSettingsOf(env);
  const snapshots = new SnapshotStore(redis, prefix);
  const models = new ModelRegistry(catalog, snapshots);
  const memory = {
    prefix,
    lifeMs: retentionMs,
    warn: (fields: object, message: string) => logger.warn(fields, message),
  };
  const onProposeError = (error: unknown): void =>
    logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'no proposals for unknown words');
  const embedder = openEmbedder(env, { onError: onProposeError });
  const proposer = openProposer(embedder, onProposeError);
  const warn = (fields: object, message: string): void => logger.warn(fields, message);
  const index =
    embedder === null
      ? null
      : openVectorIndex(env, { purpose: 'questions', embedder, redis: caches, prefix, registry, health, warn });
  const shared =
    embedder === null || index === null
      ? null
      : openSharedStatements({
          cache: new SemanticCache(caches, { prefix, ...semanticCacheLimitsOf(env) }),
          index,
          embedder,
          catalog,
          store,
          registry,
          reasoner: reasonerOf(env),
          onError: (error, run) =>
            logger.warn(
              { runId: run.id, error: error instanceof Error ? error.message : String(error) },
              'the semantic cache failed; the run continues without it',
            ),
        });
  const habits = new Habits(redis, memory);
  const trail = new AuditTrail(redis, auditSettingsOf(env, { warn, registry }));
  const available = async (name: string, tenant: string | null): Promise<Availability | null> => {
    const availability = await models.availability(name, tenant);
    if (availability?.model === undefined) return availability;
    void proposer.prepare(availability.model);
    // Indexing many values takes seconds; slices let other jobs proceed meanwhile.
    await inSlices(lexiconSteps(availability.model));
    return availability;
  };
  // Before the first question, because unknown words get no proposals until the model's names are embedded.
  for (const connection of catalog.connections())
    for (const { tenant } of audiencesOf(connection)) void available(connection.name, tenant).catch(onProposeError);
  const impacts = new ImpactStore(redis, prefix);
  const history = env.HISTORY_URL === undefined ? null : new History(env.HISTORY_URL, { afterMs: historyAfterMs(env) });
  const allRuns = history === null ? store : new RunStore(redis, store.settings, { history: history.runs });
  const way = new GivesWay();
  const stage = singleFlight(
    understand({
      availability: available,
      agent: (name, tenant) => catalog.agent(name, tenant),
      habits,
      conversations: new Conversations(redis, memory),
      propose: proposer.propose,
      onProposeError,
      reasoner: env.LLM_BASE_URL !== undefined,
      fastMode: fastModeOf(env),
      now: Date.now,
      recordNow: () => store.readNow(),
      clarificationTtlMs: env.CLARIFICATION_TTL_MS,
      shared,
    }),
    {
      store,
      flights: new Flights(redis, { prefix, lifeMs: runTimeoutMs }),
      audience: (run) => runScopeOf(catalog, run)?.audience ?? null,
      applyWording: (run, settled) =>
        habits.applyWording(principalOf(run), settled, { runId: run.id, at: run.createdAt }),
      audit: ({ id, tenant, keyName, request: { connection, question } }, rows) =>
        trail.record({
          kind: 'answered_from_cache',
          at: new Date().toISOString(),
          tenant,
          key: keyName,
          runId: id,
          connection,
          question,
          ...(rows === undefined ? {} : { rows }),
        }),
      now: () => store.readNow(),
      runTimeoutMs,
    },
  );
  return {
    stages: { understand: (run, signal) => way.during(() => stage(run, signal)) },
    background: {
      impact: {
        handle: measureImpact({
          catalog,
          snapshots,
          samples: new SampleBook(catalog, new SampleStore(redis, memory)),
          impacts,
          asked: (of) => askedQuestions(redis, allRuns, of),
          way,
        }),
        async onExhausted({ tenant, id }) {
          await impacts.fail(tenant, id, 'The comparison failed repeatedly. Try again later.');
        },
      },
    },
    warmUp: () =>
      preparations(catalog, models, async (model, { connection: { name, examples }, tenant }) => {
        await available(name, tenant);
        return rehearsal(model, examples);
      }),
    async settled() {
      await shared?.settled();
    },
    async close() {
      await trail.drain();
      await proposer.close();
      await shared?.settled();
      await index?.close();
      await embedder?.close();
      await history?.close();
      await catalog.close();
    },
  };
}

/** Plans typical questions of a model, each a few times, until V8 has compiled the planner for them. */
function* rehearsal(model: SemanticModel, examples: Connection['examples']): Generator<void> {
  for (let time = 0; time < REHEARSALS; time += 1)
    for (const typical of typicalQuestions(model, examples, new Date())) {
      planQuestion(typical);
      yield;
    }
}

const REHEARSALS = 3;

/** Identifies the configured language models: a cached statement is valid only for the models that wrote it. */
function reasonerOf({
  LLM_BASE_URL,
  LLM_MODEL,
  SQL_LLM_BASE_URL,
  SQL_LLM_MODEL,
}: {
  LLM_BASE_URL?: string;
  LLM_MODEL?: string;
  SQL_LLM_BASE_URL?: string;
  SQL_LLM_MODEL?: string;
}): string | null {
  return LLM_BASE_URL === undefined ? null : JSON.stringify([LLM_BASE_URL, LLM_MODEL, SQL_LLM_BASE_URL, SQL_LLM_MODEL]);
}
