import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitFor } from '@querent/testing';
import { watchFolder } from './files/folder-watch';
import { findKey } from './key-ring';
import {
  defaultLimits,
  isTenantRemoved,
  mayAsk,
  openCatalog,
  ownSamplesPath,
  type Catalog,
  type CatalogOptions,
} from './index';

const good = 'label: { zh: 商城, en: shop }\nurl: postgres://u@db:5432/shop\n';
const quiet: CatalogOptions = { watch: false, host: '127.0.0.1', credentials: {} };

let dir: string;
const opened: Catalog[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'querent-catalog-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((catalog) => catalog.close()));
  await rm(dir, { recursive: true, force: true });
});

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), text);
};
const open = async (options: CatalogOptions = quiet): Promise<Catalog> => {
  const catalog = await openCatalog(dir, options);
  opened.push(catalog);
  return catalog;
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('connections', () => {
  it('have defaults for missing fields', async () => {
    await write('connections/shop.yaml', 'url: postgres://u@db:5432/shop\nlimits: { maxRows: 5 }\n');
    const catalog = await open();
    expect(catalog.problems()).toEqual([]);
    expect(catalog.connection('shop')).toEqual({
      name: 'shop',
      label: { zh: 'shop', en: 'shop' },
      url: 'postgres://u@db:5432/shop',
      schema: 'public',
      limits: { ...defaultLimits, maxRows: 5 },
      functions: [],
      allowSuperuser: false,
      examples: { zh: [], en: [] },
    });
  });

  it('expand environment variables, with a default where one is given', async () => {
    await write(
      'connections/shop.yaml',
      'url: postgres://${DB_USER}:${DB_PASS:-secret}@db/shop\nroles: { acme: "postgres://acme:${DB_USER}@db/shop" }\n',
    );
    const catalog = await open({ ...quiet, credentials: { DB_USER: 'ann' } });
    expect(catalog.connection('shop')).toMatchObject({
      url: 'postgres://ann:secret@db/shop',
      roles: { acme: 'postgres://acme:ann@db/shop' },
    });
  });

  it('may share relations that row security does not cover; without roles this is reported but the connection stays', async () => {
    await write(
      'connections/shop.yaml',
      'url: postgres://a@db/shop\nroles: { acme: "postgres://acme@db/shop" }\nshared: [countries, "back.Old sums"]\n',
    );
    await write('connections/common.yaml', 'url: postgres://a@db/shop\nshared: [countries]\n');
    const catalog = await open(quiet);
    expect(catalog.connection('shop')?.shared).toEqual(['countries', 'back.Old sums']);
    expect(catalog.connection('common')).toMatchObject({ name: 'common' });
    expect(catalog.problems()).toEqual([
      {
        file: 'connections/common.yaml',
        path: 'shared',
        line: 2,
        message: 'has no effect without "roles": all tenants share a login then.',
      },
    ]);
  });

  it('with a missing variable stay listed without an address, and the problem names the variable', async () => {
    await write(
      'connections/shop.yaml',
      'label: shop\nurl: postgres://${DB_USER}:${DB_PASS}@db/shop\nroles: { acme: "${ACME_URL}" }\n',
    );
    const catalog = await open({ ...quiet, credentials: { DB_USER: 'ann' } });
    expect(catalog.connection('shop')).toMatchObject({ url: null, roles: { acme: null } });
    expect(catalog.problems()).toEqual([
      { file: 'connections/shop.yaml', path: 'url', line: 2, message: 'The environment variable DB_PASS is not set.' },
      {
        file: 'connections/shop.yaml',
        path: 'roles.acme',
        line: 3,
        message: 'The environment variable ACME_URL is not set.',
      },
    ]);
  });

  it('have no address in a service without credentials, without a problem', async () => {
    await write('connections/shop.yaml', 'url: postgres://${DB_USER}@db/shop\n');
    const catalog = await open({ ...quiet, credentials: null });
    expect(catalog.connection('shop')?.url).toBeNull();
    expect(catalog.problems()).toEqual([]);
  });

  it.each([
    [
      'an unknown key, with the nearest',
      'lable: shop\nurl: postgres://db/x\n',
      'lable',
      1,
      'Unknown key "lable". Did you mean "label"?',
    ],
    [
      'an unknown key deeper down',
      'url: postgres://db/x\nlimits:\n  maxRow: 5\n',
      'limits.maxRow',
      3,
      'Unknown key "maxRow". Did you mean "maxRows"?',
    ],
    ['a wrong type', 'url: postgres://db/x\nlimits:\n  maxRows: many\n', 'limits.maxRows', 3, 'expected number'],
    ['a missing key', 'label: shop\n', 'url', 1, 'expected string'],
    ['broken YAML', 'label: {\nurl: x\n', '', 2, 'Not valid YAML'],
    ['a key twice', 'url: postgres://db/x\nurl: postgres://db/y\n', '', 2, 'Not valid YAML: Map keys must be unique'],
    ['an address of another kind', 'url: mysql://u:topsecret@db/x\n', 'url', 1, 'Must be a PostgreSQL address'],
    ['an empty file', '', 'url', undefined, 'expected string'],
  ])('report %s', async (_what, text, path, line, message) => {
    await write('connections/shop.yaml', text);
    const catalog = await open();
    const [problem] = catalog.problems();
    expect(problem).toMatchObject({ file: 'connections/shop.yaml', path, message: expect.stringContaining(message) });
    expect(problem?.line).toBe(line);
    expect(JSON.stringify(catalog.problems())).not.toContain('topsecret');
  });

  it('that were never valid are broken, not unknown', async () => {
    await write('connections/shop.yaml', 'label: shop\n');
    const catalog = await open();
    expect(catalog.connection('shop')).toBeUndefined();
    expect([catalog.isBroken('shop'), catalog.isBroken('other')]).toEqual([true, false]);
  });

  it('are open to the tenants they list and to the keys that list them', () => {
    const shop = { name: 'shop', tenants: ['acme'] };
    expect(mayAsk({ tenant: 'acme' }, shop)).toBe(true);
    expect(mayAsk({ tenant: 'other' }, shop)).toBe(false);
    expect(mayAsk({ tenant: 'acme', connections: ['hr'] }, shop)).toBe(false);
    expect(mayAsk({ tenant: 'other', connections: ['hr'] }, { name: 'hr' })).toBe(true);
  });
});

describe('mistakes', () => {
  it('are logged at error with file, line and fix, even inside a model’s expressions', async () => {
    await write('connections/shop.yaml', good);
    await write('models/shop.yaml', 'terms:\n  old:\n    filter: "a.x FROM a"\n');
    await write('agents/bad.yaml', 'instructons: x\n');
    const logged: object[] = [];
    const logger = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => void logged.push(fields),
    };
    await open({ ...quiet, logger });
    expect(logged).toEqual(
      expect.arrayContaining([
        {
          file: 'models/shop.yaml',
          path: 'terms.old.filter',
          line: 3,
          mistake: expect.stringContaining('without FROM'),
          effect: 'entry',
          fix: expect.any(String),
        },
        expect.objectContaining({ file: 'agents/bad.yaml', path: 'instructons', line: 1, effect: 'file' }),
      ]),
    );
  });
});

