import { openDatasource, type Datasource } from '@querent/datasource';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { Client } from 'pg';
import { createStatements } from '../create-statements';
import { readDatabaseFacts } from '../database-facts';
import { planRoles } from '../role-plan';
import { RecordingProxy } from './recording-proxy';

/** Values in the rows and statements of the tenant globex, which must never reach acme. */
export const CANARIES = ['GLOBEXCANARY7f3ac1', '918273645501', 'globexcanary@example.com'] as const;

/** The tables of an application, and the unsafe views, functions and policies of a careless administrator. */
const SHOP = `
  CREATE ROLE shop_app LOGIN; CREATE ROLE auditor BYPASSRLS;
  CREATE SCHEMA shop AUTHORIZATION shop_app; SET ROLE shop_app; SET search_path = shop;
  CREATE TABLE accounts (id serial PRIMARY KEY, tenant_id text NOT NULL, owner text, email text UNIQUE, secret bigint, amount numeric, doc xml, tags text[]);
  CREATE TABLE payments (id serial PRIMARY KEY, tenant_id text NOT NULL, account_id int REFERENCES accounts, note text, paid numeric, at timestamptz DEFAULT now());
  CREATE TABLE events (tenant_id text NOT NULL, day date, what text) PARTITION BY RANGE (day);
  CREATE TABLE events_2025 PARTITION OF events FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE countries (code text, name text);
  CREATE TABLE payment_lines (payment_id int, note text);
  INSERT INTO accounts (tenant_id, owner, email, secret, amount, doc, tags)
    SELECT t, CASE t WHEN 'globex' THEN 'GLOBEXCANARY7f3ac1' ELSE 'Ann ' || n END, CASE WHEN t = 'globex' AND n = 1 THEN 'globexcanary@example.com' ELSE t || n || '@example.com' END,
           CASE t WHEN 'globex' THEN 918273645501 ELSE n END, n * 10, xml '<a/>', ARRAY[CASE t WHEN 'globex' THEN 'GLOBEXCANARY7f3ac1' ELSE 'x' END]
      FROM unnest(ARRAY['acme', 'globex']) t, generate_series(1, 40) n;
  INSERT INTO payments (tenant_id, account_id, note, paid) SELECT tenant_id, id, owner, amount FROM accounts;
  INSERT INTO events SELECT tenant_id, date '2025-03-01' + id, owner FROM accounts;
  INSERT INTO payment_lines SELECT id, note FROM payments; INSERT INTO countries VALUES ('FR', 'France');
  CREATE VIEW all_accounts AS SELECT * FROM accounts; CREATE VIEW all_nested WITH (security_invoker = true) AS SELECT * FROM all_accounts;
  CREATE VIEW own_accounts WITH (security_invoker = true) AS SELECT * FROM accounts;
  CREATE MATERIALIZED VIEW stored_accounts AS SELECT * FROM accounts;
  CREATE FUNCTION peek() RETURNS SETOF accounts LANGUAGE sql SECURITY DEFINER AS 'SELECT * FROM shop.accounts';
  CREATE FUNCTION wipe() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM shop.payment_lines';
  CREATE FUNCTION run_any(text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS 'DECLARE r text; BEGIN EXECUTE $1 INTO r; RETURN r; END';
  CREATE PROCEDURE wipe_all() LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM shop.payment_lines';
  CREATE FUNCTION plain_insert() RETURNS int LANGUAGE sql AS 'INSERT INTO shop.countries VALUES (''XX'', ''x'') RETURNING 1';
  CREATE FUNCTION spy(text) RETURNS bool LANGUAGE plpgsql COST 0.0000001 AS 'BEGIN RAISE NOTICE ''%'', $1; RETURN true; END';
  CREATE POLICY by_setting ON accounts USING (tenant_id = current_setting('app.tenant', true));
  RESET ROLE; RESET search_path;
  SELECT lo_from_bytea(4711, 'GLOBEXCANARY7f3ac1');
  CREATE STATISTICS shop.correlated (mcv) ON owner, email FROM shop.accounts; ANALYZE`;

/**
 * A PostgreSQL with two tenants, whose logins are created by the script of `npm run roles`. Only the rights of these
 * logins and `runReadOnly` restrict a statement.
 */
export interface TwoTenantDatabase {
  server: ThrowAwayPostgres;
  /**
   * The tenant acme, with one connection, through the proxy.
   */
  acme: Datasource;
  /** A login without the script, for which an administrator only granted SELECT. */
  unscripted: Datasource;
  proxy: RecordingProxy;
  /**
   * Runs the script of `npm run roles`, and opens a session of globex whose statement contains a canary. Resolves to
   * the process id of that session.
   */
  createLogins(): Promise<number>;
  stop(): Promise<void>;
}

const LIMITS = { statementTimeoutMs: 1_500, maxRows: 2_000, maxBytes: 4_000_000, poolSize: 1 };

export async function openTwoTenantDatabase(): Promise<TwoTenantDatabase> {
  const server = await startPostgres();
  await server.query(SHOP);
  await server.query(
    `CREATE ROLE unscripted LOGIN; GRANT USAGE ON SCHEMA shop TO unscripted; GRANT SELECT ON shop.countries TO unscripted`,
  );
  const proxy = await RecordingProxy.open({ host: '127.0.0.1', port: server.port });
  const urlOf = (user: string): string => `postgres://${user}@127.0.0.1:${proxy.port}/postgres`;
  const unscripted = openDatasource({ name: 'unscripted', url: urlOf('unscripted'), schema: 'shop', limits: LIMITS });
  const acme = openDatasource({
    name: 'shop',
    url: urlOf('nobody'),
    roles: { acme: urlOf('shop_acme') },
    schema: 'shop',
    limits: LIMITS,
  });
  const globex = new Client({ connectionString: server.url.replace('postgres@', 'shop_globex@') });
  return {
    server,
    acme,
    unscripted,
    proxy,
    createLogins: () => createLogins(server, globex),
    async stop() {
      await globex.end().catch(() => undefined);
      await Promise.all([acme.close(), unscripted.close()]);
      await proxy.close();
      await server.stop();
    },
  };
}

async function createLogins(server: ThrowAwayPostgres, globex: Client): Promise<number> {
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  const plan = planRoles(
    {
      connection: 'shop',
      schema: 'shop',
      tenants: ['acme', 'globex'],
      roles: new Map(),
      values: new Map(),
      tables: null,
      tenantColumn: 'tenant_id',
      shared: ['countries'],
      applications: ['shop_app'],
      connectionLimit: 8,
      statementTimeoutMs: 300_000,
    },
    {},
  );
  await admin.query(
    ['BEGIN;', ...createStatements(plan, await readDatabaseFacts(admin, 'shop', 'tenant_id')), 'COMMIT;'].join('\n'),
  );
  await admin.end();
  await globex.connect();
  const { rows } = await globex.query<{ pid: number }>(
    `SELECT pg_backend_pid() AS pid, 'GLOBEXCANARY7f3ac1', owner FROM accounts LIMIT 1`,
  );
  return rows[0]?.pid ?? 0;
}
