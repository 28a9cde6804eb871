import { shopCatalogue } from '@querent/sql';
import { addedInRepair, lostInRepair } from './lost-in-repair';
import { statementFacts } from './read-statement';

const lost = async (before: string, after: string, excused: string[] = []): Promise<string[]> =>
  lostInRepair(await statementFacts(before, shopCatalogue), await statementFacts(after, shopCatalogue), excused);
const added = async (before: string, after: string, excused: string[] = []): Promise<string[]> =>
  addedInRepair(await statementFacts(before, shopCatalogue), await statementFacts(after, shopCatalogue), excused);

/** Two spellings of one statement. */
const SAME: readonly [string, string][] = [
  [`SELECT id FROM orders WHERE total BETWEEN 1 AND 5`, `SELECT id FROM orders WHERE total >= 1 AND total <= 5`],
  [`SELECT id FROM orders WHERE status IN ('a')`, `SELECT id FROM orders WHERE status = 'a'`],
  [`SELECT id FROM orders WHERE status IN ('b', 'a')`, `SELECT id FROM orders WHERE status = 'a' OR status = 'b'`],
  [`SELECT id FROM orders WHERE status IN ('a', 'b')`, `SELECT id FROM orders WHERE status = ANY (ARRAY['a', 'b'])`],
  [`SELECT id FROM orders WHERE status IN ('a', 'b')`, `SELECT id FROM orders WHERE status = ANY ('{a,b}'::text[])`],
  [`SELECT id FROM orders WHERE status NOT IN ('a', 'b')`, `SELECT id FROM orders WHERE NOT (status IN ('a', 'b'))`],
  [
    `SELECT id FROM orders WHERE status NOT IN ('a', 'b')`,
    `SELECT id FROM orders WHERE status <> 'a' AND status <> 'b'`,
  ],
  [`SELECT id FROM orders WHERE status != 'a'`, `SELECT id FROM orders WHERE status <> 'a'`],
  [`SELECT id FROM orders WHERE status != 'a'`, `SELECT id FROM orders WHERE NOT status = 'a'`],
  [`SELECT id FROM orders WHERE NOT (total < 5)`, `SELECT id FROM orders WHERE total >= 5`],
  [`SELECT id FROM orders WHERE 5 < total`, `SELECT id FROM orders WHERE total > 5`],
  [
    `SELECT id FROM orders WHERE NOT (total < 5 OR status = 'x')`,
    `SELECT id FROM orders WHERE total >= 5 AND status <> 'x'`,
  ],
  [`SELECT id FROM orders WHERE total < 1 OR total > 5`, `SELECT id FROM orders WHERE total NOT BETWEEN 1 AND 5`],
  [`SELECT id FROM orders WHERE status LIKE 'done'`, `SELECT id FROM orders WHERE status = 'done'`],
  [`SELECT id FROM orders WHERE status NOT LIKE '%x'`, `SELECT id FROM orders WHERE NOT status LIKE '%x'`],
  [`SELECT id FROM orders WHERE total > 5`, `SELECT id FROM orders WHERE total::numeric > 5.0`],
  [`SELECT id FROM orders WHERE total > 5`, `SELECT o."id" FROM "orders" AS o WHERE (o."total") > '5'`],
  [`SELECT id FROM orders WHERE day >= '2024-01-01'`, `SELECT id FROM orders WHERE day >= DATE '2024-01-01'`],
  [`SELECT id FROM orders WHERE day <= '2024-12-31'`, `SELECT id FROM orders WHERE day < '2025-01-01'`],
  [
    `SELECT id FROM orders WHERE extract(year FROM day) = 2024`,
    `SELECT id FROM orders WHERE day >= '2024-01-01' AND day < '2025-01-01'`,
  ],
  [
    `SELECT id FROM orders WHERE to_char(day, 'YYYY-MM') = '2024-02'`,
    `SELECT id FROM orders WHERE date_trunc('month', day) = '2024-02-01'`,
  ],
  [
    `SELECT id FROM orders WHERE created_at > now() - interval '30 days'`,
    `SELECT id FROM orders WHERE created_at > now() - INTERVAL '30 day'`,
  ],
  [
    `SELECT u.name FROM users u JOIN orders o ON o.user_id = u.id`,
    `SELECT a.name FROM orders b, users a WHERE a.id = b.user_id`,
  ],
  [
    `SELECT a.total FROM orders a JOIN orders b USING (id)`,
    `SELECT a.total FROM orders a JOIN orders b ON a.id = b.id`,
  ],
  [
    `SELECT name FROM users WHERE id IN (SELECT user_id FROM orders WHERE total > 5)`,
    `SELECT name FROM users u WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND o.total > 5)`,
  ],
  [
    `SELECT name FROM users WHERE id NOT IN (SELECT user_id FROM orders)`,
    `SELECT u.name FROM users u WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)`,
  ],
  [
    `SELECT u.name FROM users u LEFT JOIN orders o ON o.user_id = u.id WHERE o.id IS NULL`,
    `SELECT u.name FROM users u WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)`,
  ],
  [
    `WITH big AS (SELECT user_id, sum(total) AS s FROM orders GROUP BY 1) SELECT user_id, s FROM big WHERE s > 9`,
    `SELECT user_id, s FROM (SELECT user_id, sum(total) s FROM orders GROUP BY user_id) x WHERE s > 9`,
  ],
  [
    `WITH big AS (SELECT user_id, sum(total) AS s FROM orders GROUP BY 1) SELECT user_id, s FROM big WHERE s > 9`,
    `SELECT user_id, sum(total) FROM orders GROUP BY user_id HAVING sum(total) > 9`,
  ],
  [
    `SELECT sum(CASE WHEN status = 'a' THEN 1 ELSE 0 END) FROM orders`,
    `SELECT count(*) FILTER (WHERE status = 'a') FROM orders`,
  ],
  [
    `SELECT avg(CASE WHEN status = 'a' THEN total END) FROM orders`,
    `SELECT avg(total) FILTER (WHERE status = 'a') FROM orders`,
  ],
  [`SELECT count(1) FROM orders`, `SELECT count(*) FROM orders`],
  [
    `SELECT status, avg(total) FROM orders GROUP BY status`,
    `SELECT status AS s, round(coalesce(avg(total), 0)::numeric, 2) AS mean FROM orders GROUP BY 1`,
  ],
  [`SELECT total / id FROM orders`, `SELECT total / NULLIF(id, 0) FROM orders`],
  [
    `SELECT name FROM users ORDER BY "order" DESC LIMIT 5`,
    `SELECT u.name FROM users u ORDER BY u."order" DESC NULLS LAST FETCH FIRST 5 ROWS ONLY`,
  ],
  [`SELECT sum(name::numeric) FROM users`, `SELECT sum(CASE WHEN name ~ '^[0-9]+$' THEN name::numeric END) FROM users`],
  [`SELECT id FROM orders WHERE shop.orders.total > 5`, `SELECT id FROM shop.orders WHERE total > 5`],
  [`SELECT id FROM orders WHERE (status = 'a') IS TRUE`, `SELECT id FROM orders WHERE status = 'a'`],
  [
    `SELECT id FROM orders a WHERE a.total > (SELECT avg(total) FROM orders)`,
    `SELECT id FROM orders o WHERE o.total > (SELECT avg(x.total) FROM orders x)`,
  ],
  [`SELECT id FROM orders WHERE TRUE AND 1 = 1 AND total > 5`, `SELECT id FROM orders WHERE total > 5`],
  [`SELECT * FROM items`, `SELECT order_id, sku, qty FROM items`],
];