describe('the other files', () => {
  it('report samples line by line and keep the good ones', async () => {
    await write('connections/shop.yaml', good);
    await write(
      'samples/shop.jsonl',
      '{"question":"一共多少订单","sql":"select 1","locale":"zh"}\nnot json\n\n{"question":"q"}\n{"question":"how many","sql":"select 2"}\n',
    );
    const catalog = await open();
    expect(catalog.samples('shop').map(({ question }) => question)).toEqual(['一共多少订单', 'how many']);
    expect(catalog.problems()).toEqual([
      { file: 'samples/shop.jsonl', path: '', line: 2, message: 'The line is not valid JSON.' },
      expect.objectContaining({ file: 'samples/shop.jsonl', path: 'sql', line: 4 }),
    ]);
  });

  it('hold samples of one tenant, beside those of all', async () => {
    await write('connections/shop.yaml', good);
    await write('samples/shop.jsonl', '{"question":"shared","sql":"select 1"}\n');
    await write('samples/shop@a%2Eb%20c.jsonl', '{"question":"own","sql":"select 2"}\nx\n');
    const catalog = await open();
    const questions = (tenant?: string) => catalog.samples('shop', tenant).map(({ question }) => question);
    expect([questions('a.b c'), questions('other'), questions()]).toEqual([['own', 'shared'], ['shared'], ['shared']]);
    expect(ownSamplesPath('shop', 'a.b c')).toBe('samples/shop@a%2Eb%20c.jsonl');
    expect(catalog.problems()).toEqual([
      { file: 'samples/shop@a%2Eb%20c.jsonl', path: '', line: 2, message: 'The line is not valid JSON.' },
    ]);
  });

  it('report an unknown connection with the nearest known one', async () => {
    await write('connections/commerce.yaml', good);
    await write('samples/comerce.jsonl', '');
    await write('agents/sales.yaml', 'label: 销售\nconnections: [commerce, comerce]\n');
    const catalog = await open();
    expect(catalog.agent('sales', 'acme')).toMatchObject({
      name: 'sales',
      label: { zh: '销售', en: '销售' },
      instructions: '',
    });
    expect(catalog.problems()).toEqual(
      expect.arrayContaining([
        {
          file: 'samples/comerce.jsonl',
          path: '',
          message: 'There is no connection "comerce". Did you mean "commerce"?',
        },
        {
          file: 'agents/sales.yaml',
          path: 'connections[1]',
          line: 2,
          message: 'There is no connection "comerce". Did you mean "commerce"?',
        },
      ]),
    );
  });

  it('are recognised by their names', async () => {
    await write('connections/shop.yml', good);
    await write('connections/-bad name.yaml', good);
    const catalog = await open();
    expect(catalog.connections()).toEqual([]);
    expect(catalog.problems().map(({ message }) => message)).toEqual([
      expect.stringContaining('1 to 64 letters'),
      expect.stringContaining('must end in .yaml'),
    ]);
  });

  it('report model mistakes with path and line', async () => {
    await write('connections/shop.yaml', good);
    await write('models/shop.yaml', 'defaultLocale: zh\ntables:\n  orders:\n    lable: { zh: 订单 }\n');
    const catalog = await open();
    const [problem] = catalog.problems();
    expect(problem).toMatchObject({ file: 'models/shop.yaml', line: 4 });
    expect(catalog.modelFile('shop')).toMatchObject({ file: null, problems: [problem] });
  });
});

