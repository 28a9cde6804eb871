import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openDatasource, runReadOnly, verifyRole, type Datasource } from '..';

/** One schema per case: the objects beside a table with forced row security for the login, and the expected rules. */
const CASES: readonly (readonly [what: string, sql: string, rules: readonly string[]])[] = [
  ['nothing else', '', []],
  ['a view of its owner', 'CREATE VIEW v AS SELECT * FROM bills', ['views_past_row_security']],
  [
    'a view of a view',
    'CREATE VIEW inner_view AS SELECT * FROM bills; REVOKE ALL ON inner_view FROM acme; CREATE VIEW v WITH (security_invoker = true) AS SELECT * FROM inner_view',
    ['views_past_row_security'],
  ],
  [
    'a view that reads through a subquery',
    'CREATE VIEW v AS SELECT 1 AS one WHERE EXISTS (SELECT FROM bills WHERE amount > 1)',
    ['views_past_row_security'],
  ],
  [
    'a view whose owner has another policy',
    'CREATE POLICY p2 ON bills TO clerk USING (true); GRANT SELECT ON bills TO clerk; CREATE VIEW v AS SELECT * FROM bills; ALTER VIEW v OWNER TO clerk',
    ['views_past_row_security'],
  ],
  ['a view that reads as the asker', 'CREATE VIEW v WITH (security_invoker = true) AS SELECT * FROM bills', []],
  ['a view that the login may not read', 'CREATE VIEW v AS SELECT * FROM bills; REVOKE ALL ON v FROM acme', []],
  [
    "a view of its owner on rows that are everybody's",
    'CREATE TABLE land (id int); ALTER TABLE land ENABLE ROW LEVEL SECURITY; ALTER TABLE land FORCE ROW LEVEL SECURITY; CREATE POLICY p ON land TO acme USING (true); CREATE VIEW v AS SELECT * FROM land',
    [],
  ],
  ['a materialized view', 'CREATE MATERIALIZED VIEW m AS SELECT * FROM bills', ['views_past_row_security']],
  [
    'a view of which one column is granted',
    'CREATE VIEW v AS SELECT * FROM bills; REVOKE ALL ON v FROM acme; GRANT SELECT (amount) ON v TO acme',
    ['views_past_row_security'],
  ],
  [
    'a part of a secured whole',
    'CREATE TABLE parted (tenant text, day date) PARTITION BY RANGE (day); ALTER TABLE parted ENABLE ROW LEVEL SECURITY; ALTER TABLE parted FORCE ROW LEVEL SECURITY; CREATE TABLE part_1 PARTITION OF parted DEFAULT',
    ['partitions_past_row_security'],
  ],
  [
    'a part of a part',
    'CREATE TABLE parted (tenant text, day date) PARTITION BY RANGE (day); ALTER TABLE parted ENABLE ROW LEVEL SECURITY; ALTER TABLE parted FORCE ROW LEVEL SECURITY; CREATE TABLE part_1 PARTITION OF parted DEFAULT PARTITION BY LIST (tenant); CREATE TABLE part_1_1 PARTITION OF part_1 DEFAULT; REVOKE ALL ON part_1 FROM acme',
    ['partitions_past_row_security'],
  ],
  ['a table without', 'CREATE TABLE bare (id int)', ['tables_without_row_security']],
  [
    'a table that is not forced',
    'CREATE TABLE half (id int); ALTER TABLE half ENABLE ROW LEVEL SECURITY',
    ['row_security_not_forced'],
  ],
  [
    'a foreign table',
    `CREATE FOREIGN TABLE f (id int) SERVER elsewhere OPTIONS (filename '/dev/null')`,
    ['foreign_tables_past_row_security'],
  ],
  [
    'a policy that trusts a setting',
    `CREATE POLICY p2 ON bills USING (tenant = current_setting('app.tenant', true))`,
    ['policies_on_settings'],
  ],
  [
    'a policy whose function trusts a setting',
    `CREATE FUNCTION whose() RETURNS text STABLE LANGUAGE sql AS $$SELECT current_setting('app.tenant', true)$$; CREATE POLICY p2 ON bills USING (tenant = whose())`,
    ['policies_on_settings'],
  ],
  [
    'a policy that trusts a setting, where another keeps the login to its rows',
    `CREATE POLICY p2 ON bills USING (tenant = current_setting('app.tenant', true)); CREATE POLICY p3 ON bills AS RESTRICTIVE TO acme USING (tenant = 'acme')`,
    [],
  ],
  ['a policy on current_user', 'CREATE POLICY p2 ON bills USING (tenant = current_user)', []],
  [
    'another role’s policy on a setting',
    `CREATE POLICY p2 ON bills TO clerk USING (tenant = current_setting('app.tenant', true))`,
    [],
  ],
];

describe('verifyRole with row security', () => {
  let server: ThrowAwayPostgres;
  const datasources: Datasource[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`CREATE ROLE acme LOGIN; CREATE ROLE clerk; REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC;
      CREATE EXTENSION file_fdw; CREATE SERVER elsewhere FOREIGN DATA WRAPPER file_fdw`);
    const { findings } = await verifyRole(open('public'));
    await server.query(findings.flatMap(({ fix }) => fix).join(';'));
  }, 60_000);

  afterAll(async () => {
    for (const datasource of datasources) await datasource.close();
    await server?.stop();
  });

  function open(schema: string): Datasource {
    const url = new URL(server.url);
    url.username = 'acme';
    const datasource = openDatasource({
      name: schema,
      url: url.href,
      schema,
      limits: { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 1_000 },
    });
    datasources.push(datasource);
    return datasource;
  }

  it.each(CASES)('reports %s, and its statements fix it', async (_, sql, rules) => {
    await server.query(`DROP SCHEMA IF EXISTS place CASCADE; CREATE SCHEMA place; SET search_path = place; GRANT USAGE ON SCHEMA place TO acme, clerk;
      ALTER DEFAULT PRIVILEGES IN SCHEMA place GRANT SELECT ON TABLES TO acme;
      CREATE TABLE bills (tenant text, amount int); INSERT INTO bills VALUES ('acme', 1), ('other', 2);
      ALTER TABLE bills ENABLE ROW LEVEL SECURITY; ALTER TABLE bills FORCE ROW LEVEL SECURITY;
      CREATE POLICY p ON bills TO acme USING (tenant = 'acme');
      ${sql}; RESET search_path`);
    const datasource = open('place');
    const { findings } = await verifyRole(datasource);
    expect(findings.map(({ rule }) => rule)).toEqual(rules);
    const fix = findings.flatMap((finding) => finding.fix);
    expect(fix.length > 0).toBe(rules.length > 0 && rules[0] !== 'policies_on_settings');
    await server.query(fix.join(';'));
    expect((await verifyRole(datasource)).findings.map(({ rule }) => rule)).toEqual(
      rules.filter((rule) => rule === 'policies_on_settings'),
    );
    expect((await runReadOnly(datasource, { sql: "SELECT amount FROM bills WHERE tenant = 'acme'" })).rows).toEqual([
      [1],
    ]);
  });
});
