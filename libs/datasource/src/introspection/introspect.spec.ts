import { schemaSnapshot, type SchemaSnapshot } from '@querent/contracts';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { introspect, openDatasource, type Datasource } from '..';

const SCHEMA = `
  CREATE SCHEMA shop;
  CREATE TYPE shop.grade AS ENUM ('low', 'high', 'above all');
  CREATE DOMAIN shop.code AS varchar(8);
  CREATE TABLE shop.customers (id serial PRIMARY KEY, email text UNIQUE, type text NOT NULL, grade shop.grade, code shop.code, essay text, tags text[]);
  COMMENT ON TABLE shop.customers IS '客户';
  COMMENT ON COLUMN shop.customers.type IS '客户类型';
  CREATE TABLE shop.orders (customer_id int REFERENCES shop.customers, line int, at timestamptz, day date, total numeric(10,2), "城市" text, PRIMARY KEY (customer_id, line));
  CREATE VIEW shop.totals AS SELECT customer_id, sum(total) AS total FROM shop.orders GROUP BY 1;
  CREATE MATERIALIZED VIEW shop.days AS SELECT DISTINCT day FROM shop.orders;
  CREATE TABLE shop.secret (id int); CREATE TABLE shop.partly (id int, hush text);
  CREATE TABLE shop.parts (id int, day date) PARTITION BY RANGE (day);
  CREATE TABLE shop.parts_2024 PARTITION OF shop.parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
  INSERT INTO shop.customers (email, type, grade, essay) SELECT 'c' || g || '@example.com', CASE WHEN g % 3 = 0 THEN 'vip' ELSE 'plain' END, 'low', repeat('long ', 60) FROM generate_series(1, 300) g;
  INSERT INTO shop.orders SELECT g, 1, '2024-01-01 08:00+00'::timestamptz + g * interval '1 day', '2024-01-01'::date + g, g, CASE WHEN g % 2 = 0 THEN '北京' ELSE '上海' END FROM generate_series(1, 300) g;
  CREATE TABLE shop.lanes (lane_code text, lane_name text, zone_no int, note text);
  INSERT INTO shop.lanes VALUES ('A', 'North', 1, 'x'), ('B', 'South', 1, 'y'), ('C', NULL, 2, 'z');
  CREATE TABLE public.elsewhere (id int);
  CREATE ROLE reader LOGIN PASSWORD 'r';
  GRANT USAGE ON SCHEMA shop TO reader;
  GRANT SELECT ON ALL TABLES IN SCHEMA shop TO reader;
  REVOKE ALL ON shop.secret, shop.partly FROM reader;
  GRANT SELECT (id) ON shop.partly TO reader;`;

