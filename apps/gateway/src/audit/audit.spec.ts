import type { AuditEntry, ResultColumn, Run } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { bearer, pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { Denials } from './denials';

const columns: ResultColumn[] = [{ key: 'c1', label: '编号', type: 'integer' }];

describe('the audit of the gateway', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    const { redis } = gateway.services;
    for (const key of await redis.keys('querent:{audit}:*')) await redis.del(key);
  });

  /** Entries of all tenants; waits for this many, because some are written after the response. */
  const trail = async (count: number): Promise<AuditEntry[]> => {
    const ofTenant = async (tenant: string) =>
      (await gateway.services.audit.trail.read({ tenant }, { limit: 1_000 })).entries;
    const read = async () => {
      const entries = (await Promise.all(['acme', 'evil', ''].map(ofTenant))).flat();
      return entries.filter(({ kind }) => kind !== 'administered').sort((a, b) => a.at.localeCompare(b.at));
    };
    await waitFor(async () => (await read()).length >= count);
    return read();
  };
  const storedEntries = async (count: number): Promise<unknown[]> =>
    (await trail(count)).map(({ kind, key, runId, connection, rows, code, detail }) => ({
      kind,
      key,
      runId,
      connection,
      rows,
      code,
      detail,
    }));
  const exported = (query = '', as: KeyName = 'root', accept?: string) =>
    gateway.request({ url: `/v1/audit${query}`, as, headers: accept ? { accept } : {} });
  const answered = async (rowCount = 120): Promise<Run> => {
    const { id } = await gateway.ask();
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator' },
    );
    const blob = await gateway.services.results.write(
      id,
      executing.version,
      Array.from({ length: rowCount }, (_, n) => [n]),
    );
    const result = { blob, columns, output: [], rowCount, truncated: false, skipped: [] };
    return gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      {
        event: 'presented',
        stage: 'chart',
        patch: { answer: { text: 'Here it is.', chartType: 'table', suggestions: [] } },
      },
    );
  };

  it('records who asked, replied and cancelled', async () => {
    const { id } = await gateway.ask({ question: 'what is the score' });
    await gateway.advance(id, pause());
    await gateway.request({
      method: 'POST',
      url: `/v1/queries/${id}/clarification`,
      payload: { clarificationId: 'cl1', optionId: 'o2' },
    });
    await gateway.request({ method: 'POST', url: `/v1/queries/${id}/cancel` });
    const at = { key: 'alice', runId: id, connection: 'shop' };
    expect(await storedEntries(3)).toEqual([
      { ...at, kind: 'asked' },
      { ...at, kind: 'replied', detail: 'option o2' },
      { ...at, kind: 'cancel_asked' },
    ]);
    expect((await trail(3))[0]).toMatchObject({
      tenant: 'acme',
      question: 'what is the score',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('records every read of stored rows with its format and number of rows', async () => {
    const { id } = await answered();
    const url = `/v1/queries/${id}`;
    // A polling client.
    for (let polls = 0; polls < 5; polls++) await gateway.request({ url });
    await gateway.request({ url: `${url}/result?limit=30` });
    await gateway.request({ url: `${url}/result`, headers: { accept: 'text/csv' } });
    await gateway.request({ method: 'HEAD', url: `${url}/result`, headers: { accept: 'text/csv' } });
    await gateway.request({ url: `${url}/result`, as: 'root', headers: { accept: 'application/x-ndjson' } });
    const read = { kind: 'result_read', key: 'alice', runId: id, connection: 'shop' };
    expect((await storedEntries(5)).slice(1)).toEqual([
      { ...read, rows: 50, detail: 'preview' },
      { ...read, rows: 30, detail: 'application/json' },
      { ...read, rows: 120, detail: 'text/csv' },
      { ...read, rows: 120, detail: 'application/x-ndjson', key: 'root' },
    ]);
  });

  it('records rows in responses to changing requests, but not withheld rows', async () => {
    const { id } = await answered(7);
    await gateway.request({ method: 'POST', url: `/v1/queries/${id}/cancel` });
    expect((await storedEntries(3)).at(-1)).toMatchObject({
      kind: 'result_read',
      runId: id,
      rows: 7,
      detail: 'preview',
    });
    const other = await answered(3);
    await gateway.services.redis.del(gateway.services.store.keys.blob(other.id, other.data.result?.blob ?? ''));
    expect((await gateway.request({ url: `/v1/queries/${other.id}` })).json().result).toBeNull();
    await gateway.request({ method: 'POST', url: `/v1/queries/${other.id}/cancel` });
    expect((await storedEntries(5)).slice(3)).toEqual([
      expect.objectContaining({ kind: 'asked', runId: other.id }),
      expect.objectContaining({ kind: 'cancel_asked', runId: other.id }),
    ]);
  });

  it('records rows in the response to a waiting or repeated question', async () => {
    const again = {
      method: 'POST' as const,
      url: '/v1/queries',
      headers: { 'idempotency-key': 'once-and-again' },
      payload: { question: 'x', connection: 'shop' },
    };
    const { id } = (await gateway.request(again)).json();
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator' },
    );
    const blob = await gateway.services.results.write(id, executing.version, [[1], [2]]);
    await gateway.advance(
      id,
      {
        event: 'executed',
        stage: 'executor',
        patch: { result: { blob, columns, output: [], rowCount: 2, truncated: false, skipped: [] } },
      },
      { event: 'presented', stage: 'chart' },
    );
    expect((await gateway.request(again)).json().result.rows).toEqual([[1], [2]]);
    expect((await storedEntries(2)).at(-1)).toEqual(
      expect.objectContaining({
        kind: 'result_read',
        key: 'alice',
        runId: id,
        connection: 'shop',
        rows: 2,
        detail: 'preview',
      }),
    );
  });

  it('records rows sent with the last event', async () => {
    const { id } = await answered(7);
    const base = await gateway.listen();
    await (await fetch(`${base}/v1/queries/${id}/events`, { headers: bearer('alice') })).text();
    expect((await storedEntries(2)).at(-1)).toMatchObject({
      kind: 'result_read',
      runId: id,
      rows: 7,
      detail: 'events',
    });
  });

  it('records denials, but never the submitted key', async () => {
    const { id } = await gateway.ask();
    await gateway.request({ url: `/v1/queries/${id}`, as: 'eve' });
    await gateway.request({ url: `/v1/queries/${id}`, as: null, headers: { authorization: 'Bearer canary-of-a-key' } });
    await gateway.request({ url: '/v1/dead-letters', as: 'bob' });
    await gateway.request({ url: '/queues/api/queues', as: 'bob' });
    await gateway.request({ url: '/v1/connections/hall/schema', as: 'eve' });
    await gateway.request({
      method: 'POST',
      url: '/v1/queries',
      payload: { question: 'x', connection: 'hall' },
      as: 'eve',
    });
    await gateway.request({ url: '/v1/audit?tenant=evil', as: 'root' });
    await gateway.request({ url: '/v1/queries/q0000000000' });
    const denied = (await storedEntries(8)).filter((entry) => (entry as AuditEntry).kind === 'denied');
    // The order of entries of different tenants is not defined.
    expect(denied).toHaveLength(7);
    expect(denied).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'eve', runId: id, code: 'not_found', detail: `GET /v1/queries/${id}` }),
        expect.objectContaining({ key: '', code: 'unauthorized', detail: 'GET /v1/queries/:id' }),
        expect.objectContaining({ key: 'bob', code: 'forbidden', detail: 'GET /v1/dead-letters' }),
        expect.objectContaining({ key: 'bob', code: 'forbidden' }),
        expect.objectContaining({ key: 'eve', connection: 'hall', code: 'connection_unknown' }),
        expect.objectContaining({ key: 'eve', connection: 'hall', code: 'forbidden' }),
        expect.objectContaining({ key: 'root', code: 'forbidden', detail: 'GET /v1/audit?tenant=evil' }),
      ]),
    );
    expect(JSON.stringify(await trail(7))).not.toContain('canary-of-a-key');
  });

  it('records changes of administrators, and each export', async () => {
    await gateway.request({ method: 'POST', url: '/v1/connections/shop/refresh', as: 'ops' });
    await gateway.request({ method: 'DELETE', url: '/v1/cache?connection=shop', as: 'root' });
    await gateway.request({ method: 'DELETE', url: '/v1/preferences', as: 'root' });
    await gateway.request({ url: '/v1/agents', as: 'root' });
    await waitFor(async () => (await gateway.services.redis.xlen('querent:{audit}:trail:acme')) === 2);
    const { entries } = (await exported('?kind=administered')).json();
    expect(entries.map(({ detail, connection, key }: AuditEntry) => [detail, connection, key])).toEqual([
      ['DELETE /v1/cache?connection=shop', 'shop', 'root'],
      ['DELETE /v1/preferences', null, 'root'],
      ['GET /v1/audit?kind=administered', null, 'root'],
    ]);
  });

  it('exports the trail only to administrators of the tenant, in pages and as streams', async () => {
    for (let n = 0; n < 5; n++) await gateway.ask({ question: `=q${n}` });
    await gateway.ask({ question: 'of another' }, 'eve');
    expect((await exported('', 'alice')).statusCode).toBe(403);
    expect((await exported('?cursor=x')).statusCode).toBe(400);
    expect((await exported('?limit=0')).statusCode).toBe(400);
    const questions: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { entries: AuditEntry[]; nextCursor: string | null } = (
        await exported(`?kind=asked&limit=2&cursor=${cursor}`)
      ).json();
      questions.push(...page.entries.map(({ question }) => question));
      cursor = page.nextCursor;
    }
    expect(questions).toEqual(['=q0', '=q1', '=q2', '=q3', '=q4']);
    const lines = (await exported('?kind=asked', 'root', 'application/x-ndjson')).body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry);
    expect(lines.map(({ question }) => question)).toEqual(questions);
    const csv = (await exported('?kind=asked', 'root', 'text/csv')).body.split('\r\n');
    expect(csv[0]).toBe(
      'id,at,kind,tenant,key,runId,connection,login,question,sql,params,rows,ms,code,detail,link,broken',
    );
    expect(csv).toHaveLength(7);
    expect(csv[1]).toContain(",'=q0,");
    expect((await exported('', 'root', 'image/png')).statusCode).toBe(406);
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    expect((await exported(`?from=${later}`)).json().entries).toEqual([]);
  });

  it('hides statements, logins and codes from an administrator without sql:read', async () => {
    await gateway.services.audit.trail.record({
      kind: 'ran',
      at: new Date().toISOString(),
      tenant: 'acme',
      key: 'alice',
      runId: 'run1',
      connection: 'shop',
      login: 'acme_ro',
      sql: 'select 1',
      params: ['x'],
      rows: 1,
      ms: 2,
      code: 'c',
      detail: 'd',
    });
    const full = (await exported('?kind=ran')).json().entries[0];
    expect(full).toMatchObject({
      login: 'acme_ro',
      sql: 'select 1',
      params: ['x'],
      rows: 1,
      ms: 2,
      code: 'c',
      detail: 'd',
    });
    const narrow = (await exported('?kind=ran', 'chief')).json().entries[0];
    expect(Object.keys(narrow).sort()).toEqual([
      'at',
      'connection',
      'id',
      'key',
      'kind',
      'link',
      'ms',
      'rows',
      'runId',
      'tenant',
    ]);
  });

  it('refuses a question that it cannot record', async () => {
    await gateway.services.redis.set('querent:{audit}:trail:acme', 'in the way');
    const response = await gateway.request({
      method: 'POST',
      url: '/v1/queries',
      payload: { question: 'unrecorded', connection: 'shop' },
    });
    expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' });
    await gateway.services.redis.del('querent:{audit}:trail:acme');
    const { runs } = (await gateway.request({ url: '/v1/queries?limit=100', as: 'root' })).json();
    expect(runs.filter(({ question }: { question: string }) => question === 'unrecorded')).toEqual([]);
  });
});

describe('denials', () => {
  const denial = (key: string): AuditEntry => ({
    kind: 'denied',
    at: 'now',
    tenant: 't',
    key,
    runId: null,
    connection: null,
    code: 'forbidden',
    detail: 'GET /x',
  });

  it('records the first denial of a kind at once, and the following ones as a count', () => {
    const recorded: unknown[] = [];
    const denials = new Denials(({ key, detail }) => recorded.push([key, detail]));
    for (let n = 0; n < 50; n++) denials.add(denial('a'));
    denials.add(denial('b'));
    expect(recorded).toEqual([
      ['a', 'GET /x'],
      ['b', 'GET /x'],
    ]);
    denials.flush();
    expect(recorded.slice(2)).toEqual([['a', 'GET /x (49 more like it within 10 s)']]);
    denials.flush();
    expect(recorded).toHaveLength(3);
  });

  it('limits the entries for denials of ever new kinds', () => {
    let recorded = 0;
    const denials = new Denials(() => recorded++);
    for (let n = 0; n < 100_000; n++) denials.add(denial(`key ${n}`));
    denials.flush();
    expect(recorded).toBeLessThan(1_002);
  });
});
