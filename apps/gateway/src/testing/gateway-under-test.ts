import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Run, RunData, SchemaSnapshot } from '@querent/contracts';
import { loadEnv } from '@querent/platform';
import { transitions, type Change, type SagaEvent, type SagaState, type Sweeper } from '@querent/saga';
import { startRedis } from '@querent/testing';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { BuiltConsole } from '../console/built-console';
import { createGateway } from '../create-gateway';
import { gatewayEnvSchema } from '../gateway-env';
import type { GatewayServices } from '../gateway-services';
import { openServices } from '../open-services';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher';
import { watchResponses } from './documented-responses';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** API keys of the configuration: the bearer token is the name followed by `-key`. */
export const keys = {
  alice: { tenant: 'acme', scopes: ['query', 'sql:read'] },
  bob: { tenant: 'acme', scopes: ['query'] },
  root: { tenant: 'acme', scopes: ['query', 'sql:read', 'admin'] },
  eve: { tenant: 'evil', scopes: ['query', 'sql:read', 'admin'] },
  narrow: { tenant: 'acme', scopes: ['query'], connections: ['hall'] },
  chief: { tenant: 'acme', scopes: ['query', 'admin'] },
  operator: { tenant: 'acme', scopes: ['sql:read'] },
  /** Belongs to a tenant that has no connection. */
  ops: { tenant: 'house', scopes: ['operate'] },
  opsSql: { tenant: 'house', scopes: ['operate', 'sql:read'] },
} as const;
export type KeyName = keyof typeof keys;
export const bearer = (name: KeyName): { authorization: string } => ({ authorization: `Bearer ${name}-key` });

const files: Record<string, string> = {
  'connections/shop.yaml':
    'label: { zh: 商城, en: shop }\nurl: ${DATABASE_URL}\nexamples: { zh: [有多少订单], en: [how many orders] }\n',
  'connections/hall.yaml': 'url: ${DATABASE_URL}\ntenants: [acme]\n',
  'connections/broken.yaml': 'url: 5\ncolour: red\n',
  'connections/down.yaml': 'url: ${DATABASE_URL}\n',
  'connections/fresh.yaml': 'url: ${DATABASE_URL}\n',
  'agents/seller.yaml': 'label: seller\ninstructions: be brief\nconnections: [shop]\n',
  'samples/shop.jsonl': '{"question":"how many orders","sql":"select count(*) from t_order_2024"}\n',
  'keys.yaml': JSON.stringify(
    Object.entries(keys).map(([name, key]) => ({ name, sha256: sha256(`${name}-key`), ...key })),
  ),
};

export const snapshotOf = (connection: string): SchemaSnapshot => ({
  connection,
  schema: 'public',
  takenAt: '2026-01-01T00:00:00.000Z',
  serverVersion: '16',
  hasPostgis: false,
  fingerprint: sha256(connection),
  tables: [
    {
      name: 't_order_2024',
      kind: 'table',
      comment: '订单',
      estimatedRows: 10,
      primaryKey: ['order_no_pk'],
      uniqueKeys: [],
      foreignKeys: [],
      columns: [{ name: 'order_no_pk', type: 'integer', category: 'integer', nullable: false, comment: '订单号' }],
    },
  ],
});

export interface GatewayUnderTest {
  app: NestFastifyApplication;
  services: GatewayServices;
  sweeper: Sweeper;
  webhooks: WebhookDispatcher | null;
  redis: Awaited<ReturnType<typeof startRedis>>;
  configDir: string;
  routes: { method: string; path: string }[];
  /** Base URL, after `listen`. */
  listen(): Promise<string>;
  request(options: InjectOptions & { as?: KeyName | null }): Promise<LightMyRequestResponse>;
  /** Submits and reads the run from the store. */
  ask(body?: object, as?: KeyName): Promise<Run>;
  /** Advances a run like the stages would. */
  advance(id: string, ...changes: Change[]): Promise<Run>;
  /** Also throws if a response was not one that the table of routes lists. */
  stop(): Promise<void>;
}

