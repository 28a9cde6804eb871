import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { introspect, openDatasource, readWithheld, runReadOnly, verifyRole, type Datasource } from '..';

/**
 * `bills` has row security; each other relation reads it in another way, or is a table whose row security does not bind
 * the login.
 */
const SHOP = `
  CREATE ROLE acme LOGIN; CREATE ROLE trusted LOGIN BYPASSRLS; CREATE ROLE owning LOGIN;
  CREATE SCHEMA shop; CREATE SCHEMA back; GRANT USAGE ON SCHEMA shop, back TO acme, trusted, owning;
  ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO acme, trusted, owning;
  SET search_path = shop;
  CREATE TABLE bills (id int PRIMARY KEY, tenant text, amount int);
  INSERT INTO bills VALUES (1, 'acme', 1), (2, 'zqother', 7777);
  ALTER TABLE bills ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON bills TO acme USING (tenant = 'acme');
  CREATE TABLE countries (code text); INSERT INTO countries VALUES ('FR');
  CREATE VIEW asker WITH (security_invoker = true) AS SELECT tenant, amount FROM bills;
  CREATE VIEW asker_of_asker WITH (security_invoker = on) AS SELECT * FROM asker JOIN countries ON true;
  CREATE VIEW owner_view AS SELECT * FROM bills;
  CREATE VIEW owner_said_false WITH (security_invoker = false, security_barrier = true) AS SELECT * FROM bills;
  CREATE VIEW owner_of_nothing AS SELECT code FROM countries;
  CREATE VIEW asker_of_owner WITH (security_invoker = true) AS SELECT * FROM owner_view;
  CREATE VIEW asker_of_that WITH (security_invoker = true) AS SELECT 1 AS one WHERE EXISTS (SELECT FROM asker_of_owner WHERE amount > 1);
  CREATE MATERIALIZED VIEW sums AS SELECT tenant, sum(amount) AS amount FROM bills GROUP BY 1;
  CREATE VIEW asker_of_sums WITH (security_invoker = true) AS SELECT * FROM sums;
  CREATE VIEW back.hidden_owner AS SELECT * FROM bills;
  CREATE VIEW asker_of_back WITH (security_invoker = true) AS SELECT * FROM back.hidden_owner;
  CREATE FUNCTION definer() RETURNS SETOF bills LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT * FROM shop.bills';
  CREATE FUNCTION calls_definer() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM shop.definer()';
  CREATE FUNCTION plain_words(t text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT upper(t)';
  CREATE FUNCTION in_plpgsql() RETURNS int LANGUAGE plpgsql STABLE AS $$BEGIN RETURN (SELECT max(amount) FROM shop."sums"); END$$;
  CREATE FUNCTION atomic() RETURNS int STABLE LANGUAGE sql BEGIN ATOMIC SELECT max(amount) FROM owner_view; END;
  CREATE VIEW asker_of_definer WITH (security_invoker = true) AS SELECT amount FROM definer();
  CREATE VIEW asker_of_caller WITH (security_invoker = true) AS SELECT calls_definer() AS n;
  CREATE VIEW asker_of_words WITH (security_invoker = true) AS SELECT plain_words(tenant) AS t FROM bills;
  CREATE FUNCTION peeks(int, int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT EXISTS (SELECT FROM shop.bills WHERE amount = 7777)';
  CREATE OPERATOR ##> (leftarg = int, rightarg = int, function = peeks);
  CREATE VIEW asker_of_operator WITH (security_invoker = true) AS SELECT 1 ##> 2 AS b;
  CREATE TABLE past (id int, tenant text) PARTITION BY LIST (tenant); CREATE TABLE past_acme PARTITION OF past DEFAULT;
  ALTER TABLE past ENABLE ROW LEVEL SECURITY; REVOKE ALL ON past FROM acme;
  CREATE TABLE elder (id int, tenant text); CREATE TABLE heir () INHERITS (elder); ALTER TABLE elder ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON elder TO acme USING (false);
  CREATE TABLE unbound (id int, tenant text); CREATE TABLE bound () INHERITS (unbound); ALTER TABLE bound ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON bound TO acme USING (false);
  CREATE TABLE mine (id int PRIMARY KEY, tenant text); ALTER TABLE mine ENABLE ROW LEVEL SECURITY; ALTER TABLE mine OWNER TO owning; CREATE POLICY p ON mine USING (false);
  CREATE TABLE mine_lines (mine_id int REFERENCES mine, n int);
  CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw; CREATE FOREIGN TABLE far (line text) SERVER files OPTIONS (filename '/dev/null');
  GRANT pg_read_server_files TO acme; RESET search_path; ANALYZE`;

const REACHED = [
  'asker',
  'asker_of_asker',
  'asker_of_words',
  'bills',
  'bound',
  'countries',
  'elder',
  'mine',
  'mine_lines',
];