describe('keys', () => {
  it('are found by their hash alone', async () => {
    await write('connections/shop.yaml', good);
    await write(
      'keys.yaml',
      `- { name: bi, sha256: "${sha256('s3cret')}", tenant: acme, scopes: [query, "sql:read"], connections: [shop] }\n`,
    );
    const catalog = await open();
    expect(catalog.problems()).toEqual([]);
    expect(catalog.findKey('s3cret')).toEqual({
      name: 'bi',
      tenant: 'acme',
      scopes: ['query', 'sql:read'],
      connections: ['shop'],
    });
    expect([catalog.findKey('S3cret'), catalog.findKey(''), catalog.findKey('demo'), catalog.demoMode]).toEqual([
      null,
      null,
      null,
      false,
    ]);
  });

  it('are the demo keys on loopback without a keys file, and none elsewhere', async () => {
    const loopback = await open();
    expect(loopback.findKey('demo')).toEqual({
      name: 'demo',
      tenant: 'demo',
      scopes: ['query', 'sql:read', 'admin', 'operate'],
    });
    expect(loopback.findKey('viewer')?.scopes).toEqual(['query']);
    const open0 = await open({ ...quiet, host: '0.0.0.0' });
    expect([open0.findKey('demo'), open0.demoMode]).toEqual([null, false]);
  });

  it.each([
    [
      'an unknown scope',
      (hash: string) => `- { name: a, sha256: "${hash}", tenant: t, scopes: [root] }`,
      '[0].scopes[0]',
    ],
    ['a key instead of its hash', () => '- { name: a, sha256: demo, tenant: t, scopes: [query] }', '[0].sha256'],
    [
      'a name twice',
      (hash: string) => `- &a { name: a, sha256: "${hash}", tenant: t, scopes: [query] }\n- *a`,
      '[1].name',
    ],
    [
      'a time without a zone',
      (hash: string) =>
        `- { name: a, sha256: "${hash}", tenant: t, scopes: [query], expiresAt: "2026-01-01T00:00:00" }`,
      '[0].expiresAt',
    ],
    [
      'an unknown member',
      (hash: string) => `- { name: a, sha256: "${hash}", tenant: t, scope: [query], scopes: [query] }`,
      '[0].scope',
    ],
  ])('with %s grant no access, not even to the demo keys', async (_what, text, path) => {
    await write('keys.yaml', text(sha256('k')));
    const catalog = await open();
    expect(catalog.problems()).toEqual([expect.objectContaining({ file: 'keys.yaml', path })]);
    expect([catalog.findKey('k'), catalog.findKey('demo')]).toEqual([null, null]);
  });

  it('are rejected from their expiry time on', async () => {
    const key = (name: string, expiresAt: string): string =>
      `- { name: ${name}, sha256: "${sha256(name)}", tenant: acme, scopes: [query], expiresAt: "${expiresAt}" }\n`;
    await write('keys.yaml', key('old', '2020-01-01T00:00:00Z') + key('new', '2999-01-01T08:00:00+08:00'));
    const catalog = await open();
    expect([catalog.problems(), catalog.findKey('old'), catalog.keyNamed('old')]).toEqual([[], null, null]);
    expect(catalog.findKey('new')).toEqual({
      name: 'new',
      tenant: 'acme',
      scopes: ['query'],
      expiresAt: '2999-01-01T08:00:00+08:00',
    });
    const stored = {
      name: 'k',
      tenant: 't',
      scopes: ['query' as const],
      sha256: sha256('k'),
      expiresAt: '2026-01-01T00:00:00Z',
    };
    const at = Date.parse(stored.expiresAt);
    expect([findKey([stored], 'k', at - 1)?.name, findKey([stored], 'k', at)]).toEqual(['k', null]);
  });

  it('are not the only callers where tokens are accepted: tenants are unknown, and there is no demo mode', async () => {
    const demo = await open({ ...quiet, acceptsTokens: true });
    expect([demo.findKey('demo'), demo.demoMode, demo.tenants()]).toEqual([null, false, null]);
    await write('keys.yaml', `- { name: bi, sha256: "${sha256('k')}", tenant: acme, scopes: [query] }\n`);
    const [alone, beside] = [await open(), await open({ ...quiet, acceptsTokens: true })];
    expect([isTenantRemoved(alone, 'other'), isTenantRemoved(beside, 'other')]).toEqual([true, false]);
  });

  it('may not have the name of a token caller', async () => {
    await write('keys.yaml', `- { name: "jwt:bi", sha256: "${sha256('k')}", tenant: acme, scopes: [query] }\n`);
    const catalog = await open();
    expect(catalog.problems()).toEqual([expect.objectContaining({ file: 'keys.yaml', path: '[0].name' })]);
    expect(catalog.findKey('k')).toBeNull();
  });

  it('have a version, which changes with everything about them', async () => {
    const entry = { name: 'bi', sha256: sha256('k'), tenant: 'acme', scopes: ['query'] };
    const versions = new Set<string | null>();
    const changes = [
      {},
      { sha256: sha256('l') },
      { tenant: 'x' },
      { scopes: ['admin'] },
      { connections: ['a'] },
      { expiresAt: '2999-01-01T00:00:00Z' },
      { expiresAt: '2020-01-01T00:00:00Z' },
    ];
    for (const change of changes) {
      await write('keys.yaml', JSON.stringify([{ ...entry, ...change }]));
      const catalog = await open();
      versions.add(catalog.keyVersion('bi'));
      expect(Object.keys(catalog.keyNamed('bi') ?? {})).not.toContain('sha256');
    }
    expect([versions.size, versions.has(null)]).toEqual([changes.length, true]);
  });

  it('that are deleted while running deny access instead of enabling demo mode', async () => {
    await write('keys.yaml', `- { name: bi, sha256: "${sha256('k')}", tenant: acme, scopes: [query] }\n`);
    const catalog = await open();
    await unlink(join(dir, 'keys.yaml'));
    await catalog.reload();
    expect([catalog.findKey('k'), catalog.findKey('demo')]).toEqual([null, null]);
  });
});