/**
 * The whole gateway on a dedicated Redis, with `shop` and `hall` introspected, `down` unreachable and `fresh` not
 * introspected yet. No worker runs; `advance` plays the stages.
 * @param console served instead of the built one, which tests do not depend on
 * @param answerView file of the view for MCP hosts, likewise
 */
export async function startGateway(
  env: Record<string, string> = {},
  given?: Awaited<ReturnType<typeof startRedis>>,
  console: BuiltConsole | null = null,
  answerView: string | null = null,
): Promise<GatewayUnderTest> {
  const redis = given ?? (await startRedis());
  const configDir = await mkdtemp(join(tmpdir(), 'querent-gateway-'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(configDir, file)), { recursive: true });
    await writeFile(join(configDir, file), text);
  }
  const parsed = loadEnv(gatewayEnvSchema, {
    REDIS_URL: redis.url,
    QUERENT_CONFIG_DIR: configDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    CONSOLE: 'false',
    ...env,
  });
  const { services, sweeper, webhooks, close } = await openServices(parsed);
  if (console !== null) services.console = console;
  services.answerView = answerView;
  const routes: { method: string; path: string }[] = [];
  const app = await createGateway(services, (method, path) => routes.push({ method, path }));
  const demandDocumented = watchResponses(app.getHttpAdapter().getInstance());
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  await connected(services);
  for (const connection of ['shop', 'hall']) await services.snapshots.put(connection, snapshotOf(connection));
  await services.snapshots.setStatus('down', 'unavailable', 'connect ECONNREFUSED db:5432');

  const request = ({
    as,
    headers,
    ...options
  }: InjectOptions & { as?: KeyName | null }): Promise<LightMyRequestResponse> =>
    app.inject({
      ...options,
      headers: { ...(as === null ? {} : bearer(as ?? 'alice')), ...headers },
    });
  const advance = async (id: string, ...changes: Change[]): Promise<Run> => {
    for (const change of changes) await play(services, id, change);
    const run = await services.store.get(id);
    if (run === null) throw new Error(`no run ${id}`);
    return run;
  };
  return {
    app,
    services,
    sweeper,
    webhooks,
    redis,
    configDir,
    routes,
    request,
    advance,
    async listen() {
      await app.listen(0, '127.0.0.1');
      return app.getUrl();
    },
    async ask(body = {}, as = 'alice') {
      const response = await request({
        method: 'POST',
        url: '/v1/queries',
        payload: { question: 'how many orders', connection: 'shop', ...body },
        as,
      });
      const run = response.statusCode === 202 ? await services.store.get(response.json().id) : null;
      if (run === null) throw new Error(`not accepted: ${response.statusCode} ${response.body}`);
      return run;
    },
    async stop() {
      services.draining.begin();
      await app.close();
      await Promise.all([sweeper.stop(), webhooks?.stop()]);
      await close();
      await rm(configDir, { recursive: true, force: true });
      if (!given) await redis.stop();
      demandDocumented();
    },
  };
}

/** Waits for the connection: commands fail immediately before it is ready. */
async function connected({ redis }: GatewayServices): Promise<void> {
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
}

async function play({ store }: GatewayServices, id: string, change: Change): Promise<void> {
  const run = await store.get(id);
  if (run === null) throw new Error(`no run ${id}`);
  const event: SagaEvent = change.event;
  if (run.status === 'queued' && transitions.queued[event] === undefined) {
    await store.claim(id, run.version, 60_000);
    return play({ store } as GatewayServices, id, change);
  }
  const advanced = await store.advance(run, change);
  if (advanced.kind !== 'advanced') throw new Error(`${change.event} in ${run.status as SagaState}: ${advanced.kind}`);
}

/** A pause with two options. */
export const pause = (id = 'cl1', over: Partial<NonNullable<RunData['clarification']>> = {}): Change => ({
  event: 'clarification_needed',
  stage: 'intent',
  patch: {
    clarification: {
      id,
      trigger: 'ambiguous_metric',
      question: 'Which score?',
      options: [
        { id: 'o1', label: 'composite' },
        { id: 'o2', label: 'each' },
      ],
      allowText: true,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      ...over,
    },
  },
  steps: [{ kind: 'clarification', message: 'I need to know which score.' }],
});
