import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { encryptText, secretKeysOf } from '@querent/catalog';
import { startPostgres, startRedis, type ThrowAwayPostgres, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { freePort } from './built-service';

/** A unique value for every secret of a deployment, so that leaks can be found. */
export const canaries = {
  app: 'canary/app=1 pw',
  tenant: 'canary-tenant-2',
  wrong: 'canary-wrong-3',
  refusing: 'canary-refusing-4',
  nowhere: 'canary-nowhere-5',
  malformed: 'canary-malformed-6',
  model: 'canary-model-7',
  redis: 'canary-redis-8',
  secretKey: 'canary secret key number 9',
  olderKey: 'canary older key number 10',
  bearer: 'canary-bearer-11',
  sealed: 'canary-sealed-12',
};

/** Encodings of the canaries. */
export const traces = Object.values(canaries).flatMap((secret) => [
  ...new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')]),
]);

const views = `
  CREATE TABLE orders (id integer PRIMARY KEY, city text, amount numeric);
  INSERT INTO orders SELECT n, 'city ' || n % 3, n FROM generate_series(1, 30) AS n;
  CREATE VIEW slow_orders WITH (security_invoker) AS SELECT id, city FROM orders WHERE pg_sleep(20) IS NOT NULL;
  CREATE VIEW broken_orders WITH (security_invoker) AS SELECT id, city FROM orders WHERE 1 / (id - id) > 0;`;

/**
 * A PostgreSQL and a Redis with passwords, a model that quotes its key, and connections with every kind of fault.
 */
export interface CanaryFixture {
  env: Record<string, string>;
  redis: Redis;
  stop(): Promise<void>;
}

export async function openCanaryFixture(): Promise<CanaryFixture> {
  const [postgres, redisServer, model, closedPort] = await Promise.all([
    startPostgres(),
    startRedis(),
    quotingModel(),
    freePort(),
  ]);
  await lockWithPasswords(postgres);
  const redis = new Redis(redisServer.url);
  await redis.config('SET', 'requirepass', canaries.redis);
  await redis.auth(canaries.redis);
  const config = mkdtempSync(join(tmpdir(), 'querent-canary-'));
  for (const [file, text] of Object.entries(configFiles(postgres, closedPort))) {
    mkdirSync(dirname(join(config, file)), { recursive: true });
    writeFileSync(join(config, file), text);
  }
  return {
    redis,
    env: {
      QUERENT_CONFIG_DIR: config,
      QUERENT_DEMO_DATABASE_URL: postgres.url,
      REDIS_URL: redisServer.url.replace('redis://', `redis://:${canaries.redis}@`),
      QUERENT_SECRET_KEY: `${canaries.secretKey},${canaries.olderKey}`,
      LLM_BASE_URL: model.url,
      LLM_API_KEY: canaries.model,
      LOG_LEVEL: 'debug',
      SCHEMA_RETRY_MS: '500',
      LOCK_DURATION_MS: '1000',
    },
    async stop() {
      redis.disconnect();
      model.server.close();
      await Promise.all([postgres.stop(), redisServer.stop()] satisfies Promise<void>[]);
      rmSync(config, { recursive: true, force: true });
    },
  };
}

async function lockWithPasswords(postgres: ThrowAwayPostgres): Promise<void> {
  await postgres.query(views);
  for (const [login, password] of [
    ['app', canaries.app],
    ['acme_ro', canaries.tenant],
  ] as const) {
    await postgres.query(
      `CREATE ROLE ${login} LOGIN PASSWORD '${password}'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${login}`,
    );
  }
  const { rows } = await postgres.query<{ hba_file: string }>('SHOW hba_file');
  await postgres.query(
    `COPY (VALUES ('host all postgres all trust'), ('host all all all scram-sha-256')) TO '${rows[0]?.hba_file ?? ''}'`,
  );
  await postgres.query('SELECT pg_reload_conf()');
}

function configFiles({ port }: ThrowAwayServer, closedPort: number): Record<string, string> {
  const at = (login: string, password: string, fixture = `127.0.0.1:${port}`): string =>
    `postgres://${login}:${encodeURIComponent(password)}@${fixture}/postgres`;
  const sealed = (text: string, connection: string, field: string, key = canaries.secretKey): string => {
    const [first] = secretKeysOf(key);
    return first === undefined ? '' : encryptText(text, { connection, field }, first);
  };
  const roles = (connection: string): string =>
    `roles: { acme: ${sealed(at('acme_ro', canaries.tenant), connection, 'roles.acme', canaries.olderKey)} }\n`;
  return {
    'connections/good.yaml': `url: ${sealed(at('app', canaries.app), 'good', 'url')}\n${roles('good')}`,
    'connections/dear.yaml': `url: ${sealed(at('app', canaries.app), 'dear', 'url')}\n${roles('dear')}limits: { maxCost: 0.001 }\n`,
    'connections/wrong.yaml': `url: ${at('app', canaries.wrong)}\n`,
    'connections/refusing.yaml': `url: ${at('app', canaries.refusing, `127.0.0.1:${closedPort}`)}\n`,
    'connections/nowhere.yaml': `url: ${at('app', canaries.nowhere, 'db.invalid:5432')}?password=${canaries.nowhere}\n`,
    'connections/malformed.yaml': `url: postgres://app:${canaries.malformed}@[::1/postgres\n`,
    'connections/foreign.yaml': `url: ${sealed(at('app', canaries.sealed), 'good', 'url')}\n`,
    'keys.yaml': JSON.stringify([
      {
        name: 'chief',
        sha256: createHash('sha256').update(canaries.bearer).digest('hex'),
        tenant: 'acme',
        scopes: ['query', 'sql:read', 'admin', 'operate'],
      },
      {
        name: 'viewer',
        sha256: createHash('sha256').update('viewer-key').digest('hex'),
        tenant: 'acme',
        scopes: ['query'],
      },
    ]),
  };
}

/** A model server's response to an unknown key, which quotes the key. */
async function quotingModel(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        error: {
          message: `Incorrect API key provided: ${String(request.headers.authorization)} (${canaries.model})`,
          code: 'invalid_api_key',
        },
      }),
    );
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${port}/v1`, server };
}
