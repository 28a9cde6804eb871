import { deriveTable, type ModelJoin, type SemanticModel } from '@querent/model';
import { compileQuery } from './compile-query';
import { by, compare, count, desc, during, is, measureAt, query, related } from '@querent/model/fixture';

const OPTIONS = { today: '2025-09-15', timezone: 'Asia/Shanghai', locale: 'en', maxRows: 100 } as const;
const column = (name: string, type: string, category: 'integer' | 'text' | 'timestamp') => ({
  name,
  type,
  category,
  nullable: true,
  comment: null,
});
const table = (name: string, columns: ReturnType<typeof column>[]) =>
  deriveTable({
    name,
    kind: 'table',
    comment: null,
    estimatedRows: 0,
    primaryKey: ['id'],
    uniqueKeys: [],
    foreignKeys: [],
    columns,
  });
const join: ModelJoin = {
  from: { table: 'orders', columns: ['customer_id'] },
  to: { table: 'customers', columns: ['id'] },
};

const MODEL: SemanticModel = {
  connection: 'c',
  schema: 's',
  version: 'v',
  defaultLocale: 'en',
  timezone: 'Asia/Shanghai',
  tables: {
    customers: table('customers', [
      column('id', 'integer', 'integer'),
      column('name', 'text', 'text'),
      column('type', 'text', 'text'),
    ]),
    orders: table('orders', [
      column('id', 'integer', 'integer'),
      column('customer_id', 'integer', 'integer'),
      column('at', 'timestamp with time zone', 'timestamp'),
    ]),
  },
  joins: [join],
  metrics: {},
  filters: {},
  terms: {},
  entities: {},
};

describe('The text of a compiled query', () => {
  it('joins referenced tables, filters time in a form that an index can serve, and groups by key', () => {
    const { sql, params } = compileQuery(
      query('orders', {
        measures: [count('orders')],
        dimensions: [by('customers.name')],
        filters: [is('customers.type', 'VIP'), during('orders.at', '2025-01-01', '2026-01-01')],
        order: [desc(measureAt(0))],
        limit: 5,
      }),
      MODEL,
      OPTIONS,
    );
    expect(sql).toMatchInlineSnapshot(`
"WITH f1 AS (
    SELECT t2."name" AS k1, t2."id" AS h1, count(*) AS a1
    FROM "s"."orders" AS t1
    LEFT JOIN "s"."customers" AS t2 ON t2."id" = t1."customer_id"
    WHERE t2."type" = $1::text
      AND (t1."at" >= ($2::timestamp AT TIME ZONE 'Asia/Shanghai') AND t1."at" < ($3::timestamp AT TIME ZONE 'Asia/Shanghai'))
    GROUP BY 1, 2
  ),
  m AS (
    SELECT k1, h1, a1 AS m1 FROM f1
  ),
  c AS (
    SELECT * FROM m WHERE h1 IS NOT NULL
  )
SELECT k1 AS c1, m1 AS c2
FROM c
ORDER BY m1 DESC NULLS LAST, k1 ASC NULLS LAST, h1 ASC NULLS LAST
LIMIT 5"
`);
    expect(params).toEqual(['VIP', '2025-01-01', '2026-01-01']);
  });

  it('has one EXISTS for conditions on a many side, and NOT EXISTS for missing rows', () => {
    const { sql } = compileQuery(
      query('customers', {
        filters: [
          during('orders.at', '2025-01-01', null),
          compare('orders.id', '>', 7),
          related('orders', [during('orders.at', null, '2025-01-01')], { negated: true }),
        ],
      }),
      MODEL,
      OPTIONS,
    );
    expect(sql).toMatchInlineSnapshot(`
"SELECT t1."name" AS c1, t1."type" AS c2
FROM "s"."customers" AS t1
WHERE NOT EXISTS (SELECT 1 FROM "s"."orders" AS t2 WHERE t2."customer_id" = t1."id" AND (t2."at" < ($1::timestamp AT TIME ZONE 'Asia/Shanghai')))
  AND EXISTS (SELECT 1 FROM "s"."orders" AS t3 WHERE t3."customer_id" = t1."id" AND (t3."at" >= ($1::timestamp AT TIME ZONE 'Asia/Shanghai')) AND t3."id" > $2::bigint)
ORDER BY t1."name" ASC NULLS LAST, t1."id" ASC NULLS LAST"
`);
  });
});
