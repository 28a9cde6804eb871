import { inChinese } from '@querent/language';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openDatasource, verifyRole, type Datasource, type RoleReport } from '..';

/** The rights that a careful administrator revokes in a fresh database. */
const CAREFUL = `
  REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC;
  CREATE SCHEMA "Shop's";
  CREATE TABLE "Shop's"."Or""ders" (id serial PRIMARY KEY, tenant text, total numeric);
  CREATE TABLE "Shop's".notes (id int, body text);
  CREATE ROLE "own""er" NOLOGIN;
  CREATE EXTENSION dblink; REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC`;

/**
 * One login per excessive right, so that each is found separately: the statement that gives it, and the expected rules.
 */
const EXCESSIVE_RIGHTS: readonly (readonly [what: string, sql: string, rules: readonly string[]])[] = [
  ['a superuser', 'ALTER ROLE $ SUPERUSER', ['superuser']],
  ['a member of a superuser', 'CREATE ROLE root_group SUPERUSER; GRANT root_group TO $', ['superuser']],
  ['BYPASSRLS', 'ALTER ROLE $ BYPASSRLS', ['bypasses_row_security']],
  [
    'every other attribute',
    'ALTER ROLE $ CREATEROLE CREATEDB REPLICATION',
    ['creates_roles', 'creates_databases', 'replicates'],
  ],
  [
    'programs on the server, two memberships away',
    'CREATE ROLE middle; GRANT pg_execute_server_program TO middle; GRANT middle TO $',
    ['server_access'],
  ],
  ['every table to read', 'GRANT pg_read_all_data TO $', ['predefined_roles']],
  ['every table to write', 'GRANT pg_write_all_data, pg_signal_backend TO $', ['predefined_roles', 'predefined_roles']],
  ['a table to write', `GRANT INSERT, UPDATE ON "Shop's"."Or""ders" TO $`, ['writable_relations']],
  ['a column to write', `GRANT UPDATE (total), REFERENCES (id) ON "Shop's"."Or""ders" TO $`, ['writable_relations']],
  [
    'a table that everybody may write',
    `CREATE TABLE open_to_all (id int); GRANT DELETE, TRUNCATE, TRIGGER ON open_to_all TO PUBLIC`,
    ['writable_relations'],
  ],
  [
    'a table that a group may write',
    `CREATE ROLE writers; GRANT ALL ON "Shop's".notes TO writers; GRANT writers TO $`,
    ['writable_relations'],
  ],
  [
    'a table granted by a role other than its owner',
    `CREATE ROLE "de""puty" LOGIN; GRANT USAGE ON SCHEMA "Shop's" TO "de""puty"; GRANT INSERT ON "Shop's".notes TO "de""puty" WITH GRANT OPTION; SET ROLE "de""puty"; GRANT INSERT ON "Shop's".notes TO $; RESET ROLE`,
    ['writable_relations'],
  ],
  [
    'a table with the right to pass it on',
    `GRANT UPDATE ON "Shop's".notes TO $ WITH GRANT OPTION; SET ROLE $; GRANT UPDATE ON "Shop's".notes TO "own""er"; RESET ROLE`,
    ['writable_relations'],
  ],
  ['a sequence', `GRANT USAGE ON SEQUENCE "Shop's"."Or""ders_id_seq" TO $`, ['usable_sequences']],
  ['CREATE in a schema', `GRANT CREATE ON SCHEMA "Shop's" TO $`, ['creates_in_schemas']],
  [
    'CREATE in the database, and temporary tables',
    'GRANT CREATE, TEMPORARY ON DATABASE postgres TO $',
    ['creates_in_database'],
  ],
  [
    'a table of its own',
    `CREATE TABLE "Shop's"."it's mine" (id int); ALTER TABLE "Shop's"."it's mine" OWNER TO $`,
    ['owned_objects'],
  ],
  [
    'a schema, a function and a large object of its own',
    `CREATE SCHEMA "my own" AUTHORIZATION $; CREATE FUNCTION "my own".f() RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER FUNCTION "my own".f() OWNER TO $; SELECT lo_create(77); ALTER LARGE OBJECT 77 OWNER TO $`,
    ['owned_objects'],
  ],
  [
    'a group that owns',
    `CREATE TABLE theirs (id int); ALTER TABLE theirs OWNER TO "own""er"; GRANT "own""er" TO $`,
    ['owned_objects'],
  ],
  [
    'what will be created',
    `ALTER DEFAULT PRIVILEGES FOR ROLE "own""er" IN SCHEMA "Shop's" GRANT ALL ON TABLES TO $; ALTER DEFAULT PRIVILEGES FOR ROLE "own""er" GRANT USAGE ON SEQUENCES TO $`,
    ['default_privileges', 'default_privileges'],
  ],
  [
    'functions that write',
    'GRANT EXECUTE ON FUNCTION pg_logical_emit_message(bool, text, bytea), lo_create(oid) TO $',
    ['dangerous_functions', 'dangerous_functions'],
  ],
  [
    'functions that PostgreSQL keeps for itself',
    'GRANT EXECUTE ON FUNCTION pg_read_file(text) TO $',
    ['restricted_functions'],
  ],
  ['the stored passwords', 'GRANT SELECT ON pg_authid TO $', ['restricted_catalogues']],
  [
    'connections to elsewhere',
    'GRANT EXECUTE ON FUNCTION dblink(text, text) TO $; CREATE EXTENSION file_fdw; GRANT USAGE ON FOREIGN DATA WRAPPER file_fdw TO $; CREATE SERVER "files own" FOREIGN DATA WRAPPER file_fdw; GRANT USAGE ON FOREIGN SERVER "files own" TO $',
    ['foreign_data_wrappers', 'foreign_servers', 'outward_functions'],
  ],
  [
    "functions with their owner's rights",
    `CREATE FUNCTION "Shop's".peek(a int, VARIADIC b text[]) RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'; CREATE PROCEDURE "Shop's".poke() LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'`,
    ['security_definer_functions'],
  ],
  [
    'large objects of others',
    'SELECT lo_create(78); GRANT UPDATE ON LARGE OBJECT 78 TO PUBLIC',
    ['writable_large_objects'],
  ],
  ['server parameters', 'GRANT SET ON PARAMETER session_preload_libraries TO $', ['sets_parameters']],
];

