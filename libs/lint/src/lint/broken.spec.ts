import { depotSubject } from './fixture/depot-subject';
import { lintStatement } from './lint-statement';
import type { LintSubject } from './lint-subject';

/** Statement, rule, and the reported fragment. */
type Broken = [sql: string, rule: string, fragment: string];

const refused: Broken[] = [
  ['SELECT * FORM customers', 'syntax', 'FORM'],
  ['SELECT name FROM customers WHERE', 'syntax', 'customers WHERE'],
  ['SELECT name, FROM customers', 'syntax', 'FROM'],
  ["SELECT name FROM customers WHERE tier = 'gold", 'syntax', "'gold"],
  ['SELECT 1; SELECT 2', 'not_single_statement', ''],
  ['DELETE FROM customers', 'not_select', 'DeleteStmt'],
  ['SELECT name INTO copy FROM customers', 'not_select', 'SelectStmt'],
  ['SELECT count(*) FROM shipment', 'unknown_relation', 'shipment'],
  ['SELECT count(*) FROM sales.customers', 'unknown_relation', 'sales.customers'],
  ['SELECT * FROM audit', 'unknown_relation', 'audit'],
  ['WITH big AS (SELECT id FROM customers) SELECT count(*) FROM bigs', 'unknown_relation', 'bigs'],
  ['SELECT nmae FROM customers', 'unknown_column', 'nmae'],
  ['SELECT c.amount FROM customers c', 'unknown_column', 'c.amount'],
  ['SELECT "仓库编码" FROM "库存"', 'unknown_column', '"仓库编码"'],
  ['SELECT id FROM customers WHERE EXISTS (SELECT 1 FROM tickets WHERE oppened > born)', 'unknown_column', 'oppened'],
  ['SELECT s.total FROM (SELECT sum(cost) AS sum_cost FROM shipments) s', 'unknown_column', 's.total'],
  ['SELECT name FROM customers JOIN tickets USING (customer)', 'unknown_column', 'customer'],
  ['SELECT name FROM customers ORDER BY joined', 'unknown_column', 'joined'],
  ['SELECT id FROM shipments s JOIN customers c ON c.id = s.customer_id', 'ambiguous_column', 'id'],
  ['SELECT w.name FROM warehouses w, sites_a a WHERE ST_DWithin(w.geom, geom, 1)', 'ambiguous_column', 'geom'],
  [
    'SELECT a.name, t.score FROM (SELECT a.name, b.score FROM sites_a a JOIN sites_b b ON b.name LIKE a.name) combined',
    'alias_out_of_scope',
    't.score',
  ],
  [
    "SELECT json_agg(json_build_object('name', a.name)) FROM (SELECT a.name FROM sites_a a UNION ALL SELECT b.name FROM sites_b b) both_sites",
    'alias_out_of_scope',
    'a.name',
  ],
  ['SELECT name FROM (SELECT c.name FROM customers c) x ORDER BY c.name', 'alias_out_of_scope', 'c.name'],
  ['SELECT count(*) FROM (SELECT c.tier FROM customers c) x GROUP BY c.tier', 'alias_out_of_scope', 'c.tier'],
  [
    'SELECT tier FROM (SELECT c.tier FROM customers c) x GROUP BY tier HAVING count(c.tier) > 1',
    'alias_out_of_scope',
    'c.tier',
  ],
  ['SELECT customers.name FROM customers c', 'alias_out_of_scope', 'customers.name'],
  [
    'WITH big AS (SELECT c.id, c.credit FROM customers c) SELECT c.id FROM big WHERE big.credit > 3',
    'alias_out_of_scope',
    'c.id',
  ],
  ['SELECT p.title FROM shipment_lines l WHERE l.quantity > 3', 'alias_out_of_scope', 'p.title'],
  ['SELECT x.* FROM customers c', 'alias_out_of_scope', 'x.*'],
  [
    'SELECT c.name FROM customers c, (SELECT count(*) AS n FROM tickets t WHERE t.customer_id = c.id) k',
    'alias_out_of_scope',
    'c.id',
  ],
  ['SELECT id, name FROM customers UNION ALL SELECT id FROM products', 'arm_width', 'SELECT id FROM products'],
  ['SELECT * FROM sites_a UNION ALL SELECT name, city FROM sites_b', 'arm_width', 'SELECT name, city FROM sites_b'],
  ["SELECT name FROM customers EXCEPT VALUES ('a', 'b')", 'arm_width', "VALUES ('a', 'b')"],
  ["SELECT * FROM (VALUES (1, 'a'), (2)) v", 'arm_width', '(2)'],
  [
    'SELECT name FROM customers WHERE id IN (SELECT id, customer_id FROM tickets)',
    'subquery_width',
    'SELECT id, customer_id FROM tickets',
  ],
  ['SELECT (SELECT id, name FROM customers LIMIT 1)', 'subquery_width', 'SELECT id, name FROM customers LIMIT 1'],
  ['SELECT row_to_json(c) FROM customers c', 'row_as_text', 'c'],
  ['SELECT json_object_keys(to_json(c)) FROM customers c', 'row_as_text', 'c'],
  ['SELECT to_jsonb(x.r) FROM (SELECT c AS r FROM customers c) x', 'row_as_text', 'c'],
  ['SELECT ST_AsGeoJSON(s.*) FROM sites_a s', 'row_as_text', 's'],
  ['SELECT kv.key FROM customers c, LATERAL jsonb_each_text(to_jsonb(c)) kv', 'row_as_text', 'c'],
  ['SELECT customers::text FROM customers', 'row_as_text', 'customers'],
  ['SELECT tier, name, count(*) FROM customers GROUP BY tier', 'ungrouped_column', 'name'],
  ['SELECT name, sum(credit) FROM customers', 'ungrouped_column', 'name'],
  ['SELECT * FROM customers GROUP BY tier', 'ungrouped_column', 'id'],
  ['SELECT tier, count(*) FROM customers GROUP BY 1 ORDER BY born', 'ungrouped_column', 'born'],
  ['SELECT tier FROM customers GROUP BY tier HAVING active', 'ungrouped_column', 'active'],
  [
    "SELECT date_trunc('month', sent_at), date_trunc('day', sent_at), count(*) FROM shipments GROUP BY 1",
    'ungrouped_column',
    'sent_at',
  ],
  [
    'SELECT tier, (SELECT count(*) FROM tickets t WHERE t.customer_id = c.id) FROM customers c GROUP BY tier',
    'ungrouped_column',
    'c.id',
  ],
  [
    'SELECT c.name, count(*) FROM customers c JOIN tickets t ON t.customer_id = c.id GROUP BY t.id',
    'ungrouped_column',
    'c.name',
  ],
  ['SELECT tier, rank() OVER (ORDER BY credit) FROM customers GROUP BY tier', 'ungrouped_column', 'credit'],
  ['SELECT tier FROM customers WHERE sum(credit) > 10 GROUP BY tier', 'misplaced_aggregate', 'sum(credit)'],
  ['SELECT avg(count(*)) FROM customers GROUP BY tier', 'misplaced_aggregate', 'count(*)'],
  ['SELECT count(*) FROM customers GROUP BY max(tier)', 'misplaced_aggregate', 'max(tier)'],
  [
    'SELECT name FROM customers WHERE row_number() OVER (ORDER BY id) < 3',
    'misplaced_aggregate',
    'row_number() OVER (ORDER BY id)',
  ],
  ['SELECT DISTINCT name FROM customers ORDER BY credit', 'distinct_order', 'credit'],
  ['SELECT name FROM customers WHERE tier = 3', 'type_mismatch', 'tier = 3'],
  ["SELECT name FROM customers WHERE id IN (1, 'two')", 'type_mismatch', "id IN (1, 'two')"],
  ['SELECT name FROM customers WHERE born >= 1990', 'type_mismatch', 'born >= 1990'],
  [
    "SELECT name FROM customers WHERE born BETWEEN '2024-01' AND '2024-06'",
    'type_mismatch',
    "born BETWEEN '2024-01' AND '2024-06'",
  ],
  ['SELECT name FROM customers LIMIT 5, 10', 'syntax', 'LIMIT 5, 10'],
  ['SELECT name FROM customers WHERE active = 1', 'type_mismatch', 'active = 1'],
  ['SELECT sum(tier) FROM customers', 'type_mismatch', 'sum(tier)'],
  ['SELECT c.name, t.opened FROM customers c, tickets t', 'cartesian_join', 'c × t'],
  ['SELECT c.name FROM customers c CROSS JOIN products p WHERE p.price > 3', 'cartesian_join', 'c × p'],
  ['SELECT c.name FROM customers c JOIN tickets t ON true', 'cartesian_join', 'c × t'],
  ["SELECT c.name FROM customers c JOIN tickets t ON t.hours > 1 WHERE c.tier = 'gold'", 'cartesian_join', 'c × t'],
  ['SELECT sum(s.cost) FROM shipments s JOIN shipment_lines l ON l.shipment_id = s.id', 'fan_out', 'sum(s.cost)'],
  [
    'SELECT c.name, sum(s.cost), sum(t.hours) FROM customers c JOIN shipments s ON s.customer_id = c.id JOIN tickets t ON t.customer_id = c.id GROUP BY c.id',
    'fan_out',
    'sum(s.cost)',
  ],
  [
    'SELECT c.name, sum(s.cost), sum(t.hours) FROM customers c JOIN shipments s ON s.customer_id = c.id JOIN tickets t ON t.customer_id = c.id GROUP BY c.id',
    'fan_out',
    'sum(t.hours)',
  ],
  [
    'SELECT w.city, avg(w.capacity) FROM warehouses w LEFT JOIN shipments s ON s.warehouse_id = w.id GROUP BY w.city',
    'fan_out',
    'avg(w.capacity)',
  ],
  ['SELECT c.name FROM customers c JOIN shipments s ON s.id = c.id', 'unknown_join', 's.id = c.id'],
  [
    'SELECT c.name, count(*) FROM customers c JOIN tickets t ON t.id = c.id GROUP BY c.name',
    'unknown_join',
    't.id = c.id',
  ],
  ['SELECT w.name FROM warehouses w JOIN shipments s ON s.customer_id = w.id', 'unknown_join', 's.customer_id = w.id'],
  ['SELECT avg(weight::numeric) FROM products', 'unguarded_cast', 'weight::numeric'],
  ['SELECT title FROM products ORDER BY CAST(weight AS integer) DESC', 'unguarded_cast', 'weight::int'],
  [
    "SELECT title FROM (SELECT title, weight AS w FROM products) x WHERE to_number(w, '999') > 3",
    'unguarded_cast',
    "to_number(w, '999')",
  ],
  [
    'SELECT title, CASE WHEN weight IS NOT NULL THEN weight::numeric END FROM products',
    'unguarded_cast',
    'weight::numeric',
  ],
  ['SELECT avg(temperature) FROM readings', 'missing_filter', 'readings.temperature'],
  [
    'SELECT w.name, max(x.t) FROM warehouses w JOIN (SELECT warehouse_id, temperature AS t FROM readings) x ON x.warehouse_id = w.id GROUP BY w.name',
    'missing_filter',
    'readings.temperature',
  ],
];

