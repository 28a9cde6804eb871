import fastify, { type FastifyInstance } from 'fastify';
import type { Run, RunData } from '@querent/contracts';
import { exactEntryOf } from '@querent/cache';
import { waitFor } from '@querent/testing';
import { rememberCredentials, type Caller } from '../auth/caller';
import { routes } from '../openapi/route-table';
import { pinId } from '../pins/pin-boards';
import { pause, snapshotOf, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { gateResponses } from './response-gate';

/** Texts that a stage or language model with a bug might write. */
const name = 'sum of t_order_2024 by order_no_pk';
const driver = 'ERROR: relation "x" does not exist';
const sql = 'SELECT a FROM b';
/** Stored data, which may contain any text. */
const cell = 'INSERT INTO z';
const leaking: Partial<RunData> = {
  mode: 'full',
  intent: {
    type: 'query',
    confidence: 1,
    keywords: ['t_order_2024'],
    metrics: [{ id: 'm', label: name, level: 1 }],
    strategy: 'summary',
  },
  refinedQuestion: sql,
  answer: { text: driver, chartType: 'bar', suggestions: [sql, 'by order_no_pk?'] },
  disclosures: ['order_no_pk is the latest', driver],
  chart: {
    spec: {
      title: { text: name },
      legend: { data: [name, driver] },
      xAxis: { type: 'category', name, data: [cell] },
      yAxis: { type: 'value' },
      series: [{ type: 'bar', name: driver, data: [{ name: cell, value: 1 }] }],
      unheardOf: name,
    },
  },
};
const columns = [
  { key: 'order_no_pk', label: 'order_no_pk', type: 'string' as const },
  { key: 'k', label: sql, type: 'string' as const, unit: driver },
];
const cells = [['t_order_2024', sql]];
const secrets = ['t_order_2024', 'order_no_pk', 'select a', 'does not exist'];

const pinned = { question: 'how many orders', connection: 'shop' };

const leaksIn = (body: string): string[] => secrets.filter((secret) => body.toLowerCase().includes(secret));

describe('responses to a key without sql:read', () => {
  let gateway: GatewayUnderTest;
  let plain: Run;
  let paused: Run;
  beforeAll(async () => {
    gateway = await startGateway({ QUERENT_SECRET_KEY: '0123456789abcdef'.repeat(4) });
    plain = await answered('bob', []);
    await gateway.ask({ conversationId: 'of-bob' }, 'bob');
    paused = await gateway.advance(
      (await gateway.ask({}, 'bob')).id,
      pause('cl1', {
        question: driver,
        options: [
          { id: 'o1', label: name, description: sql },
          { id: 'o2', label: sql },
        ],
      }),
    );
  });
  afterAll(() => gateway.stop());

  const answered = async (as: KeyName, rows: string[][]): Promise<Run> => {
    const { id } = await gateway.ask({}, as);
    const steps = [
      { kind: 'x', message: name },
      { kind: 'x', message: driver },
    ];
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent', patch: leaking, steps },
      { event: 'generated', stage: 'sql-generator' },
    );
    const blob = await gateway.services.results.write(id, executing.version, rows);
    const result = { blob, columns, output: [], rowCount: rows.length, truncated: false, skipped: [] };
    return gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart', patch: leaking },
    );
  };

  /** Requests that make each asker route return leaking texts; a new route must be added here. */
  const requests: Record<string, () => { url: string; payload?: object; headers?: Record<string, string> }[]> = {
    'POST /v1/queries': () => [{ url: '/v1/queries', payload: { question: 'how many orders', connection: 'shop' } }],
    'POST /v1/preview': () =>
      ['how many orders', '有多少订单', '订单', 'zorblax of orders'].map((question) => ({
        url: '/v1/preview',
        payload: { question, connection: 'shop' },
      })),
    'GET /v1/connections/{name}/words': () =>
      ['zh', 'en'].map((locale) => ({ url: `/v1/connections/shop/words?locale=${locale}` })),
    'GET /v1/queries': () => [{ url: '/v1/queries?limit=100' }],
    'GET /v1/conversations': () => [{ url: '/v1/conversations' }],
    'GET /v1/session': () => [{ url: '/v1/session' }],
    'GET /v1/connections': () => [{ url: '/v1/connections' }],
    'POST /v1/browser-tokens': () => [{ url: '/v1/browser-tokens', payload: { user: 'ann' } }],
    'GET /v1/pins': () => [{ url: '/v1/pins' }],
    'POST /v1/pins': () => [
      { url: '/v1/pins', payload: pinned },
      { url: '/v1/pins', payload: pinned },
    ],
    'PATCH /v1/pins/{id}': () => [{ url: `/v1/pins/${pinId(pinned)}`, payload: { title: 'orders' } }],
    'DELETE /v1/pins/{id}': () => [{ url: `/v1/pins/${pinId(pinned)}` }],
    'GET /v1/queries/{id}': () => [plain, paused].map(({ id }) => ({ url: `/v1/queries/${id}` })),
    'GET /v1/queries/{id}/events': () => [{ url: `/v1/queries/${plain.id}/events` }],
    'POST /v1/queries/{id}/clarification': () => [
      { url: `/v1/queries/${paused.id}/clarification`, payload: { clarificationId: 'cl1', optionId: 'o1' } },
    ],
    'POST /v1/queries/{id}/cancel': () => [{ url: `/v1/queries/${paused.id}/cancel` }],
    'POST /v1/queries/{id}/feedback': () => [
      { url: `/v1/queries/${plain.id}/feedback`, payload: { rating: 'up', comment: 'well done' } },
    ],
    'POST /v1/queries/{id}/share': () => [{ url: `/v1/queries/${plain.id}/share` }],
    'GET /v1/queries/{id}/feedback': () => [{ url: `/v1/queries/${plain.id}/feedback` }],
    'GET /v1/queries/{id}/result': () =>
      ['application/json', 'text/csv', 'application/x-ndjson'].map((accept) => ({
        url: `/v1/queries/${plain.id}/result`,
        headers: { accept },
      })),
    'POST /mcp': () =>
      [
        ['tools/call', { name: 'get_run', arguments: { run_id: plain.id } }],
        ['tools/call', { name: 'get_run', arguments: { run_id: paused.id } }],
        ['tools/call', { name: 'get_rows', arguments: { run_id: plain.id } }],
        ['tools/call', { name: 'describe_connection', arguments: { connection: 'shop' } }],
        ['tools/call', { name: 'list_connections' }],
        ['resources/read', { uri: `querent://runs/${plain.id}/rows` }],
        ['resources/read', { uri: `querent://runs/${plain.id}/rows.csv` }],
        ['resources/read', { uri: `querent://runs/${plain.id}/chart.svg` }],
        ['resources/read', { uri: 'querent://connections/shop/vocabulary' }],
        ['prompts/list', {}],
        ['tools/list', {}],
      ].map(([method, params]) => ({
        url: '/mcp',
        payload: { jsonrpc: '2.0', id: 1, method, params },
        headers: { accept: 'application/json, text/event-stream', host: 'localhost' },
      })),
    'GET /v1/queries/{id}/chart.svg': () => [{ url: `/v1/queries/${plain.id}/chart.svg` }],
  };
  const forAskers = routes
    .filter(({ demands }) => demands?.scopes.includes('query') && !demands.sqlRead)
    .map(({ method, path }) => ({ method, path }));

  it.each(forAskers)('$method $path returns no physical name, driver message or SQL', async ({ method, path }) => {
    const asked = requests[`${method} ${path}`]?.() ?? [];
    expect(asked).not.toEqual([]);
    for (const request of asked) {
      const response = await gateway.request({ method, ...request, as: 'bob' });
      expect([
        request.url,
        response.statusCode < 300,
        leaksIn(response.body),
        leaksIn(JSON.stringify(response.headers)),
      ]).toEqual([request.url, true, [], []]);
    }
  });

  it('replaces physical names in all that another asker wrote, for an administrator', async () => {
    const asked = { question: `how many ${name}`, conversationId: 't_order_2024' };
    const { id } = await gateway.ask(asked, 'alice');
    for (const url of [`/v1/queries/${id}`, '/v1/queries?limit=100', '/v1/conversations']) {
      const response = await gateway.request({ url, as: 'chief' });
      expect([url, response.statusCode, leaksIn(response.body)]).toEqual([url, 200, []]);
    }
    const own = (await gateway.request({ url: `/v1/queries/${id}`, as: 'alice' })).json();
    expect(own).toMatchObject(asked);
  });

  it('replaces physical names by labels, and other leaks by general texts', async () => {
    const view = (await gateway.request({ url: `/v1/queries/${plain.id}`, as: 'bob' })).json();
    expect(view).toMatchObject({
      question: 'how many orders',
      refinedQuestion: 'Your question',
      intent: { keywords: ['order 2024'], metrics: [{ label: 'sum of order 2024 by order no pk' }] },
      answer: {
        text: 'Here is the result.',
        suggestions: ['by order no pk?'],
        assumptions: ['order no pk is the latest'],
      },
      result: {
        columns: [
          { key: 'c1', label: 'order no pk' },
          { key: 'c2', label: 'Value' },
        ],
      },
      chart: {
        spec: {
          legend: { data: ['sum of order 2024 by order no pk', 'Value'] },
          xAxis: { data: ['Value'] },
          series: [{ name: 'Value', data: [{ name: 'Value' }] }],
          unheardOf: 'sum of order 2024 by order no pk',
        },
      },
    });
    const svg = (await gateway.request({ url: `/v1/queries/${plain.id}/chart.svg`, as: 'bob' })).body;
    expect(svg.match(/>[^<>]+<\/text>/g)).toEqual(
      expect.arrayContaining(['>sum of order 2024 by order no pk</text>', '>Value</text>']),
    );
    expect(svg).not.toContain(cell);
  });

  it('does not change cells and texts that quote cells', async () => {
    const run = await answered('bob', cells);
    const view = (await gateway.request({ url: `/v1/queries/${run.id}`, as: 'bob' })).json();
    expect(view).toMatchObject({
      result: { rows: cells },
      refinedQuestion: sql,
      answer: { text: 'Here is the result.' },
    });
    expect(
      (await gateway.request({ url: `/v1/queries/${run.id}/result`, headers: { accept: 'text/csv' }, as: 'bob' })).body,
    ).toBe(`order no pk,${sql}\r\nt_order_2024,${sql}\r\n`.replace(`,${sql}\r\nt`, ',Value\r\nt'));
  });

  it('gates the categories of a chart as labels, unless they are cells of the result', async () => {
    const shownFor = async (...rows: string[][]): Promise<unknown[]> => {
      const { id } = await answered('bob', rows);
      const view = (await gateway.request({ url: `/v1/queries/${id}`, as: 'bob' })).json();
      const svg = (await gateway.request({ url: `/v1/queries/${id}/chart.svg`, as: 'bob' })).body;
      return [view.chart.spec.xAxis.data[0], svg.includes(`>${cell}<`)];
    };
    expect([await shownFor(['1', '2']), await shownFor(['1', '2'], [cell, '2'])]).toEqual([
      ['Value', false],
      [cell, true],
    ]);
  });

  it('changes nothing for a key with sql:read', async () => {
    const run = await answered('alice', []);
    const view = (await gateway.request({ url: `/v1/queries/${run.id}` })).json();
    expect(view).toMatchObject({
      answer: { ...leaking.answer, assumptions: leaking.disclosures },
      chart: { spec: leaking.chart?.spec },
      result: { columns },
    });
    const svg = (await gateway.request({ url: `/v1/queries/${run.id}/chart.svg` })).body;
    expect([svg.includes(`>${name}<`), svg.includes(`>${cell}<`)]).toEqual([true, true]);
  });

  it('gates answers from the exact cache, once for all hits', async () => {
    const body = { question: 'how many orders are gated', connection: 'shop' };
    const first = await gateway.ask(body, 'bob');
    const done = await gateway.advance(
      first.id,
      { event: 'planned', stage: 'intent', patch: leaking },
      { event: 'generated', stage: 'sql-generator' },
      {
        event: 'executed',
        stage: 'executor',
        patch: { result: { blob: 'rows.1', columns, output: [], rowCount: 0, truncated: false, skipped: [] } },
      },
      { event: 'presented', stage: 'chart' },
    );
    const entry = exactEntryOf(done, []);
    if (entry === null || done.data.cacheKey === null) throw new Error('not cachable');
    await gateway.services.cache.put('shop', done.data.cacheKey, entry);
    const gates = jest.spyOn(gateway.services.gates, 'forViewers');
    for (let i = 0; i < 3; i++) {
      const hit = await gateway.request({
        method: 'POST',
        url: '/v1/queries',
        payload: body,
        as: 'bob',
        headers: { prefer: 'wait=1' },
      });
      const { cache, answer } = hit.json();
      expect([cache.level, answer.text, answer.assumptions, leaksIn(hit.body)]).toEqual([
        'l1',
        'Here is the result.',
        ['order no pk is the latest'],
        [],
      ]);
    }
    expect(gates).toHaveBeenCalledTimes(1);
    gates.mockRestore();
  });

  it('counts stopped texts', async () => {
    const metrics = (await gateway.request({ url: '/metrics', as: null })).body;
    for (const kind of ['answer', 'refined', 'label', 'title', 'step', 'suggestion', 'clarification', 'option'])
      expect(metrics).toMatch(new RegExp(`querent_leaks_stopped_total\\{kind="${kind}",service="gateway"\\} [1-9]`));
  });

  it('stops driver messages and SQL if names are unknown, and the last known names while Redis is unavailable', async () => {
    const read = (connection: string) =>
      gateway.services.gates.ofRun(
        { name: 'bob', tenant: 'acme', scopes: ['query'] },
        { ...plain, request: { ...plain.request, connection } },
      );
    expect([(await read('down')).text(driver, 'answer'), (await read('down')).text(name, 'answer')]).toEqual([
      'Here is the result.',
      name,
    ]);
    const broken = jest.spyOn(gateway.services.models, 'model').mockRejectedValue(new Error('Connection is closed.'));
    expect((await read('shop')).text(name, 'answer')).toBe('sum of order 2024 by order no pk');
    broken.mockRestore();
  });

  it('uses the names of a new schema soon after it is read again', async () => {
    const { snapshots, gates } = gateway.services;
    const [table] = snapshotOf('hall').tables;
    if (table === undefined) throw new Error('no table');
    const columnsNow = [
      ...table.columns,
      { name: 'late_col_9', type: 'text', category: 'text' as const, nullable: true, comment: 'Shade' },
    ];
    await snapshots.put('hall', {
      ...snapshotOf('hall'),
      fingerprint: 'next',
      tables: [{ ...table, columns: columnsNow }],
    });
    await waitFor(
      async () => (await gates.ofConnection(null, 'hall', 'en')).text('by late_col_9', 'answer') === 'by Shade',
    );
  });
});