describe('an object that row security does not protect', () => {
  let server: ThrowAwayPostgres;
  const open = new Map<string, Datasource>();

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(SHOP);
  }, 60_000);

  afterAll(async () => {
    for (const datasource of open.values()) await datasource.close();
    await server?.stop();
  });

  function shopOf(shared: readonly string[] = []): Datasource {
    const known = open.get(shared.join());
    if (known) return known;
    const roles = Object.fromEntries(
      ['acme', 'trusted', 'owning'].map((role) => [role, server.url.replace('postgres@', `${role}@`)]),
    );
    const datasource = openDatasource({
      name: 'shop',
      url: server.url,
      roles,
      shared,
      schema: 'shop',
      limits: { statementTimeoutMs: 5_000, maxRows: 100, maxBytes: 10_000 },
    });
    open.set(shared.join(), datasource);
    return datasource;
  }
  const served = async (datasource: Datasource, tenant?: string): Promise<string[]> =>
    (await introspect(datasource, { tenant })).tables.map(({ name }) => name);

  it('is not in a tenant’s snapshot, through whatever view or function it is read', async () => {
    expect(await served(shopOf(), 'acme')).toEqual(REACHED);
  });

  it('contains the other tenant’s rows, unlike the served relations', async () => {
    const holding = async (names: readonly string[]): Promise<string[]> => {
      const found: string[] = [];
      for (const name of names) {
        const { rows } = await runReadOnly(shopOf(), { sql: `SELECT t::text FROM shop."${name}" t`, tenant: 'acme' });
        if (/zqother|7777/.test(JSON.stringify(rows))) found.push(name);
      }
      return found;
    };
    expect(await holding(REACHED)).toEqual([]);
    expect(
      await holding([
        'owner_view',
        'owner_said_false',
        'asker_of_owner',
        'sums',
        'asker_of_sums',
        'asker_of_back',
        'asker_of_definer',
      ]),
    ).toHaveLength(7);
  });

  it('is withheld, so that a model file may still name it', async () => {
    const withheld = (await readWithheld(shopOf(), { tenant: 'acme' })).map(({ name }) => name);
    expect(withheld).toEqual(
      expect.arrayContaining(['owner_view', 'sums', 'asker_of_sums', 'far', 'heir', 'past_acme', 'unbound']),
    );
    expect(withheld).not.toEqual(expect.arrayContaining(['asker']));
  });

  it('is reported for functions by name, also through their callers', async () => {
    expect((await introspect(shopOf(), { tenant: 'acme' })).closedFunctions).toEqual([
      'shop.atomic',
      'shop.calls_definer',
      'shop.definer',
      'shop.in_plpgsql',
      'shop.peeks',
    ]);
  });

  it('is any table with row security whose login bypasses or owns it, and references to it are omitted too', async () => {
    expect(await served(shopOf(), 'trusted')).toEqual(['countries', 'mine_lines']);
    const owning = await introspect(shopOf(), { tenant: 'owning' });
    expect(owning.tables.map(({ name }) => name)).toEqual([...REACHED.filter((name) => name !== 'mine'), 'past']);
    expect(owning.tables.find(({ name }) => name === 'mine_lines')?.foreignKeys).toEqual([]);
  });

  it('is served, with its dependents, if the connection shares it by name, with or without its schema', async () => {
    const shared = shopOf(['shop.sums', 'owner_of_nothing', 'back.hidden_owner', 'definer']);
    expect((await served(shared, 'acme')).filter((name) => !REACHED.includes(name))).toEqual([
      'asker_of_back',
      'asker_of_caller',
      'asker_of_definer',
      'asker_of_sums',
      'owner_of_nothing',
      'sums',
    ]);
    expect((await introspect(shared, { tenant: 'acme' })).closedFunctions).toEqual(['shop.atomic', 'shop.peeks']);
  });

  it('is served if all tenants share a login', async () => {
    const { tables, closedFunctions } = await introspect(shopOf());
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['owner_view', 'sums', 'far', 'heir']));
    expect(closedFunctions).toBeUndefined();
  });

  it('is reported by the verification of the login, with the statements that enable its protection', async () => {
    const outside = async (): Promise<{ what: string; fix: string[] }[]> =>
      (await verifyRole(shopOf(['typo', 'shop.sums', 'countries']), 'acme')).findings.filter(({ rule }) =>
        ['outside_row_security', 'unknown_shared_names'].includes(rule),
      );
    const findings = await outside();
    const all = findings.map(({ what }) => what).join('\n');
    expect(all).toMatch(
      /views shop\.owner_of_nothing, shop\.owner_said_false, shop\.owner_view run with their owner's rights.*list them under shared: in connections\/shop\.yaml/,
    );
    expect(all).toMatch(/foreign tables shop\.far/);
    expect(all).toMatch(/shop\.heir, shop\.past_acme are parts/);
    expect(all).toMatch(/shop\.unbound have parts that are foreign tables, or whose row security does not bind/);
    expect(all).toMatch(
      /shop\.asker_of_back \(through hidden_owner\), shop\.asker_of_caller \(through calls_definer\)/,
    );
    expect(all).toMatch(/lists "typo" under shared:, and the database has no relation or function of that name/);
    expect(all).not.toMatch(/shop\.sums\b/);
    for (const statement of findings.flatMap(({ fix }) => fix)) await server.query(statement);
    expect(await served(shopOf(), 'acme')).toEqual(
      expect.arrayContaining(['owner_view', 'asker_of_owner', 'heir', 'unbound']),
    );
    expect(await served(shopOf(), 'acme')).not.toEqual(expect.arrayContaining(['sums']));
  });
});
