import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { History } from '@querent/history';
import { BullMqTransport } from '@querent/messaging';
import { QueueKeys } from '@querent/platform';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import {
  startEmbeddingsServer,
  startQdrantStandIn,
  startRedis,
  startScriptedLlm,
  startStack,
  waitFor,
  type StackMember,
  type TestStack,
  type ThrowAwayServer,
} from '@querent/testing';
import Redis from 'ioredis';
import { keyOf, writeKeys } from '../../worlds/asker-keys';
import type { SuiteWorld } from '../../worlds/suite-world';
import { openTenantDatabase } from '../../tenants/tenant-database';
import { worlds } from '../../tenants/tenant-world';
import { askers } from '../../tenants/tenant-product';
import { MODEL } from '../../tenants/tenant-schema';
import { PatientHttp } from '../clients/patient-http';
import { RunWatch } from '../clients/run-watch';
import { WebhookReceiver } from '../clients/webhook-receiver';
import { FaultProxy } from '../faults/fault-proxy';
import { links, type Link, type Victims } from '../faults/fault-kinds';
import { startHistoryServer } from '../faults/history-server';
import type { Plan } from './plan';

const SECRET = 'Y2hhb3MtY2hhb3MtY2hhb3MtY2hhb3MtY2hhb3MtMTI=';
/** Short, so that runs move during the play. */
const HISTORY_AFTER_MINUTES = 0.1;
const skewedClock = 'infra/suites/chaos/faults/skewed-clock.cjs';

export interface WorldOptions {
  /** The world of the database that all tenants share. Each tenant also has a separate login to the shop database. */
  suiteWorld: SuiteWorld;
  skews: Plan['skews'];
  scale: Partial<Record<StackMember, number>>;
  env?: Record<string, string>;
}

/**
 * The built product with a proxy in front of each network dependency, and the clients that observe it from outside.
 */
export interface World {
  suiteWorld: SuiteWorld;
  stack: TestStack;
  victims: Victims;
  /** Direct connection, without the proxy. */
  redis: Redis;
  /** Runs of Redis and of the history, also without the proxies. */
  store: RunStore;
  transport: BullMqTransport;
  watch: RunWatch;
  receiver: WebhookReceiver;
  /** URL of the receiver behind its proxy. */
  callbackUrl: string;
  http: Record<string, PatientHttp>;
  close(): Promise<void>;
}