describe('limits of tenants', () => {
  it('are those of the file, and none for unlisted tenants', async () => {
    const none = await open();
    expect(none.limitsOf('acme')).toEqual({});
    await write(
      'tenants.yaml',
      '- { name: acme, questionsPerMinute: 5, inFlight: 2, llmTokensPerDay: 0, weight: 4 }\n- { name: umbra }\n',
    );
    const catalog = await open();
    expect(catalog.problems()).toEqual([]);
    expect(catalog.limitsOf('acme')).toEqual({
      name: 'acme',
      questionsPerMinute: 5,
      inFlight: 2,
      llmTokensPerDay: 0,
      weight: 4,
    });
    expect(catalog.limitsOf('umbra')).toEqual({ name: 'umbra' });
  });

  it.each([
    ['a mistake', '- { name: acme, inFlight: 0 }\n', /tenants\.yaml.*\n {2}line 1, \[0\]\.inFlight: /],
    ['no YAML', '- { name: acme\n', /tenants\.yaml.*\n {2}line \d, Not valid YAML/],
    ['nothing', '', /tenants\.yaml/],
  ])('are required: no service starts with a file that contains %s', async (_, text, expected) => {
    await write('tenants.yaml', text);
    await expect(open()).rejects.toThrow(expected);
  });

  it('stay unchanged if the file becomes invalid while running', async () => {
    await write('tenants.yaml', '- { name: acme, inFlight: 2 }\n');
    const catalog = await open();
    await write('tenants.yaml', '- { name: acme, inFlight: 0 }\n- { name: acme, weight: 9 }\n');
    await catalog.reload();
    expect(catalog.limitsOf('acme')).toMatchObject({ inFlight: 2 });
    expect(catalog.problems().map(({ file, path }) => [file, path])).toEqual(
      expect.arrayContaining([
        ['tenants.yaml', '[0].inFlight'],
        ['tenants.yaml', '[1].weight'],
      ]),
    );
    await write('tenants.yaml', '');
    await catalog.reload();
    expect(catalog.limitsOf('acme')).toMatchObject({ inFlight: 2 });
  });
});

