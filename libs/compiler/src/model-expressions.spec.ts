import { guardStatement } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import type { SchemaSnapshot, SemanticQuery } from '@querent/contracts';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { compileQuery } from './compile-query';
import { count, guardCatalogueOf, metric, query } from '@querent/model/fixture';
import { SHOP_MODEL, SHOP_SQL } from './fixture/shop.sql';
import { snapshotOfDatabase } from './fixture/snapshot-of-database';

const OPTIONS = { today: '2025-09-15', timezone: 'Asia/Shanghai', locale: 'zh', maxRows: 1000 } as const;

let postgres: ThrowAwayPostgres;
let snapshot: SchemaSnapshot;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query(SHOP_SQL);
  await postgres.query(`
    CREATE TABLE shop.visits (id integer PRIMARY KEY, customer_id integer REFERENCES shop.customers, opened timestamptz, closed timestamptz,
      local timestamp, stay interval, waited time, done boolean, notes jsonb, rate double precision);
    INSERT INTO shop.visits VALUES
      (1, 1, '2025-02-28 15:59:59+00', '2025-02-28 17:00:00+00', '2025-02-28 23:59:59', '90 minutes', '09:30', true, '{"kind": "a", "n": 3}', 0.5),
      (2, 2, '2025-02-28 16:00:00+00', NULL, '2025-03-01 00:00', '1 day', '10:00', NULL, '{"kind": "b"}', 1.25),
      (3, 3, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL)`);
  await postgres.query(`SET TimeZone = 'Asia/Shanghai'`);
  snapshot = await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'shop');
}, 120_000);

afterAll(async () => postgres?.stop());

function modelWith(parts: object): SemanticModel {
  const parsed = parseModelFile({ ...SHOP_MODEL, metrics: {}, terms: {}, ...parts });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { model, problems } = resolveModel({ connection: 'shop', snapshot, file: parsed.file });
  expect(problems).toEqual([]);
  return model;
}

/** The rows that the product returns: compiled, guarded and executed. */
async function computed(semantic: SemanticQuery, model: SemanticModel): Promise<unknown> {
  const { sql, params, columns } = compileQuery(semantic, model, OPTIONS);
  const verdict = await guardStatement(sql, guardCatalogueOf(model));
  if (!verdict.ok) throw new Error(`${verdict.code}: ${verdict.reason}\n${sql}`);
  const { rows } = await postgres.query(verdict.sql, params);
  return normal(rows[0]?.[columns[0]?.key ?? '']);
}

/** The rows that PostgreSQL returns for the fragment as written. */
async function direct(select: string): Promise<unknown> {
  const { rows } = await postgres.query(select);
  return normal(Object.values(rows[0] ?? {})[0]);
}

function normal(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(Number(value).toFixed(9));
  if (typeof value === 'number') return Number(value.toFixed(9));
  return JSON.stringify(value);
}

const TERMS: [table: string, filter: string][] = [
  ['visits', "(visits.opened AT TIME ZONE 'Asia/Shanghai')::date = date '2025-03-01'"],
  ['visits', "date_trunc('month', visits.opened AT TIME ZONE 'UTC') = timestamp '2025-02-01'"],
  ['visits', 'visits.done IS NOT TRUE'],
  ['visits', 'visits.done IS DISTINCT FROM false'],
  ['visits', "visits.closed - visits.opened > interval '1 hour'"],
  ['visits', 'visits.closed IS NULL AND visits.opened < now() - make_interval(days => 30)'],
  ['visits', "visits.notes ->> 'kind' = 'a' AND (visits.notes -> 'n')::int BETWEEN SYMMETRIC 5 AND 1"],
  ['visits', "visits.stay >= interval '24' hour OR visits.waited < time '09:45'"],
  ['visits', 'extract(isodow FROM visits.local) IN (5, 6) AND NOT coalesce(visits.done, false)'],
  ['visits', "(visits.opened, visits.closed) OVERLAPS (timestamptz '2025-02-28 16:30+00', interval '1 hour')"],
  ['visits', "- visits.rate < -1 AND (-1)::text = '-1'"],
  ['orders', "orders.status = ANY (ARRAY['completed', 'pending']) AND orders.status <> ALL ('{pending}'::text[])"],
  ['orders', "CASE orders.channel WHEN 'app' THEN orders.amount > 100 WHEN 'web' THEN true ELSE false END"],
  ['orders', "orders.status SIMILAR TO '(comp|pend)%' AND orders.status !~* '^PEND'"],
  ['orders', 'orders.amount % 100 = 30 OR orders.amount ^ 2 > 2e7'],
  ['customers', "trim(BOTH ' ' FROM customers.name) <> '' AND substring(customers.name FROM 1 FOR 1) IN ('王', 'Z')"],
  ['customers', "'a' = ANY (customers.tags) OR customers.tags && ARRAY['c'] OR customers.tags[1] = 'b'"],
  ['customers', "customers.name LIKE '50!%%' ESCAPE '!' OR customers.name COLLATE \"C\" < 'O'"],
  ['customers', "customers.active IS UNKNOWN OR (customers.type, customers.city) = ('Normal', '宁波市')"],
];

