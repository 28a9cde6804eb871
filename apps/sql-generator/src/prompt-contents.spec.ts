import type { Filter, SemanticQuery } from '@querent/contracts';
import { exploring, question, statement, talk, type TalkInput } from './fixture/talk';

const COUNT = "SELECT count(*) AS 数量 FROM users WHERE type = 'VIP'";
const NARROWED = "SELECT count(*) AS 数量 FROM users WHERE type = 'VIP' AND city = '杭州'";
const TYPES = 'SELECT DISTINCT type FROM users LIMIT 50';

const city: Filter = { kind: 'compare', column: { table: 'users', column: 'city' }, op: '=', value: '杭州' };
const atDesk = (input: Omit<TalkInput, 'deps'>, defaults: readonly Filter[] = [city]) =>
  talk({ ...input, request: { ...input.request, agent: 'desk' }, deps: { defaults: () => defaults } });
const headerOf = (user = ''): string => user.split('\n\n')[0] ?? '';

describe('the default filters of an agent', () => {
  it('are in the first prompt, so that no round is lost', async () => {
    const { requests, outcomes } = await atDesk({ replies: [statement(NARROWED)] });
    expect(requests[0]?.user).toMatch(/<<data always \w+>>\nusers\.city = '杭州'\n<<end/);
    expect(outcomes.map(({ event }) => event)).toEqual(['generated']);
    expect(requests).toHaveLength(1);
  });

  it('are in the prompt with the values that they permit', async () => {
    const { requests } = await atDesk({ replies: [statement(NARROWED)] }, [
      { kind: 'in', column: { table: 'users', column: 'city' }, values: ['杭州', "Xi'an"], negated: false },
    ]);
    expect(requests[0]?.user).toContain("users.city IN ('杭州', 'Xi''an')");
  });

  it('are absent from the prompt without an agent', async () => {
    expect((await talk({ replies: [statement(COUNT)] })).requests[0]?.user).not.toContain('<<data always');
  });

  it.each([
    TYPES,
    "SELECT DISTINCT city FROM users WHERE city <> '杭州'",
    "SELECT DISTINCT city FROM users WHERE city = '杭州' OR type = 'VIP'",
    "SELECT DISTINCT city FROM users WHERE city = '杭州' UNION SELECT city FROM users WHERE city = '杭州' OR true",
    "SELECT DISTINCT city FROM users WHERE id IN (SELECT id FROM users WHERE city = '杭州')",
    "SELECT DISTINCT a.city FROM users a JOIN users b ON a.id = b.id WHERE b.city = '杭州'",
    "SELECT DISTINCT u.type FROM orders o LEFT JOIN users u ON u.id = o.user_id AND u.city = '杭州'",
    "WITH u AS (SELECT city FROM users) SELECT DISTINCT city FROM u WHERE city = '杭州'",
    "SELECT DISTINCT city, count(*) FILTER (WHERE city = '杭州') FROM users GROUP BY city",
  ])('refuse an exploration of rows that they exclude: %s', async (sql) => {
    const { outcomes, requests } = await atDesk({ replies: [exploring(sql), statement(NARROWED)] });
    expect(outcomes.map(({ event }) => event)).toEqual(['generated']);
    expect(outcomes[0]?.patch.reasoning?.explorations).toMatchObject([
      { state: 'failed', error: expect.stringMatching(/missing_default|look_not_plain/) },
    ]);
    expect(headerOf(requests[1]?.user)).toContain('was refused');
  });

  it('permit an exploration that has them, or reads another table', async () => {
    for (const sql of [
      "SELECT DISTINCT type FROM users WHERE city = '杭州' LIMIT 50",
      'SELECT DISTINCT rating FROM orders LIMIT 50',
      "SELECT DISTINCT u.type FROM users u JOIN orders o ON o.user_id = u.id WHERE u.city = '杭州'",
    ]) {
      expect((await atDesk({ replies: [exploring(sql)] })).last.event).toBe('exploration_needed');
    }
  });
});

describe('the note about the last reply in a prompt', () => {
  it('explains why the reply was unreadable', async () => {
    const { requests, last } = await talk({ replies: ['？？？', statement(COUNT)] });
    expect(headerOf(requests[0]?.user)).not.toContain('last reply');
    expect(headerOf(requests[1]?.user)).toMatch(
      /^Your last reply could not be used: [a-z ,]+\. Reply with one JSON object in one of the three shapes\.$/m,
    );
    expect(requests[1]?.user).not.toContain('？？？');
    expect(last.event).toBe('generated');
  });

  it('states that its question was already answered', async () => {
    const asked: TalkInput['data'] = {
      asked: ['model:1'],
      clarifications: [
        {
          id: 'c1',
          trigger: 'too_vague',
          question: '哪一年？',
          options: [],
          answer: { text: '2025' },
          answeredAt: '2026-11-21T09:30:00.000Z',
        },
      ],
    };
    const { requests } = await talk({
      replies: [question('哪一年？', ['2024', '2025']), statement(COUNT)],
      data: asked,
    });
    expect(headerOf(requests[1]?.user)).toContain('what the asker has answered is asked again');
  });

  it('states that an exploration was refused or repeated', async () => {
    const refused = await talk({ replies: [exploring('SELECT DISTINCT secret_code FROM users'), statement(COUNT)] });
    expect(headerOf(refused.requests[1]?.user)).toContain('a statement that was refused');
    const repeated = await talk({
      replies: [exploring(TYPES), exploring(TYPES), statement(COUNT)],
      executed: [{ values: [['VIP']] }],
    });
    expect(headerOf(repeated.requests[1]?.user)).not.toContain('last reply');
    expect(headerOf(repeated.requests[2]?.user)).toContain('were looked at already');
  });
});

describe('the hint about the planner’s statement in a prompt', () => {
  const query: SemanticQuery = {
    subject: { kind: 'table', name: 'users' },
    strategy: 'summary',
    measures: [{ label: '客户数', what: { kind: 'aggregate', fn: 'count', table: 'users' } }],
    dimensions: [],
    select: [],
    distinct: false,
    filters: [city],
    having: [],
    compare: null,
    near: null,
    order: [],
    limit: null,
    limitPer: null,
  };

  it('states in every prompt that its parameters must be kept', async () => {
    const { requests } = await talk({
      replies: [statement('SELECT gone FROM users WHERE city = $1'), statement('SELECT 1')],
      data: { semanticQuery: query, reasoning: null },
      executed: [{ error: '42883: operator does not exist: text = integer' }],
    });
    expect(requests).toHaveLength(2);
    for (const { user, system } of requests) {
      expect(user).toMatch(
        /hint: The statement is given values for the parameters \$1[, $\d]*: keep each of them where it stands\./,
      );
      expect(system).toContain('each of them stays with its number');
      expect(system).not.toContain('no parameter,');
    }
  });
});
