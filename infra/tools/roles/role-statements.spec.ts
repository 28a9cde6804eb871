import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyRole, openDatasource, runReadOnly, type Datasource } from '@querent/datasource';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { Client } from 'pg';
import { createStatements } from './create-statements';
import { readDatabaseFacts } from './database-facts';
import { databaseState } from './database-alone/database-state';
import { dropStatements } from './drop-statements';
import { connectionBlock, planRoles, type RoleOptions, type RolePlan } from './role-plan';
import { scramVerifier } from './scram-verifier';

const SCHEMA = `
  CREATE ROLE "the app" LOGIN; CREATE ROLE reporter LOGIN; CREATE SCHEMA "Sh""op" AUTHORIZATION "the app"; GRANT USAGE ON SCHEMA "Sh""op" TO reporter; SET ROLE "the app"; SET search_path = "Sh""op";
  CREATE TABLE "Ord'ers" (id serial PRIMARY KEY, "Tenant Id" text, total numeric); CREATE TABLE lines (order_id int, item text); CREATE TABLE countries (code text);
  CREATE TABLE secured (tenant text); ALTER TABLE secured ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON secured USING (tenant = current_user);
  CREATE VIEW past AS SELECT * FROM "Ord'ers"; CREATE VIEW lawful WITH (security_invoker = true) AS SELECT * FROM "Ord'ers"; CREATE VIEW lands AS SELECT * FROM countries;
  CREATE FUNCTION sneak() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';
  CREATE POLICY careless ON "Ord'ers" USING ("Tenant Id" = current_setting('app.tenant', true));
  INSERT INTO "Ord'ers" ("Tenant Id", total) VALUES ('a''c''me', 1), ('a''c''me', 2), ('甲', 4); INSERT INTO countries VALUES ('FR'); INSERT INTO lines VALUES (1, 'x');
  GRANT SELECT ON "Ord'ers" TO reporter; RESET ROLE; RESET search_path`;

const OPTIONS: RoleOptions = {
  connection: 'shop',
  schema: 'Sh"op',
  tenants: ["a'c'me", '甲'],
  roles: new Map([['甲', '甲'.repeat(21)]]),
  values: new Map(),
  tables: null,
  tenantColumn: 'Tenant Id',
  shared: ['countries'],
  applications: ['the app'],
  connectionLimit: 8,
  statementTimeoutMs: 60_000,
};

