import type { Against, CompareOperator, Filter, Measure, SemanticQuery } from '@querent/contracts';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { compileQuery } from './compile-query';
import { aggregate, by, compare, count, during, is, metric, query, ref, related } from '@querent/model/fixture';
import { SHOP_MODEL, SHOP_SQL } from './fixture/shop.sql';
import { snapshotOfDatabase } from './fixture/snapshot-of-database';

let postgres: ThrowAwayPostgres;
let model: SemanticModel;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query(SHOP_SQL);
  await postgres.query('SET search_path = shop');
  const parsed = parseModelFile(SHOP_MODEL);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const snapshot = await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'shop');
  ({ model } = resolveModel({ connection: 'shop', snapshot, file: parsed.file }));
}, 120_000);

afterAll(async () => postgres?.stop());

const OPTIONS = { today: '2025-09-15', timezone: 'Asia/Shanghai', locale: 'en', maxRows: 1000 } as const;

async function rowsOf(semantic: SemanticQuery): Promise<unknown[][]> {
  const { sql, params, columns } = compileQuery(semantic, model, OPTIONS);
  const { rows } = await postgres.query(sql, params);
  return sorted(rows.map((row) => columns.map(({ key }) => plain(row[key]))));
}

async function expected(sql: string): Promise<unknown[][]> {
  const { rows } = await postgres.query({ text: sql, rowMode: 'array' } as unknown as string);
  return sorted((rows as unknown as unknown[][]).map((row) => row.map(plain)));
}

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return `${value.getFullYear()}-${value.getMonth() + 1}-${value.getDate()}`;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
};
const sorted = (rows: unknown[][]): unknown[][] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const bound = (thing: string, measure: Measure, op: CompareOperator, against: Against, value = 1): Filter => ({
  kind: 'bound',
  thing,
  measure,
  op,
  value,
  against,
});
const customers = (...filters: Filter[]): SemanticQuery =>
  query('customers', { select: [ref('customers.id')], filters });
const average: Against = { fn: 'avg' };
/** Each customer with the number of their orders, including 0. An order without a customer is not counted. */
const ORDERS = 'SELECT c.*, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c';

