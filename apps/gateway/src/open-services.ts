import { AuditTrail, auditSettingsOf } from '@querent/audit';
import { ExactCache, Flights, SemanticCache, SpareExactCache } from '@querent/cache';
import {
  ModelRegistry,
  openCatalog,
  SampleBook,
  SampleStore,
  SnapshotStore,
  type Catalog,
  RevisionStore,
} from '@querent/catalog';
import { provideNearWords, provideSenses } from '@querent/lexicon';
import { ImpactStore } from '@querent/impact';
import { Conversations, Habits } from '@querent/memory';
import { BackgroundQueue, BullMqTransport, sagaSettingsOf } from '@querent/messaging';
import {
  checkRedis,
  connectedOnce,
  createLogger,
  createMetrics,
  HealthState,
  measureClockOffset,
  openTracer,
  redisConnections,
  waitForRedis,
  type Logger,
  QueueKeys,
} from '@querent/platform';
import {
  DeadLetters,
  DurabilityBarrier,
  logFailedRuns,
  measureRuns,
  ResultStore,
  RunStore,
  RunWatch,
  Sweeper,
} from '@querent/saga';
import { readNearWords, readSenses } from '@querent/retrieval';
import { Counter } from 'prom-client';
import { GatewayAudit } from './audit/gateway-audit';
import { Authentication } from './auth/authentication';
import { BrowserTokens } from './auth/browser-tokens/browser-tokens';
import { openSignIn } from './auth/oidc/open-sign-in';
import { rememberedKeys } from './auth/remembered-keys';
import { SessionStore } from './auth/sessions/session-store';
import { Sessions } from './auth/sessions/sessions';
import { tokenSettingsOf } from './auth/tokens/token-env';
import { TokenGrants } from './auth/tokens/token-grants';
import type { FindTokenCaller } from './auth/tokens/token-callers';
import { builtFile } from './built-file';
import { openConsole } from './console/built-console';
import { ConversationList } from './conversations/conversation-list';
import { Draining } from './draining';
import { openDrawings } from './drawing/open-drawings';
import { FeedbackBook } from './feedback/feedback-book';
import type { GatewayEnv } from './gateway-env';
import type { GatewayServices } from './gateway-services';
import { historyOf, openHistory } from './history/open-history';
import { GateKeeper } from './leak/gate-keeper';
import { DismissalBook } from './dismissals/dismissal-book';
import { PinBoards } from './pins/pin-boards';
import { Submissions } from './submit/submissions';
import { pauseSpans } from './tracing/pause-spans';
import { openWebhooks } from './webhooks/open-webhooks';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher';

/**
 * Limits how long a Redis that hangs (rather than refuses) can hold a request. Auto-pipelining stays off: measured, its
 * bookkeeping costs a cached answer more (30 of 250 µs) than the writes it saves.
 */
const IMPATIENT = { commandTimeoutMs: 1_900 };

/** The longest wait for Redis at the start. */
const REDIS_WAIT_MS = 2_000;

/**
 * A keys file written before the scope `operate` existed remains valid, but then no key may operate the installation.
 */
function warnOfMissingOperator(catalog: Pick<Catalog, 'keysWith'>, logger: Pick<Logger, 'warn'>): void {
  if (catalog.keysWith('admin').length > 0 && catalog.keysWith('operate').length === 0) {
    logger.warn(
      { file: 'keys.yaml' },
      'no key has the scope "operate": connections, their refresh and /queues are closed to every key; add it to the operators\' keys',
    );
  }
}

/** The library that checks tokens is loaded only if an issuer is configured. */
async function findTokenCaller(env: GatewayEnv, logger: Logger): Promise<FindTokenCaller | null> {
  const settings = tokenSettingsOf(env);
  if (settings === null) return null;
  const { tokenCallers } = await import('./auth/tokens/token-callers');
  return tokenCallers(settings, logger);
}

