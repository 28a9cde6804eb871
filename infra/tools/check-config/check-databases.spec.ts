import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';

const SQL = `
  CREATE ROLE reader LOGIN PASSWORD 'pw'; CREATE ROLE narrow LOGIN PASSWORD 'pw';
  CREATE TABLE client (id int PRIMARY KEY, name text, region text, vip boolean);
  CREATE TABLE purchase (id int PRIMARY KEY, client_id int REFERENCES client, amount numeric, placed date);
  INSERT INTO client VALUES (1, 'a', 'north', true);
  GRANT SELECT ON client, purchase TO reader; GRANT SELECT ON client TO narrow;`;
const MODEL = `tables:
  client:
    columns:
      regoin: { label: { en: region } }
metrics:
  sales:
    expression: sum(purchase.amount)
  margin:
    expression: sum(purchase.margin)
terms:
  vips:
    filter: client.vip
`;

describe('npm run check-config -- --databases', () => {
  let postgres: ThrowAwayPostgres;
  let dir: string;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['infra/tools/check-config/check-config.mjs', '--help']);
    postgres = await startPostgres();
    await postgres.query(SQL);
  }, 60_000);
  afterAll(() => postgres?.stop());
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'querent-check-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  const urlOf = (username: string): string => Object.assign(new URL(postgres.url), { username, password: 'pw' }).href;
  const write = async (files: Record<string, string>): Promise<void> => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, file)), { recursive: true });
      await writeFile(join(dir, file), text);
    }
  };
  /** The exit code and the lines of mistakes; `SHOP_URL` is the login of connections/shop.yaml. */
  const check = async (
    env: Record<string, string>,
    args = ['--databases'],
  ): Promise<{ code: number; mistakes: string[] }> => {
    const [program, options] = ['dist/tools/check-config/check-config.cjs', { env: { ...process.env, ...env } }];
    const { code, stderr } = await promisify(execFile)(
      process.execPath,
      [program, '--dir', dir, ...args],
      options,
    ).then(
      ({ stderr: text }) => ({ code: 0, stderr: text }),
      (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
    );
    return { code, mistakes: stderr.trim().split('\n').filter(Boolean) };
  };
  const shop = { 'connections/shop.yaml': 'url: ${SHOP_URL}\n' };

  it('finds columns of a model file that the database does not have, and ends with 1', async () => {
    await write({ ...shop, 'models/shop.yaml': MODEL });
    expect(await check({ SHOP_URL: urlOf('reader') }, [])).toEqual({ code: 0, mistakes: [] });
    const { code, mistakes } = await check({ SHOP_URL: urlOf('reader') });
    expect(code).toBe(1);
    expect(mistakes.sort()).toEqual([
      expect.stringMatching(/^models\/shop\.yaml:4 tables\.client\.columns\.regoin: .*did you mean "region"/),
      expect.stringMatching(
        /^models\/shop\.yaml:9 metrics\.margin\.expression: .*margin.*\(this entry is out of use\)/,
      ),
    ]);
  });

  it('finds filters of an agent that fit no column, term or value, with their lines', async () => {
    await write({
      ...shop,
      'models/shop.yaml': 'terms:\n  vips:\n    filter: client.vip\n',
      'agents/good.yaml': 'filters:\n  - { column: client.region, equals: north }\n  - { term: vips }\n',
      'agents/bad.yaml':
        'connections: [shop]\nfilters:\n  - { column: client.regoin, equals: north }\n  - { term: vip }\n  - { column: client.vip, equals: yes please }\n',
    });
    const { code, mistakes } = await check({ SHOP_URL: urlOf('reader') });
    expect(code).toBe(1);
    expect(mistakes).toEqual([
      'agents/bad.yaml:3 filters[0]: There is no column "client.regoin". (connection "shop")',
      expect.stringMatching(/^agents\/bad\.yaml:4 filters\[1\]: There is no term "vip"\./),
      'agents/bad.yaml:5 filters[2]: The values do not fit the column: it holds boolean. (connection "shop")',
    ]);
  });

  it('warns about a filter of an agent for all connections if it fits only some of them', async () => {
    await write({
      ...shop,
      'connections/other.yaml': 'url: ${OTHER_URL}\n',
      'agents/sales.yaml': 'filters:\n  - { column: purchase.amount, equals: 5 }\n',
    });
    const { code, mistakes } = await check({ SHOP_URL: urlOf('reader'), OTHER_URL: urlOf('narrow') });
    expect([code, mistakes]).toEqual([
      0,
      ['agents/sales.yaml:2 filters[0]: There is no column "purchase.amount". (connection "other") (warning)'],
    ]);
    const alone = await check({ SHOP_URL: urlOf('narrow'), OTHER_URL: urlOf('narrow') });
    expect([alone.code, alone.mistakes.length]).toEqual([1, 2]);
  });

  it('finds logins that must not be used and databases that do not answer, without printing passwords', async () => {
    await write({ ...shop, 'connections/other.yaml': 'url: ${OTHER_URL}\nroles: { acme: "${ACME_URL}" }\n' });
    const { code, mistakes } = await check({
      SHOP_URL: postgres.url,
      OTHER_URL: urlOf('reader'),
      ACME_URL: 'postgres://absent:secret@127.0.0.1:1/none',
    });
    expect(code).toBe(1);
    expect(mistakes).toEqual([
      expect.stringMatching(/^connections\/other\.yaml roles\.acme: The database could not be read: /),
      expect.stringMatching(/^connections\/shop\.yaml url: the login "\w+" is a superuser/),
    ]);
    expect(mistakes.join()).not.toContain('secret');
  });
});