describe('A figure of each thing, compared with that of others', () => {
  it.each<[string, SemanticQuery, string]>([
    [
      'more than the average of all',
      customers(bound('customers', count('orders'), '>', average)),
      `WITH t AS (${ORDERS}) SELECT id FROM t WHERE n > (SELECT avg(n) FROM t)`,
    ],
    [
      'less than the average, including things without rows',
      customers(bound('customers', count('orders'), '<', average)),
      `WITH t AS (${ORDERS}) SELECT id FROM t WHERE n < (SELECT avg(n) FROM t)`,
    ],
    [
      'more than twice the average',
      customers(bound('customers', count('orders'), '>', average, 2)),
      `WITH t AS (${ORDERS}) SELECT id FROM t WHERE n > 2 * (SELECT avg(n) FROM t)`,
    ],
    [
      'at least the median',
      customers(bound('customers', count('orders'), '>=', { fn: 'median' })),
      `WITH t AS (${ORDERS}) SELECT id FROM t WHERE n >= (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY n) FROM t)`,
    ],
    [
      'more than the average under the same conditions',
      customers(is('customers.city', '杭州市'), bound('customers', count('orders'), '>', average)),
      `WITH t AS (SELECT * FROM (${ORDERS}) AS a WHERE city = '杭州市') SELECT id FROM t WHERE n > (SELECT avg(n) FROM t)`,
    ],
    [
      'more than the average of those with related rows',
      customers(
        related('orders', [compare('orders.amount', '>', 100)]),
        bound('customers', count('orders'), '<', average),
      ),
      `WITH t AS (SELECT * FROM (${ORDERS}) AS a WHERE id IN (SELECT customer_id FROM orders WHERE amount > 100)) SELECT id FROM t WHERE n < (SELECT avg(n) FROM t)`,
    ],
    [
      'more than the average, counting only some rows',
      customers(bound('customers', count('orders', { where: [is('orders.status', 'completed')] }), '>', average)),
      `WITH t AS (SELECT c.id, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id AND status = 'completed') AS n FROM customers c) SELECT id FROM t WHERE n > (SELECT avg(n) FROM t)`,
    ],
    [
      'an average below the average, without things that have no rows',
      customers(bound('customers', aggregate('avg', 'orders.amount'), '<', average)),
      'WITH t AS (SELECT customer_id AS id, avg(amount) AS n FROM orders WHERE customer_id IS NOT NULL GROUP BY 1) SELECT id FROM t WHERE n < (SELECT avg(n) FROM t)',
    ],
    [
      'a metric over related rows above the average',
      customers(bound('customers', metric('order_amount'), '>', average)),
      'WITH t AS (SELECT c.id, coalesce(sum(o.amount), 0) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY 1) SELECT id FROM t WHERE n > (SELECT avg(n) FROM t)',
    ],
    [
      'more than a named thing, independent of other conditions',
      customers(
        is('customers.type', 'Normal'),
        bound('customers', count('orders'), '>', { fn: 'max', among: [is('customers.name', '李娜')] }),
      ),
      `WITH t AS (${ORDERS}) SELECT id FROM t WHERE type = 'Normal' AND n > (SELECT n FROM t WHERE name = '李娜')`,
    ],
    [
      'less than each of two things of the same name',
      customers(bound('customers', count('orders'), '<', { fn: 'min', among: [is('customers.name', '王伟')] })),
      `WITH t AS (${ORDERS}) SELECT id FROM t WHERE n < 2`,
    ],
    [
      'more than a thing that does not exist',
      customers(bound('customers', count('orders'), '>', { fn: 'max', among: [is('customers.name', 'Nobody')] })),
      'SELECT 1 WHERE false',
    ],
    [
      'rows of those with more than the average',
      query('orders', {
        measures: [count('orders')],
        filters: [is('orders.status', 'completed'), bound('customers', count('orders'), '>', average)],
      }),
      `WITH t AS (${ORDERS}) SELECT count(*) FROM orders WHERE status = 'completed' AND customer_id IN (SELECT id FROM t WHERE n > (SELECT avg(n) FROM t))`,
    ],
    [
      'another measure in the same query',
      query('orders', {
        measures: [count('orders')],
        dimensions: [by('customers.name')],
        filters: [bound('customers', count('orders'), '>', average)],
      }),
      `WITH t AS (${ORDERS}) SELECT name, n FROM t WHERE n > (SELECT avg(n) FROM t)`,
    ],
  ])('%s', async (_, semantic, sql) => {
    expect(await rowsOf(semantic)).toEqual(await expected(sql));
  });
});

