import type { SemanticQuery } from '@querent/contracts';
import { guardStatement } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { type ModelColumn, parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { compileQuery } from './compile-query';
import { CompileError } from './statement/compile-error';
import {
  aggregate,
  asc,
  by,
  columnOf,
  compare,
  count,
  desc,
  dimensionAt,
  during,
  guardCatalogueOf,
  is,
  measureAt,
  metric,
  oneOf,
  query,
  ref,
  related,
} from '@querent/model/fixture';
import { SHOP_MODEL, SHOP_SQL } from './fixture/shop.sql';
import { snapshotOfDatabase } from './fixture/snapshot-of-database';
import { safeCast } from './rows/safe-cast';

const OPTIONS = { today: '2025-09-15', timezone: 'Asia/Shanghai', locale: 'zh', maxRows: 1000 } as const;
const ZONED = `(ordered_at AT TIME ZONE 'Asia/Shanghai')`;

let postgres: ThrowAwayPostgres;
let model: SemanticModel;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query(SHOP_SQL);
  await postgres.query('SET search_path = shop');
  const parsed = parseModelFile(SHOP_MODEL);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const resolved = resolveModel({
    connection: 'shop',
    snapshot: await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'shop'),
    file: parsed.file,
  });
  expect(resolved.problems).toEqual([]);
  model = resolved.model;
}, 120_000);

afterAll(async () => postgres?.stop());

async function rowsOf(semantic: SemanticQuery): Promise<unknown[][]> {
  const compiled = compileQuery(semantic, model, OPTIONS);
  // The executor runs the statement that the guard returns, not the compiled one.
  const verdict = await guardStatement(compiled.sql, guardCatalogueOf(model));
  if (!verdict.ok) throw new Error(`${verdict.code}: ${verdict.reason}\n${compiled.sql}`);
  const { rows } = await postgres.query(verdict.sql, compiled.params);
  return rows.map((row) => compiled.columns.map(({ key }) => normal(row[key])));
}

/** Rows as arrays, because hand-written SQL may have columns of equal names. */
async function expected(sql: string): Promise<unknown[][]> {
  const { rows, fields } = await postgres.query({ text: sql, rowMode: 'array' } as unknown as string);
  return (rows as unknown as unknown[][]).map((row) => fields.map((_, index) => normal(row[index])));
}

/** Makes values comparable: the driver returns numerics as text of different scales, and dates as `Date`. */
function normal(value: unknown): unknown {
  if (value instanceof Date) return `${value.getFullYear()}-${value.getMonth() + 1}-${value.getDate()}`;
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(Number(value).toFixed(9));
  if (typeof value === 'number') return Number(value.toFixed(9));
  return value;
}

const inShop = (sql: string): string => sql.replace(/@(\w+)/g, 'shop.$1');
const sortedRows = (rows: unknown[][]): unknown[][] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Semantic queries with the SQL that a person would write; `ordered` compares the order of rows too. */
interface Case {
  name: string;
  semantic: SemanticQuery;
  sql: string;
  ordered?: boolean;
}

const year2025 = during('orders.ordered_at', '2025-01-01', '2026-01-01');
const IN_2025 = `${ZONED} >= '2025-01-01' AND ${ZONED} < '2026-01-01'`;

