import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SampleEntry } from '@querent/catalog';
import { parse } from 'yaml';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const sql = 'SELECT count(*) FROM t_order_2024';

describe('the revisions of samples', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const scope = { tenant: 'acme', connection: 'shop' };
  const url = '/v1/connections/shop/samples';
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, as: KeyName = 'root', more: object = {}) =>
    gateway.request({ method, url: path, as, ...more });
  const file = 'samples/shop@acme.jsonl';
  let count = 0;
  const added = async (as: KeyName = 'root'): Promise<SampleEntry> => {
    count += 1;
    return (await send('POST', url, as, { payload: { question: `question ${count}`, sql } })).json();
  };
  const tag = async (id: string): Promise<string> => String((await send('GET', `${url}/${id}`)).headers['etag']);
  const patch = async (id: string, payload: object, as: KeyName = 'root') =>
    send('PATCH', `${url}/${id}`, as, { payload, headers: { 'if-match': await tag(id) } });
  const remove = (id: string) => send('DELETE', `${url}?id=${id}`);
  const revisions = async (query: string, as: KeyName = 'root') =>
    (await send('GET', `/v1/revisions?${query}`, as)).json().revisions;
  const ofSample = async (id: string) =>
    (await revisions('kind=sample&limit=200')).filter(({ sample }: { sample: string }) => sample === id);
  const restore = (id: string, state = 'after', as: KeyName = 'root', headers = {}) =>
    send('POST', `/v1/revisions/${id}/restore?state=${state}`, as, { headers });
  const text = (id: string) =>
    gateway.services.redis.hget(gateway.services.store.keys.samples('acme', 'shop').entries, id);

  it('list who added, corrected, rejected and removed a sample', async () => {
    const { id } = await added();
    await patch(id, { question: 'corrected' });
    await patch(id, { status: 'rejected' }, 'chief');
    await remove(id);
    const own = await ofSample(id);
    const common = { kind: 'sample', name: 'shop', tenant: 'acme', sample: id };
    const by = (key: string) => ({ tenant: 'acme', key });
    expect(own).toEqual(
      [
        ['delete', 'root'],
        ['put', 'chief'],
        ['put', 'root'],
        ['put', 'root'],
      ].map(([action, key = '']) => ({
        id: expect.stringMatching(/^s\d+$/),
        at: expect.any(String),
        ...common,
        action,
        by: by(key),
      })),
    );
    const shown = (await send('GET', `/v1/revisions/${own[2].id}`)).json();
    expect([shown.before.layer, parse(shown.before.text).question, parse(shown.after.text).question]).toEqual([
      'revision',
      `question ${count}`,
      'corrected',
    ]);
    expect((await send('GET', `/v1/revisions/${own[0].id}`)).json().after).toEqual({ layer: 'none', text: null });
  });

  it('list the ratings that changed a sample, with the key of the rater', async () => {
    const { id } = await gateway.ask({ question: 'how many rated', cache: 'bypass' });
    const compiled = { sql: 'SELECT count(order_no_pk) AS c1 FROM t_order_2024', params: [], columns: [], probes: [] };
    const result = { blob: 'b', columns: [], output: [], rowCount: 0, truncated: false, skipped: [] };
    await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator', patch: { compiled } },
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart' },
    );
    await send('POST', `/v1/queries/${id}/feedback`, 'alice', { payload: { rating: 'up' } });
    const [last] = await revisions('kind=sample&name=shop&limit=1');
    expect(last).toMatchObject({ action: 'put', sample: expect.stringMatching(/^feedback-/), by: { key: 'alice' } });
  });

  it('put a sample back to each of its states, byte for byte, and out of existence', async () => {
    const { id } = await added();
    await patch(id, { sql: 'SELECT max(order_no_pk) FROM t_order_2024', question: 'top' });
    await patch(id, { status: 'rejected' });
    const states = [await text(id)];
    const [rejected, corrected, created] = await ofSample(id);
    await remove(id);
    const done = await restore(rejected.id);
    expect([done.statusCode, done.json(), done.headers['etag']]).toEqual([
      200,
      expect.objectContaining({
        action: 'restore',
        of: rejected.id,
        sample: id,
        before: { layer: 'none', text: null },
      }),
      await tag(id),
    ]);
    states.push(await text(id));
    expect(states[1]).toBe(states[0]);
    expect([(await restore(rejected.id, 'before')).statusCode, (await text(id)) === states[0]]).toEqual([200, false]);
    const approved = await text(id);
    await restore(created.id);
    await restore(corrected.id);
    expect(await text(id)).toBe(approved);
    const ended = await restore(created.id, 'before');
    expect([ended.statusCode, ended.headers['etag'], await text(id)]).toEqual([200, undefined, null]);
    expect((await restore(ended.json().id, 'before')).statusCode).toBe(200);
    expect(await text(id)).toBe(approved);
  });

  it('are restored only over the sample that was read', async () => {
    const { id } = await added();
    const first = await tag(id);
    await patch(id, { question: 'newer' });
    const [, created] = await ofSample(id);
    const late = await restore(created.id, 'after', 'root', { 'if-match': first });
    expect([late.statusCode, late.json().code, late.headers['etag']]).toEqual([
      412,
      'precondition_failed',
      await tag(id),
    ]);
    expect((await restore(created.id, 'after', 'root', { 'if-none-match': '*' })).statusCode).toBe(412);
    expect((await restore(created.id, 'after', 'root', { 'if-match': await tag(id) })).statusCode).toBe(200);
    expect(await tag(id)).toBe(first);
  });

  it('do not overwrite a change that comes between, even without a precondition', async () => {
    const { id } = await added();
    const [created] = await ofSample(id);
    const record = jest.spyOn(gateway.services.audit, 'administering').mockImplementation(async () => {
      await gateway.services.sampleStore.change(scope, id, (now) => now && { ...now, question: 'between' }, null);
    });
    const response = await restore(created.id, 'before');
    record.mockRestore();
    expect([response.statusCode, (await gateway.services.sampleStore.get(scope, id))?.question]).toEqual([
      412,
      'between',
    ]);
  });

  it('approve no statement that does not fit the model', async () => {
    const entry = { ...(await added()), sql: 'SELECT gone FROM t_order_2024' };
    await gateway.services.sampleStore.change(scope, entry.id, () => entry, { by: { tenant: 'acme', key: 'root' } });
    const [misfit] = await ofSample(entry.id);
    await remove(entry.id);
    const refused = await restore(misfit.id);
    expect([refused.statusCode, refused.json().code, await text(entry.id)]).toEqual([422, 'statement_unfit', null]);
  });

  it('show no text without sql:read, and change no statement', async () => {
    const { id } = await added();
    await patch(id, { status: 'rejected' }, 'chief');
    const [rejected, created] = await ofSample(id);
    const shown = await send('GET', `/v1/revisions/${created.id}`, 'chief');
    expect(shown.json()).toMatchObject({ sample: id, before: null, after: null });
    const undone = await restore(rejected.id, 'before', 'chief');
    expect([undone.statusCode, undone.json().after, (await text(id))?.includes('approved')]).toEqual([200, null, true]);
    await patch(id, { sql: 'SELECT max(order_no_pk) FROM t_order_2024' });
    expect((await restore(created.id, 'after', 'chief')).statusCode).toBe(403);
    const late = await restore(rejected.id, 'before', 'chief', { 'if-match': '"x"' });
    expect([late.statusCode, late.body.includes('t_order')]).toEqual([403, false]);
    await remove(id);
    expect((await restore(created.id, 'after', 'chief')).statusCode).toBe(403);
  });

  it('are those of the caller’s tenant and connections alone, also for operators', async () => {
    const mine = await added('eve');
    const [own] = await revisions('kind=sample&limit=1', 'eve');
    expect(own).toMatchObject({ tenant: 'evil', sample: mine.id });
    const tenants = (list: { kind: string; tenant: string }[]) => [
      ...new Set(list.filter(({ kind }) => kind === 'sample').map(({ tenant }) => tenant)),
    ];
    expect(tenants(await revisions('limit=200'))).toEqual(['acme']);
    expect(await revisions('kind=sample', 'opsSql')).toEqual([]);
    expect(await revisions('kind=sample&name=hall')).toEqual([]);
    for (const as of ['opsSql', 'ops'] as const)
      expect([(await restore(own.id, 'before', as)).statusCode, (await restore('s999999')).statusCode]).toEqual([
        404, 404,
      ]);
    expect((await send('GET', '/v1/revisions?kind=sample', 'alice')).statusCode).toBe(403);
  });

  it('end in an export that configures the same samples for the tenant, and none for others', async () => {
    await added();
    const rejected = await added();
    await patch(rejected.id, { status: 'rejected' });
    const exported = async (as: KeyName) => (await send('GET', '/v1/export', as)).json().files;
    expect(Object.keys(await exported('opsSql')).filter((file) => file.includes('@acme.jsonl'))).toEqual([]);
    expect(Object.keys(await exported('eve')).filter((file) => file.startsWith('samples/'))).toEqual([
      'samples/shop@evil.jsonl',
    ]);
    const { [file]: lines } = await exported('root');
    const approved = (await send('GET', `${url}?status=approved&limit=100`)).json().samples;
    const own = approved.filter(({ source }: SampleEntry) => source !== 'file');
    await writeFile(join(gateway.configDir, file), `${lines}`);
    await gateway.services.catalog.reload();
    const pairs = (samples: { question: string; sql: string }[]) =>
      samples.map(({ question, sql }) => `${question}: ${sql}`).sort();
    const { catalog } = gateway.services;
    expect(pairs(catalog.samples('shop', 'acme'))).toEqual(pairs([...own, ...catalog.samples('shop')]));
    expect(catalog.samples('shop', 'evil')).toEqual(catalog.samples('shop'));
    expect((await exported('root'))[file]).toBe(lines);
    await rm(join(gateway.configDir, file));
    await gateway.services.catalog.reload();
  });

  it('are listed with those of the configuration, newest first, each once over all pages', async () => {
    for (let n = 0; n < 3; n += 1) {
      await send('POST', '/v1/keys', 'root', { payload: { name: `key ${n}`, scopes: ['query'] } });
      await added();
    }
    const listed: { id: string; at: string }[] = [];
    for (let cursor = ''; ;) {
      const page = (await send('GET', `/v1/revisions?limit=2${cursor}`)).json();
      listed.push(...page.revisions);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
      // A change that comes between two pages is on none of the later ones.
      await added();
    }
    const times = listed.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const ids = listed.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const all = (await revisions('limit=200')).map(({ id }: { id: string }) => id);
    expect(ids).toEqual(all.slice(-ids.length));
    expect([ids.some((id) => id.startsWith('s')), ids.some((id) => /^\d/.test(id))]).toEqual([true, true]);
  });

  it('take the numbers that were cursors before, and no others', async () => {
    const configuration = (await revisions('limit=200')).filter(({ kind }: { kind: string }) => kind !== 'sample');
    const [newest, ...older] = configuration;
    expect(older.length).toBeGreaterThan(1);
    expect(await revisions(`limit=200&cursor=${newest.id}`)).toEqual(older);
    for (const cursor of ['x', 's1', 'WyIxIl0', '1'.repeat(16)])
      expect((await send('GET', `/v1/revisions?cursor=${cursor}`)).statusCode).toBe(400);
  });
});