describe('a route that forgets the gate', () => {
  let app: FastifyInstance;
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
    app = fastify();
    app.addHook('onRequest', (request, _reply, done) => {
      const caller: Caller = {
        name: 'k',
        tenant: 't',
        scopes: request.headers['x-scope'] === 'sql:read' ? ['query', 'sql:read'] : ['query'],
      };
      rememberCredentials(request, { caller, current: () => caller });
      done();
    });
    gateResponses(app, gateway.services.gates);
    app.get('/v1/new', (_request, reply) => reply.send({ text: sql, deep: [{ why: driver, n: 1 }] }));
    app.get('/v1/text', (_request, reply) => reply.type('text/plain').send(driver));
    app.get('/v1/bytes', (_request, reply) => reply.send(Buffer.from(driver)));
  });
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });

  it('gates the body of a route that does not gate it', async () => {
    expect((await app.inject('/v1/new')).json()).toEqual({ text: '(left out)', deep: [{ why: '(left out)', n: 1 }] });
    expect((await app.inject('/v1/text')).body).toBe('(left out)');
    expect((await app.inject({ url: '/v1/new', headers: { 'x-scope': 'sql:read' } })).json().text).toBe(sql);
  });

  it('refuses a stream that its route did not gate', async () => {
    const { statusCode, body } = await app.inject('/v1/bytes');
    expect([statusCode, leaksIn(body)]).toEqual([500, []]);
  });
});