/** @throws when something does not start. Servers that did start end with this process */
export async function openWorld({ suiteWorld, skews, scale, env = {} }: WorldOptions): Promise<World> {
  const [redisServer, common, tenant, vectors, embeddings, model, receiver, historyServer] = await Promise.all([
    // As in docker-compose.yml.
    startRedis({ program: 'valkey', aof: true, settings: { appendfsync: 'always' } }),
    suiteWorld.openDatabase(),
    openTenantDatabase(worlds.narrow),
    startQdrantStandIn(),
    startEmbeddingsServer(),
    startScriptedLlm([
      { match: { task: 'generate-sql' }, reply: { text: JSON.stringify({ kind: 'sql', sql: suiteWorld.modelSql }) } },
      { reply: { text: '{}' } },
    ]),
    WebhookReceiver.open(SECRET),
    startHistoryServer(),
  ]);
  const ports: Record<Link, number> = {
    redis: redisServer.port,
    'common-database': common.port,
    'tenant-database': tenant.postgres.port,
    vectors: portOf(vectors.url),
    embeddings: portOf(embeddings.baseUrl),
    model: portOf(model.url),
    receiver: receiver.port,
    history: historyServer.port,
  };
  const proxies = Object.fromEntries(
    await Promise.all(links.map(async (link) => [link, await FaultProxy.open(ports[link])] as const)),
  ) as Record<Link, FaultProxy>;
  const config = configFor(suiteWorld, proxies['tenant-database'].inFrontOf(tenant.loginUrl('gamma')), (name) =>
    proxies['tenant-database'].inFrontOf(tenant.loginUrl(name)),
  );

  const stack = await startStack({
    scale,
    env: {
      REDIS_URL: proxies.redis.inFrontOf(redisServer.url),
      ...suiteWorld.environment(proxies['common-database'].inFrontOf(common.url)),
      QDRANT_URL: proxies.vectors.inFrontOf(vectors.url),
      EMBEDDINGS_BASE_URL: proxies.embeddings.inFrontOf(embeddings.baseUrl),
      EMBEDDINGS_MODEL: 'stand-in',
      EMBEDDER: 'local',
      LLM_BASE_URL: proxies.model.inFrontOf(model.url),
      LLM_MODEL: 'scripted',
      LLM_TIMEOUT_MS: '5000',
      QUERENT_CONFIG_DIR: config,
      QUERENT_SECRET_KEY: SECRET,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_TIMEOUT_MS: '3000',
      HISTORY_URL: proxies.history.inFrontOf(historyServer.url),
      HISTORY_AFTER_MINUTES: String(HISTORY_AFTER_MINUTES),
      LOG_LEVEL: 'warn',
      QUESTIONS_PER_MINUTE: '1000000',
      KEPT_MB_PER_TENANT: '1000000',
      IN_FLIGHT_PER_TENANT: '1000000',
      MAX_BACKLOG: '1000000',
      ...env,
    },
    envOf: Object.fromEntries(
      Object.entries(skews).map(([service, skew]) => [
        service,
        { NODE_OPTIONS: `--require ${process.cwd()}/${skewedClock}`, CLOCK_SKEW_MS: String(skew) },
      ]),
    ),
  });

  await historyServer.watchDisk();
  const history = new History(historyServer.url, { afterMs: HISTORY_AFTER_MINUTES * 60_000 });
  const redis = new Redis(redisServer.url, { maxRetriesPerRequest: null, retryStrategy: () => 200 });
  redis.on('error', () => undefined);
  const store = new RunStore(redis, defaultSagaSettings, { history: history.runs });
  const transport = new BullMqTransport(redis, new QueueKeys(defaultSagaSettings.prefix));
  const watch = new RunWatch(redis, store);
  const http = Object.fromEntries(askers.map((name) => [name, new PatientHttp(stack.url, keyOf(name))]));
  for (const name of askers)
    for (const connection of ['crm', ...suiteWorld.connections])
      await connectionReady(http[name] as PatientHttp, connection);
  return {
    suiteWorld,
    stack,
    redis,
    store,
    transport,
    watch,
    receiver,
    http,
    callbackUrl: `http://127.0.0.1:${proxies.receiver.port}/told`,
    victims: {
      store,
      transport,
      underWay: watch.underWay,
      proxies,
      pids: async (service) => (await stack.pids())[service],
      servers: {
        redis: redisOf(redisServer, redis),
        'common-database': postgresOf(common),
        'tenant-database': postgresOf(tenant.postgres),
        history: { ...postgresOf(historyServer), query: historyServer.query, setFull: historyServer.setFull },
      },
    },
    async close() {
      watch.close();
      await stack.stop();
      redis.disconnect();
      await history.close();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
      await Promise.all([
        redisServer.stop(),
        common.stop(),
        tenant.stop(),
        vectors.stop(),
        embeddings.stop(),
        model.stop(),
        receiver.close(),
        historyServer.stop(),
      ]);
      rmSync(config, { recursive: true, force: true });
    },
  };
}

const portOf = (url: string): number => Number(new URL(url).port);

function configFor(suiteWorld: SuiteWorld, common: string, loginOf: (tenant: string) => string): string {
  const config = mkdtempSync(`${tmpdir()}/querent-chaos-`);
  suiteWorld.writeConfig(config, askers);
  mkdirSync(`${config}/models`, { recursive: true });
  writeFileSync(
    `${config}/connections/crm.yaml`,
    JSON.stringify({
      label: { zh: '客户管理', en: 'CRM' },
      url: common,
      roles: Object.fromEntries(askers.map((name) => [name, loginOf(name)])),
    }),
  );
  writeFileSync(`${config}/models/crm.yaml`, JSON.stringify(MODEL));
  writeKeys(config, askers);
  return config;
}

async function connectionReady(http: PatientHttp, name: string): Promise<void> {
  await waitFor(
    async () => {
      const { body } = await http.call<{ connections: { name: string; status: string }[] }>('/v1/connections');
      return body.connections.some((connection) => connection.name === name && connection.status === 'ready');
    },
    { timeoutMs: 90_000, intervalMs: 200 },
  );
}

/** Tracks the server's process id, which a restart changes. */
function redisOf(server: ThrowAwayServer, redis: Redis): Victims['servers']['redis'] {
  let { pid } = server;
  return {
    pid: () => pid,
    kill: () => server.kill(),
    async start() {
      await server.start();
      pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1] ?? pid);
    },
  };
}

const postgresOf = (server: ThrowAwayServer): Victims['servers']['common-database'] => ({
  pid: () => Number(readFileSync(`${server.dir}/data/postmaster.pid`, 'utf8').split('\n')[0]),
  kill: () => server.kill(),
  start: () => server.start(),
});