describe('a broken statement', () => {
  it.each(refused)('must not run: %s', async (sql, rule, fragment) => {
    const { findings } = await lintStatement(sql, depotSubject);
    expect(findings.filter((finding) => finding.severity === 'error')).toContainEqual(
      expect.objectContaining({ rule, fragment: expect.stringContaining(fragment) }),
    );
  });

  const doubted: [sql: string, rule: string, fragment: string, strategy?: LintSubject['strategy']][] = [
    ['SELECT count(*) FROM shipments s JOIN shipment_lines l ON l.shipment_id = s.id', 'fan_out', 'count(*)'],
    ['SELECT count(c.id) FROM customers c JOIN tickets t ON t.customer_id = c.id', 'fan_out', 'count(c.id)'],
    ['SELECT sum(s.cost) FROM shipment_lines l JOIN shipments s ON l.shipment_id = s.id', 'fan_out', 'sum(s.cost)'],
    [
      'SELECT t.opened, avg(c.credit) FROM customers c JOIN tickets t ON t.customer_id = c.id GROUP BY t.opened',
      'fan_out',
      'avg(c.credit)',
    ],
    ['SELECT t.opened FROM tickets t JOIN readings r ON r.year = t.id', 'unknown_join', 'r.year = t.id'],
    ["SELECT name FROM customers WHERE tier = 'VIP'", 'unknown_value', "tier = 'VIP'"],
    ["SELECT name FROM warehouses WHERE city IN ('杭州', '宁波市')", 'unknown_value', "city IN ('杭州', '宁波市')"],
    ["SELECT name FROM customers WHERE tier <> 'VIP'", 'unknown_value', "tier <> 'VIP'"],
    ["SELECT name FROM customers WHERE 'VIP'::text IS NOT DISTINCT FROM tier", 'unknown_value', "'VIP'"],
    ["SELECT name FROM customers WHERE tier NOT IN ('gold', 'VIP')", 'unknown_value', "('gold', 'VIP')"],
    ["SELECT name FROM customers WHERE tier = ANY (ARRAY['gold', 'VIP'])", 'unknown_value', "ARRAY['gold', 'VIP']"],
    ["SELECT name FROM customers WHERE tier = ANY ('{gold,VIP}'::text[])", 'unknown_value', '{gold,VIP}'],
    ["SELECT name FROM customers WHERE tier LIKE 'VIP'", 'unknown_value', "LIKE 'VIP'"],
    ["SELECT name FROM customers WHERE tier LIKE '%VIP%'", 'unknown_value', "LIKE '%VIP%'"],
    ["SELECT name FROM customers WHERE tier ILIKE 'vip'", 'unknown_value', "ILIKE 'vip'"],
    ["SELECT name FROM customers WHERE lower(tier) = 'vip'", 'unknown_value', "'vip'"],
    ["SELECT name FROM customers WHERE upper(trim(tier::text)) = upper('vip')", 'unknown_value', "'vip'"],
    ["SELECT name FROM customers WHERE lower(tier) = 'Gold'", 'unknown_value', "'Gold'"],
    ["SELECT sum(CASE WHEN tier = 'VIP' THEN 1 ELSE 0 END) FROM customers", 'unknown_value', "tier = 'VIP'"],
    ["SELECT CASE tier WHEN 'VIP' THEN 'big' ELSE 'small' END FROM customers", 'unknown_value', "WHEN 'VIP'"],
    ["SELECT count(*) FILTER (WHERE tier = 'VIP') FROM customers", 'unknown_value', "tier = 'VIP'"],
    [
      "SELECT count(*) FROM shipments s JOIN customers c ON c.id = s.customer_id AND c.tier = 'VIP'",
      'unknown_value',
      "c.tier = 'VIP'",
    ],
    [
      "WITH c AS (SELECT tier AS level FROM customers) SELECT count(*) FROM c WHERE level = 'VIP'",
      'unknown_value',
      "level = 'VIP'",
    ],
    ["SELECT tier FROM customers GROUP BY tier HAVING tier = 'VIP'", 'unknown_value', "tier = 'VIP'"],
    ["SELECT NULLIF(score, '--')::numeric FROM sites_b", 'unguarded_cast', "NULLIF (score, '--')"],
    ['SELECT name FROM sites_b ORDER BY score DESC', 'text_as_number', 'score DESC'],
    ["SELECT name FROM sites_b WHERE score > '4'", 'text_as_number', "score > '4'"],
    ['SELECT max(weight) FROM products', 'text_as_number', 'max(weight)'],
    ["SELECT name FROM warehouses WHERE city = '杭州市'", 'strategy', 'spatial', 'spatial'],
    ['SELECT name FROM sites_a', 'strategy', 'coverage', 'coverage'],
    ['SELECT a.name FROM sites_a a JOIN sites_b b ON b.name LIKE a.name', 'strategy', 'coverage', 'coverage'],
    ['SELECT name, score FROM sites_b', 'strategy', 'detail', 'detail'],
  ];

  it.each(doubted)('runs with a doubt: %s', async (sql, rule, fragment, strategy = null) => {
    const { findings } = await lintStatement(sql, { ...depotSubject, strategy });
    expect(findings).toContainEqual(
      expect.objectContaining({ rule, severity: 'doubt', fragment: expect.stringContaining(fragment) }),
    );
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each([
    'SELECT name, capacity FROM warehouses ORDER BY capacity DESC LIMIT 5',
    'SELECT name, capacity * 2 FROM warehouses',
  ])('runs with a doubt if things have a computed figure: %s', async (sql) => {
    const { findings } = await lintStatement(sql, { ...depotSubject, strategy: 'summary' });
    expect(findings).toEqual([expect.objectContaining({ rule: 'strategy', severity: 'doubt' })]);
  });

  const lists = [
    "SELECT name FROM customers WHERE tier = 'gold'",
    'SELECT id, name FROM customers ORDER BY id',
    'SELECT name FROM customers ORDER BY name',
    "SELECT json_agg(json_build_object('n', name)) FROM customers",
    'SELECT name, capacity FROM warehouses',
  ];

  it.each(lists)('lists rows instead of the requested figure: %s', async (sql) => {
    const { findings } = await lintStatement(sql, { ...depotSubject, strategy: 'summary' });
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'strategy', severity: 'error' }));
  });

  const nearest: [sql: string, nearest: string[]][] = [
    ['SELECT count(*) FROM shipment', ['shipments', 'shipment_lines']],
    ['SELECT count(*) FROM other.customers', ['depot.customers']],
    ['SELECT nmae FROM customers', ['name']],
    ['SELECT c.price FROM customers c', ['products.price']],
    ['SELECT customers.name FROM customers c', ['c.name']],
    ['SELECT a.name FROM (SELECT a.name FROM sites_a a) u', ['u.name']],
    ['SELECT id FROM shipments s JOIN customers c ON c.id = s.customer_id', ['s.id', 'c.id']],
    ['SELECT 数目 FROM "库存"', ['"数量"']],
    ["SELECT name FROM warehouses WHERE city = '杭州'", ['杭州市']],
    ['SELECT avg(weight::numeric) FROM products', ["CASE WHEN weight ~ '^[0-9.]+$' THEN weight::numeric END"]],
  ];

  it.each(nearest)('gets suggestions of similar names: %s', async (sql, expected) => {
    const { findings } = await lintStatement(sql, depotSubject);
    expect(findings[0]?.nearest?.slice(0, expected.length)).toEqual(expected);
  });

  it.each([
    `SELECT ${'abs('.repeat(400)}id${')'.repeat(400)} FROM customers`,
    `SELECT ${Array(3000).fill('id').join('+')} FROM customers`,
    `SELECT 1 ${'/*'.repeat(9000)}`,
    'SELECT\u00001',
  ])('is refused unparsed if it is too large', async (sql) => {
    expect((await lintStatement(sql, depotSubject)).findings.map(({ rule }) => rule)).toEqual(['too_large']);
  });

  it('gets all its faults reported at once', async () => {
    const { findings } = await lintStatement(
      'SELECT c.nmae, x.id, missing FROM customers c JOIN ordres o ON o.id = c.id WHERE tier = 3',
      depotSubject,
    );
    expect(findings.map(({ rule, fragment }) => `${rule} ${fragment}`)).toEqual([
      'unknown_relation ordres',
      'alias_out_of_scope x.id',
      'unknown_column c.nmae',
      'type_mismatch tier = 3',
    ]);
  });
});
