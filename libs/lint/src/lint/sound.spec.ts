import { depotSubject } from './fixture/depot-subject';
import { lintStatement } from './lint-statement';

/** Statements that look wrong but are valid. */
const sound: string[] = [
  'SELECT count(*) FROM customers',
  'SELECT * FROM depot.customers c WHERE c.tier = $1 LIMIT $2',
  'SELECT depot.customers.name FROM depot.customers',
  'SELECT NAME FROM Customers',
  'SELECT "数量", k."备注" FROM "库存" AS k WHERE k."数量" > 3',
  'SELECT c FROM customers c',
  'SELECT count(c.*) FROM customers c',
  'SELECT w.name, count(DISTINCT s), count(*) FILTER (WHERE s IS NULL) FROM warehouses w LEFT JOIN shipments s ON s.warehouse_id = w.id GROUP BY w.name',
  'SELECT to_jsonb(c.name), json_agg(c.tier) FROM customers c GROUP BY c.name',
  'SELECT n * 2 FROM generate_series(1, 3) AS n',
  'SELECT id FROM shipment_lines l JOIN shipments s ON s.id = l.shipment_id',
  'SELECT warehouse_id FROM shipments JOIN readings USING (warehouse_id)',
  'SELECT name FROM customers ORDER BY credit',
  'SELECT name AS n, credit * 2 AS twice FROM customers ORDER BY twice, n',
  'SELECT tier AS level, count(*) FROM customers GROUP BY level',
  'SELECT tier, count(*) AS n FROM customers GROUP BY 1 HAVING count(*) > 1 ORDER BY n DESC, 1',
  'SELECT c.id, c.name, c.credit, count(*) FROM customers c JOIN tickets t ON t.customer_id = c.id GROUP BY c.id',
  "SELECT date_trunc('month', s.sent_at) AS month, count(*) FROM shipments s GROUP BY date_trunc('month', sent_at) ORDER BY date_trunc('month', s.sent_at)",
  'SELECT upper(tier) || lower(tier), count(*) FROM customers GROUP BY tier',
  'SELECT tier, active, count(*) FROM customers GROUP BY ROLLUP (tier, active) ORDER BY grouping(tier)',
  'SELECT tier, sum(count(*)) OVER (ORDER BY tier) FROM customers GROUP BY tier',
  'SELECT name, rank() OVER w FROM customers WINDOW w AS (PARTITION BY tier ORDER BY credit)',
  'SELECT tier, percentile_cont(0.5) WITHIN GROUP (ORDER BY credit) FROM customers GROUP BY tier',
  "SELECT tier, count(*) FILTER (WHERE born > '1990-01-01') FROM customers GROUP BY tier",
  'SELECT c.name FROM customers c WHERE c.credit > (SELECT avg(d.credit) FROM customers d WHERE d.tier = c.tier)',
  'SELECT tier FROM customers c GROUP BY tier HAVING EXISTS (SELECT 1 FROM tickets t WHERE t.hours > max(c.credit))',
  'SELECT tier, (SELECT count(*) FROM customers d WHERE d.tier = c.tier) FROM customers c GROUP BY tier',
  'SELECT DISTINCT ON (tier) tier, name FROM customers ORDER BY tier, credit DESC',
  'SELECT DISTINCT c.name AS who FROM customers c ORDER BY c.name',
  'SELECT name FROM customers UNION SELECT title FROM products ORDER BY name',
  "SELECT id, name, 'a' FROM sites_a UNION ALL (SELECT s.*, NULL FROM (SELECT id, name FROM sites_b) s)",
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i, j FROM n CROSS JOIN generate_series(1, 3) AS j',
  'WITH total AS (SELECT sum(cost) AS all_cost FROM shipments) SELECT s.id, s.cost / total.all_cost FROM shipments s, total',
  'SELECT c.name, k.n FROM customers c, LATERAL (SELECT count(*) AS n FROM tickets t WHERE t.customer_id = c.id) k',
  'SELECT c.name, last.opened FROM customers c LEFT JOIN LATERAL (SELECT opened FROM tickets t WHERE t.customer_id = c.id ORDER BY opened DESC LIMIT 1) last ON true',
  'SELECT a.name, b.name FROM customers a, customers b WHERE a.id < b.id AND a.tier = b.tier',
  'SELECT w.name, v.label FROM warehouses w CROSS JOIN (VALUES (1, $$one$$), (2, $$two$$)) AS v(n, label)',
  'SELECT a.capacity, b.capacity FROM warehouses a, warehouses b WHERE a.id = 1 AND b.id = 2',
  "SELECT a.name FROM sites_a a JOIN sites_b b ON b.name LIKE a.name || '%'",
  'SELECT a.name FROM sites_a a, warehouses w WHERE ST_DWithin(a.geom::geography, w.geom::geography, 5000)',
  'SELECT sum(l.quantity * p.price) FROM shipment_lines l JOIN products p ON p.id = l.product_id',
  'SELECT sum(s.cost) FROM shipments s JOIN customers c ON c.id = s.customer_id JOIN warehouses w ON w.id = s.warehouse_id',
  'SELECT sum(s.cost) FROM shipments s JOIN (SELECT shipment_id, count(*) AS n FROM shipment_lines GROUP BY shipment_id) l ON l.shipment_id = s.id WHERE l.n > 3',
  'SELECT sum(s.cost) FROM shipments s JOIN shipment_lines l ON l.shipment_id = s.id AND l.line_no = 1',
  'SELECT count(DISTINCT s.id), max(s.cost) FROM shipments s JOIN shipment_lines l ON l.shipment_id = s.id',
  'SELECT sum(s.cost) FROM shipments s WHERE s.id IN (SELECT shipment_id FROM shipment_lines WHERE quantity > 5)',
  'SELECT c.name, (SELECT sum(s.cost) FROM shipments s WHERE s.customer_id = c.id), (SELECT sum(t.hours) FROM tickets t WHERE t.customer_id = c.id) FROM customers c',
  'SELECT r.year, w.name, avg(r.temperature) FROM readings r JOIN warehouses w ON w.id = r.warehouse_id GROUP BY r.year, w.name',
  'SELECT avg(temperature) FROM readings WHERE year = (SELECT max(year) FROM readings)',
  'SELECT avg(x.temperature) FROM (SELECT * FROM readings WHERE year = 2024) x',
  'SELECT avg(temperature) FILTER (WHERE year = 2024) - avg(temperature) FILTER (WHERE year = 2023) FROM readings',
  "SELECT avg(CASE WHEN weight ~ '^[0-9.]+$' THEN weight::numeric END) FROM products",
  "SELECT avg(weight::numeric) FROM products WHERE weight ~ '^[0-9.]+$'",
  "SELECT title FROM (SELECT title, weight FROM products WHERE weight ~ '^[0-9.]+$') p WHERE p.weight::numeric > 3 ORDER BY p.weight::numeric",
  "SELECT avg(weight::numeric) FILTER (WHERE weight ~ '^[0-9.]+$') FROM products",
  "SELECT avg(NULLIF(regexp_replace(weight, '[^0-9.]', '', 'g'), '')::numeric) FROM products",
  "SELECT CASE WHEN weight !~ '^[0-9.]+$' THEN NULL ELSE weight::numeric END FROM products",
  "SELECT name FROM customers WHERE born > '1990-01-01' AND id = '5' AND credit >= '10.5' AND active = 'true'",
  "SELECT name FROM customers WHERE tier IN ('gold', 'silver') AND name = '3'",
  "SELECT count(*) FROM customers WHERE born >= '20240101' AND born < '2024-7-1' OR born = 'today' OR born > '1 Jan 2024'",
  'SELECT s.id::text || $1::text FROM shipments s WHERE s.sent_at >= now() - interval $$7 days$$',
  "SELECT x.key, x.value FROM customers c, jsonb_each(jsonb_build_object('who', c.name)) x",
  'SELECT (SELECT max(id) FROM customers), ARRAY(SELECT name FROM customers), EXISTS (SELECT id, name FROM customers)',
  'SELECT name FROM customers WHERE (id, tier) IN (SELECT customer_id, $$gold$$ FROM tickets)',
  'SELECT j.name FROM (customers c JOIN tickets t ON t.customer_id = c.id) AS j(a, name)',
  'SELECT to_char(sent_at, $$YYYY$$) AS year, count(*) FROM shipments GROUP BY year',
  'SELECT count(*) FROM (SELECT customer_id FROM shipments INTERSECT SELECT customer_id FROM tickets) both_kinds',
];