describe('hot reload', () => {
  const watched: CatalogOptions = { host: '127.0.0.1', credentials: {} };

  it('sees new, changed and deleted files', async () => {
    await write('connections/shop.yaml', good);
    const catalog = await open(watched);
    const changes = jest.fn();
    catalog.onChange(changes);
    await write('connections/hr.yaml', good);
    await waitFor(() => catalog.connection('hr') !== undefined);
    await write('connections/hr.yaml', `${good}schema: hr\n`);
    await waitFor(() => catalog.connection('hr')?.schema === 'hr');
    await unlink(join(dir, 'connections/hr.yaml'));
    await waitFor(() => catalog.connection('hr') === undefined);
    expect(changes).toHaveBeenCalledTimes(3);
  });

  it('keeps the last valid version of an invalid file, and reads the corrected one', async () => {
    await write('connections/shop.yaml', good);
    const catalog = await open(watched);
    await write('connections/shop.yaml', `${good}shema: hr\n`);
    await waitFor(() => catalog.problems().length === 1);
    expect(catalog.connection('shop')?.schema).toBe('public');
    await write('connections/shop.yaml', `${good}schema: hr\n`);
    await waitFor(() => catalog.problems().length === 0);
    expect(catalog.connection('shop')?.schema).toBe('hr');
  });

  it('keeps a model and its mistakes unchanged while other files change', async () => {
    await write('connections/shop.yaml', good);
    await write('models/shop.yaml', 'terms:\n  old:\n    filter: "a.x FROM a"\n');
    const catalog = await open();
    const [{ file }, problems] = [catalog.modelFile('shop'), catalog.problems()];
    expect(problems).toEqual([expect.objectContaining({ path: 'terms.old.filter', line: 3 })]);
    await write('connections/hr.yaml', good);
    await catalog.reload();
    expect(catalog.connection('hr')).toBeDefined();
    expect(file).not.toBeNull();
    expect(catalog.modelFile('shop').file).toBe(file);
    expect(catalog.problems()).toEqual(problems);
    await write('models/shop.yaml', 'defaultLocale: zh\n');
    await catalog.reload();
    expect(catalog.problems()).toEqual([]);
    expect(catalog.modelFile('shop').file).toEqual({ defaultLocale: 'zh' });
  });

  it('follows a ConfigMap, which swaps one symlink for all files', async () => {
    const version = async (name: string, schema: string): Promise<void> =>
      write(`..${name}/shop.yaml`, `${good}schema: ${schema}\n`);
    await mkdir(join(dir, 'connections'));
    const mount = join(dir, 'connections');
    dir = mount;
    await version('v1', 'one');
    await symlink('..v1', join(mount, '..data'));
    await symlink(join('..data', 'shop.yaml'), join(mount, 'shop.yaml'));
    dir = dirname(mount);
    const catalog = await open(watched);
    expect(catalog.connection('shop')?.schema).toBe('one');
    for (const [name, schema] of [
      ['v2', 'two'],
      ['v3', 'three'],
    ] as const) {
      await write(`connections/..${name}/shop.yaml`, `${good}schema: ${schema}\n`);
      await symlink(`..${name}`, join(mount, '..data_tmp'));
      await rename(join(mount, '..data_tmp'), join(mount, '..data'));
      await waitFor(() => catalog.connection('shop')?.schema === schema);
    }
  });
});

it('reads the folder periodically if changes are not reported', async () => {
  let reads = 0;
  const stop = await watchFolder(
    dir,
    () => (reads += 1),
    () => undefined,
    { everyMs: 5 },
  );
  await waitFor(() => reads > 2);
  await stop();
});

it('names the missing folder', async () => {
  await expect(openCatalog(join(dir, 'nowhere'))).rejects.toThrow(/nowhere does not exist; set QUERENT_CONFIG_DIR/);
});
