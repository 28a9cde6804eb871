import { waitFor } from '@querent/testing';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { pinId } from './pin-boards';
import { MOST_PINS, type Pin } from './pin-schemas';

describe('/v1/pins', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.services.pins.clear({ tenant: 'acme', name: 'alice' }));

  const add = (body: object, as: KeyName = 'alice') =>
    gateway.request({ method: 'POST', url: '/v1/pins', payload: { connection: 'shop', ...body }, as });
  const patch = (id: string, payload: object, as: KeyName = 'alice') =>
    gateway.request({ method: 'PATCH', url: `/v1/pins/${id}`, payload, as });
  const remove = (id: string, as: KeyName = 'alice') =>
    gateway.request({ method: 'DELETE', url: `/v1/pins/${id}`, as });
  const list = async (as: KeyName = 'alice'): Promise<Pin[]> =>
    (await gateway.request({ url: '/v1/pins', as })).json().pins;
  const questions = async (): Promise<string[]> => (await list()).map(({ question }) => question);
  const idOf = (question: string): string => pinId({ question, connection: 'shop' });

  it('keeps the question with its settings, in the order in which it was added', async () => {
    const first = await add({
      question: ' how many orders ',
      title: ' Orders ',
      timezone: 'Asia/Tokyo',
      agent: 'seller',
    });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toEqual({
      id: idOf('how many orders'),
      question: 'how many orders',
      connection: 'shop',
      title: 'Orders',
      timezone: 'Asia/Tokyo',
      agent: 'seller',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const second = (await add({ question: '有多少订单' })).json();
    expect(second).toMatchObject({ title: null, timezone: null, agent: null });
    expect(await list()).toEqual([first.json(), second]);
  });

  it('keeps one pin of a question and connection', async () => {
    const first = await add({ question: 'how many orders', title: 'Mine' });
    const again = await add({ question: 'how many orders ', title: 'Other' });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect((await add({ question: 'how many orders', connection: 'hall' })).statusCode).toBe(201);
    expect(await list()).toHaveLength(2);
  });

  it('belongs to one key', async () => {
    await add({ question: 'mine' });
    expect([await list('bob'), await list('root'), await list('eve')]).toEqual([[], [], []]);
    expect((await patch(idOf('mine'), { title: 'x' }, 'bob')).statusCode).toBe(404);
    expect((await remove(idOf('mine'), 'root')).statusCode).toBe(204);
    expect(await questions()).toEqual(['mine']);
  });

  it('changes title and position', async () => {
    for (const question of ['a', 'b', 'c']) await add({ question });
    const moved = await patch(idOf('c'), { position: 0, title: 'Third' });
    expect([moved.statusCode, moved.json().title, await questions()]).toEqual([200, 'Third', ['c', 'a', 'b']]);
    await patch(idOf('c'), { position: 1 });
    expect(await questions()).toEqual(['a', 'c', 'b']);
    await patch(idOf('a'), { position: 99 });
    expect(await questions()).toEqual(['c', 'b', 'a']);
    expect((await patch(idOf('c'), {})).json().title).toBe('Third');
    expect((await patch(idOf('c'), { title: null })).json().title).toBeNull();
  });

  it('removes a pin, also if another page was first, and leaves no key of an empty board', async () => {
    await add({ question: 'a' });
    for (let n = 0; n < 2; n++) expect((await remove(idOf('a'))).statusCode).toBe(204);
    expect((await patch(idOf('a'), { title: 'x' })).statusCode).toBe(404);
    expect([await list(), await gateway.services.redis.keys('*:pins:*alice*')]).toEqual([[], []]);
  });

  it('loses nothing when pages add, move, rename and remove at once', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `question ${n}`);
    const statuses = await Promise.all([...names, ...names].map((question) => add({ question })));
    expect(statuses.map(({ statusCode }) => statusCode).filter((status) => status !== 201 && status !== 200)).toEqual(
      [],
    );
    expect((await questions()).sort()).toEqual([...names].sort());
    const [gone, kept] = [names.slice(0, 10), names.slice(10)];
    await Promise.all([
      ...gone.map((question) => remove(idOf(question))),
      ...kept.map((question, n) => patch(idOf(question), { position: n % 7 })),
      ...kept.map((question) => patch(idOf(question), { title: `title of ${question}` })),
      add({ question: 'late' }),
    ]);
    const after = await list();
    expect(after.map(({ question }) => question).sort()).toEqual([...kept, 'late'].sort());
    for (const { question, title } of after) expect(title).toBe(question === 'late' ? null : `title of ${question}`);
  });

  it(`holds at most ${MOST_PINS} pins, also if they are added at once`, async () => {
    const added = await Promise.all(Array.from({ length: MOST_PINS + 8 }, (_, n) => add({ question: `q${n}` })));
    expect(added.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MOST_PINS);
    expect(added.filter(({ statusCode }) => statusCode === 422).map((full) => full.json().code)).toEqual(
      Array.from({ length: 8 }, () => 'board_full'),
    );
    expect(await list()).toHaveLength(MOST_PINS);
    const [first] = await list();
    expect((await add({ question: first?.question })).statusCode).toBe(200);
    await remove(first?.id ?? '');
    expect((await add({ question: 'one more' })).statusCode).toBe(201);
  });

  it('returns markup, and characters that separate stored parts, unchanged and as JSON', async () => {
    const question = '<img src=x onerror=alert(1)> "how" {many} 订单 😀?';
    const title = '<script>alert(1)</script> order: pin:x title:x';
    await add({ question, title });
    await add({ question: 'b' });
    const response = await gateway.request({ url: '/v1/pins' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json().pins.map((pin: Pin) => [pin.question, pin.title])).toEqual([
      [question, title],
      ['b', null],
    ]);
  });

  it('shows a viewer the own words unchanged, and stores nothing of an answer', async () => {
    await add({ question: 'orders of t_order_2024' }, 'bob');
    expect(await list('bob')).toMatchObject([{ question: 'orders of t_order_2024' }]);
    const [key = ''] = await gateway.services.redis.keys('*:pins:*bob*');
    const { createdAt: _, ...stored } = JSON.parse(
      (await gateway.services.redis.hget(key, `pin:${idOf('orders of t_order_2024')}`)) ?? '',
    );
    expect(stored).toEqual({ question: 'orders of t_order_2024', connection: 'shop', timezone: null, agent: null });
  });

  it('refuses what cannot be asked, and malformed bodies', async () => {
    const refused = await Promise.all([
      add({ question: '' }),
      add({ question: 'x'.repeat(2_001) }),
      add({ question: 'x', title: '' }),
      add({ question: 'x', title: 'two\nlines' }),
      add({ question: 'x', title: 'x'.repeat(201) }),
      add({ question: 'x', timezone: 'Mars/Olympus' }),
      add({ question: 'x', answer: '42' }),
      patch(idOf('x'), { position: -1 }),
      patch(idOf('x'), { position: 1.5 }),
      patch(idOf('x'), { question: 'y' }),
      add({ question: 'x', connection: 'nowhere' }),
      add({ question: 'x', agent: 'unknown' }),
      add({ question: 'x', connection: 'hall' }, 'eve'),
      add({ question: 'x' }, 'operator'),
      patch('nothing', { title: 'x' }),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      ...[404, 404, 403, 403, 404],
    ]);
    const chinese = await gateway.request({
      method: 'POST',
      url: '/v1/pins',
      payload: { question: 'x', connection: 'shop', title: 'a\tb' },
      headers: { 'accept-language': 'zh' },
    });
    expect(chinese.json().errors).toEqual([{ path: 'title', message: '只能是一行文字' }]);
    expect(await list()).toEqual([]);
  });

  it('leaves out a pin that cannot be read', async () => {
    await add({ question: 'a' });
    await add({ question: 'b' });
    const [key = ''] = await gateway.services.redis.keys('*:pins:*alice*');
    await gateway.services.redis.hset(key, `pin:${idOf('a')}`, '{"question":5}');
    expect(await questions()).toEqual(['b']);
  });

  it('is in the audit trail', async () => {
    await add({ question: 'audited' });
    await add({ question: 'audited' });
    await patch(idOf('audited'), { title: 'x' });
    await remove(idOf('audited'));
    const { entries } = await gateway.services.audit.trail.read({ tenant: 'acme', kind: 'pinned' }, { limit: 1_000 });
    expect(entries.filter(({ question }) => question === 'audited')).toMatchObject(
      ['added', 'changed', 'removed'].map((detail) => ({ key: 'alice', connection: 'shop', detail })),
    );
  });

  it('is erased with the key that is revoked over the API, and with the data of its tenant', async () => {
    const { secret } = (
      await gateway.request({
        method: 'POST',
        url: '/v1/keys',
        payload: { name: 'guest', scopes: ['query'] },
        as: 'root',
      })
    ).json();
    const payload = { question: 'of the guest', connection: 'shop' };
    const headers = { authorization: `Bearer ${secret}` };
    await gateway.request({ method: 'POST', url: '/v1/pins', payload, as: null, headers });
    expect(await gateway.services.redis.keys('*:pins:*guest*')).toHaveLength(1);
    await gateway.request({ method: 'DELETE', url: '/v1/keys/guest', as: 'root' });
    expect(await gateway.services.redis.keys('*:pins:*guest*')).toEqual([]);
    await add({ question: 'mine' });
    await add({ question: 'of evil', connection: 'shop' }, 'eve');
    await gateway.request({ method: 'DELETE', url: '/v1/tenants/acme/data', payload: { confirm: 'acme' }, as: 'root' });
    await waitFor(async () => (await list()).length === 0);
    expect(await list('eve')).toHaveLength(1);
  });
});