describe('The statements of npm run roles', () => {
  let server: ThrowAwayPostgres;
  let admin: Client;
  const datasources = new Map<string, Datasource>();

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(SCHEMA);
    admin = new Client({ connectionString: server.url });
    await admin.connect();
  }, 60_000);

  afterAll(async () => {
    for (const datasource of datasources.values()) await datasource.close();
    await admin?.end();
    await server?.stop();
  });

  const run = async (plan: RolePlan, statements = createStatements): Promise<string[]> => {
    const written = statements(plan, await readDatabaseFacts(admin, plan.schema, plan.tenantColumn));
    await admin.query(['BEGIN;', ...written, 'COMMIT;'].join('\n'));
    return written;
  };
  const open = (role: string): Datasource => {
    const known = datasources.get(role);
    if (known) return known;
    const url = new URL(server.url);
    url.username = encodeURIComponent(role);
    const datasource = openDatasource({
      name: 'shop',
      url: url.href,
      schema: 'Sh"op',
      limits: { statementTimeoutMs: 5_000, maxRows: 100, maxBytes: 10_000 },
    });
    datasources.set(role, datasource);
    return datasource;
  };
  const rowsOf = async (role: string, sql: string): Promise<unknown> => (await runReadOnly(open(role), { sql })).rows;

  it('create logins that read only their tenant’s rows, with unusual names and permissive policies of others', async () => {
    const written = await run(planRoles(OPTIONS, {}));
    for (const [role, total] of [
      ["shop_a'c'me", '3'],
      ['甲'.repeat(21), '4'],
    ] as const) {
      expect(await rowsOf(role, `SELECT sum(total) FROM "Ord'ers"`)).toEqual([[total]]);
      expect(await rowsOf(role, 'SELECT count(*), (SELECT count(*) FROM lands) FROM lawful')).toEqual([
        [role.startsWith('shop') ? 2 : 1, 1],
      ]);
      expect(
        await rowsOf(
          role,
          `WITH s AS MATERIALIZED (SELECT set_config('app.tenant', '甲', true)) SELECT count(*) FROM s, LATERAL (SELECT * FROM "Ord'ers") o WHERE "Tenant Id" <> '甲'`,
        ),
      ).toEqual([[role.startsWith('shop') ? 2 : 0]]);
      expect((await verifyRole(open(role))).findings.map(({ rule }) => rule)).toEqual(['row_security_not_forced']);
    }
    const { relations } = await readDatabaseFacts(admin, 'Sh"op', 'Tenant Id');
    expect(relations.filter(({ isOutsideRowSecurity }) => isOutsideRowSecurity).map(({ name }) => name)).toEqual([
      'lands',
      'past',
    ]);
    expect(written.filter((line) => line.startsWith('-- Not granted')).join('\n')).toMatch(
      /: lines has no column "Tenant Id"(.|\n)*: past reads tables with row security as its owner/,
    );
    await expect(rowsOf("shop_a'c'me", 'SELECT * FROM lines')).rejects.toThrow('permission denied');
    await expect(rowsOf("shop_a'c'me", 'SELECT sneak()')).rejects.toThrow('permission denied');
  });

  it('leave all rows and rights to applications', async () => {
    expect(await rowsOf('the app', `SELECT sum(total), sneak(), (SELECT count(*) FROM past) FROM "Ord'ers"`)).toEqual([
      ['7', 1, 3],
    ]);
    expect(await rowsOf('reporter', `SELECT sum(total) FROM "Ord'ers"`)).toEqual([['7']]);
  });

  it('change nothing the second time, and revoke tables that are no longer listed', async () => {
    const before = await databaseState(server);
    await run(planRoles(OPTIONS, {}));
    const after = await databaseState(server);
    // The policies have new oids, and the privileges are in another order.
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([
      'pg_catalog.pg_class',
      'pg_catalog.pg_policy',
      'pg_catalog.pg_description',
    ]);
    await run(planRoles({ ...OPTIONS, tenants: ["a'c'me"], roles: new Map(), tables: ['countries'] }, {}));
    expect(await rowsOf("shop_a'c'me", 'SELECT code FROM countries')).toEqual([['FR']]);
    await expect(rowsOf("shop_a'c'me", `SELECT * FROM "Ord'ers"`)).rejects.toThrow('permission denied');
  });

  it('are undone by --drop, for one tenant and then for all', async () => {
    await run(planRoles({ ...OPTIONS, tenants: ["a'c'me"], roles: new Map() }, {}), dropStatements);
    expect(await rowsOf('甲'.repeat(21), `SELECT sum(total) FROM "Ord'ers"`)).toEqual([['4']]);
    await run(planRoles(OPTIONS, {}), dropStatements);
    const { rows } = await server.query(
      `SELECT relname, relrowsecurity FROM pg_class WHERE relnamespace = '"Sh""op"'::regnamespace AND relkind = 'r' AND relname <> 'secured' AND relrowsecurity`,
    );
    expect(rows).toEqual([]);
    expect(
      (await server.query(`SELECT rolname FROM pg_roles WHERE rolname LIKE 'shop%' OR rolname LIKE '甲%'`)).rows,
    ).toEqual([]);
    expect((await server.query('SELECT polname FROM pg_policy ORDER BY 1')).rows).toEqual([
      { polname: 'careless' },
      { polname: 'own' },
    ]);
  });

  it('contain the same verifier that PostgreSQL computes from the password, and never the password', async () => {
    await server.query(`SET password_encryption = 'scram-sha-256'; CREATE ROLE known PASSWORD 'p-4.x_~9'`);
    const stored: string =
      (await server.query<{ rolpassword: string }>(`SELECT rolpassword FROM pg_authid WHERE rolname = 'known'`)).rows[0]
        ?.rolpassword ?? '';
    const salt = Buffer.from(stored.split(/[:$]/)[2] ?? '', 'base64');
    expect(scramVerifier('p-4.x_~9', salt)).toBe(stored);
    const plan = planRoles(OPTIONS, { QUERENT_SHOP_A_C_ME_PASSWORD: 'given.Secret' });
    const text = createStatements(plan, await readDatabaseFacts(admin, plan.schema, plan.tenantColumn)).join('\n');
    for (const login of plan.logins) expect(text).not.toContain(login.newPassword);
  });
});

