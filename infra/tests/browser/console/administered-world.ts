import { startPostgres, startStack, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import type { Route } from 'playwright-core';
import { ConfigFolder } from '../../product/config-folder';
import { Kept } from '../../product/kept';

const scopes = ['query', 'sql:read', 'admin', 'operate'];
/**
 * `boss` may do everything, `owner` administers without SQL, `keeper` operates alone, `asker` asks. `fresh` may do
 * everything in a tenant that has asked nothing.
 */
const keys = [
  { name: 'boss', tenant: 'acme', scopes },
  { name: 'owner', tenant: 'acme', scopes: ['query', 'admin'] },
  { name: 'keeper', tenant: 'acme', scopes: ['operate'] },
  { name: 'asker', tenant: 'acme', scopes: ['query'] },
  { name: 'fresh', tenant: 'fresh', scopes },
];

const schema = `
  CREATE ROLE reader LOGIN PASSWORD 'pw';
  CREATE TABLE customers (id int PRIMARY KEY, city text NOT NULL, spent numeric NOT NULL);
  INSERT INTO customers SELECT n, (ARRAY['Paris', 'Lyon', 'Nice'])[n % 3 + 1], n FROM generate_series(1, 30) n;
  GRANT SELECT ON customers TO reader; ANALYZE;`;
const model = {
  tables: {
    customers: {
      label: { en: 'customer', zh: '客户' },
      columns: { spent: { label: { en: 'revenue', zh: '消费额' } } },
    },
  },
};

/** A product with two connections, of which `stock` has no model file, with runs, a rating and a pin of `boss`. */
export interface AdministeredWorld {
  stack: TestStack;
  /** Id of a run that was answered, and of one that was not. */
  answered: string;
  failed: string;
  call(key: string, path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

const kept = new Kept(openWorld, (world) => world.stop());

/** Specs of one group share the world. They must not change what `boss` and `fresh` have at its start. */
export const administeredWorld = (): Promise<AdministeredWorld> => kept.open();

/** Each spec calls this at its end. */
export const leaveAdministeredWorld = (): Promise<void> => kept.leave();

/** The group calls this to keep the world until its last spec has ended. */
export const keepAdministeredWorld = (): void => kept.keep();

async function openWorld(): Promise<AdministeredWorld> {
  const folder = new ConfigFolder(keys);
  const database: ThrowAwayPostgres = await startPostgres();
  await database.query(schema);
  const url = Object.assign(new URL(database.url), { username: 'reader', password: 'pw' }).toString();
  for (const [name, en, zh] of [
    ['shop', 'Shop', '商店'],
    ['stock', 'Stock', '仓库'],
  ])
    folder.write(`connections/${name}.yaml`, JSON.stringify({ label: { zh, en }, url }));
  folder.write('models/shop.yaml', JSON.stringify(model, null, 2));
  const stack = await startStack({
    env: { QUERENT_CONFIG_DIR: folder.dir, QUERENT_SECRET_KEY: 'a key for the tests only' },
  });
  const call: AdministeredWorld['call'] = (key, path, init = {}) =>
    fetch(`${stack.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'wait=20',
        ...init.headers,
      },
    });
  const post = async (path: string, body: object): Promise<{ id: string }> =>
    (await call('boss', path, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<{ id: string }>;
  await waitFor(
    async () => {
      const { connections } = (await (await call('boss', '/v1/connections')).json()) as {
        connections: { status: string }[];
      };
      return connections.every(({ status }) => status === 'ready');
    },
    { timeoutMs: 60_000 },
  );
  const about = { connection: 'shop', locale: 'en' };
  const [answered, failed] = await Promise.all([
    post('/v1/queries', { ...about, question: 'number of customers by city' }),
    post('/v1/queries', { ...about, question: 'zorblax of customers' }),
  ]);
  await post(`/v1/queries/${answered.id}/feedback`, { rating: 'down', comment: 'Paris is missing' });
  await post('/v1/pins', { connection: 'shop', question: 'number of customers by city' });
  return {
    ...{ stack, call, answered: answered.id, failed: failed.id },
    async stop() {
      await stack.stop();
      await database.stop();
      folder.remove();
    },
  };
}

/** Addresses of the pages for administrators, and of the board. */
export const administratorPages = (run: string): Record<string, string> => ({
  board: '/board',
  models: '/model',
  model: '/model/shop',
  history: '/model/shop?panel=history',
  review: '/review',
  runs: '/runs',
  givenUp: '/runs?view=given_up',
  details: `/runs/${run}/details`,
  connections: '/connections',
  connection: '/connections/shop',
  keys: '/keys',
  usage: '/usage',
});

/** Responses of a server, or of something before it, that is broken. */
export const faults: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '<html>{"runs":' }),
  (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }),
  (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: 'upstream connect error' }),
];