describe('a sound statement', () => {
  it.each(sound)('has no error: %s', async (sql) => {
    const { findings } = await lintStatement(sql, depotSubject);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  const plain = [
    'SELECT c.name, count(*) FROM customers c JOIN tickets t ON t.customer_id = c.id GROUP BY c.id',
    'SELECT w.name FROM warehouses w JOIN "库存" k ON k."仓库编号" = w.id JOIN shipments s ON s.warehouse_id = k."仓库编号"',
    "SELECT name FROM warehouses WHERE city = '杭州市' AND name <> '杭州'",
    "SELECT name FROM customers WHERE tier <> '' AND tier IS DISTINCT FROM 'gold'",
    "SELECT name FROM customers WHERE tier LIKE 'g%' OR tier ILIKE 'SILVER' OR tier NOT LIKE '%VIP%'",
    "SELECT name FROM customers WHERE lower(tier) = 'gold' OR upper(trim(tier)) = upper('Plain')",
    "SELECT name FROM customers WHERE tier = ANY (ARRAY['gold', 'silver']) OR tier = ANY ('{plain}')",
    "SELECT CASE tier WHEN 'gold' THEN 'VIP' ELSE tier END FROM customers WHERE name = 'VIP'",
  ];

  it.each(plain)('has no doubt either: %s', async (sql) => {
    expect((await lintStatement(sql, depotSubject)).findings).toEqual([]);
  });

  const followed: [strategy: 'summary' | 'spatial' | 'coverage' | 'detail', sql: string][] = [
    ['summary', 'SELECT tier, count(*) FROM customers GROUP BY tier'],
    ['summary', 'WITH n AS (SELECT count(*) AS n FROM customers) SELECT n FROM n'],
    ['summary', "SELECT capacity FROM warehouses WHERE name = 'north'"],
    ['summary', 'SELECT credit FROM customers ORDER BY credit DESC LIMIT 1'],
    [
      'spatial',
      'SELECT a.name, ST_Distance(a.geom::geography, ST_MakePoint(120, 30)::geography) AS d FROM sites_a a WHERE ST_DWithin(a.geom::geography, ST_MakePoint(120, 30)::geography, 5000) ORDER BY d',
    ],
    ['coverage', 'SELECT name FROM sites_a UNION ALL SELECT name FROM sites_b'],
    ['coverage', 'SELECT a.name FROM sites_a a FULL JOIN sites_b b ON b.name = a.name'],
    [
      'detail',
      "SELECT name FROM sites_b ORDER BY CASE WHEN score ~ '^[0-9]+$' THEN score::numeric END DESC NULLS LAST",
    ],
  ];

  it.each(followed)('follows its strategy %s: %s', async (strategy, sql) => {
    const { findings } = await lintStatement(sql, { ...depotSubject, strategy });
    expect(findings.filter(({ rule }) => rule === 'strategy')).toEqual([]);
  });

  const widths: [sql: string, columns: number | null][] = [
    ['SELECT * FROM customers', 6],
    ['SELECT c.*, count(*) OVER () FROM customers c', 7],
    ['SELECT * FROM customers JOIN tickets USING (id)', 9],
    ["VALUES (1, 'a')", 2],
    ['SELECT id FROM customers UNION SELECT id FROM products', 1],
    ['SELECT * FROM nowhere', null],
    ['SELECT FROM customers WHERE', null],
  ];

  it.each(widths)('reports how many columns it returns: %s', async (sql, columns) => {
    expect((await lintStatement(sql, depotSubject)).columns).toBe(columns);
  });
});
