import type { SchemaSnapshot } from '@querent/contracts';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { introspect, openDatasource, type Datasource } from '..';

const SHOP = `
  CREATE ROLE acme LOGIN; CREATE ROLE globex LOGIN; CREATE ROLE outsider LOGIN;
  CREATE EXTENSION pg_trgm;
  CREATE FUNCTION public.whose_tax(numeric) RETURNS numeric LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 0.19';
  CREATE SCHEMA shop; GRANT USAGE ON SCHEMA shop TO acme, globex; CREATE SCHEMA apart;
  SET search_path = shop;
  CREATE FUNCTION lower(text) RETURNS text LANGUAGE sql AS $$SELECT 'mine'$$;
  CREATE FUNCTION apart.unseen() RETURNS int LANGUAGE sql AS 'SELECT 1';
  CREATE TABLE customers (id int PRIMARY KEY, tenant text, code text UNIQUE, city text, born date, UNIQUE (city, code));
  CREATE TABLE orders (customer_id int REFERENCES customers, code text REFERENCES customers (code), tenant text, status text);
  INSERT INTO customers SELECT n, CASE WHEN n % 3 = 0 THEN 'globex' ELSE 'acme' END, 'C' || n, CASE WHEN n % 3 = 0 THEN 'Lyon ' || n % 2 ELSE 'Köln' END, date '2000-01-01' + n FROM generate_series(1, 90) n;
  INSERT INTO orders SELECT n, 'C' || n, CASE WHEN n % 3 = 0 THEN 'globex' ELSE 'acme' END, CASE WHEN n % 3 = 0 THEN 'paid' ELSE 'open' END FROM generate_series(1, 90) n;
  CREATE TABLE prices (day date, price numeric) PARTITION BY RANGE (day);
  CREATE TABLE prices_2024 PARTITION OF prices FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
  CREATE VIEW lawful WITH (security_invoker = true) AS SELECT id, city FROM customers;
  CREATE VIEW refused WITH (security_invoker = true) AS SELECT code FROM customers;
  CREATE VIEW nested WITH (security_invoker = true) AS SELECT * FROM refused;
  CREATE EXTENSION postgres_fdw; CREATE SERVER away FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '1');
  CREATE FOREIGN TABLE unmapped (id int) SERVER away;
  CREATE USER MAPPING FOR globex SERVER away OPTIONS (password_required 'false');
  GRANT SELECT (id, tenant, city, born) ON customers TO acme; GRANT SELECT ON customers TO globex;
  GRANT SELECT ON orders, lawful, refused, nested, unmapped TO acme, globex;
  GRANT SELECT ON prices_2024 TO acme; GRANT SELECT ON prices, prices_2024 TO globex;
  GRANT SELECT ON customers TO outsider;
  ALTER TABLE customers ENABLE ROW LEVEL SECURITY; ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
  CREATE POLICY a ON customers TO acme USING (tenant = 'acme'); CREATE POLICY g ON customers TO globex USING (tenant = 'globex');
  CREATE POLICY a ON orders TO acme USING (tenant = 'acme'); CREATE POLICY g ON orders TO globex USING (tenant = 'globex');
  ANALYZE`;

describe('introspect with the logins of tenants', () => {
  let server: ThrowAwayPostgres;
  let datasource: Datasource;
  const sights = new Map<string, SchemaSnapshot>();

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(SHOP);
    const roles = Object.fromEntries(
      ['acme', 'globex', 'outsider'].map((role) => [role, server.url.replace('postgres@', `${role}@`)]),
    );
    datasource = openDatasource({
      name: 'shop',
      url: server.url,
      roles,
      schema: 'shop',
      limits: { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 1_000 },
    });
    for (const tenant of Object.keys(roles)) sights.set(tenant, await introspect(datasource, { tenant }));
  }, 60_000);

  afterAll(async () => {
    await datasource?.close();
    await server?.stop();
  });

  const table = (tenant: string, name: string) => sights.get(tenant)?.tables.find((one) => one.name === name);
  const column = (tenant: string, of: string, name: string) =>
    table(tenant, of)?.columns.find((one) => one.name === name);

  it('lists what each login can read: no refusing view, no unreachable foreign table, a partition if its parent is closed', () => {
    expect(sights.get('acme')?.tables.map(({ name }) => name)).toEqual([
      'customers',
      'lawful',
      'orders',
      'prices_2024',
    ]);
    expect(sights.get('globex')?.tables.map(({ name }) => name)).toEqual([
      'customers',
      'lawful',
      'nested',
      'orders',
      'prices',
      'refused',
    ]);
    expect(sights.get('outsider')?.tables).toEqual([]);
  });

  it('omits columns that are not granted, and keys and references that need them', () => {
    expect(table('acme', 'customers')).toMatchObject({ primaryKey: ['id'], uniqueKeys: [] });
    expect(table('acme', 'customers')?.columns.map(({ name }) => name)).toEqual(['id', 'tenant', 'city', 'born']);
    expect(table('acme', 'orders')?.foreignKeys).toEqual([
      { columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] },
    ]);
    expect(table('globex', 'customers')?.uniqueKeys).toEqual([['code'], ['city', 'code']]);
    expect(table('globex', 'orders')?.foreignKeys).toHaveLength(2);
  });

  it('reads values, ranges and row counts only from visible rows', () => {
    expect(column('acme', 'customers', 'city')).toMatchObject({ values: ['Köln'], valuesComplete: true });
    expect(column('globex', 'lawful', 'city')?.values).toEqual(['Lyon 0', 'Lyon 1']);
    expect(column('globex', 'orders', 'status')?.values).toEqual(['paid']);
    expect(column('globex', 'customers', 'born')).toMatchObject({ min: '2000-01-04', max: '2000-03-31' });
    expect([table('acme', 'customers')?.estimatedRows, table('globex', 'customers')?.estimatedRows]).toEqual([60, 30]);
    expect(JSON.stringify(sights.get('acme'))).not.toMatch(/globex|Lyon|paid/);
  });

  it("names the functions on the search path that are neither PostgreSQL's nor an extension's", () => {
    expect(sights.get('acme')?.ownFunctions).toEqual(['lower', 'whose_tax']);
  });
});
