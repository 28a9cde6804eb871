import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { Client } from 'pg';
import { createStatements } from '../../tools/roles/create-statements';
import { readDatabaseFacts } from '../../tools/roles/database-facts';
import { planRoles } from '../../tools/roles/role-plan';
import { singleTenantDatabase, loginTo, passwordOf, roleOf, shopDatabase } from './tenant-login';
import { tenants } from './tenant-marks';
import { allRows, EVERYTHING_GRANTED, NARROWED, SCHEMA, SECURED } from './tenant-schema';
import type { TenantWorld } from './tenant-world';

/** A shop of several tenants on a PostgreSQL server, with the logins that `npm run roles` creates. */
export interface TenantDatabase {
  postgres: ThrowAwayPostgres;
  /** URL of a tenant's login to the shared database. */
  loginUrl(tenant: string, password?: string): string;
  /**
   * URL of the same login to a database with only this tenant's rows. Results there are the correct ones for the
   * tenant.
   */
  singleTenantUrl(tenant: string): string;
  /** Runs SQL as the superuser in the shared database. */
  administer(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openTenantDatabase({
  rowSecurity,
  grants,
}: Pick<TenantWorld, 'rowSecurity' | 'grants'>): Promise<TenantDatabase> {
  const postgres = await startPostgres({ settings: { max_connections: 60, fsync: 'off' } });
  const urlOf = (database: string): string => Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
  const administer = (sql: string, database = shopDatabase): Promise<void> =>
    withClient(urlOf(database), async (client) => void (await client.query(sql)));
  await postgres.query(`CREATE DATABASE ${shopDatabase}`);
  await administer(SCHEMA + allRows());
  await withClient(urlOf(shopDatabase), async (client) => void (await client.query(await roleStatements(client))));
  await administer(NARROWED);
  if (grants === 'everything') await administer(EVERYTHING_GRANTED(tenants.map(({ name }) => roleOf(name))));
  if (!rowSecurity)
    await administer(SECURED.map((table) => `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;`).join('\n'));
  for (const { name } of tenants)
    await copyTenant(postgres, name, (sql) => administer(sql, singleTenantDatabase(name)));
  await administer('ANALYZE');
  return {
    postgres,
    administer: (sql) => administer(sql),
    loginUrl: (tenant, password) => loginTo(postgres.url, shopDatabase, tenant, password),
    singleTenantUrl: (tenant) => loginTo(postgres.url, singleTenantDatabase(tenant), tenant),
    stop: () => postgres.stop(),
  };
}

async function roleStatements(client: Client): Promise<string> {
  const options = {
    connection: 'crm',
    schema: 'public',
    tenants: tenants.map(({ name }) => name),
    roles: new Map(),
    values: new Map(),
    tables: null,
    tenantColumn: 'tenant',
    shared: [],
    applications: [],
    connectionLimit: 20,
    statementTimeoutMs: 20_000,
  };
  const passwords = Object.fromEntries(
    tenants.map(({ name }) => [`QUERENT_CRM_${name.toUpperCase()}_PASSWORD`, passwordOf(name)]),
  );
  const plan = planRoles(options, passwords);
  return createStatements(plan, await readDatabaseFacts(client, 'public', 'tenant')).join('\n');
}

async function copyTenant(
  postgres: ThrowAwayPostgres,
  tenant: string,
  administer: (sql: string) => Promise<void>,
): Promise<void> {
  await postgres.query(`CREATE DATABASE ${singleTenantDatabase(tenant)} TEMPLATE ${shopDatabase}`);
  // A template copies no rights on the database.
  await postgres.query(`REVOKE TEMPORARY ON DATABASE ${singleTenantDatabase(tenant)} FROM PUBLIC`);
  const tables = ['note', 'visit', 'stock', 'event', 'parcel', 'purchase', 'customer'];
  await administer(
    `${tables.map((table) => `DELETE FROM ${table} WHERE tenant <> '${tenant}';`).join('\n')} REFRESH MATERIALIZED VIEW purchase_sums; ANALYZE;`,
  );
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