/** English words that only sentences have. */
const ENGLISH = /\b(?:the|login|through|which|its|is|are|may|and|of|has|more|table|function|large)\b/;
const isNotChinese = (text: string | null): boolean =>
  text === null || !/\p{Script=Han}/u.test(text) || ENGLISH.test(text);

describe('verifyRole', () => {
  let server: ThrowAwayPostgres;
  let count = 0;
  const datasources: Datasource[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(CAREFUL);
    for (const fix of (await verifyRole(await newLogin())).findings.flatMap((finding) => finding.fix))
      await server.query(fix);
  }, 60_000);

  afterEach(async () => {
    for (const datasource of datasources.splice(0)) await datasource.close();
  });

  afterAll(() => server?.stop());

  /** A login that may read the shop, plus the rights of `sql` (`$` is its name). */
  async function newLogin(sql = ''): Promise<Datasource> {
    count += 1;
    const name = `re"ader' ${count}`;
    await server.query(
      `CREATE ROLE "re""ader' ${count}" LOGIN; GRANT USAGE ON SCHEMA "Shop's" TO "re""ader' ${count}"; GRANT SELECT ON ALL TABLES IN SCHEMA "Shop's" TO "re""ader' ${count}"`,
    );
    await server.query(sql.replaceAll('$', `"re""ader' ${count}"`));
    const url = new URL(server.url);
    url.username = encodeURIComponent(name);
    const datasource = openDatasource({
      name: `c${count}`,
      url: url.href,
      schema: "Shop's",
      limits: { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 1_000 },
    });
    datasources.push(datasource);
    return datasource;
  }

  /** Runs the fixes of the findings, in one session, until none is left. */
  async function repaired(datasource: Datasource, report: RoleReport, rounds = 3): Promise<RoleReport> {
    const statements = report.findings.flatMap(({ fix }) => fix);
    if (statements.length === 0 || rounds === 0) return report;
    await server.query(statements.join(';\n'));
    return repaired(datasource, await verifyRole(datasource), rounds - 1);
  }

  it('reports what a fresh database gives every login, and nothing once that is revoked', async () => {
    const reader = await newLogin();
    expect(await verifyRole(reader)).toEqual({
      login: expect.stringMatching(/^re"ader' /),
      isSuperuser: false,
      findings: [],
    });
    await server.query(
      'GRANT EXECUTE ON FUNCTION lo_put(oid, bigint, bytea), pg_cancel_backend(int) TO PUBLIC; GRANT TEMPORARY ON DATABASE postgres TO PUBLIC',
    );
    const report = await verifyRole(reader);
    expect(report.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['creates_in_database', 'warn'],
      ['dangerous_functions', 'warn'],
      ['dangerous_functions', 'warn'],
    ]);
    expect(report.findings[0]).toMatchObject({
      what: 'The login has TEMPORARY on the database postgres through PUBLIC (every login).',
      fix: ['REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC'],
    });
    expect(report.findings.map(({ what }) => inChinese(what)).filter(isNotChinese)).toEqual([]);
    expect((await repaired(reader, report)).findings).toEqual([]);
  });

  it.each(EXCESSIVE_RIGHTS)('finds %s, and its statements fix it', async (_, sql, rules) => {
    const datasource = await newLogin(sql);
    const report = await verifyRole(datasource);
    expect(report.findings.map(({ rule }) => rule).sort()).toEqual([...rules].sort());
    expect(report.isSuperuser).toBe(rules.some((rule) => ['superuser', 'server_access'].includes(rule)));
    expect(report.findings.map(({ what }) => inChinese(what)).filter(isNotChinese)).toEqual([]);
    expect((await repaired(datasource, report)).findings).toEqual([]);
  });

  it('leaves a login that owned tables their reader', async () => {
    const datasource = await newLogin(`CREATE TABLE "Shop's".kept (id int); ALTER TABLE "Shop's".kept OWNER TO $`);
    await repaired(datasource, await verifyRole(datasource));
    const { rows } = await server.query(`SELECT has_table_privilege($1, '"Shop''s".kept', 'SELECT') AS may`, [
      `re"ader' ${count}`,
    ]);
    expect(rows).toEqual([{ may: true }]);
  });

  it('reports a superuser that cannot be demoted only as a superuser', async () => {
    const root = openDatasource({
      name: 'root',
      url: server.url,
      limits: { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 1_000 },
    });
    datasources.push(root);
    expect(await verifyRole(root)).toMatchObject({
      login: 'postgres',
      isSuperuser: true,
      findings: [{ rule: 'superuser', severity: 'refuse', fix: [] }],
    });
  });

  it('cannot be misled by objects that come first on the search path', async () => {
    const datasource = await newLogin(
      `CREATE FUNCTION "Shop's".format(text, VARIADIC text[]) RETURNS text LANGUAGE sql AS 'SELECT ''''::text'; CREATE VIEW "Shop's".pg_roles AS SELECT 1 AS rolname`,
    );
    expect((await verifyRole(datasource)).findings).toEqual([]);
  });
});