describe('A figure of each group, compared with that of others', () => {
  const grouped = (
    path: string,
    having: Omit<SemanticQuery['having'][number], 'measure'>,
    parts: Partial<SemanticQuery> = {},
  ): SemanticQuery =>
    query('orders', {
      measures: [count('orders')],
      dimensions: [by(path)],
      having: [{ measure: count('orders'), ...having }],
      ...parts,
    });
  const CITIES = `SELECT c.city, count(o.id) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE c.city IS NOT NULL GROUP BY 1`;

  it.each<[string, SemanticQuery, string]>([
    [
      'values above their average',
      grouped('orders.status', { op: '>', value: 1, against: average }),
      'WITH t AS (SELECT status, count(*) AS n FROM orders GROUP BY 1) SELECT * FROM t WHERE n > (SELECT avg(n) FROM t)',
    ],
    [
      'groups of things below the average, including things without rows',
      grouped('customers.city', { op: '<', value: 1, against: average }),
      `WITH t AS (${CITIES}) SELECT * FROM t WHERE n < (SELECT avg(n) FROM t)`,
    ],
    [
      'things by name below the average, including things without rows',
      grouped('customers.name', { op: '>', value: 1, against: average }),
      `WITH t AS (${ORDERS}) SELECT name, n FROM t WHERE n > (SELECT avg(n) FROM t)`,
    ],
    [
      'the average before another bound',
      grouped(
        'orders.status',
        { op: '<', value: 1, against: average },
        {
          having: [
            { measure: count('orders'), op: '<', value: 1, against: average },
            { measure: count('orders'), op: '>=', value: 1 },
          ],
        },
      ),
      'WITH t AS (SELECT status, count(*) AS n FROM orders GROUP BY 1) SELECT * FROM t WHERE n < (SELECT avg(n) FROM t) AND n >= 1',
    ],
    [
      'values above that of named rows, under the same conditions',
      grouped(
        'orders.channel',
        { op: '>', value: 1, against: { fn: 'max', among: [is('orders.channel', 'store')] } },
        { filters: [is('orders.status', 'completed')] },
      ),
      `WITH t AS (SELECT channel::text, count(*) AS n FROM orders WHERE status = 'completed' GROUP BY 1) SELECT * FROM t WHERE n > (SELECT n FROM t WHERE channel = 'store')`,
    ],
    [
      'months above the monthly average, which includes empty months',
      query('orders', {
        measures: [metric('order_amount')],
        dimensions: [by('orders.ordered_at', 'month')],
        filters: [during('orders.ordered_at', '2025-01-01', '2025-07-01')],
        having: [{ measure: metric('order_amount'), op: '>', value: 1, against: average }],
      }),
      `WITH t AS (SELECT date_trunc('month', ordered_at AT TIME ZONE 'Asia/Shanghai')::date AS m, sum(amount) AS n FROM orders WHERE ordered_at AT TIME ZONE 'Asia/Shanghai' >= '2025-01-01' AND ordered_at AT TIME ZONE 'Asia/Shanghai' < '2025-07-01' GROUP BY 1) SELECT * FROM t WHERE n > (SELECT sum(n) / 6 FROM t)`,
    ],
  ])('%s', async (_, semantic, sql) => {
    expect(await rowsOf(semantic)).toEqual(await expected(sql));
  });

  it('cannot be a share', () => {
    const share = count('orders', { share: { of: 'total' } });
    const semantic = query('orders', {
      measures: [share],
      dimensions: [by('orders.status')],
      having: [
        { measure: share, op: '>', value: 1, against: { fn: 'max', among: [is('orders.status', 'completed')] } },
      ],
    });
    expect(() => compileQuery(semantic, model, OPTIONS)).toThrow('a share cannot be compared with the share of others');
  });
});

describe('An amount, compared with that of other rows', () => {
  const products = (
    filter: Partial<Extract<Filter, { kind: 'compare_aggregate' }>>,
    ...others: Filter[]
  ): SemanticQuery =>
    query('products', {
      select: [ref('products.name')],
      filters: [{ kind: 'compare_aggregate', column: ref('products.price'), op: '>', fn: 'avg', ...filter }, ...others],
    });

  it.each<[string, SemanticQuery, string]>([
    [
      'more than half the average',
      products({ times: 0.5 }),
      'SELECT name FROM products WHERE price > 0.5 * (SELECT avg(price) FROM products)',
    ],
    [
      'more expensive than a named row',
      products({ fn: 'max', among: [is('products.name', 'Chair')] }),
      `SELECT name FROM products WHERE price > 200`,
    ],
    [
      'cheaper than a named row, independent of other conditions',
      products({ op: '<', fn: 'min', among: [is('products.name', 'Chair')] }, is('products.category', 'Books')),
      `SELECT name FROM products WHERE price < 200 AND category = 'Books'`,
    ],
    [
      'more expensive than all rows of a category',
      products({ fn: 'max', among: [is('products.category', 'Books')] }),
      'SELECT name FROM products WHERE price > 30',
    ],
  ])('%s', async (_, semantic, sql) => {
    expect(await rowsOf(semantic)).toEqual(await expected(sql));
  });

  it('cannot be multiplied if it is a time', () => {
    const semantic = query('customers', {
      filters: [{ kind: 'compare_aggregate', column: ref('customers.registered_at'), op: '>', fn: 'max', times: 2 }],
    });
    expect(() => compileQuery(semantic, model, OPTIONS)).toThrow('cannot be multiplied');
  });
});
