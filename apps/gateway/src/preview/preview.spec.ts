import { emptyRunData, type Run } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

describe('POST /v1/preview', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ PREVIEWS_PER_MINUTE: '40', QUESTIONS_PER_MINUTE: '5' });
  });
  afterAll(() => gateway.stop());

  const preview = (payload: object, as: KeyName = 'alice') =>
    gateway.request({ method: 'POST', url: '/v1/preview', payload: { connection: 'shop', ...payload }, as });

  it('returns the parts of a question, and stores nothing but its count', async () => {
    // The first request about a connection publishes the version of its model.
    await preview({ question: '订单' });
    const before = new Set(await gateway.services.redis.keys('*'));
    const question = '　有多少訂單？';
    const response = await preview({ question });
    expect(response.statusCode).toBe(200);
    const { kind, parts, uncovered, text } = response.json();
    expect([kind, uncovered]).toEqual(['planned', []]);
    expect(text).toContain('订单');
    expect(parts).toEqual([{ from: 1, to: 6, kind: 'metric', label: '订单数' }]);
    const added = (await gateway.services.redis.keys('*')).filter((key) => !before.has(key));
    expect(added.filter((key) => !key.includes('preview-quota'))).toEqual([]);
  });

  it('returns the words that it cannot read', async () => {
    const { kind, uncovered } = (await preview({ question: '😀 how many ｚorblaxes' })).json();
    expect(kind).toBe('uncovered');
    expect(uncovered).toContainEqual({ from: 12, to: 21, text: 'ｚorblaxes' });
  });

  it('reads a question in the conversation of its key', async () => {
    const asked = await answeredRun('c1', '有多少订单');
    await gateway.services.conversations.remember(asked);
    const question = '列出明细';
    const read = async (body: object, as: KeyName = 'alice') => (await preview({ question, ...body }, as)).json();
    const [alone, other, continued] = [
      await read({}),
      await read({ conversationId: 'c1' }, 'bob'),
      await read({ conversationId: 'c1' }),
    ];
    expect(other).toEqual(alone);
    expect(continued).not.toEqual(alone);
  });

  it('applies the habits of its key', async () => {
    const question = '订单';
    const before = (await preview({ question })).json();
    expect(before.kind).toBe('ambiguous');
    const { ambiguity } = await ambiguityOf(question);
    const [option] = ambiguity.options.slice(-1);
    for (const id of ['1', '2', '3'])
      await gateway.services.habits.record(
        { tenant: 'acme', keyName: 'alice', connection: 'shop' },
        { id, choice: { key: ambiguity.key, value: option?.value ?? '' }, at: `2026-01-0${id}T00:00:00.000Z` },
      );
    const after = (await preview({ question })).json();
    expect(after.kind).toBe('planned');
    expect((await preview({ question }, 'bob')).json().kind).toBe('ambiguous');
    expect(await gateway.services.habits.of({ tenant: 'acme', keyName: 'alice', connection: 'shop' })).toHaveProperty(
      'size',
      1,
    );
  });

  it('refuses what a question would be refused for', async () => {
    const refused = await Promise.all([
      preview({ question: '' }),
      preview({ question: 'x'.repeat(2001) }),
      preview({ question: 'x', mode: 'fast' }),
      preview({ question: 'x', timezone: 'Mars/Olympus' }),
      preview({ question: 'x', connection: 'nowhere' }),
      preview({ question: 'x', connection: 'hall' }, 'eve'),
      preview({ question: 'x', connection: 'down' }),
      preview({ question: 'x', connection: 'fresh' }),
      preview({ question: 'x', connection: 'broken' }),
      preview({ question: 'x', agent: 'unknown' }),
      preview({ question: 'x' }, 'operator'),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([
      400, 400, 400, 400, 404, 403, 503, 503, 503, 404, 403,
    ]);
    for (const index of [6, 7]) expect(refused[index]?.headers['retry-after']).toBeDefined();
  });

  it('returns no physical name to a key without sql:read', async () => {
    for (const question of [
      'how many orders',
      'orders by t_order_2024',
      'list order_no_pk',
      'zorblax of order_no_pk',
    ]) {
      const { body } = await preview({ question: question.replace(/t_order_2024|order_no_pk/, 'things') }, 'bob');
      expect(body).not.toMatch(/t_order_2024|order_no_pk/);
      expect((await preview({ question }, 'bob')).statusCode).toBe(200);
    }
    const metrics = await gateway.services.metrics.registry.metrics();
    expect(metrics).not.toMatch(/querent_leaks_stopped_total\{[^}]*\} [1-9]/);
  });

  describe('with terms in the model', () => {
    beforeAll(async () => {
      const { configDir, services } = gateway;
      await mkdir(join(configDir, 'models'), { recursive: true });
      const term = (en: string, filter: string) => ({ label: { en }, filter });
      const terms = {
        frozen: term('frozen', 't_order_2024.order_no_pk > 5'),
        urgent: term('urgent', 't_order_2024.order_no_pk < 5'),
        odd: term('odd t_order_2024', 't_order_2024.order_no_pk = 1'),
      };
      const tables = { t_order_2024: { label: { en: 'order', zh: '订单' } } };
      await writeFile(join(configDir, 'models/shop.yaml'), JSON.stringify({ tables, terms }));
      await services.catalog.reload();
    });
    afterAll(async () => {
      await rm(join(gateway.configDir, 'models/shop.yaml'));
      await gateway.services.catalog.reload();
    });

    const read = async (alternatives: string, as: KeyName) => {
      const { kind, parts } = (await preview({ question: 'how many frozen orders', alternatives }, as)).json();
      return [kind, parts.flatMap((part: { alternatives?: object[] }) => part.alternatives ?? [])];
    };
    const urgent = { label: 'urgent', replacement: 'how many urgent orders' };
    const odd = { label: 'odd t_order_2024', replacement: 'how many odd t_order_2024 orders' };
    const without = { label: 'without “frozen”', replacement: 'how many orders' };

    it('finds no, few or all alternatives; all of them count as ten previews', async () => {
      const { redis } = gateway.services;
      // A new minute, with a new key, may begin during the test.
      const counted = async (): Promise<number> => {
        const keys = await redis.keys('*preview-quota*chief*');
        const counts = await Promise.all(keys.map((key) => redis.get(key)));
        return counts.reduce((sum, count) => sum + Number(count), 0);
      };
      const before = await counted();
      expect(await read('none', 'chief')).toEqual(['planned', []]);
      expect(await counted()).toBe(before + 1);
      expect(await read('all', 'chief')).toEqual(['planned', [urgent, without]]);
      expect(await counted()).toBe(before + 11);
      expect((await preview({ question: 'x', alternatives: 'some' }, 'chief')).statusCode).toBe(400);
    });

    it('leaves out alternatives with a physical name for a key without sql:read', async () => {
      expect(await read('all', 'alice')).toEqual(['planned', [urgent, odd, without]]);
      expect(await read('all', 'bob')).toEqual(['planned', [urgent, without]]);
    });
  });

  it('narrows a question by the filters of its agent', async () => {
    await writeFile(
      join(gateway.configDir, 'agents/one.yaml'),
      'label: one\ninstructions: be brief\nconnections: [shop]\nfilters: [{ column: t_order_2024.order_no_pk, equals: 7 }]\n',
    );
    await gateway.services.catalog.reload();
    const [alone, narrowed] = [
      (await preview({ question: '有多少订单' })).json(),
      (await preview({ question: '有多少订单', agent: 'one' })).json(),
    ];
    expect(narrowed.text).not.toBe(alone.text);
    expect(narrowed.text).toContain('7');
  });

  it('counts against a limit per key and not against the questions', async () => {
    const ask = () => preview({ question: 'how many orders' }, 'root');
    let answered = 0;
    let last = await ask();
    for (; last.statusCode === 200 && answered <= 80; answered++) last = await ask();
    expect([last.statusCode, last.json().code]).toEqual([429, 'too_many_requests']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    // A new minute may begin during the test. Then the limit is reached in the second one.
    expect(answered).toBeGreaterThanOrEqual(40);
    expect(answered).toBeLessThanOrEqual(80);
    expect((await preview({ question: 'how many orders' }, 'chief')).statusCode).toBe(200);
    expect((await gateway.ask({}, 'root')).status).toBe('queued');
  });

  /** An answered run of a conversation of alice. */
  async function answeredRun(conversationId: string, question: string): Promise<Run> {
    const run = await gateway.ask({ conversationId, question });
    const { query } = await plannedQuery(question);
    return { ...run, data: { ...emptyRunData(), semanticQuery: query } };
  }

  async function planOf(question: string) {
    const model = (await gateway.services.models.model('shop', 'acme'))?.model;
    if (!model) throw new Error('no model');
    return planQuestion({ question, locale: 'zh', model, today: '2026-11-21', timezone: 'UTC', choices: [] });
  }

  async function plannedQuery(question: string) {
    const plan = await planOf(question);
    if (plan.kind !== 'planned') throw new Error(plan.kind);
    return plan;
  }

  async function ambiguityOf(question: string) {
    const plan = await planOf(question);
    if (plan.kind !== 'ambiguous') throw new Error(plan.kind);
    return plan;
  }
});
