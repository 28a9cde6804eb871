import type { Filter } from '@querent/contracts';
import { ambiguous, question, statement, talk } from './fixture/talk';

const of = (type: string, more = ''): string =>
  statement(`SELECT count(*) AS 数量 FROM users WHERE type = '${type}'${more}`);

describe('a compared value that is not stored', () => {
  it('is repaired before anything runs, with the nearest stored values in the next prompt', async () => {
    const { last, outcomes, requests } = await talk({ replies: [of('vip'), of('VIP')] });
    expect(outcomes.map(({ event }) => event)).toEqual(['exploration_needed', 'generated']);
    expect(requests[1]?.user).toMatch(
      /No row of users\.type has the value .{0,2}vip.*keep the condition\..*Nearest: .{0,2}VIP/,
    );
    expect(last.patch.attempts).toMatchObject([
      { n: 1, error: expect.stringContaining('unknown_value') },
      { n: 2, sql: "SELECT count(*) AS 数量 FROM users WHERE type = 'VIP'" },
    ]);
    expect(last.patch.doubts).toEqual([]);
  });

  it.each([
    "type = '大客户'",
    "type <> '大客户'",
    "type IN ('VIP', '大客户')",
    "type NOT IN ('大客户')",
    "type LIKE '大客户'",
    "type LIKE '%大客户%'",
    "type = ANY (ARRAY['大客户'])",
    "lower(type) = '大客户'",
    "'大客户' = type::text",
    "id IN (SELECT id FROM users WHERE type = '大客户')",
    "CASE WHEN type = '大客户' THEN true ELSE false END",
  ])('never runs in any notation: %s', async (condition) => {
    const { last, outcomes } = await talk({
      replies: [1, 2, 3].map((n) => statement(`SELECT count(*) AS n${n} FROM users WHERE ${condition}`)),
    });
    expect(outcomes.at(-1)?.event).toBe('clarification_needed');
    expect(outcomes.some(({ event }) => event === 'generated')).toBe(false);
    expect(last.patch).toMatchObject({
      clarification: {
        trigger: 'ambiguous_value',
        question: '“大客户”不是已有的客户类型，您指的是哪一个？',
        options: [{ label: 'VIP' }, { label: 'Normal' }, { label: 'Enterprise' }],
        allowText: true,
      },
      compiled: null,
      error: null,
    });
  });

  it('leads to the planner’s question if there is one', async () => {
    const { last } = await talk({ replies: [1, 2, 3].map((n) => of('大客户', ` AND id > ${n}`)), fallback: ambiguous });
    expect(last.patch.ambiguity).toMatchObject({
      key: 'term:大客户',
      options: [{ label: 'VIP' }, { label: 'Enterprise' }],
    });
  });

  it('cannot be repaired by dropping its condition', async () => {
    const { last } = await talk({
      replies: [
        of('Platinum'),
        statement('SELECT count(*) AS 数量 FROM users'),
        question('哪一类客户？', ['VIP', 'Normal']),
      ],
    });
    expect(last.patch.attempts).toMatchObject([
      { error: expect.stringContaining('unknown_value') },
      { error: expect.stringContaining('lost_in_repair') },
    ]);
    expect(last.event).toBe('clarification_needed');
  });

  it('is not repeated in a question unless the asker wrote it', async () => {
    const { last } = await talk({ replies: [1, 2, 3].map((n) => of('users.secret_code', ` AND id > ${n}`)) });
    expect(last.patch.clarification).toMatchObject({ question: '您指的是哪一个客户类型？' });
  });

  it('is probed in the database if the known values do not decide, while the statement is kept as the draft', async () => {
    const sql =
      "SELECT count(*) AS 数量 FROM users AS u WHERE lower(u.city) = 'mars' AND u.name LIKE 'O''Neil%' AND u.type <> ''";
    const { outcomes, run, requests } = await talk({ replies: [statement(sql)], stored: ['mars', "O''Neil%"] });
    expect(outcomes.map(({ event }) => event)).toEqual(['exploration_needed', 'generated']);
    expect(run.data.compiled?.sql).toBe(sql);
    expect(run.data.reasoning?.explorations.map((one) => one.sql)).toEqual([
      `SELECT 1 AS n WHERE EXISTS (SELECT 1 FROM "users" WHERE lower("city") = 'mars') UNION ALL SELECT 2 AS n WHERE EXISTS (SELECT 1 FROM "users" WHERE "name" LIKE 'O''Neil%')`,
    ]);
    expect([
      requests.length,
      run.data.attempts.length,
      outcomes.flatMap(({ steps }) => steps.map(({ kind }) => kind)).includes('values'),
    ]).toEqual([1, 1, false]);
  });

  it.each(["city = '火星'", "city IN ('火星')", "city LIKE '%火星%'", "name = '火星'"])(
    'is asked about also where the values of its column are not all known: %s',
    async (condition) => {
      const { last, outcomes } = await talk({
        replies: [1, 2, 3].map((n) => statement(`SELECT count(*) AS n${n} FROM users WHERE ${condition}`)),
        request: { question: '火星有多少客户' },
      });
      expect(outcomes.map(({ event }) => event)).toEqual(['exploration_needed', 'clarification_needed']);
      expect(last.patch).toMatchObject({
        clarification: {
          trigger: 'ambiguous_value',
          question: expect.stringContaining('“火星”不是已有的'),
          allowText: true,
        },
        compiled: null,
      });
    },
  );

  it('runs if it was stored after the values of its column were read', async () => {
    const { outcomes, run } = await talk({ replies: [of('Platinum')], stored: ['Platinum'] });
    expect(outcomes.map(({ event }) => event)).toEqual(['exploration_needed', 'generated']);
    expect(run.data.doubts).toEqual([]);
  });

  it('is checked with the known values if the probe failed', async () => {
    const failed = { failed: '57014: timeout' };
    const unknown = await talk({
      replies: [statement("SELECT count(*) AS 数量 FROM users WHERE city = '火星'")],
      executed: [failed],
      stored: null,
    });
    expect(unknown.outcomes.map(({ event }) => event)).toEqual(['exploration_needed', 'generated']);
    const known = await talk({ replies: [of('Platinum'), of('VIP')], executed: [failed], stored: null });
    expect(known.outcomes.map(({ event }) => event)).toEqual(['exploration_needed', 'generated']);
    expect(known.run.data.compiled?.sql).toContain("'VIP'");
  });

  it('is not probed under the filters of an agent', async () => {
    const filters: Filter[] = [{ kind: 'compare', column: { table: 'users', column: 'type' }, op: '=', value: 'VIP' }];
    const { outcomes } = await talk({
      replies: [of('VIP', " AND city = '火星'")],
      request: { agent: 'vips' },
      deps: { defaults: () => filters },
    });
    expect(outcomes.map(({ event }) => event)).toEqual(['generated']);
  });
});
