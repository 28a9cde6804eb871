import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exactKey, type ExactEntry } from '@querent/cache';
import { scopes, type SampleEntry, type Scope } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import { bilingual } from '@querent/language';
import type { Route } from '../openapi/route-parts';
import { routes } from '../openapi/route-table';
import { pinId } from '../pins/pin-boards';
import { pause, snapshotOf, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { AUDIENCE, startTokenIssuer, type TokenIssuer } from '../testing/token-issuer';

/** Texts that only keys with `sql:read` may read: physical names, SQL, driver messages, logins. */
const technical = [
  't_order_2024',
  'order_no_pk',
  'ugly_fn_7',
  'select count',
  'does not exist',
  'revoke ',
  'reader_login_5',
  '57014',
];
/** Marker in all data of the other tenant, and in no other data. */
const foreign = ['evilmark', 'lair'];

const pinned = pinId({ question: 'how many orders', connection: 'shop' });
const name = 't_order_2024';
const sql = 'SELECT count(order_no_pk) FROM t_order_2024';
const driver = 'relation "t_order_2024" does not exist';

/** One key for each set of scopes, all of one tenant. */
const keyRing = Array.from({ length: 2 ** scopes.length - 1 }, (_, n) =>
  scopes.filter((__, bit) => ((n + 1) >> bit) & 1),
).map((held) => ({ name: `key-${held.join('-').replace(':', '')}`, held }));
/** Callers with tokens of an issuer. */
const tokenRing: readonly { name: string; held: Scope[] }[] = [
  { name: 'token-query', held: ['query'] },
  { name: 'token-admin', held: ['admin'] },
];
const tokens = new Map<string, string>();
const bearerOf = (key: string): { authorization: string } => ({
  authorization: `Bearer ${tokens.get(key) ?? `${key}-secret`}`,
});

describe('every route, with a key of every set of scopes', () => {
  let gateway: GatewayUnderTest;
  let issuer: TokenIssuer;
  let ids: string[];
  let own: Map<string, string>;
  const seen = new Map<string, Set<number>>();

  beforeAll(async () => {
    issuer = await startTokenIssuer();
    for (const { name: sub, held } of tokenRing)
      tokens.set(sub, await issuer.token({ sub, scope: held, exp: Date.now() / 1_000 + 3_600 }));
    gateway = await startGateway({
      QUERENT_SECRET_KEY: '0123456789abcdef'.repeat(4),
      JWT_ISSUER: issuer.url,
      JWT_AUDIENCE: AUDIENCE,
    });
    await configure();
    ids = await leaveMarks();
    own = new Map(
      await Promise.all(
        [...keyRing, ...tokenRing]
          .filter(({ held }) => held.includes('query') || held.includes('admin'))
          .map(async (key): Promise<[string, string]> => [key.name, await ownRun(key.name)]),
      ),
    );
  }, 60_000);
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });

  const put = async (file: string, text: string): Promise<void> => {
    const path = join(gateway.configDir, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };

  /** Databases with markers in every name, one of this tenant and one of another. */
  async function configure(): Promise<void> {
    const before = JSON.parse(await readFile(join(gateway.configDir, 'keys.yaml'), 'utf8')) as object[];
    const ring = keyRing.map(({ name: of, held }) => ({
      name: of,
      tenant: 'acme',
      scopes: held,
      sha256: createHash('sha256').update(`${of}-secret`).digest('hex'),
    }));
    await put('keys.yaml', JSON.stringify([...before, ...ring]));
    await put(
      'connections/shop.yaml',
      'label: { zh: 商城, en: shop }\nurl: ${DATABASE_URL}\nfunctions: [ugly_fn_7]\nexamples: { en: [how many orders in t_order_2024] }\n',
    );
    await put('models/shop.yaml', 'tables:\n  t_order_2024: { columns: { order_no_pk: { label: { en: number } } } }\n');
    await put('connections/lair.yaml', 'label: { en: evilmark }\nurl: ${DATABASE_URL}\ntenants: [evil]\n');
    await put('samples/lair.jsonl', '{"question":"evilmark","sql":"select 1"}\n');
    await put('agents/henchman.yaml', 'label: evilmark\ninstructions: evilmark\nconnections: [lair]\n');
    await put(
      'agents/talker.yaml',
      `instructions: read ${name}, never order_no_pk\nconnections: [shop, lair]\nfilters: [{ column: ${name}.order_no_pk, equals: 1 }]\n`,
    );
    await put('agents/everywhere.yaml', `instructions: ${sql}\n`);
    await gateway.services.catalog.reload();
    await gateway.services.snapshots.put('lair', snapshotOf('lair'));
    const findings = [
      {
        rule: 'writes',
        severity: 'warn' as const,
        what: `reader_login_5 may write ${name}`,
        fix: [`REVOKE INSERT ON ${name} FROM reader_login_5`],
      },
    ];
    for (const connection of ['shop', 'down'])
      await gateway.services.snapshots.setStatus(
        connection,
        connection === 'shop' ? 'ready' : 'unavailable',
        driver,
        findings,
      );
    await gateway.services.snapshots.setNotes('shop', [
      {
        file: 'models/shop.yaml',
        path: `tables.${name}`,
        message: bilingual('Not valid YAML: {reason}', { reason: driver }),
        line: 1,
      },
    ]);
  }

  async function ownRun(key: string): Promise<string> {
    const response = await gateway.request({
      method: 'POST',
      url: '/v1/queries',
      payload: { question: 'how many orders', connection: 'shop', cache: 'bypass' },
      as: null,
      headers: bearerOf(key),
    });
    return (await finished(response.json().id)).id;
  }

  async function finished(id: string): Promise<Run> {
    const compiled = { sql, params: [], columns: [], probes: [] };
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent', steps: [{ kind: 'x', message: driver }] },
      {
        event: 'generated',
        stage: 'sql-generator',
        patch: { compiled, attempts: [{ n: 1, sql, error: driver, at: '2026-01-01T00:00:00.000Z' }] },
      },
    );
    const blob = await gateway.services.results.write(id, executing.version, [[1]]);
    const result = {
      blob,
      columns: [{ key: 'order_no_pk', label: name, type: 'integer' as const }],
      output: [],
      rowCount: 1,
      truncated: false,
      skipped: [],
    };
    return gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      {
        event: 'presented',
        stage: 'chart',
        patch: {
          chart: { spec: { title: { text: sql } } },
          answer: { text: driver, chartType: 'bar', suggestions: [sql] },
          technicalError: driver,
        },
      },
    );
  }

  /** Stores one item of each kind for the keys' tenant and for another. Returns ids for path parameters. */
  async function leaveMarks(): Promise<string[]> {
    const { letters, sampleStore, habits, impacts, audit, cache, snapshots, feedback, conversationList } =
      gateway.services;
    const made: string[] = [];
    for (const [tenant, asker, mark] of [
      ['acme', 'alice', `what of ${name}`],
      ['evil', 'eve', 'evilmark'],
    ] as const) {
      const run = await finished((await gateway.ask({ question: mark, cache: 'bypass' }, asker)).id);
      const waiting = await gateway.advance(
        (await gateway.ask({ question: mark, cache: 'bypass' }, asker)).id,
        pause('cl1', {
          question: `${mark} ${driver}`,
          options: [
            { id: 'o1', label: mark },
            { id: 'o2', label: sql },
          ],
        }),
      );
      const letter = {
        id: `letter-${tenant}`,
        runId: run.id,
        tenant,
        job: 'execute' as const,
        version: 1,
        reason: `${mark} ${driver}`,
        at: new Date().toISOString(),
      };
      await letters.add(letter);
      const sample: SampleEntry = {
        id: `feedback-${tenant}`,
        question: mark,
        sql,
        source: 'feedback',
        status: 'retired',
        createdAt: letter.at,
        by: asker,
        reason: driver,
        comment: `${mark}: ${sql}`,
      };
      await sampleStore.change({ tenant, connection: 'shop' }, sample.id, () => sample, { by: { tenant, key: asker } });
      await feedback.put(run, asker, {
        rating: 'down',
        comment: `${mark}: ${sql}`,
        corrected: true,
        correctedSql: sql,
        sample: null,
        at: letter.at,
        question: `${mark} ${sql}`,
        connection: 'shop',
      });
      await conversationList.note({ ...run, request: { ...run.request, question: mark, conversationId: mark } });
      await habits
        .record({ tenant, keyName: asker, connection: 'shop' }, {
          key: 'k',
          value: `value:${name}.order_no_pk=1`,
          question: mark,
          label: `${mark} ${name}`,
          runId: run.id,
          at: letter.at,
        } as never)
        .catch(() => undefined);
      await audit.trail.record({
        kind: 'failed',
        at: letter.at,
        tenant,
        key: asker,
        runId: run.id,
        connection: 'shop',
        login: 'reader_login_5',
        question: mark,
        sql,
        params: [mark],
        code: '57014',
        detail: driver,
      });
      await gateway.request({
        method: 'PUT',
        url: `/v1/agents/own-of-${tenant}`,
        as: tenant === 'acme' ? 'root' : 'eve',
        headers: { 'if-none-match': '*' },
        payload: { instructions: `${mark} ${sql}`, connections: ['shop'] },
      });
      await cache.put('down', cacheKey(tenant), { data: {}, rows: [], runId: run.id } as unknown as ExactEntry);
      const comparison = await impacts.begin({
        id: `icompared${tenant}`,
        tenant,
        connection: 'shop',
        draft: `terms: { mark: { filter: "${sql}" } }`,
        isTried: true,
        createdAt: letter.at,
      });
      await impacts.keepChecks(tenant, comparison, [
        {
          kind: 'term',
          label: { en: `${mark} ${driver}` },
          path: 'terms.t_order_2024.filter',
          line: 1,
          state: 'fails',
          message: { zh: `${mark} ${driver}`, en: `${mark} ${driver}` },
          cause: driver,
          value: mark,
        },
      ]);
      const reading = { kind: 'ambiguous' as const, text: `${mark} ${driver}`, options: [mark, sql] };
      await impacts.finish(tenant, comparison, {
        summary: { broken: 0, changed: 0, asked_otherwise: 1, cleared: 0, wording: 0, unchanged: 0 },
        changes: [
          {
            question: mark,
            locale: 'en',
            class: 'asked_otherwise',
            source: 'question',
            asked: 1,
            before: reading,
            after: reading,
          },
        ],
        changesLeftOff: 0,
        questionsLeftOff: 0,
      });
      made.push(run.id, waiting.id, letter.id, sample.id, comparison);
    }
    expect((await snapshots.status('shop')).findings).toHaveLength(1);
    return made;
  }

  const cacheKey = (tenant: string): string =>
    exactKey({
      tenant,
      role: 'down',
      connection: 'down',
      version: 'v',
      locale: 'en',
      agent: null,
      mode: 'auto',
      maxRows: null,
      timezone: 'UTC',
      today: '2026-01-01',
      question: 'q',
    });

  /** Values of each path parameter; a new parameter must be added here. */
  const parts: Record<string, (key: string) => string[]> = {
    // 1 and 2 are the revisions of the tenants' agents, and s1 is the one of each tenant's sample.
    id: (key) => [...ids, own.get(key) ?? 'q0000000000', pinned, 'nothing', '1', '2', 's1'],
    name: () => [
      'own-of-acme',
      'own-of-evil',
      'shop',
      'lair',
      'down',
      'nowhere',
      'seller',
      'henchman',
      'talker',
      'everywhere',
    ],
    tenant: () => ['acme', 'evil', 'house'],
  };
  const queries = [
    '',
    '?connection=lair',
    '?connection=shop&tenant=evil',
    '?tenant=evil',
    '?tenant=acme',
    '?limit=100',
    '?status=retired',
    '?id=feedback-evil',
  ];
  const bodies: Record<string, object[]> = {
    'POST /v1/queries': [
      { question: 'how many orders', connection: 'shop' },
      { question: 'x', connection: 'lair' },
      { question: 'x', connection: 'shop', agent: 'henchman' },
    ],
    'POST /v1/queries/explain': [
      { question: 'how many orders', connection: 'shop' },
      { question: 'x', connection: 'lair' },
    ],
    'POST /v1/preview': [
      { question: 'how many orders', connection: 'shop' },
      { question: 'orders by order_no_pk of t_order_2024', connection: 'shop', conversationId: 'c1' },
      { question: 'x', connection: 'lair' },
      { question: 'x', connection: 'shop', agent: 'henchman' },
    ],
    'POST /v1/browser-tokens': [{ user: 'ann' }, { user: 'ann', connections: ['shop'] }],
    'POST /v1/pins': [
      { question: 'how many orders', connection: 'shop', title: 'orders' },
      { question: 'x', connection: 'lair' },
      { question: 'x', connection: 'shop', agent: 'henchman' },
    ],
    'PATCH /v1/pins/{id}': [{ position: 0 }],
    'POST /v1/queries/{id}/clarification': [{ clarificationId: 'cl1', optionId: 'o9' }],
    'POST /v1/queries/{id}/feedback': [
      { rating: 'down' },
      { rating: 'up', correctedSql: 'select missing_col from t_order_2024' },
    ],
    'POST /v1/connections/{name}/samples': [
      { question: 'q', sql: 'select count(*) from t_order_2024' },
      { question: 'q', sql: 'select missing_col from t_order_2024' },
    ],
    'PATCH /v1/connections/{name}/samples/{id}': [{ status: 'rejected' }],
    'PUT /v1/connections/{name}/model': [{ tables: { t_order_2024: { nothing: 1 } } }],
    'POST /v1/connections/{name}/model/validate': [{ tables: { t_order_2024: { nothing: 1 } } }],
    'POST /v1/connections/{name}/model/impact': [{ tables: { t_order_2024: { nothing: 1 } } }, {}],
    'PUT /v1/agents/{name}': [{ filters: [{ column: 'missing_col', equals: 1 }] }],
    'POST /v1/session': [{ key: 'alice-key' }],
    'POST /v1/keys': [
      { name: 'made', scopes: ['query'] },
      { name: 'made', scopes: ['query'], tenant: 'evil' },
    ],
    // Never items of the keys' tenant, because they are requested again.
    'DELETE /v1/tenants/{tenant}/data': [{ confirm: 'evil' }],
  };
  const types = ['application/json', 'text/csv', 'application/x-ndjson'];
  const mcpTypes = ['application/json, text/event-stream'];
  /** Calls over MCP of everything that the runs and connections of both tenants show. */
  const mcpBodies = (): object[] =>
    [
      ...ids.flatMap((id) => [
        ['tools/call', { name: 'get_run', arguments: { run_id: id, wait: false } }],
        ['tools/call', { name: 'get_rows', arguments: { run_id: id } }],
        ['resources/read', { uri: `querent://runs/${id}/rows.csv` }],
      ]),
      ...['shop', 'lair'].map((connection) => [
        'tools/call',
        { name: 'describe_connection', arguments: { connection } },
      ]),
      ['tools/call', { name: 'list_connections' }],
      ['prompts/list', {}],
      ['resources/list', {}],
    ].map(([method, params]) => ({ jsonrpc: '2.0', id: 1, method, params }));
  /** Bodies that name what both tenants have. */
  const made: Record<string, () => object[]> = {
    'POST /mcp': mcpBodies,
    'POST /v1/dismissals': () => ids.map((runId) => ({ runId })),
  };

  function addresses(path: string, key: string): string[] {
    const part = /\{(\w+)\}/.exec(path)?.[1];
    if (part === undefined) return [path];
    const values = parts[part];
    if (values === undefined) throw new Error(`there is no value for {${part}} of ${path}`);
    return values(key).flatMap((value) => addresses(path.replace(`{${part}}`, encodeURIComponent(value)), key));
  }

  async function everythingFrom(
    { method, path, query }: Pick<Route, 'method' | 'path' | 'query'>,
    key: string,
  ): Promise<{ asked: string; status: number; sent: string }[]> {
    const sent: { asked: string; status: number; sent: string }[] = [];
    // The event stream of the tenant's waiting run would never end.
    for (const address of addresses(path, key).filter((one) => !one.endsWith(`${ids[1]}/events`))) {
      for (const search of query === undefined ? [''] : queries) {
        const payloads = made[`${method} ${path}`]?.() ?? bodies[`${method} ${path}`];
        for (const payload of method === 'GET' ? [undefined] : (payloads ?? [undefined])) {
          const single = path === '/mcp' ? mcpTypes : types.slice(0, 1);
          for (const accept of method === 'GET' && /audit|result/.test(path) ? types : single) {
            const response = await gateway.request({
              method,
              url: `${address}${search}`,
              ...(payload === undefined ? {} : { payload }),
              as: null,
              headers: { ...bearerOf(key), accept, 'accept-language': 'en' },
            });
            sent.push({
              asked: `${method} ${address}${search} ${accept}`,
              status: response.statusCode,
              sent: `${response.body}\n${JSON.stringify(response.headers)}`,
            });
          }
        }
      }
    }
    return sent;
  }

  /** A numeric code counts only as a whole word, because hashes and ids may contain its digits. */
  const holds = (text: string, mark: string): boolean =>
    /^\d+$/.test(mark) ? new RegExp(`(?<![0-9a-z])${mark}(?![0-9a-z])`).test(text) : text.includes(mark);
  const found = (text: string, marks: readonly string[]): string[] =>
    marks.filter((mark) => holds(text.toLowerCase(), mark));
  /** Operators could change data of all tenants, which later requests need, so here they only read. */
  const walked = (held: readonly Scope[]): readonly Route[] =>
    held.includes('operate') ? routes.filter(({ method }) => method === 'GET') : routes;

  it.each([...keyRing, ...tokenRing])(
    'shows $name no more than its scopes permit',
    async ({ name: key, held }) => {
      const leaks: unknown[] = [];
      const dashboard = [
        '/queues',
        '/queues/api/queues',
        '/queues/api/queues?activeQueue=executor&status=latest&page=1&jobsPerPage=50',
      ].map((path) => ({ method: 'GET' as const, path }));
      for (const route of [...walked(held), ...dashboard]) {
        for (const { asked, status, sent } of await everythingFrom(route, key)) {
          const reached = seen.get(`${route.method} ${route.path}`) ?? new Set();
          seen.set(`${route.method} ${route.path}`, reached.add(status));
          // The audit trail records what a tenant's keys requested, including names of other tenants' connections.
          const others = route.path === '/v1/audit' ? foreign.slice(0, 1) : foreign;
          const here = [
            ...(held.includes('sql:read') ? [] : found(sent, technical)),
            ...(held.includes('operate') ? [] : found(sent, others)),
          ];
          if (here.length > 0 || (status >= 500 && status !== 503)) leaks.push([asked, status, here]);
        }
      }
      expect(leaks).toEqual([]);
    },
    240_000,
  );

  it('requests every route so that at least one key gets an answer with data', () => {
    const acting = new Set([
      'POST /v1/connections/{name}/refresh',
      'POST /v1/queries/{id}/clarification',
      'DELETE /v1/tenants/{tenant}/data',
      'DELETE /v1/connections/{name}/samples',
      'POST /v1/connections/{name}/samples/{id}/approve',
      'PATCH /v1/connections/{name}/samples/{id}',
      'POST /v1/dead-letters/{id}/replay',
      'DELETE /v1/dead-letters/{id}',
      'PUT /v1/connections/{name}',
      'DELETE /v1/connections/{name}',
      'PUT /v1/connections/{name}/model',
      'DELETE /v1/connections/{name}/model',
      'POST /v1/connections/{name}/model/validate',
      'POST /v1/connections/{name}/model/impact',
      'POST /v1/connections/{name}/model/draft',
      'POST /v1/connections/{name}/model/impact/{id}/cancel',
      'PUT /v1/agents/{name}',
      'DELETE /v1/agents/{name}',
      'DELETE /v1/keys/{name}',
      // Pages for a browser, which exist with a client of an issuer alone.
      'GET /v1/session/oidc',
      'GET /v1/session/callback',
      // Refused with 405.
      'GET /mcp',
      'DELETE /mcp',
    ]);
    const unanswered = routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !acting.has(route) && ![...(seen.get(route) ?? [])].some((status) => status < 300));
    expect(unanswered).toEqual([]);
  });

  it('leaves the data of another tenant unchanged', async () => {
    const { letters, sampleStore, cache, redis } = gateway.services;
    expect(await letters.find('evil', 'letter-evil')).not.toBeNull();
    expect(
      (await sampleStore.list({ tenant: 'evil', connection: 'shop' })).map(({ id, status }) => [id, status]),
    ).toEqual([['feedback-evil', 'retired']]);
    expect([await cache.read('down', cacheKey('evil')), await cache.read('down', cacheKey('acme'))]).toEqual([
      expect.anything(),
      null,
    ]);
    expect(await redis.exists('querent:erasures')).toBe(0);
    expect(await gateway.services.store.get(ids[5] ?? '')).toMatchObject({ tenant: 'evil', status: 'succeeded' });
    expect(await gateway.services.store.get(ids[6] ?? '')).toMatchObject({
      tenant: 'evil',
      status: 'awaiting_clarification',
    });
  });
});
