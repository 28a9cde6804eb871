import { unboundReads } from './unbound-reads';

const count = (sql: string): Promise<number> =>
  unboundReads(sql, { table: 'users', column: 'type', values: ['VIP', 'Gold'] });

describe('reads of a table without a condition', () => {
  it.each([
    "SELECT count(*) FROM users WHERE type = 'VIP'",
    "SELECT count(*) FROM public.users u WHERE city = 'x' AND (u.type)::text = 'Gold'::text",
    "SELECT count(*) FROM users WHERE 'VIP' = users.type",
    "SELECT count(*) FROM users WHERE type IN ('VIP', 'Gold')",
    "SELECT count(*) FROM users WHERE type = 'VIP' OR (type = 'Gold' AND city = 'x')",
    "SELECT sum(o.total) FROM orders o JOIN users u ON u.id = o.user_id AND u.type = 'VIP'",
    "SELECT o.id FROM orders o LEFT JOIN users u ON u.id = o.user_id AND u.type = 'VIP'",
    "SELECT count(*) FROM orders WHERE user_id IN (SELECT id FROM users WHERE type = 'VIP')",
    "WITH v AS (SELECT id FROM users WHERE type = 'VIP') SELECT count(*) FROM v",
    "SELECT 1 FROM users WHERE type = 'VIP' UNION ALL SELECT 2 FROM users WHERE type = 'Gold'",
    'SELECT count(*) FROM orders',
  ])('are absent from %s', async (sql) => {
    expect(await count(sql)).toBe(0);
  });

  it.each<[string, number]>([
    ['SELECT count(*) FROM users', 1],
    ["SELECT count(*) FROM users WHERE type = 'Normal'", 1],
    ["SELECT count(*) FROM users WHERE type <> 'VIP'", 1],
    ['SELECT count(*) FROM users WHERE type IS NOT NULL', 1],
    ["SELECT count(*) FROM users WHERE NOT type = 'VIP'", 1],
    ["SELECT count(*) FROM users WHERE type IN ('VIP', 'Normal')", 1],
    ["SELECT count(*) FROM users WHERE type = 'VIP' OR true", 1],
    ["SELECT count(*) FROM users WHERE type LIKE 'VIP'", 1],
    ["SELECT count(*) FILTER (WHERE type = 'VIP') FROM users", 1],
    ["SELECT city FROM users GROUP BY city HAVING min(type) = 'VIP'", 1],
    ["SELECT u.id FROM users u LEFT JOIN orders o ON o.user_id = u.id AND u.type = 'VIP'", 1],
    ["SELECT u.id FROM users u FULL JOIN orders o ON o.user_id = u.id AND u.type = 'VIP'", 1],
    ["SELECT a.id FROM users a JOIN users b ON a.id = b.id WHERE b.type = 'VIP'", 1],
    ["SELECT x.id FROM users AS x (id, type, city) WHERE x.type = 'VIP'", 1],
    ["SELECT (SELECT count(*) FROM users) FROM users WHERE type = 'VIP'", 1],
    ["SELECT 1 FROM users WHERE type = 'VIP' UNION ALL SELECT 2 FROM users", 1],
    ["SELECT 1 FROM users WHERE type = 'VIP' UNION ALL (SELECT 2 FROM users EXCEPT SELECT 3 FROM users)", 2],
    ["WITH users AS (SELECT * FROM users) SELECT count(*) FROM users WHERE type = 'VIP'", 2],
    ["SELECT count(*) FROM users WHERE EXISTS (SELECT 1 FROM orders WHERE users.type = 'VIP')", 1],
  ])('in %s are counted', async (sql, unbound) => {
    expect(await count(sql)).toBe(unbound);
  });

  it('are bound by numbers and booleans too', async () => {
    expect(
      await unboundReads('SELECT 1 FROM t WHERE year = 2025 AND open = true', {
        table: 't',
        column: 'year',
        values: [2025],
      }),
    ).toBe(0);
    expect(
      await unboundReads('SELECT 1 FROM t WHERE year = 2025 AND open = true', {
        table: 't',
        column: 'open',
        values: [true],
      }),
    ).toBe(0);
    expect(
      await unboundReads("SELECT 1 FROM t WHERE year = '2025'", { table: 't', column: 'year', values: ['2025'] }),
    ).toBe(0);
  });
});