describe('introspect', () => {
  let server: ThrowAwayPostgres;
  let datasource: Datasource;
  let snapshot: SchemaSnapshot;
  const limits = { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 1_000 };

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(SCHEMA);
    const url = new URL(server.url);
    [url.username, url.password] = ['reader', 'r'];
    datasource = openDatasource({ name: 'shop', url: url.href, schema: 'shop', limits });
    snapshot = await introspect(datasource, {
      valueIndexColumns: [{ table: 'customers', column: 'email' }],
      maxValues: 250,
    });
  }, 60_000);

  afterAll(async () => {
    await datasource?.close();
    await server?.stop();
  });

  const table = (name: string) => snapshot.tables.find((candidate) => candidate.name === name);
  const column = (of: string, name: string) => table(of)?.columns.find((candidate) => candidate.name === name);

  it('fits its contract, whatever the limits of user statements are', () => {
    expect(schemaSnapshot.parse(snapshot)).toEqual(snapshot);
    expect(snapshot).toMatchObject({
      connection: 'shop',
      schema: 'shop',
      serverVersion: expect.stringMatching(/^15/),
      hasPostgis: false,
    });
  });

  it('lists tables, views and partitioned wholes of the schema that the login may read', () => {
    expect(snapshot.tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['customers', 'table'],
      ['days', 'materialized_view'],
      ['lanes', 'table'],
      ['orders', 'table'],
      ['partly', 'table'],
      ['parts', 'table'],
      ['totals', 'view'],
    ]);
    expect(table('partly')?.columns.map(({ name }) => name)).toEqual(['id']);
  });

  it('reads types, comments and nullability', () => {
    expect(table('customers')?.comment).toBe('客户');
    expect(column('customers', 'type')).toMatchObject({
      type: 'text',
      category: 'text',
      nullable: false,
      comment: '客户类型',
    });
    expect(column('customers', 'grade')).toMatchObject({
      type: 'grade',
      category: 'text',
      enumValues: ['low', 'high', 'above all'],
    });
    expect(column('customers', 'code')).toMatchObject({ type: 'code', category: 'text' });
    expect(column('customers', 'tags')).toMatchObject({ type: 'text[]', category: 'array' });
    expect(column('orders', 'total')).toMatchObject({ type: 'numeric(10,2)', category: 'numeric' });
  });

  it('reads keys and foreign keys', () => {
    expect(table('orders')).toMatchObject({
      primaryKey: ['customer_id', 'line'],
      foreignKeys: [{ columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] }],
    });
    expect(table('customers')).toMatchObject({ primaryKey: ['id'], uniqueKeys: [['email']] });
  });

  it('collects small vocabularies by frequency and skips names and prose', () => {
    expect(column('customers', 'type')).toMatchObject({ values: ['plain', 'vip'], valuesComplete: true });
    expect(column('orders', '城市')?.values).toEqual(['上海', '北京']);
    expect(column('customers', 'essay')).not.toHaveProperty('values');
  });

  it('collects wanted values up to the cap and marks them as incomplete', () => {
    expect(column('customers', 'email')?.values).toHaveLength(250);
    expect(column('customers', 'email')?.valuesComplete).toBe(false);
  });

  it('reads the range of dates and the number of rows', () => {
    expect(column('orders', 'day')).toMatchObject({ min: '2024-01-02', max: '2024-10-27' });
    expect(column('orders', 'at')).toMatchObject({
      min: '2024-01-02T08:00:00+00:00',
      max: '2024-10-27T08:00:00+00:00',
    });
    expect(table('orders')?.estimatedRows).toBe(300);
  });

  it('finds key columns if no key is declared', async () => {
    expect(table('lanes')?.observedKeys).toEqual(['lane_code']);
    expect(table('customers')).not.toHaveProperty('observedKeys');
    const blind = await introspect(datasource, { isHidden: (of, name) => of === 'lanes' && name === 'lane_code' });
    expect(blind.tables.find(({ name }) => name === 'lanes')).not.toHaveProperty('observedKeys');
  });

  it('reads only the structure of hidden tables and columns', async () => {
    const isHidden = (of: string, name: string | null): boolean =>
      of === 'orders' || (of === 'customers' && name === 'type');
    const blind = await introspect(datasource, { isHidden });
    const [customers, orders] = ['customers', 'orders'].map((name) =>
      blind.tables.find((candidate) => candidate.name === name),
    );
    expect(blind.fingerprint).toBe(snapshot.fingerprint);
    expect(customers?.columns.find(({ name }) => name === 'type')).not.toHaveProperty('values');
    expect(orders?.columns.filter((one) => 'values' in one || 'min' in one)).toEqual([]);
    expect(orders?.columns.map(({ name }) => name)).toEqual(table('orders')?.columns.map(({ name }) => name));
  });

  it('keeps its fingerprint while rows change and changes it with the structure', async () => {
    await server.query(`INSERT INTO shop.customers (email, type) VALUES ('new@example.com', 'other'); ANALYZE`);
    expect((await introspect(datasource)).fingerprint).toBe(snapshot.fingerprint);
    await server.query(`COMMENT ON TABLE shop.orders IS 'orders'`);
    expect((await introspect(datasource)).fingerprint).not.toBe(snapshot.fingerprint);
  });
});
