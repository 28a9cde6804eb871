import type { SampleEntry } from '@querent/catalog';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

describe('the review of a sample question', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const scope = { tenant: 'acme', connection: 'shop' };
  const url = '/v1/connections/shop/samples';
  const sql = 'SELECT count(*) FROM t_order_2024';
  let count = 0;
  const proposed = async (over: Partial<SampleEntry> = {}): Promise<SampleEntry> => {
    count += 1;
    const entry: SampleEntry = {
      id: `feedback-${count}`,
      question: `question ${count}`,
      sql,
      source: 'feedback',
      status: 'pending',
      createdAt: '2026-11-21T00:00:00.000Z',
      by: 'alice',
      ...over,
    };
    await gateway.services.sampleStore.change(scope, entry.id, () => entry, null);
    return entry;
  };
  const get = (id: string, as: KeyName = 'root') => gateway.request({ url: `${url}/${id}`, as });
  const patch = async (id: string, payload: object, as: KeyName = 'root', tag?: string) =>
    gateway.request({
      method: 'PATCH',
      url: `${url}/${id}`,
      payload,
      as,
      headers: { 'if-match': tag ?? String((await get(id)).headers['etag']) },
    });
  const stored = (id: string) => gateway.services.sampleStore.get(scope, id);

  it('approves, rejects and puts back, and each review can be undone', async () => {
    const { id } = await proposed();
    const statuses: unknown[] = [];
    for (const status of ['approved', 'rejected', 'pending', 'rejected', 'approved']) {
      const response = await patch(id, { status });
      const entry = await stored(id);
      statuses.push([response.statusCode, response.json().status, entry?.status, entry?.approvedBy, entry?.rejectedBy]);
    }
    expect(statuses).toEqual([
      [200, 'approved', 'approved', 'root', undefined],
      [200, 'rejected', 'pending', undefined, 'root'],
      [200, 'pending', 'pending', undefined, undefined],
      [200, 'rejected', 'pending', undefined, 'root'],
      [200, 'approved', 'approved', 'root', undefined],
    ]);
  });

  it('corrects a statement after the guard, and records both texts in the audit trail before', async () => {
    const { id } = await proposed();
    const corrected = await patch(id, { sql: 'select max(order_no_pk) /* best */ from t_order_2024', question: 'top' });
    expect(corrected.json()).toMatchObject({
      status: 'approved',
      question: 'top',
      sql: 'SELECT max(order_no_pk) FROM t_order_2024',
      modelVersion: expect.any(String),
    });
    const refused = await patch(id, { sql: 'DROP TABLE t_order_2024' });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'statement_unfit']);
    const { entries } = (await gateway.request({ url: '/v1/audit?kind=administered&limit=100', as: 'root' })).json();
    const details = entries
      .map(({ detail }: { detail: string }) => detail)
      .filter((detail: string) => detail.includes(id));
    expect(details).toHaveLength(1);
    for (const line of [`PATCH samples/shop/${id}`, `-sql: ${sql}`, '+sql: SELECT max(order_no_pk)', '+question: top'])
      expect(details[0]).toContain(line);
  });

  it('approves no statement that does not fit the model, and leaves one alone that it rejects', async () => {
    const { id } = await proposed({ sql: 'SELECT gone FROM t_order_2024' });
    expect((await patch(id, { status: 'approved' })).statusCode).toBe(422);
    expect((await patch(id, { status: 'rejected' })).json()).toMatchObject({ sql: 'SELECT gone FROM t_order_2024' });
  });

  it('needs the current tag of the sample', async () => {
    const { id } = await proposed();
    const tag = String((await get(id)).headers['etag']);
    expect((await patch(id, { status: 'approved' }, 'root', tag)).statusCode).toBe(200);
    const late = await patch(id, { status: 'rejected' }, 'root', tag);
    expect([late.statusCode, late.json().code, late.headers['etag']]).toEqual([
      412,
      'precondition_failed',
      (await get(id)).headers['etag'],
    ]);
    const without = await gateway.request({
      method: 'PATCH',
      url: `${url}/${id}`,
      payload: { status: 'rejected' },
      as: 'root',
    });
    expect(without.statusCode).toBe(412);
    expect((await stored(id))?.status).toBe('approved');
  });

  it('does not overwrite a change that comes between', async () => {
    const entry = await proposed();
    const record = jest.spyOn(gateway.services.audit, 'administering').mockImplementation(async () => {
      await gateway.services.sampleStore.change(scope, entry.id, () => ({ ...entry, question: 'changed' }), null);
    });
    const response = await patch(entry.id, { status: 'approved' });
    record.mockRestore();
    expect([response.statusCode, await stored(entry.id)]).toEqual([412, { ...entry, question: 'changed' }]);
  });

  it('shows no statement without sql:read, and corrects none', async () => {
    const { id } = await proposed();
    expect((await get(id, 'chief')).json()).toMatchObject({ id, sql: null, status: 'pending' });
    expect((await patch(id, { sql }, 'chief')).statusCode).toBe(403);
    const rejected = await patch(id, { status: 'rejected' }, 'chief');
    expect([rejected.statusCode, rejected.json().sql]).toEqual([200, null]);
  });

  it.each([{}, { status: 'retired' }, { status: 'approved', id: 'x' }, { question: ' ' }])(
    'refuses %j',
    async (body) => {
      const { id } = await proposed();
      expect((await patch(id, body)).statusCode).toBe(400);
    },
  );

  it('reaches the samples of the caller’s tenant that are not in a file', async () => {
    const { id } = await proposed();
    expect([(await get(id, 'eve')).statusCode, (await get('nothing')).statusCode]).toEqual([404, 404]);
    const { samples } = (await gateway.request({ url, as: 'root' })).json();
    const inFile = samples.find(({ source }: SampleEntry) => source === 'file').id;
    expect((await patch(inFile, { status: 'rejected' })).json().code).toBe('sample_in_file');
  });

  it('lists rejected samples apart from those that wait', async () => {
    const [waiting, rejected] = [await proposed(), await proposed()];
    await patch(rejected.id, { status: 'rejected' });
    const ids = async (status: string): Promise<string[]> =>
      (await gateway.request({ url: `${url}?status=${status}&limit=100`, as: 'root' }))
        .json()
        .samples.map((sample: SampleEntry) => sample.id);
    expect([(await ids('pending')).includes(rejected.id), (await ids('pending')).includes(waiting.id)]).toEqual([
      false,
      true,
    ]);
    expect(await ids('rejected')).toContain(rejected.id);
  });

  it('keeps a rejected pair from being proposed again by a rating', async () => {
    const answered = async (): Promise<string> => {
      const { id } = await gateway.ask({ question: 'how many orders above five', cache: 'bypass' });
      const compiled = {
        sql: 'SELECT count(order_no_pk) AS c1 FROM t_order_2024',
        params: [],
        columns: [],
        probes: [],
      };
      const result = { blob: 'b', columns: [], output: [], rowCount: 0, truncated: false, skipped: [] };
      await gateway.advance(
        id,
        { event: 'planned', stage: 'intent' },
        { event: 'generated', stage: 'sql-generator', patch: { compiled } },
        { event: 'executed', stage: 'executor', patch: { result } },
        { event: 'presented', stage: 'chart' },
      );
      return id;
    };
    const rate = async (id: string, rating: 'up' | 'down' = 'up') =>
      (await gateway.request({ method: 'POST', url: `/v1/queries/${id}/feedback`, payload: { rating } })).json().sample;
    const first = await answered();
    expect(await rate(first)).toBe('approved');
    const sample = (await gateway.services.sampleStore.list(scope)).find(({ question }) =>
      question.includes('above five'),
    );
    await patch(sample?.id ?? '', { status: 'rejected' });
    expect([await rate(first), await rate(first, 'down'), await rate(await answered())]).toEqual([null, null, null]);
    expect((await stored(sample?.id ?? ''))?.rejectedBy).toBe('root');
  });
});