const CASES: Case[] = [
  {
    name: 'counts the rows of a table',
    semantic: query('orders', { measures: [count('orders')] }),
    sql: 'SELECT count(*) FROM @orders',
  },
  {
    name: 'counts with a filter on the table itself',
    semantic: query('orders', { measures: [count('orders')], filters: [is('orders.status', 'completed')] }),
    sql: `SELECT count(*) FROM @orders WHERE status = 'completed'`,
  },
  {
    name: 'counts with a filter on a looked-up table',
    semantic: query('orders', { measures: [count('orders')], filters: [is('customers.type', 'VIP')] }),
    sql: `SELECT count(*) FROM @orders o JOIN @customers c ON c.id = o.customer_id WHERE c.type = 'VIP'`,
  },
  {
    name: 'filters by a table two joins away',
    semantic: query('order_items', { measures: [count('order_items')], filters: [is('customers.city', '杭州市')] }),
    sql: `SELECT count(*) FROM @order_items i JOIN @orders o ON o.id = i.order_id JOIN @customers c ON c.id = o.customer_id WHERE c.city = '杭州市'`,
  },
  {
    name: 'counts customers with an order in a period once each',
    semantic: query('customers', { measures: [count('customers')], filters: [year2025] }),
    sql: `SELECT count(*) FROM @customers c WHERE c.id IN (SELECT customer_id FROM @orders WHERE ${IN_2025})`,
  },
  {
    name: 'requires one related row for all conditions on the same table',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [year2025, compare('orders.amount', '>', 1500), is('orders.channel', 'app')],
    }),
    sql: `SELECT count(*) FROM @customers c WHERE EXISTS (SELECT 1 FROM @orders o WHERE o.customer_id = c.id AND ${IN_2025} AND amount > 1500 AND channel = 'app')`,
  },
  {
    name: 'requires conditions two joins away of the same related row',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [is('products.category', 'Books'), is('orders.status', 'pending')],
    }),
    sql: `SELECT count(*) FROM @customers c WHERE EXISTS (SELECT 1 FROM @orders o JOIN @order_items i ON i.order_id = o.id JOIN @products p ON p.id = i.product_id WHERE o.customer_id = c.id AND p.category = 'Books' AND o.status = 'pending')`,
  },
  {
    name: 'requires one related row per value if a column must equal several values',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [is('products.name', 'Phone'), is('products.name', 'Novel'), year2025],
    }),
    sql: `SELECT count(*) FROM @customers c WHERE (SELECT count(DISTINCT i.product_id) FROM @orders o JOIN @order_items i ON i.order_id = o.id WHERE o.customer_id = c.id AND i.product_id IN (1, 3) AND ${IN_2025}) = 2`,
  },
  {
    name: 'sums without fan-out when filtered by a many side',
    semantic: query('orders', {
      measures: [aggregate('sum', 'orders.amount')],
      filters: [is('products.category', 'Electronics')],
    }),
    sql: `SELECT sum(amount) FROM @orders o WHERE EXISTS (SELECT 1 FROM @order_items i JOIN @products p ON p.id = i.product_id WHERE i.order_id = o.id AND p.category = 'Electronics')`,
  },
  {
    name: 'sums two fact tables in one query without fan-out',
    semantic: query('orders', {
      measures: [
        aggregate('sum', 'orders.amount'),
        aggregate('sum', 'payments.paid'),
        aggregate('sum', 'refunds.amount'),
        count('order_items'),
      ],
    }),
    sql: 'SELECT (SELECT sum(amount) FROM @orders), (SELECT sum(paid) FROM @payments), (SELECT sum(amount) FROM @refunds), (SELECT count(*) FROM @order_items)',
  },
  {
    name: 'joins facts per group, with zero for a missing fact and a group for the missing name',
    semantic: query('orders', {
      measures: [aggregate('sum', 'orders.amount'), aggregate('sum', 'refunds.amount'), count('payments')],
      dimensions: [by('customers.type')],
    }),
    sql: `SELECT t.type, coalesce(o.s, 0), coalesce(r.s, 0), coalesce(p.n, 0) FROM (SELECT DISTINCT c.type FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id) t
      LEFT JOIN (SELECT c.type, sum(o.amount) s FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY 1) o ON o.type IS NOT DISTINCT FROM t.type
      LEFT JOIN (SELECT c.type, sum(r.amount) s FROM @refunds r JOIN @orders o ON o.id = r.order_id LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY 1) r ON r.type IS NOT DISTINCT FROM t.type
      LEFT JOIN (SELECT c.type, count(*) n FROM @payments y JOIN @orders o ON o.id = y.order_id LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY 1) p ON p.type IS NOT DISTINCT FROM t.type`,
  },
  {
    name: 'averages by a dimension of a referenced table',
    semantic: query('orders', { measures: [aggregate('avg', 'orders.amount')], dimensions: [by('customers.type')] }),
    sql: 'SELECT c.type, avg(o.amount) FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY 1',
  },
  {
    name: 'counts an order once in each of its categories',
    semantic: query('orders', {
      measures: [count('orders'), aggregate('sum', 'orders.amount')],
      dimensions: [by('products.category')],
    }),
    sql: `SELECT category, count(*), sum(amount) FROM (SELECT DISTINCT p.category, o.id, o.amount FROM @orders o JOIN @order_items i ON i.order_id = o.id JOIN @products p ON p.id = i.product_id) d GROUP BY 1`,
  },
  {
    name: 'counts with a condition across a fan-out without counting twice',
    semantic: query('orders', {
      measures: [count('orders', { where: [compare('order_items.quantity', '>=', 1)] })],
      dimensions: [by('products.category')],
    }),
    sql: `SELECT p.category, count(DISTINCT o.id) FROM @orders o JOIN @order_items i ON i.order_id = o.id JOIN @products p ON p.id = i.product_id GROUP BY 1`,
  },
  {
    name: 'filters the related rows that are grouped, if filter and dimension use the same join',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('products.category')],
      filters: [is('products.category', 'Books')],
    }),
    sql: `SELECT 'Books', count(DISTINCT o.id) FROM @orders o JOIN @order_items i ON i.order_id = o.id JOIN @products p ON p.id = i.product_id WHERE p.category = 'Books'`,
  },
  {
    name: 'groups by two dimensions',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('customers.city'), by('orders.channel')],
    }),
    sql: 'SELECT c.city, o.channel::text, count(*) FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY 1, 2',
  },
  {
    name: 'groups customers of equal names separately',
    semantic: query('orders', { measures: [count('orders')], dimensions: [by('customers.name')] }),
    sql: 'SELECT c.name, count(*) FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY c.id, c.name',
  },
  {
    name: 'ranks the top products',
    ordered: true,
    semantic: query('products', {
      measures: [metric('revenue')],
      dimensions: [by('products.name')],
      order: [desc(measureAt(0))],
      limit: 2,
    }),
    sql: `SELECT p.name, sum(i.quantity * i.unit_price) FILTER (WHERE o.status = 'completed') FROM @order_items i JOIN @orders o ON o.id = i.order_id JOIN @products p ON p.id = i.product_id GROUP BY p.id, p.name ORDER BY 2 DESC NULLS LAST LIMIT 2`,
  },
  {
    name: 'ranks within each group',
    semantic: query('products', {
      measures: [aggregate('sum', 'order_items.quantity')],
      dimensions: [by('products.category'), by('products.name')],
      order: [desc(measureAt(0))],
      limit: 1,
      limitPer: 0,
    }),
    sql: `SELECT category, name, q FROM (SELECT p.category, p.name, sum(i.quantity) q, row_number() OVER (PARTITION BY p.category ORDER BY sum(i.quantity) DESC, p.category, p.name) n FROM @order_items i JOIN @products p ON p.id = i.product_id GROUP BY 1, 2) x WHERE n = 1`,
  },
  {
    name: 'ranks a customer without orders as the lowest',
    ordered: true,
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('customers.name')],
      order: [asc(measureAt(0))],
      limit: 2,
    }),
    sql: `VALUES ('No Orders', 0), ('50%_off\\', 1)`,
  },
  {
    name: 'ranks a product that was never sold as the lowest by units',
    semantic: query('order_items', {
      measures: [aggregate('sum', 'order_items.quantity')],
      dimensions: [by('products.name')],
      order: [asc(measureAt(0))],
      limit: 1,
    }),
    sql: `SELECT 'Unsold', 0`,
  },
  {
    name: 'includes things without rows in an upper bound on a count, and omits rows without an owner',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('customers.name')],
      having: [{ measure: count('orders'), op: '<', value: 2 }],
    }),
    sql: `SELECT c.name, (SELECT count(*) FROM @orders o WHERE o.customer_id = c.id) FROM @customers c WHERE (SELECT count(*) FROM @orders o WHERE o.customer_id = c.id) < 2`,
  },
  {
    name: 'includes things without rows in an upper bound on a metric',
    semantic: query('orders', {
      measures: [metric('order_amount')],
      dimensions: [by('customers.name')],
      having: [{ measure: metric('order_amount'), op: '<', value: 1000 }],
    }),
    sql: `SELECT c.name, coalesce(sum(o.amount), 0) FROM @customers c LEFT JOIN @orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING coalesce(sum(o.amount), 0) < 1000`,
  },
  {
    name: 'selects among things that satisfy their conditions, and counts rows that satisfy all conditions',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('customers.name')],
      filters: [is('customers.type', 'Normal'), year2025],
      having: [{ measure: count('orders'), op: '<=', value: 2 }],
    }),
    sql: `SELECT c.name, (SELECT count(*) FROM @orders o WHERE o.customer_id = c.id AND ${IN_2025}) FROM @customers c WHERE c.type = 'Normal'`,
  },
  {
    name: 'omits things without rows for a lower bound',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('customers.name')],
      having: [{ measure: count('orders'), op: '>', value: 2 }],
    }),
    sql: `SELECT '王伟', 3`,
  },
  {
    name: 'omits things without rows from the lowest average',
    semantic: query('orders', {
      measures: [aggregate('avg', 'orders.amount')],
      dimensions: [by('customers.name')],
      order: [asc(measureAt(0))],
      limit: 6,
    }),
    sql: 'SELECT c.name, avg(o.amount) FROM @orders o JOIN @customers c ON c.id = o.customer_id GROUP BY c.id, c.name',
  },
  {
    name: 'omits rows without an owner from a ranking',
    ordered: true,
    semantic: query('payments', {
      measures: [count('orders')],
      dimensions: [by('customers.city')],
      order: [desc(measureAt(0))],
      limit: 9,
    }),
    sql: `SELECT c.city, count(*) FROM @orders o JOIN @customers c ON c.id = o.customer_id WHERE c.city IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
  },
  {
    name: 'ranks the fewest within each group of another table, including things without rows',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('orders.channel'), by('customers.name')],
      order: [asc(measureAt(0))],
      limit: 1,
      limitPer: 0,
    }),
    sql: `SELECT DISTINCT ON (channel) channel, name, n FROM (SELECT ch.channel::text, c.name, (SELECT count(*) FROM @orders o WHERE o.customer_id = c.id AND o.channel = ch.channel) AS n FROM (SELECT DISTINCT channel FROM @orders) ch CROSS JOIN @customers c) x ORDER BY channel, n, name`,
  },
  {
    name: 'ranks separately within two things of equal names',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('customers.name'), by('orders.channel')],
      filters: [is('customers.name', '王伟')],
      order: [desc(measureAt(0))],
      limit: 1,
      limitPer: 0,
    }),
    sql: `VALUES ('王伟', 'app', 2), ('王伟', 'app', 1)`,
  },
  {
    name: 'computes shares of overlapping groups of the true total',
    semantic: query('orders', {
      measures: [count('orders', { share: { of: 'total' } })],
      dimensions: [by('products.category')],
    }),
    sql: `SELECT p.category, count(DISTINCT o.id) / 9.0 FROM @orders o JOIN @order_items i ON i.order_id = o.id JOIN @products p ON p.id = i.product_id GROUP BY 1`,
  },
  {
    name: 'computes shares of a distinct count of the true total',
    semantic: query('orders', {
      measures: [metric('buyers'), { ...metric('buyers'), share: { of: 'total' } }],
      dimensions: [by('orders.channel')],
    }),
    sql: `SELECT channel::text, count(DISTINCT customer_id), count(DISTINCT customer_id) / 5.0 FROM @orders GROUP BY 1`,
  },
  {
    name: 'bounds groups by their share',
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('orders.status')],
      having: [{ measure: count('orders', { share: { of: 'total' } }), op: '>', value: 0.5 }],
    }),
    sql: `SELECT 'completed', 6`,
  },
  {
    name: 'compares with an average under the other conditions',
    semantic: query('products', {
      select: [ref('products.name')],
      filters: [
        { kind: 'compare_aggregate', column: ref('products.price'), op: '>', fn: 'avg' },
        is('products.category', 'Books'),
      ],
    }),
    sql: `SELECT 'Novel'`,
  },
  {
    name: 'compares with an extreme under the conditions on its own table only',
    semantic: query('order_items', {
      measures: [count('order_items')],
      filters: [
        { kind: 'compare_aggregate', column: ref('products.price'), op: '=', fn: 'max' },
        is('orders.status', 'completed'),
      ],
    }),
    sql: `SELECT count(*) FROM @order_items i JOIN @products p ON p.id = i.product_id JOIN @orders o ON o.id = i.order_id WHERE o.status = 'completed' AND p.price = (SELECT max(price) FROM @products)`,
  },
  {
    name: 'compares with an average under conditions on related and referenced rows',
    semantic: query('orders', {
      select: [ref('orders.id')],
      filters: [
        { kind: 'compare_aggregate', column: ref('orders.amount'), op: '>', fn: 'avg' },
        is('products.category', 'Electronics'),
        is('customers.type', 'VIP'),
      ],
    }),
    sql: `SELECT 2`,
  },
  {
    name: 'compares related rows with an average under all conditions of the question',
    semantic: query('customers', {
      select: [ref('customers.name')],
      filters: [
        is('customers.type', 'Normal'),
        related('orders', [year2025, { kind: 'compare_aggregate', column: ref('orders.amount'), op: '>', fn: 'avg' }]),
      ],
    }),
    sql: `SELECT '王伟'`,
  },
  {
    name: 'counts the rows with true in a boolean column',
    semantic: query('customers', {
      measures: [aggregate('count_distinct', 'customers.active'), aggregate('count', 'customers.active')],
    }),
    sql: 'SELECT count(*) FILTER (WHERE active), count(*) FILTER (WHERE active) FROM @customers',
  },
  {
    name: 'lists rows within a bound with the columns that they reference',
    semantic: query('customers', {
      select: [ref('customers.type')],
      having: [{ measure: count('orders'), op: '<=', value: 1 }],
    }),
    sql: `SELECT c.type, (SELECT count(*) FROM @orders o WHERE o.customer_id = c.id) FROM @customers c WHERE (SELECT count(*) FROM @orders o WHERE o.customer_id = c.id) <= 1`,
  },
  {
    name: 'identifies a referenced thing by its key if its own reference is missing',
    semantic: query('orders', {
      measures: [count('order_items')],
      filters: [related('customers', [is('customers.type', 'VIP')], { negated: true })],
    }),
    sql: `SELECT count(*) FROM @order_items i JOIN @orders o ON o.id = i.order_id LEFT JOIN @customers c ON c.id = o.customer_id WHERE c.type IS DISTINCT FROM 'VIP'`,
  },
  {
    name: 'distinguishes false from unknown in a boolean column',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [compare('customers.active', '!=', true)],
    }),
    sql: 'SELECT count(*) FROM @customers WHERE NOT active',
  },
  {
    name: 'omits unknown booleans from a negated list of values',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [oneOf('customers.active', [true], true)],
    }),
    sql: 'SELECT count(*) FROM @customers WHERE NOT active',
  },
  {
    name: 'shows the months without rows in an upper bound',
    ordered: true,
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('orders.ordered_at', 'month')],
      filters: [during('orders.ordered_at', '2025-01-01', '2025-06-01')],
      having: [{ measure: count('orders'), op: '<', value: 1 }],
    }),
    sql: `VALUES ('2025-1-1', 0)`,
  },
  {
    name: 'computes a metric quotient without integer division',
    semantic: query('orders', { measures: [metric('aov')] }),
    sql: 'SELECT sum(amount) / count(*) FROM @orders',
  },
  {
    name: 'computes a metric over two fact tables',
    semantic: query('orders', { measures: [metric('paid_ratio')], dimensions: [by('customers.name')] }),
    sql: `SELECT c.name, coalesce(p.s, 0) / nullif(coalesce(o.s, 0), 0) FROM (SELECT customer_id, sum(amount) s FROM @orders GROUP BY 1) o LEFT JOIN @customers c ON c.id = o.customer_id LEFT JOIN (SELECT x.customer_id, sum(paid) s FROM @payments y JOIN @orders x ON x.id = y.order_id GROUP BY 1) p ON p.customer_id IS NOT DISTINCT FROM o.customer_id`,
  },
  {
    name: 'computes a composite metric of three levels',
    semantic: query('orders', { measures: [metric('health', 'composite')], dimensions: [by('customers.type')] }),
    sql: 'SELECT c.type, 0.25 * avg(amount) + 0.75 * (0.5 * max(amount) + 0.5 * min(amount)) FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY 1',
  },
  {
    name: 'shows the children of a metric as columns',
    semantic: query('orders', { measures: [metric('high'), metric('low'), metric('size')] }),
    sql: 'SELECT max(amount), min(amount), avg(amount) FROM @orders',
  },
  {
    name: 'counts distinct values',
    semantic: query('orders', { measures: [metric('buyers'), aggregate('count_distinct', 'orders.customer_id')] }),
    sql: 'SELECT count(DISTINCT customer_id), count(DISTINCT customer_id) FROM @orders',
  },
  {
    name: 'computes the median',
    semantic: query('orders', { measures: [aggregate('median', 'orders.amount')], dimensions: [by('orders.status')] }),
    sql: 'SELECT status, percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) FROM @orders GROUP BY 1',
  },
  {
    name: 'computes count(table.*) in a metric',
    semantic: query('order_items', { measures: [metric('items')], dimensions: [by('products.name')] }),
    sql: 'SELECT p.name, count(*) FROM @order_items i JOIN @products p ON p.id = i.product_id GROUP BY 1',
  },
  {
    name: "filters moments by days in the asker's time zone",
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [during('orders.ordered_at', '2025-02-01', '2025-03-01')],
    }),
    sql: `SELECT count(*) FROM @orders WHERE ordered_at >= '2025-01-31 16:00+00' AND ordered_at < '2025-02-28 16:00+00'`,
  },
  {
    name: 'filters by a range without an end',
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [during('orders.ordered_at', '2025-03-01', null)],
    }),
    sql: `SELECT count(*) FROM @orders WHERE ${ZONED} >= '2025-03-01'`,
  },
  {
    name: 'negates a period',
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [during('orders.ordered_at', '2025-01-01', '2026-01-01', true)],
    }),
    sql: `SELECT count(*) FROM @orders WHERE NOT (${IN_2025})`,
  },
  {
    name: 'filters dates and timestamps without a zone',
    semantic: query('refunds', {
      measures: [count('refunds')],
      filters: [
        during('refunds.at', '2025-04-01', '2025-04-07'),
        during('customers.registered_at', null, '2025-03-01'),
      ],
    }),
    sql: `SELECT count(*) FROM @refunds r JOIN @orders o ON o.id = r.order_id JOIN @customers c ON c.id = o.customer_id WHERE r.at >= '2025-04-01' AND r.at < '2025-04-07' AND c.registered_at < '2025-03-01'`,
  },
  {
    name: 'fills empty months of a trend with zero',
    ordered: true,
    semantic: query('orders', {
      measures: [aggregate('sum', 'orders.amount'), count('orders'), aggregate('avg', 'orders.amount')],
      dimensions: [by('orders.ordered_at', 'month')],
      filters: [during('orders.ordered_at', '2025-01-01', '2025-06-01')],
    }),
    sql: `SELECT m::date, coalesce(sum(amount), 0), count(id), avg(amount) FROM generate_series('2025-01-01'::timestamp, '2025-05-01', '1 month') m LEFT JOIN @orders ON date_trunc('month', ${ZONED}) = m GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'does not add periods in the future',
    ordered: true,
    semantic: query('orders', {
      measures: [count('orders')],
      dimensions: [by('orders.ordered_at', 'quarter')],
      filters: [during('orders.ordered_at', '2025-01-01', '2026-01-01')],
    }),
    sql: `SELECT q::date, (SELECT count(*) FROM @orders WHERE date_trunc('quarter', ${ZONED}) = q) FROM generate_series('2025-01-01'::timestamp, '2025-07-01', '3 months') q ORDER BY 1`,
  },
  {
    name: 'starts weeks on Monday',
    ordered: true,
    semantic: query('orders', { measures: [count('orders')], dimensions: [by('orders.ordered_at', 'week')] }),
    sql: `SELECT date_trunc('week', ${ZONED})::date, count(*) FROM @orders GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'compares two periods with change and growth',
    semantic: query('orders', {
      measures: [aggregate('sum', 'orders.amount'), count('orders')],
      dimensions: [by('customers.name')],
      compare: {
        column: ref('orders.ordered_at'),
        base: { from: '2024-01-01', to: '2025-01-01', label: '2024年（2024-01-01 至 2024-12-31）' },
        current: { from: '2025-01-01', to: '2026-01-01', label: '2025年' },
      },
    }),
    sql: `SELECT name, cur, base, cur - base, (cur - base) / nullif(base, 0), cn, bn, cn - bn, (cn - bn)::numeric / nullif(bn, 0) FROM (
      SELECT c.name, coalesce(sum(amount) FILTER (WHERE ${IN_2025}), 0) cur, coalesce(sum(amount) FILTER (WHERE NOT ${IN_2025.replace('AND', 'OR NOT')}), 0) base,
             count(*) FILTER (WHERE ${IN_2025}) cn, count(*) FILTER (WHERE ${ZONED} < '2025-01-01') bn
      FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id GROUP BY c.id, c.name) x`,
  },
  {
    name: 'orders a comparison of years stored as text by its change',
    ordered: true,
    semantic: query('customers', {
      measures: [aggregate('avg', 'reports.value')],
      dimensions: [by('customers.name')],
      compare: {
        column: ref('reports.report_year'),
        base: { from: '2024-01-01', to: '2025-01-01', label: '2024' },
        current: { from: '2025-01-01', to: '2025-09-16', label: '2025' },
      },
      order: [desc({ kind: 'change', index: 0 })],
    }),
    sql: `SELECT c.name, avg(value) FILTER (WHERE report_year = '2025'), avg(value) FILTER (WHERE report_year = '2024'), avg(value) FILTER (WHERE report_year = '2025') - avg(value) FILTER (WHERE report_year = '2024'),
      (avg(value) FILTER (WHERE report_year = '2025') - avg(value) FILTER (WHERE report_year = '2024')) / avg(value) FILTER (WHERE report_year = '2024')
      FROM @reports r JOIN @customers c ON c.id = r.customer_id WHERE report_year IN ('2024', '2025') GROUP BY c.id, c.name ORDER BY 4 DESC NULLS LAST, c.name, c.id`,
  },
  {
    name: 'finds the latest year in a text column with invalid values',
    semantic: query('reports', {
      measures: [aggregate('sum', 'reports.value')],
      filters: [{ kind: 'latest', column: ref('reports.report_year') }],
    }),
    sql: `SELECT sum(value) FROM @reports WHERE report_year = '2025'`,
  },
  {
    name: 'finds the latest day of a moment',
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [{ kind: 'latest', column: ref('orders.ordered_at') }],
    }),
    sql: `SELECT count(*) FROM @orders WHERE id = 7`,
  },
  {
    name: 'compares a year column with a number',
    semantic: query('reports', { measures: [count('reports')], filters: [is('reports.report_year', '2024')] }),
    sql: `SELECT count(*) FROM @reports WHERE report_year = '2024'`,
  },
  {
    name: 'keeps missing values in a negation',
    semantic: query('customers', { measures: [count('customers')], filters: [compare('customers.type', '!=', 'VIP')] }),
    sql: `SELECT count(*) FROM @customers WHERE type IS DISTINCT FROM 'VIP'`,
  },
  {
    name: 'keeps missing values in not-in',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [oneOf('customers.type', ['VIP', 'Normal'], true)],
    }),
    sql: `SELECT count(*) FROM @customers WHERE type IS NULL OR type NOT IN ('VIP', 'Normal')`,
  },
  {
    name: 'filters by several values',
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [oneOf('orders.channel', ['app', 'web']), oneOf('orders.id', [1, 2, 3, 4])],
    }),
    sql: `SELECT count(*) FROM @orders WHERE channel IN ('app', 'web') AND id <= 4`,
  },
  {
    name: 'filters a numeric range with both ends',
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [{ kind: 'between', column: ref('orders.amount'), from: 60, to: 2030, negated: false }],
    }),
    sql: 'SELECT count(*) FROM @orders WHERE amount BETWEEN 60 AND 2030',
  },
  {
    name: 'includes the last day of a range of days',
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [
        { kind: 'between', column: ref('orders.ordered_at'), from: '2025-02-01', to: '2025-02-28', negated: false },
      ],
    }),
    sql: `SELECT count(*) FROM @orders WHERE ${ZONED}::date BETWEEN '2025-02-01' AND '2025-02-28'`,
  },
  {
    name: 'compares moments with days',
    semantic: query('orders', {
      measures: [
        count('orders', { where: [compare('orders.ordered_at', '>', '2025-02-28')] }),
        count('orders', { where: [compare('orders.ordered_at', '<=', '2025-02-28')] }),
        count('orders', { where: [is('orders.ordered_at', '2025-03-01')] }),
      ],
    }),
    sql: `SELECT count(*) FILTER (WHERE ${ZONED}::date > '2025-02-28'), count(*) FILTER (WHERE ${ZONED}::date <= '2025-02-28'), count(*) FILTER (WHERE ${ZONED}::date = '2025-03-01') FROM @orders`,
  },
  {
    name: 'matches %, _ and \\ in a text literally',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [{ kind: 'text', column: ref('customers.name'), match: 'contains', value: '%_OFF\\', negated: false }],
    }),
    sql: 'SELECT 1',
  },
  {
    name: 'matches beginnings and endings',
    semantic: query('customers', {
      measures: [
        count('customers', {
          where: [{ kind: 'text', column: ref('customers.name'), match: 'starts', value: '王', negated: false }],
        }),
        count('customers', {
          where: [{ kind: 'text', column: ref('customers.name'), match: 'ends', value: '娜', negated: true }],
        }),
      ],
    }),
    sql: 'SELECT 2, 5',
  },
  {
    name: 'counts blank text as missing',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [{ kind: 'null', column: ref('customers.city'), negated: false }],
    }),
    sql: 'SELECT 2',
  },
  {
    name: 'counts present values',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [{ kind: 'null', column: ref('customers.city'), negated: true }],
    }),
    sql: 'SELECT 4',
  },
  {
    name: 'filters booleans, arrays and quoted names',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [is('customers.active', true), is('customers.含"引号 列', 'x'), is('customers.tags', 'a')],
    }),
    sql: 'SELECT 1',
  },
  {
    name: 'finds customers with no order in a period',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [related('orders', [year2025], { negated: true })],
    }),
    sql: `SELECT count(*) FROM @customers c WHERE NOT EXISTS (SELECT 1 FROM @orders o WHERE o.customer_id = c.id AND ${IN_2025})`,
  },
  {
    name: 'finds customers by the number of their orders, including zero',
    semantic: query('customers', {
      select: [ref('customers.id')],
      filters: [related('orders', [], { count: { op: '<', value: 2 } })],
    }),
    sql: 'SELECT id FROM @customers c WHERE (SELECT count(*) FROM @orders o WHERE o.customer_id = c.id) < 2',
  },
  {
    name: 'counts distinct related rows on a path with a look-up',
    semantic: query('customers', {
      select: [ref('customers.id')],
      filters: [related('products', [year2025], { count: { op: '>=', value: 2 } })],
    }),
    sql: `SELECT c.id FROM @customers c WHERE (SELECT count(DISTINCT i.product_id) FROM @orders o JOIN @order_items i ON i.order_id = o.id WHERE o.customer_id = c.id AND ${IN_2025}) >= 2`,
  },
  ...[false, true].map((negated) => ({
    name: `finds products that all VIP customers have bought, negated: ${negated}`,
    semantic: query('products', {
      select: [ref('products.name')],
      filters: [related('customers', [is('customers.type', 'VIP')], { all: true, negated })],
    }),
    sql:
      `SELECT p.name FROM @products p WHERE ${negated ? '' : 'NOT '}EXISTS (SELECT 1 FROM @customers c WHERE c.type = 'VIP' AND NOT EXISTS ` +
      `(SELECT 1 FROM @orders o JOIN @order_items i ON i.order_id = o.id WHERE o.customer_id = c.id AND i.product_id = p.id))`,
  })),
  {
    name: 'finds products never sold',
    semantic: query('products', {
      select: [ref('products.name')],
      filters: [related('order_items', [], { negated: true })],
    }),
    sql: `SELECT 'Unsold'`,
  },
  {
    name: 'applies a related condition of the subject to another fact',
    semantic: query('customers', {
      measures: [aggregate('sum', 'orders.amount')],
      filters: [related('refunds', [], { negated: true })],
    }),
    sql: 'SELECT sum(amount) FROM @orders o JOIN @customers c ON c.id = o.customer_id WHERE NOT EXISTS (SELECT 1 FROM @refunds r JOIN @orders x ON x.id = r.order_id WHERE x.customer_id = c.id)',
  },
  {
    name: 'filters by alternatives',
    semantic: query('orders', {
      measures: [count('orders')],
      filters: [
        {
          kind: 'or',
          filters: [
            is('orders.status', 'pending'),
            is('customers.type', 'Enterprise'),
            is('products.category', 'Books'),
          ],
        },
      ],
    }),
    sql: `SELECT count(*) FROM @orders o WHERE status = 'pending' OR customer_id = 5 OR EXISTS (SELECT 1 FROM @order_items i WHERE i.order_id = o.id AND i.product_id IN (3, 5))`,
  },
  {
    name: 'compiles alternatives on one related row into its EXISTS',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [
        compare('orders.amount', '>=', 1000),
        { kind: 'or', filters: [is('orders.channel', 'web'), is('orders.channel', 'store')] },
      ],
    }),
    sql: `SELECT count(DISTINCT customer_id) FROM @orders WHERE amount >= 1000 AND channel IN ('web', 'store')`,
  },
  {
    name: 'applies terms, negated terms and terms of referenced tables',
    semantic: query('orders', {
      measures: [
        count('orders', { where: [{ kind: 'term', id: '大单', negated: false }] }),
        count('orders', { where: [{ kind: 'term', id: '大单', negated: true }] }),
        count('orders', { where: [{ kind: 'term', id: 'vip_orders', negated: false }] }),
      ],
    }),
    sql: `SELECT count(*) FILTER (WHERE amount >= 1000), count(*) FILTER (WHERE amount < 1000 OR amount IS NULL), (SELECT count(*) FROM @orders o JOIN @customers c ON c.id = o.customer_id WHERE c.type = 'VIP' AND o.status IN ('completed', 'refunded')) FROM @orders`,
  },
  {
    name: "reads today in a term as the asker's day",
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [{ kind: 'term', id: '近期客户', negated: false }],
    }),
    sql: `SELECT count(*) FROM @customers WHERE registered_at > date '2025-09-15' - interval '180 days'`,
  },
  {
    name: 'applies a term of a many side to the customer once',
    semantic: query('customers', {
      measures: [count('customers')],
      filters: [{ kind: 'term', id: '大单', negated: false }],
    }),
    sql: 'SELECT count(DISTINCT customer_id) FROM @orders WHERE amount >= 1000',
  },
  {
    name: 'compares with the average of all rows',
    semantic: query('products', {
      select: [ref('products.name')],
      filters: [{ kind: 'compare_aggregate', column: ref('products.price'), op: '>', fn: 'avg' }],
    }),
    sql: 'SELECT name FROM @products WHERE price > (SELECT avg(price) FROM @products)',
  },
  {
    name: 'filters groups by a bound on a measure',
    semantic: query('customers', {
      measures: [count('orders')],
      dimensions: [by('customers.name')],
      having: [{ measure: count('orders'), op: '>=', value: 2 }],
      filters: [is('customers.city', '杭州市')],
    }),
    sql: `SELECT c.name, count(*) FROM @orders o JOIN @customers c ON c.id = o.customer_id WHERE c.city = '杭州市' GROUP BY c.id, c.name HAVING count(*) >= 2`,
  },
  {
    name: 'lists the subject within a bound on a measure, which it shows',
    semantic: query('customers', {
      select: [ref('customers.name')],
      having: [{ measure: count('orders'), op: '>', value: 2 }],
    }),
    sql: `SELECT '王伟', 3`,
  },
  {
    name: 'computes shares of the total over all groups, before any limit',
    ordered: true,
    semantic: query('orders', {
      measures: [count('orders'), count('orders', { share: { of: 'total' } })],
      dimensions: [by('orders.status')],
      limit: 1,
    }),
    sql: `SELECT 'completed', 6, 6.0 / 9`,
  },
  {
    name: 'computes the share of rows that satisfy a condition',
    semantic: query('orders', {
      measures: [
        count('orders', { share: { of: 'filtered', where: [is('orders.status', 'refunded')] } }),
        aggregate('sum', 'orders.amount', { share: { of: 'filtered', where: [is('customers.type', 'VIP')] } }),
      ],
    }),
    sql: `SELECT 1.0 / 9, (SELECT sum(amount) FILTER (WHERE customer_id IN (1, 3)) / sum(amount) FROM @orders)`,
  },
  {
    name: 'computes a filtered share per group',
    semantic: query('orders', {
      measures: [count('orders', { share: { of: 'filtered', where: [is('orders.status', 'completed')] } })],
      dimensions: [by('orders.channel')],
    }),
    sql: `SELECT channel::text, count(*) FILTER (WHERE status = 'completed')::numeric / count(*) FROM @orders GROUP BY 1`,
  },
  {
    name: 'aggregates numbers stored as text and skips invalid ones',
    semantic: query('customers', {
      measures: [aggregate('avg', 'customers.score'), metric('mean_score'), aggregate('max', 'customers.score')],
      filters: [],
    }),
    sql: 'SELECT 3.75, 3.75, 4.5',
  },
  {
    name: 'compares numbers stored as text',
    semantic: query('customers', {
      select: [ref('customers.name'), ref('customers.score')],
      filters: [compare('customers.score', '>=', 3)],
    }),
    sql: `SELECT '王伟', 4.5 UNION ALL SELECT '李娜', 3`,
  },
  {
    name: 'orders a list with missing values last',
    ordered: true,
    semantic: query('customers', {
      select: [ref('customers.id'), ref('customers.score')],
      order: [desc(columnOf('customers.score'))],
      limit: 3,
    }),
    sql: 'VALUES (1, 4.5), (3, 3), (2, NULL)',
  },
  {
    name: 'lists columns of referenced tables',
    ordered: true,
    semantic: query('orders', {
      select: [ref('orders.id'), ref('customers.name')],
      filters: [year2025],
      order: [asc(columnOf('orders.id'))],
    }),
    sql: `SELECT o.id, c.name FROM @orders o LEFT JOIN @customers c ON c.id = o.customer_id WHERE ${IN_2025} ORDER BY o.id`,
  },
  {
    name: 'lists rows of the many side if one of its columns is asked for',
    semantic: query('customers', {
      select: [ref('customers.name'), ref('orders.amount')],
      filters: [is('customers.type', 'VIP')],
    }),
    sql: `SELECT c.name, o.amount FROM @orders o JOIN @customers c ON c.id = o.customer_id WHERE c.type = 'VIP'`,
  },
  {
    name: 'lists distinct values',
    ordered: true,
    semantic: query('customers', {
      select: [ref('customers.type')],
      distinct: true,
      filters: [{ kind: 'null', column: ref('customers.type'), negated: true }],
    }),
    sql: `VALUES ('Enterprise'), ('Normal'), ('VIP')`,
  },
  {
    name: 'lists distinct values by a column that is not shown',
    ordered: true,
    semantic: query('customers', {
      select: [ref('customers.type')],
      distinct: true,
      order: [desc(columnOf('customers.registered_at'))],
      limit: 2,
    }),
    sql: `SELECT type FROM @customers GROUP BY 1 ORDER BY max(registered_at) DESC LIMIT 2`,
  },
  {
    name: 'lists the groups of a dimension alone',
    ordered: true,
    semantic: query('orders', { dimensions: [by('orders.channel')], order: [asc(dimensionAt(0))] }),
    sql: `VALUES ('app'), ('store'), ('web')`,
  },
  {
    name: 'groups years stored as text',
    semantic: query('reports', { measures: [count('reports')], dimensions: [by('reports.report_year')] }),
    sql: 'SELECT report_year, count(*) FROM @reports GROUP BY 1',
  },
  {
    name: "shows the extremes of moments as days in the asker's time zone",
    semantic: query('orders', { measures: [aggregate('max', 'orders.ordered_at')] }),
    sql: `SELECT max(${ZONED})::date FROM @orders`,
  },
  {
    name: 'follows a composite foreign key',
    semantic: query('refunds', {
      measures: [aggregate('sum', 'refunds.amount')],
      dimensions: [by('products.category')],
    }),
    sql: 'SELECT p.category, sum(r.amount) FROM @refunds r JOIN @order_items i ON i.order_id = r.order_id AND i.line = r.line JOIN @products p ON p.id = i.product_id GROUP BY 1',
  },
];

describe('A compiled query returns the rows of hand-written SQL', () => {
  it.each(CASES)('$name', async ({ semantic, sql, ordered }) => {
    const [got, wanted] = [await rowsOf(semantic), await expected(inShop(sql))];
    expect(ordered ? got : sortedRows(got)).toEqual(ordered ? wanted : sortedRows(wanted));
  });
});

describe('A query without correct SQL is refused', () => {
  const REFUSALS: [string, SemanticQuery, CompileError['code']][] = [
    [
      'a table without a join path',
      query('orders', { measures: [count('orders')], filters: [is('islands.name', 'x')] }),
      'unreachable',
    ],
    [
      'a table with two join paths of equal length',
      query('orders', { measures: [count('orders')], filters: [is('addresses.city', 'x')] }),
      'ambiguous_path',
    ],
    [
      'a column that the model does not have',
      query('orders', { measures: [count('orders')], filters: [is('orders.secret', 'x')] }),
      'unknown_column',
    ],
    [
      'a prototype member as a column',
      query('orders', { measures: [count('orders')], filters: [is('orders.constructor', 'x')] }),
      'unknown_column',
    ],
    [
      'a text as the value of a number',
      query('orders', { measures: [count('orders')], filters: [is('orders.amount', 'many')] }),
      'bad_value',
    ],
    [
      'a share of averages',
      query('orders', {
        measures: [aggregate('avg', 'orders.amount', { share: { of: 'total' } })],
        dimensions: [by('orders.status')],
      }),
      'bad_share',
    ],
    [
      'a month of a year column',
      query('reports', {
        measures: [count('reports')],
        filters: [during('reports.report_year', '2025-02-01', '2025-03-01')],
      }),
      'bad_grain',
    ],
    ['a sum of text', query('orders', { measures: [aggregate('sum', 'orders.status')] }), 'bad_type'],
    [
      'ordering by a column that differs within groups',
      query('orders', {
        measures: [count('orders')],
        dimensions: [by('orders.status')],
        order: [desc(columnOf('orders.amount'))],
      }),
      'bad_order',
    ],
    [
      'a list that would multiply rows',
      query('orders', { select: [ref('orders.id'), ref('payments.paid'), ref('order_items.quantity')] }),
      'fan_out',
    ],
  ];
  it.each(REFUSALS)('%s', (_name, semantic, code) => {
    expect(() => compileQuery(semantic, model, OPTIONS)).toThrow(
      expect.objectContaining({ name: 'CompileError', code }),
    );
  });
});

describe("The asker's time zone", () => {
  it.each([
    ['America/New_York', '2025-03-09', 1],
    ['America/New_York', '2025-03-08', 0],
    ['Asia/Kolkata', '2025-03-09', 1],
    ['Pacific/Auckland', '2025-03-10', 1],
  ])('%s delimits the day %s in its local time, including daylight saving time', async (timezone, day, wanted) => {
    await postgres.query(
      `INSERT INTO shop.orders VALUES (90, 1, '2025-03-09 12:30:00+00', 'late', 'app', 1, NULL, NULL) ON CONFLICT DO NOTHING`,
    );
    const semantic = query('orders', {
      measures: [count('orders')],
      filters: [is('orders.status', 'late'), is('orders.ordered_at', day)],
    });
    const compiled = compileQuery(semantic, model, { ...OPTIONS, timezone });
    const { rows } = await postgres.query(compiled.sql, compiled.params);
    await postgres.query('DELETE FROM shop.orders WHERE id = 90');
    expect(rows).toEqual([{ c1: String(wanted) }]);
  });

  it('is refused if it is not the name of a time zone', () => {
    expect(() =>
      compileQuery(query('orders', { measures: [count('orders')] }), model, { ...OPTIONS, timezone: "UTC'; --" }),
    ).toThrow(CompileError);
  });
});

describe('A safe cast', () => {
  const column = (to: string, when: string) =>
    ({ ...model.tables['customers']?.columns['score'], cast: { to, when } }) as ModelColumn;
  it.each([
    [
      'numeric',
      '^[0-9]',
      ['4.5', ' 3 ', '5星', '--', '', '1e9', '-2', '9'.repeat(60), '１'],
      [4.5, 3, null, null, null, null, null, null, null],
    ],
    [
      'integer',
      '.',
      ['99999999999', '+7', '1.', '.5', 'NaN', 'Infinity', '0x1'],
      [99999999999, 7, 1, null, null, null, null],
    ],
    [
      'date',
      '.',
      ['2025-02-28', '2025-02-29', '2024-02-29', '2025-13-01', '2025-04-31', '0000-01-01', '20250101', '2025-1-1', ''],
      ['2025-2-28', null, '2024-2-29', null, null, null, null, null, null],
    ],
    [
      'timestamp',
      '.',
      ['2025-02-28 10:30:00', '2025-02-29 10:30', '2024-02-29T23:59', '2025-02-28 24:00:00', '2025-02-28'],
      ['2025-2-28', null, '2024-2-29', null, null],
    ],
  ])('to %s with the pattern %s reads valid texts and never fails', async (to, when, values, wanted) => {
    const { rows } = await postgres.query(
      `SELECT ${safeCast(column(to, when), 'v')} AS x FROM unnest($1::text[]) WITH ORDINALITY AS u(v, n) ORDER BY n`,
      [values],
    );
    expect(rows.map(({ x }) => normal(x))).toEqual(wanted);
  });
});

describe('A compiled statement', () => {
  it('binds values instead of containing them', () => {
    const { sql, params } = compileQuery(
      query('customers', { measures: [count('customers')], filters: [is('customers.name', "'; DROP TABLE x; --")] }),
      model,
      OPTIONS,
    );
    expect(sql).not.toContain('DROP');
    expect(params).toEqual(["'; DROP TABLE x; --"]);
  });

  it('has a probe that counts the values skipped by a cast among the rows of the question', async () => {
    const compiled = compileQuery(
      query('customers', {
        measures: [aggregate('avg', 'customers.score')],
        filters: [compare('customers.score', '>', 1), is('customers.type', 'Normal')],
      }),
      model,
      OPTIONS,
    );
    const [probe] = compiled.probes;
    expect(probe).toMatchObject({ id: 'skipped_values', label: '评分' });
    const { rows } = await postgres.query(probe?.sql ?? '', probe?.params);
    expect(rows).toEqual([{ c1: '1' }]);
  });

  const grouped = (more: Partial<SemanticQuery>) =>
    compileQuery(
      query('orders', {
        measures: [count('orders')],
        dimensions: [by('customers.name')],
        order: [desc(measureAt(0))],
        limit: 1,
        ...more,
      }),
      model,
      { ...OPTIONS, locale: 'en' },
    );

  it('has a probe that counts the rows without an owner in a ranking', async () => {
    const [probe] = grouped({}).probes;
    expect(probe?.note).toBe('orders without a known customer are left out ({count} in total)');
    const { rows } = await postgres.query(probe?.sql ?? '', probe?.params);
    expect(rows).toEqual([{ c1: '1' }]);
    expect(grouped({ limit: null }).probes).toEqual([]);
    expect(grouped({ dimensions: [by('orders.status')] }).probes).toEqual([]);
  });

  it('discloses that things without rows are included', () => {
    expect(grouped({ order: [asc(measureAt(0))] }).notes).toEqual([
      'those without any orders are included and count as 0',
    ]);
    expect(grouped({}).notes).toBeUndefined();
  });

  it('marks the figures of groups that overlap', () => {
    const marks = (dimension: string, ...measures: SemanticQuery['measures']) =>
      compileQuery(query('orders', { measures, dimensions: [by(dimension)] }), model, OPTIONS).columns.map(
        ({ overlapping }) => overlapping ?? false,
      );
    expect(
      marks(
        'products.category',
        count('orders'),
        count('orders', { share: { of: 'total' } }),
        aggregate('avg', 'orders.amount'),
      ),
    ).toEqual([false, true, true, false]);
    expect(marks('orders.channel', metric('buyers'), count('orders'))).toEqual([false, true, false]);
    expect(marks('customers.city', metric('buyers'))).toEqual([false, false]);
  });

  it('describes its columns by labels and roles', () => {
    const { columns } = compileQuery(
      query('orders', { measures: [metric('order_amount')], dimensions: [by('customers.type')] }),
      model,
      OPTIONS,
    );
    expect(columns).toEqual([
      { key: 'c1', label: 'customers.type', role: 'dimension', format: 'text', valueLabels: { VIP: '贵宾' } },
      { key: 'c2', label: 'order_amount', role: 'measure', unit: '元', format: 'currency' },
    ]);
  });
});
