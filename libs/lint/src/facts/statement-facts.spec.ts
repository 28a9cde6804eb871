import { shopCatalogue } from '@querent/sql';
import { statementFacts } from './read-statement';

const facts = (sql: string) => statementFacts(sql, shopCatalogue);
const spelt = async (sql: string) =>
  (await facts(sql)).outputs.map(({ name, kind, text }) => `${name} ${kind} ${text}`);

describe('the facts of a statement', () => {
  it.each([
    [`SELECT u.name AS n, u.level::text FROM users u`, ['n column users.name', 'level column users.level']],
    [`WITH t(x) AS (SELECT total FROM orders) SELECT sum(x) AS s FROM t`, ['s aggregate sum(orders.total)']],
    [
      `SELECT round(avg(total), 2), count(*) * 1.0 / 2 AS half FROM orders`,
      ['round aggregate avg(orders.total)', 'half expression ((1 * count(*)) / 2)'],
    ],
    [
      `SELECT rank() OVER (PARTITION BY status ORDER BY total DESC) AS place, 5 AS five FROM orders`,
      ['place window rank() over', 'five constant 5'],
    ],
    [
      `SELECT * FROM orders a JOIN orders b USING (id)`,
      ['id', 'user_id', 'total', 'status', 'created_at', 'day', 'user_id', 'total', 'status', 'created_at', 'day'].map(
        (name) => `${name} column orders.${name}`,
      ),
    ],
    [`SELECT name FROM users UNION ALL SELECT name FROM employees`, ['name column users.name']],
    [
      `SELECT (SELECT max(total) FROM orders o WHERE o.user_id = u.id) AS most FROM users u`,
      ['most aggregate (select max(orders.total))'],
    ],
    [`SELECT created_at AT TIME ZONE 'Asia/Shanghai' AS at FROM orders`, ['at column orders.created_at']],
  ])('contain its columns through aliases and subqueries: %s', async (sql, outputs) => {
    expect(await spelt(sql)).toEqual(outputs);
  });

  it('contain the period that a time is truncated to', async () => {
    const { outputs } = await facts(
      `SELECT date_trunc('month', created_at), to_char(day, 'YYYY-MM-DD'), extract(dow FROM day) FROM orders`,
    );
    expect(outputs.map(({ grain, part, table, column }) => [grain ?? part, table, column])).toEqual([
      ['month', 'orders', 'created_at'],
      ['day', 'orders', 'day'],
      ['dow', 'orders', 'day'],
    ]);
  });

  it('contain relations and conditions of every level, each once', async () => {
    const { relations, filters, joins, unknown } = await facts(
      `WITH b AS (SELECT user_id FROM orders WHERE total > 5) SELECT u.name FROM users u JOIN b ON b.user_id = u.id WHERE EXISTS (SELECT 1 FROM items i WHERE i.qty = $1) AND u.ghost IS NULL GROUP BY 1 HAVING count(*) FILTER (WHERE u.level = 'a') > 2`,
    );
    expect(relations).toEqual(['items', 'orders', 'users']);
    expect(unknown).toEqual(['users.ghost']);
    expect(joins).toEqual([{ left: 'orders.user_id', right: 'users.id', op: '=' }]);
    expect(filters.map(({ clause, subject, op, values }) => [clause, subject, op, ...values].join(' '))).toEqual([
      'having count(*) filter (users.level = a) > 2',
      'where items.qty = $1',
      'where orders.total > 5',
      'where users.ghost null',
      'aggregate users.level = a',
    ]);
  });

  it.each([
    [`status = 'open' OR true`, ['orders.status']],
    [`status = 'open' OR NOT false`, ['orders.status']],
    [`user_id IN (SELECT id FROM users WHERE level = 'a') OR total > 5`, ['orders.total', 'users.level']],
    [`status = 'open' OR EXISTS (SELECT 1 FROM items WHERE qty > 3)`, ['items.qty', 'orders.status']],
    [`NOT (status = 'open' AND false)`, ['orders.status']],
  ])('treat alternatives of an OR as uncertain: %s', async (condition, subjects) => {
    const { filters } = await facts(`SELECT count(*) FROM orders WHERE ${condition}`);
    expect(
      filters
        .map(({ subject, alternative }) => (alternative ? subject : `${subject} holds`))
        .filter((subject) => subject !== 'true')
        .sort(),
    ).toEqual(subjects);
  });

  it('contain only the constants of an unparsable text', async () => {
    expect(await facts(`SELECT * FORM orders WHERE status = 'it''s' AND total > 5 -- 'no'`)).toMatchObject({
      readable: false,
      relations: [],
      literals: ['5', `it's`],
    });
  });

  it('contain order and limit with their column', async () => {
    expect(
      await facts(`SELECT status, sum(total) AS s FROM orders GROUP BY 1 ORDER BY s DESC, 1 LIMIT 3`),
    ).toMatchObject({
      limit: '3',
      grouped: true,
      order: [
        { text: 'sum(orders.total)', descending: true, output: 1 },
        { text: 'orders.status', descending: false, output: 0 },
      ],
    });
  });
});