it.each(TERMS)('a term selects the rows of %s that PostgreSQL selects by %s', async (table, filter) => {
  const model = modelWith({ terms: { odd: { filter } } });
  const rows = await computed(
    query(table, { measures: [count(table)], filters: [{ kind: 'term', id: 'odd', negated: false }] }),
    model,
  );
  expect(rows).toEqual(await direct(`SELECT count(*) FROM shop.${table} WHERE ${filter}`));
  expect(rows).not.toBe(0);
});

const METRICS: [table: string, expression: string][] = [
  ['orders', "100.0 * count(*) FILTER (WHERE orders.status = 'completed') / count(*)"],
  ['orders', 'sum(orders.amount) / count(1)'],
  [
    'orders',
    "avg(orders.amount) FILTER (WHERE (orders.ordered_at AT TIME ZONE 'Asia/Shanghai')::date >= '2025-02-28')",
  ],
  ['orders', 'percentile_cont(0.9) WITHIN GROUP (ORDER BY orders.amount)'],
  ['orders', 'percentile_disc(0.25) WITHIN GROUP (ORDER BY orders.amount DESC)'],
  ['orders', 'round(stddev_pop(coalesce(orders.amount, 0)), 2) + greatest(1, 2) - least(3, 4)'],
  ['orders', "count(DISTINCT date_trunc('quarter', orders.ordered_at))"],
  ['orders', "sum(CASE orders.channel WHEN 'app' THEN 1.5 WHEN 'web' THEN -1 END)"],
  ['visits', 'avg(extract(epoch FROM visits.closed - visits.opened) / 60)'],
  ['visits', 'extract(epoch FROM sum(visits.stay) / 2)'],
  ['visits', 'extract(epoch FROM max((visits.closed - visits.opened) / 4))'],
  ['visits', 'sum(visits.rate) / 2'],
  ['visits', 'CASE WHEN bool_or(visits.done) THEN 1 ELSE 0 END'],
  ['visits', "sum((visits.notes ->> 'n')::numeric(10, 2))"],
];

it.each(METRICS)('a metric computes over %s the value that PostgreSQL computes by %s', async (table, expression) => {
  const model = modelWith({ metrics: { odd: { expression } } });
  const value = await computed(query(table, { measures: [metric('odd')] }), model);
  expect(value).toEqual(await direct(`SELECT ${expression} FROM shop.${table}`));
  expect(value).not.toBe('null');
});

it("an expression has the asker's day for CURRENT_DATE, and casts columns safely", async () => {
  const model = modelWith({
    terms: {
      recent: { filter: 'customers.registered_at > current_date - 180' },
      good: { filter: 'customers.score >= 3' },
    },
  });
  const among = (id: string) =>
    computed(
      query('customers', { measures: [count('customers')], filters: [{ kind: 'term', id, negated: false }] }),
      model,
    );
  expect(await among('recent')).toBe(
    await direct(`SELECT count(*) FROM shop.customers WHERE registered_at > date '2025-09-15' - 180`),
  );
  expect(await among('good')).toBe(
    await direct(`SELECT count(*) FROM shop.customers WHERE btrim(score) IN ('4.5', '3')`),
  );
});