/** A statement, a worse one, and the lost part. */
const DROPPED: readonly [string, string, RegExp][] = [
  [
    `SELECT id FROM orders WHERE status = 'a' AND total > 5`,
    `SELECT id FROM orders WHERE total > 5`,
    /filter orders\.status/,
  ],
  [`SELECT id FROM orders WHERE status = 'a'`, `SELECT id FROM orders WHERE status = 'b'`, /filter orders\.status/],
  [`SELECT id FROM orders WHERE status <> 'a'`, `SELECT id FROM orders WHERE status = 'a'`, /filter/],
  [`SELECT id FROM orders WHERE total > 5`, `SELECT id FROM orders WHERE total < 5`, /filter/],
  [`SELECT id FROM orders WHERE total > 5`, `SELECT id FROM orders WHERE id > 5`, /filter orders\.total/],
  [`SELECT id FROM orders WHERE status IN ('a', 'b')`, `SELECT id FROM orders WHERE status = 'a'`, /filter/],
  [
    `SELECT id FROM orders WHERE status = 'a' AND total > 5`,
    `SELECT id FROM orders WHERE status = 'a' OR total > 5`,
    /filter/,
  ],
  [
    `SELECT id FROM orders WHERE total BETWEEN 1 AND 5`,
    `SELECT id FROM orders WHERE total >= 1`,
    /filter orders\.total <= 5/,
  ],
  [`SELECT id FROM orders WHERE day IS NOT NULL`, `SELECT id FROM orders WHERE day IS NULL`, /filter/],
  [
    `SELECT id FROM orders WHERE extract(year FROM day) = 2024`,
    `SELECT id FROM orders WHERE extract(year FROM day) = 2023`,
    /filter/,
  ],
  [
    `SELECT name FROM users u WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)`,
    `SELECT name FROM users u WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)`,
    /filter/,
  ],
  [`SELECT status FROM orders GROUP BY 1 HAVING count(*) > 2`, `SELECT status FROM orders GROUP BY 1`, /filter count/],
  [`SELECT count(*) FILTER (WHERE status = 'a') FROM orders`, `SELECT count(*) FROM orders`, /filter/],
  [
    `SELECT u.name FROM users u JOIN orders o ON o.user_id = u.id`,
    `SELECT u.name FROM users u, orders o`,
    /join condition/,
  ],
  [
    `SELECT u.name FROM users u JOIN orders o ON o.user_id = u.id`,
    `SELECT u.name FROM users u JOIN orders o ON o.id = u.id`,
    /join condition/,
  ],
  [`SELECT u.name FROM users u JOIN orders o ON o.user_id = u.id`, `SELECT u.name FROM users u`, /relation orders/],
  [
    `SELECT u.name, count(o.id) FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY 1`,
    `SELECT u.name, count(o.id) FROM users u JOIN orders o ON o.user_id = u.id GROUP BY 1`,
    /outer join/,
  ],
  [`SELECT sum(total) FROM orders`, `SELECT avg(total) FROM orders`, /metric sum/],
  [`SELECT sum(total) FROM orders`, `SELECT sum(id) FROM orders`, /metric sum/],
  [`SELECT count(DISTINCT user_id) FROM orders`, `SELECT count(user_id) FROM orders`, /metric count\(distinct/],
  [
    `SELECT status, count(*), sum(total) FROM orders GROUP BY 1`,
    `SELECT status, count(*) FROM orders GROUP BY 1`,
    /metric sum/,
  ],
  [`SELECT id, status, total FROM orders`, `SELECT id, total FROM orders`, /output column status/],
  [`SELECT id FROM orders ORDER BY total DESC LIMIT 5`, `SELECT id FROM orders ORDER BY total DESC`, /limit 5/],
  [
    `SELECT id FROM orders ORDER BY total DESC LIMIT 5`,
    `SELECT id FROM orders ORDER BY total DESC LIMIT 50`,
    /limit 5/,
  ],
  [`SELECT id FROM orders ORDER BY total DESC LIMIT 5`, `SELECT id FROM orders ORDER BY total LIMIT 5`, /order by/],
  [`SELECT id FROM orders ORDER BY total DESC LIMIT 5`, `SELECT id FROM orders ORDER BY id DESC LIMIT 5`, /order by/],
  [`SELECT DISTINCT status FROM orders`, `SELECT status FROM orders`, /distinct/],
  [`SELECT id FROM orders EXCEPT SELECT id FROM users`, `SELECT id FROM orders UNION SELECT id FROM users`, /except/],
  [`SELECT name FROM users UNION ALL SELECT name FROM employees`, `SELECT name FROM users`, /relation employees/],
  [`SELECT * FORM orders WHERE status = 'paid' LIMIT 3`, `SELECT * FROM orders LIMIT 3`, /value paid/],
  [`SELECT nme FROM users WHERE level = 'a'`, `SELECT name FROM users`, /filter users\.level/],
  [`SELECT id FROM orders WHERE state = 'a'`, `SELECT id FROM orders`, /filter/],
  [`SELECT id FROM orders WHERE state = 'a'`, `SELECT id FROM orders WHERE status = 'b'`, /filter/],
  [`SELECT id FROM orders`, `SELECT id FROM`, /does not parse/],
];

/** A faulty statement, the reported fragments, and the repair. */
const REPAIRED: readonly [string, string[], string][] = [
  [`SELECT id FROM orders WHERE state = 'a'`, ['state'], `SELECT id FROM orders WHERE status = 'a'`],
  [`SELECT nme FROM users WHERE level = 'a'`, ['users.nme'], `SELECT name FROM users WHERE level = 'a'`],
  [`SELECT name FROM customers WHERE level = 'a'`, ['customers'], `SELECT name FROM users WHERE level = 'a'`],
  [
    `SELECT c.name FROM customers c JOIN orders o ON o.user_id = c.id WHERE o.total > 5`,
    ['customers'],
    `SELECT u.name FROM users u JOIN orders o ON o.user_id = u.id WHERE o.total > 5`,
  ],
  [`SELECT id FROM orders WHERE status = 'Payed'`, [`'Payed'`], `SELECT id FROM orders WHERE status = 'paid'`],
  [
    `SELECT id FROM orders WHERE status IN ('Payed', 'open')`,
    ['Payed'],
    `SELECT id FROM orders WHERE status IN ('paid', 'open')`,
  ],
  [`SELECT sum(amount) FROM orders`, ['amount'], `SELECT sum(total) FROM orders`],
  [
    `SELECT u.name FROM users u JOIN orders o ON o.customer_id = u.id`,
    ['o.customer_id'],
    `SELECT u.name FROM users u JOIN orders o ON o.user_id = u.id`,
  ],
  [
    `SELECT * FORM orders WHERE status = 'paid' LIMIT 3`,
    ['FORM'],
    `SELECT * FROM orders WHERE status = 'paid' LIMIT 3`,
  ],
  [
    `SELECT id FROM orders ORDER BY amount DESC LIMIT 5`,
    ['amount'],
    `SELECT id FROM orders ORDER BY total DESC LIMIT 5`,
  ],
  [
    `SELECT status, name, count(*) FROM orders JOIN users u ON u.id = user_id GROUP BY status`,
    ['name'],
    `SELECT status, u.name, count(*) FROM orders JOIN users u ON u.id = user_id GROUP BY status, u.name`,
  ],
  [
    `SELECT name FROM users WHERE id IN (SELECT user_id FROM orders WHERE total > 5)`,
    [],
    `SELECT DISTINCT u.name FROM users u JOIN orders o ON o.user_id = u.id WHERE o.total > 5`,
  ],
  [
    `SELECT a.name FROM (SELECT u.name FROM users u) d WHERE a.name = 'x'`,
    ['a.name'],
    `SELECT d.name FROM (SELECT u.name FROM users u) d WHERE d.name = 'x'`,
  ],
];

describe('a repair', () => {
  it.each(SAME)('loses nothing with another spelling: %s / %s', async (one, other) => {
    expect(await lost(one, other)).toEqual([]);
    expect(await lost(other, one)).toEqual([]);
    expect([...(await added(one, other)), ...(await added(other, one))]).toEqual([]);
  });

  it.each(DROPPED)('reports what it dropped: %s / %s', async (before, after, what) => {
    expect((await lost(before, after)).join('; ')).toMatch(what);
  });

  it.each(REPAIRED)('may change the faulty part: %s (%j)', async (before, excused, after) => {
    expect(await lost(before, after, excused)).toEqual([]);
    expect(await added(before, after, excused)).toEqual([]);
  });

  it('may not change more than the faulty part', async () => {
    expect(
      await lost(`SELECT id FROM orders WHERE state = 'a' AND total > 5`, `SELECT id FROM orders WHERE status = 'a'`, [
        'state',
      ]),
    ).toEqual(['filter orders.total > 5']);
    expect(
      await lost(`SELECT id FROM orders WHERE status = 'Payed'`, `SELECT id FROM orders WHERE status <> 'paid'`, [
        'Payed',
      ]),
    ).not.toEqual([]);
    expect(
      await lost(
        `SELECT id FROM orders WHERE status IN ('Payed', 'open')`,
        `SELECT id FROM orders WHERE status = 'paid'`,
        ['Payed'],
      ),
    ).not.toEqual([]);
    expect(await lost(`SELECT sum(amount) FROM orders`, `SELECT count(*) FROM orders`, ['amount'])).not.toEqual([]);
  });

  it('reports conditions that it added', async () => {
    expect(await added(`SELECT id FROM orders`, `SELECT id FROM orders WHERE status = 'a'`)).toEqual([
      'filter orders.status = a',
    ]);
    expect(
      await added(`SELECT id FROM orders WHERE status = 'a'`, `SELECT id FROM orders WHERE status = 'a' AND total > 0`),
    ).toEqual(['filter orders.total > 0']);
  });

  it('may add only the condition that was missing', async () => {
    const [before, after] = [`SELECT sum(total) FROM orders`, `SELECT sum(total) FROM orders WHERE day = '2024-01-01'`];
    expect(await added(before, after, ['"orders"."day"'])).toEqual([]);
    expect(await added(before, after, ['"orders"."status"'])).toEqual(['filter orders.day = 2024-01-01']);
  });

  it('is not excused of everything by a fault that quotes a whole query', async () => {
    expect(
      await lost(`SELECT id FROM orders WHERE total > 5`, `SELECT id FROM orders`, [
        `SELECT id FROM orders WHERE total > 5`,
      ]),
    ).toEqual(['filter orders.total > 5']);
  });

  it('loses nothing if it is unchanged', async () => {
    for (const sql of [...SAME.flat(), ...DROPPED.map(([before]) => before), ...REPAIRED.map(([before]) => before)]) {
      if ((await statementFacts(sql, shopCatalogue)).unknown.length === 0)
        expect(await lost(sql, sql)).toEqual(sql.includes('FORM') ? ['the statement does not parse'] : []);
    }
  });
});