describe('The database role of the demo that docker compose starts', () => {
  let server: ThrowAwayPostgres;
  let reader: Datasource;

  beforeAll(async () => {
    server = await startPostgres();
    const [, sql = ''] =
      /<<'SQL'\n([\s\S]*)\nSQL/.exec(readFileSync(join(__dirname, '../../deploy/docker/create-reader.sh'), 'utf8')) ??
      [];
    await server.query('CREATE EXTENSION postgis');
    await server.query(sql.replace(":'password'", "'reader'"));
    await server.query('CREATE SCHEMA later; CREATE TABLE later.loaded (id int); INSERT INTO later.loaded VALUES (7)');
    reader = openDatasource({
      name: 'demo',
      url: server.url.replace('postgres@', 'querent_reader@'),
      schema: 'later',
      limits: { statementTimeoutMs: 5_000, maxRows: 100, maxBytes: 10_000 },
    });
  }, 60_000);

  afterAll(async () => {
    await reader?.close();
    await server?.stop();
  });

  it('reads tables that are loaded later, and has no right that the role verification reports', async () => {
    expect((await runReadOnly(reader, { sql: 'SELECT id, ST_AsText(ST_MakePoint(1, 2)) FROM loaded' })).rows).toEqual([
      [7, 'POINT(1 2)'],
    ]);
    expect((await verifyRole(reader)).findings).toEqual([]);
  });
});

describe('The plan of npm run roles', () => {
  it('writes the roles of a connection with environment variables for the passwords', () => {
    const plan = planRoles(OPTIONS, {});
    expect(connectionBlock(plan, { host: 'db:5432', name: 'my db' }, [])).toBe(
      `roles:\n  "a'c'me": "postgres://shop_a'c'me:\${QUERENT_SHOP_A_C_ME_PASSWORD}@db:5432/my%20db"\n  "甲": "postgres://${encodeURIComponent('甲'.repeat(21))}:\${QUERENT_SHOP_PASSWORD}@db:5432/my%20db"`,
    );
  });

  it('lists granted relations outside row security as shared', () => {
    const granted = [
      { name: 'lan"ds', isOutsideRowSecurity: true },
      { name: 'orders', isOutsideRowSecurity: false },
      { name: '国家', isOutsideRowSecurity: true },
    ];
    expect(connectionBlock(planRoles(OPTIONS, {}), { host: 'db', name: 'shop' }, granted).split('\n').at(-1)).toBe(
      'shared: ["lan\\"ds", "国家"]',
    );
  });

  it.each([
    ['no tenant', { tenants: [] }, 'at least one tenant'],
    ['a name that PostgreSQL would truncate', { tenants: ['甲'.repeat(22)] }, '63 bytes'],
    ['a reserved name', { tenants: ['a'], roles: new Map([['a', 'pg_mine']]) }, 'reserves the role name'],
    [
      'two tenants with one role name',
      {
        tenants: ['a', 'b'],
        roles: new Map([
          ['a', 'x'],
          ['b', 'x'],
        ]),
      },
      'same role name',
    ],
    ['a value for an unknown tenant', { values: new Map([['unknown', '1']]) }, 'not one of the tenants'],
  ])('refuses %s', (_, over, message) => {
    expect(() => planRoles({ ...OPTIONS, roles: new Map(), ...over }, {})).toThrow(message);
  });

  it('refuses a password that would have to be escaped in a URL', () => {
    expect(() => planRoles(OPTIONS, { QUERENT_SHOP_A_C_ME_PASSWORD: 'p@ss' })).toThrow('QUERENT_SHOP_A_C_ME_PASSWORD');
  });
});
