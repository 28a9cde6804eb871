import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

describe('POST /v1/queries/explain', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ QUESTIONS_PER_MINUTE: '6' });
  });
  afterAll(() => gateway.stop());

  const explain = (payload: object, as: 'alice' | 'eve' = 'alice') =>
    gateway.request({ method: 'POST', url: '/v1/queries/explain', payload, as });

  it('shows how a question is read, and keeps nothing of it', async () => {
    const before = await gateway.services.redis.keys('*:run:*');
    const response = await explain({ question: 'how many order 2024', connection: 'shop' });
    expect(response.statusCode).toBe(200);
    const { outcome, readings, units } = response.json();
    expect(outcome).toMatchObject({ kind: 'planned', text: expect.stringContaining('order 2024') });
    expect(readings[0]).toMatchObject({
      verdict: 'best',
      steps: expect.arrayContaining([expect.objectContaining({ depth: 0, words: 'how many order 2024' })]),
    });
    expect(units.map(({ words }: { words: string }) => words)).toContain('order 2024');
    expect(await gateway.services.redis.keys('*:run:*')).toEqual(before);
  });

  it('returns the unknown words of a question without a reading', async () => {
    const { outcome, unknown } = (
      await explain({ question: 'how many zorblaxes', connection: 'shop', locale: 'zh' })
    ).json();
    expect(unknown).toEqual(['zorblaxes']);
    expect(outcome.kind).not.toBe('planned');
  });

  it('accepts the members of a question, and reports unknown ones', async () => {
    const refused = await Promise.all(
      [
        { question: '', connection: 'shop' },
        { question: 'x', connection: 'nowhere' },
        { question: 'x', connection: 'shop', mode: 'fast' },
        { question: 'x', connection: 'shop', timezone: 'Mars/Olympus' },
      ].map((body) => explain(body)),
    );
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 404, 400, 400]);
  });

  it('counts an explanation against the questions per minute', async () => {
    const statuses = [];
    for (let n = 0; n < 8; n++)
      statuses.push((await explain({ question: 'how many orders', connection: 'shop' })).statusCode);
    expect(statuses).toContain(429);
  });
});