/** Opens the services of the gateway. Redis may be unavailable: requests get 503 until it is reachable. */
export async function openServices(env: GatewayEnv): Promise<{
  services: GatewayServices;
  sweeper: Sweeper;
  webhooks: WebhookDispatcher | null;
  close: () => Promise<void>;
}> {
  // The gateway reads questions like the intent service, for previews and explanations.
  provideSenses(readSenses);
  provideNearWords(readNearWords);
  const logger = createLogger('gateway', env.LOG_LEVEL);
  const connections = redisConnections(env, (fields, message) => logger.warn(fields, message));
  const [redis, barrierRedis, queueRedis, subscriber] = [
    connections.open('command', IMPATIENT),
    connections.open('command', IMPATIENT),
    connections.open('command'),
    connections.open('subscriber'),
  ];
  const revisions = new RevisionStore(redis, env.QUEUE_PREFIX);
  // Without Redis the gateway starts nevertheless, and answers 503 until it connects.
  await waitForRedis(redis, REDIS_WAIT_MS).catch((error: Error) => logger.warn(error.message));
  const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, {
    logger,
    host: env.HOST,
    credentials: null,
    acceptsTokens: env.JWT_ISSUER !== undefined,
    revisions: { store: revisions, subscriber },
  });
  if (env.JWT_ISSUER === undefined) warnOfMissingOperator(catalog, logger);
  if (catalog.demoMode)
    logger.warn(
      { host: env.HOST },
      'demo mode: no keys file, so the keys "demo" (all scopes) and "viewer" (query) are let in on this loopback address',
    );

  const snapshots = new SnapshotStore(redis, env.QUEUE_PREFIX);
  const metrics = createMetrics('gateway');
  measureClockOffset(redis, metrics.registry);
  const tracer = await openTracer('gateway', env, { logger, registry: metrics.registry });
  const settings = sagaSettingsOf(env);
  const queueKeys = new QueueKeys(env.QUEUE_PREFIX, env.QUEUE_SLOTS);
  const history = historyOf(env, catalog);
  const barrier = new DurabilityBarrier(barrierRedis, { replicas: env.REDIS_WAIT_REPLICAS });
  const measures = measureRuns(metrics.registry);
  const store = new RunStore(redis, settings, {
    durable: (key) => barrier.pass(key),
    history: history?.runs,
    onPauseEnded: pauseSpans(tracer),
    onAdvanced: measures.onAdvanced,
    onFailed: logFailedRuns(logger),
  });
  const transport = new BullMqTransport(queueRedis, queueKeys);
  const watch = new RunWatch(subscriber, store.keys);
  watch.start().catch((error: unknown) => logger.error({ err: error }, 'could not subscribe to changes of runs'));
  const health = new HealthState();
  health.addStarted({ name: 'redis', check: () => checkRedis(redis) }, connectedOnce(redis));
  const caches = connections.openCache({ health, registry: metrics.registry }) ?? redis;
  const { prefix } = settings;

  const memory = { prefix, warn: (fields: object, message: string) => logger.warn(fields, message) };
  const sampleStore = new SampleStore(redis, memory);
  const models = new ModelRegistry(catalog, snapshots);
  const findCaller = await findTokenCaller(env, logger);
  const sessions = new Sessions({ catalog, env, store: new SessionStore(redis, env.QUEUE_PREFIX) });
  const browserTokens = new BrowserTokens({ catalog, secrets: env.QUERENT_SECRET_KEY });
  const services: GatewayServices = {
    env,
    logger,
    redis,
    catalog,
    revisions,
    sessions,
    browserTokens,
    authentication: new Authentication(rememberedKeys(catalog), findCaller, browserTokens, sessions),
    signIn: await openSignIn(env, redis, findCaller),
    grants: new TokenGrants(redis, env.QUEUE_PREFIX),
    snapshots,
    store,
    watch,
    transport,
    health,
    models,
    metrics,
    measures,
    submissions: new Submissions(metrics.registry),
    tracer,
    results: new ResultStore(redis, store),
    letters: new DeadLetters(redis, store.keys),
    audit: new GatewayAudit(
      new AuditTrail(redis, auditSettingsOf(env, { warn: memory.warn, registry: metrics.registry }), history?.audit),
      logger,
    ),
    caches,
    cache:
      caches === redis
        ? new ExactCache(redis, { prefix })
        : new SpareExactCache(
            caches,
            (error) =>
              logger.warn(
                { error: error instanceof Error ? error.message : String(error) },
                'the cache server is unavailable',
              ),
            { prefix },
          ),
    statements: new SemanticCache(caches, settings),
    flights: new Flights(redis, { prefix, lifeMs: settings.runTimeoutMs }),
    habits: new Habits(redis, memory),
    conversations: new Conversations(redis, { ...memory, lifeMs: settings.retentionMs }),
    conversationList: new ConversationList(redis, { prefix, lifeMs: settings.retentionMs }),
    pins: new PinBoards(redis, memory),
    dismissals: new DismissalBook(redis, memory),
    sampleStore,
    samples: new SampleBook(catalog, sampleStore),
    feedback: new FeedbackBook(redis, { ...memory, perMinute: env.FEEDBACK_PER_MINUTE }),
    impacts: new ImpactStore(redis, prefix),
    impactQueue: new BackgroundQueue(queueRedis, queueKeys, 'impact'),
    definitionsQueue: new BackgroundQueue(queueRedis, queueKeys, 'definitions'),
    history:
      history === null
        ? null
        : openHistory(history, { env, catalog, logger, metrics, store, redis: connections.open('command') }),
    queues: transport.allQueues(),
    console: openConsole(env, logger),
    answerView: builtFile('dist/apps/console/mcp-view.html', __dirname),
    drawings: openDrawings(env, metrics.registry),
    gates: new GateKeeper({ catalog, models, snapshots, metrics, logger }),
    draining: new Draining(),
  };
  const swept = new Counter({
    name: 'querent_sweeper_work_total',
    help: 'Runs that the sweeper handled, by action',
    labelNames: ['work'],
    registers: [metrics.registry],
  });
  const sweeper = new Sweeper(store, transport, services.letters, {
    intervalMs: env.SWEEP_INTERVAL_MS,
    report(work, runId) {
      swept.inc({ work });
      logger.info({ work, runId }, 'swept');
    },
    onError: (error) => logger.warn({ err: error }, 'sweeper'),
  });
  const close = async (): Promise<void> => {
    await services.audit.close();
    await Promise.all([catalog.close(), tracer?.close(), services.drawings.close(), history?.close()]);
    // Closing a queue waits for its connection, which would never end while Redis is unavailable.
    const queues = [transport, services.impactQueue, services.definitionsQueue];
    if (queueRedis.status === 'ready') await Promise.all(queues.map((queue) => queue.close()));
    connections.close();
  };
  return { services, sweeper, webhooks: openWebhooks(services, subscriber), close };
}
