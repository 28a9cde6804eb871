import { inChinese } from '@querent/language';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { introspect, openDatasource, runReadOnly, verifyRole, type Datasource } from '..';

/** Another tenant's rows in `bills`, withheld by row security. */
const SPY = `LANGUAGE sql STABLE SECURITY DEFINER AS $$SELECT string_agg(tenant, ',') FROM shop.bills$$`;
const TENANTS_OWN = (table: string): string =>
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON ${table} TO acme USING (true);`;

const SHOP = `
  CREATE ROLE acme LOGIN; CREATE SCHEMA shop; GRANT USAGE ON SCHEMA shop TO acme;
  ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO acme;
  SET search_path = shop;
  CREATE TABLE bills (id int PRIMARY KEY, tenant text, amount int);
  INSERT INTO bills VALUES (1, 'acme', 1), (2, 'zqother', 7777);
  ALTER TABLE bills ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON bills TO acme USING (tenant = 'acme');
  CREATE VIEW register AS SELECT * FROM bills;
  CREATE VIEW 登记册 AS SELECT * FROM bills;`;

interface Way {
  what: string;
  sql: string;
  /** Tables and views, and functions, that must not be served. */
  tables?: string[];
  functions?: string[];
  /** A statement that reads another tenant's row through it. */
  reading?: string;
}

/** Each is another path from a harmless-looking relation or function to rows of another tenant. */
const WAYS: readonly Way[] = [
  {
    what: 'a cast of a composite type',
    tables: ['pairs'],
    functions: ['pair_text'],
    reading: 'SELECT p::text FROM shop.pairs',
    sql: `CREATE TYPE pair AS (a int, b int); CREATE FUNCTION pair_text(pair) RETURNS text ${SPY}; CREATE CAST (pair AS text) WITH FUNCTION pair_text(pair);
      CREATE TABLE pairs (id int, p pair); INSERT INTO pairs VALUES (1, (1, 2)); ${TENANTS_OWN('pairs')}`,
  },
  {
    what: 'an implicit cast of what an array holds, in a view',
    tables: ['moods', 'mood_lengths'],
    functions: ['mood_text'],
    reading: 'SELECT rtrim(m[1]) FROM shop.moods',
    sql: `CREATE TYPE mood AS ENUM ('glad'); CREATE FUNCTION mood_text(mood) RETURNS text ${SPY}; CREATE CAST (mood AS text) WITH FUNCTION mood_text(mood) AS IMPLICIT;
      CREATE TABLE moods (id int, m mood[]); INSERT INTO moods VALUES (1, '{glad}'); ${TENANTS_OWN('moods')}
      CREATE VIEW mood_lengths WITH (security_invoker = true) AS SELECT id, length(m[1]) AS n FROM moods`,
  },
  {
    what: 'an assignment cast of a whole row, in a composite column',
    tables: ['sheets', 'folders'],
    functions: ['sheet_text'],
    reading: 'SELECT (f.s)::text FROM shop.folders f',
    sql: `CREATE TABLE sheets (id int); INSERT INTO sheets VALUES (1); CREATE FUNCTION sheet_text(sheets) RETURNS text ${SPY}; CREATE CAST (sheets AS text) WITH FUNCTION sheet_text(sheets) AS ASSIGNMENT;
      CREATE TABLE folders (s sheets); INSERT INTO folders SELECT s FROM sheets s`,
  },
  {
    what: 'a cast to a type of the user',
    tables: ['grades'],
    functions: ['grade_of'],
    reading: `SELECT CAST(1 AS shop.grade)::text FROM shop.grades`,
    sql: `CREATE TYPE grade AS (t text); CREATE FUNCTION grade_of(int) RETURNS grade LANGUAGE sql STABLE SECURITY DEFINER AS $$SELECT ROW(string_agg(tenant, ','))::shop.grade FROM shop.bills$$;
      CREATE CAST (int AS grade) WITH FUNCTION grade_of(int); CREATE TABLE grades (g grade); INSERT INTO grades VALUES (ROW('a'))`,
  },
  {
    what: 'the check of a domain',
    tables: ['checked_ones'],
    functions: ['is_checked', 'as_checked'],
    reading: `SELECT CASE WHEN '7777'::shop.checked = 7777 THEN 'zqother' END`,
    sql: `CREATE FUNCTION is_checked(int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT EXISTS (SELECT FROM shop.bills WHERE amount = $1)'; CREATE DOMAIN checked AS int CHECK (is_checked(VALUE));
      CREATE TABLE checked_ones (c checked); CREATE FUNCTION as_checked(i int) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT i::checked > 0'`,
  },
  {
    what: 'the order of a type, and a range of it',
    tables: ['points', 'spans'],
    functions: ['point_order', 'point_less'],
    sql: `CREATE TYPE point2 AS (x int); CREATE FUNCTION point_order(point2, point2) RETURNS int LANGUAGE sql IMMUTABLE SECURITY DEFINER AS 'SELECT count(*)::int FROM shop.bills';
      CREATE FUNCTION point_less(point2, point2) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1.x < $2.x'; CREATE OPERATOR < (leftarg = point2, rightarg = point2, function = point_less);
      CREATE OPERATOR CLASS point_ops DEFAULT FOR TYPE point2 USING btree AS OPERATOR 1 <, FUNCTION 1 point_order(point2, point2);
      CREATE TYPE span AS RANGE (subtype = point2, subtype_opclass = point_ops); CREATE TABLE points (p point2); CREATE TABLE spans (s span)`,
  },
  {
    what: 'the distance of a range',
    tables: ['stretches'],
    functions: ['apart', 'stretch'],
    sql: `CREATE FUNCTION apart(float8, float8) RETURNS float8 LANGUAGE sql IMMUTABLE SECURITY DEFINER AS 'SELECT sum(amount)::float8 FROM shop.bills';
      CREATE TYPE stretch AS RANGE (subtype = float8, subtype_diff = apart); CREATE TABLE stretches (s stretch)`,
  },
  {
    what: 'an operator of a type, and one of numbers in a function’s text',
    tables: ['tags'],
    functions: ['same_tag', 'near_to', 'by_symbol'],
    sql: `CREATE TYPE tag AS (t text); CREATE FUNCTION same_tag(tag, tag) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT EXISTS (SELECT FROM shop.bills WHERE tenant = $1.t)';
      CREATE OPERATOR = (leftarg = tag, rightarg = tag, function = same_tag); CREATE TABLE tags (id int, t tag[]);
      CREATE FUNCTION near_to(int, int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT EXISTS (SELECT FROM shop.bills WHERE amount = 7777)';
      CREATE OPERATOR ##> (leftarg = int, rightarg = int, function = near_to); CREATE FUNCTION by_symbol() RETURNS boolean LANGUAGE sql STABLE AS 'SELECT 1 ##> 2'`,
  },
  {
    what: 'the negator of an operator',
    tables: ['negated'],
    functions: ['unlike_spy'],
    reading: `SELECT replace(f::text, 'false', 'zqother') FROM shop.negated`,
    sql: `CREATE FUNCTION unlike_spy(int, int) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER AS 'BEGIN RETURN NOT EXISTS (SELECT FROM shop.bills WHERE amount = $2); END';
      CREATE FUNCTION like_plain(int, int) RETURNS boolean LANGUAGE plpgsql STABLE AS 'BEGIN RETURN $1 IS NULL; END';
      CREATE OPERATOR ##! (leftarg = int, rightarg = int, function = unlike_spy, negator = OPERATOR(shop.##=)); CREATE OPERATOR ##= (leftarg = int, rightarg = int, function = like_plain, negator = OPERATOR(shop.##!));
      CREATE VIEW negated WITH (security_invoker = true) AS SELECT NOT (id OPERATOR(shop.##=) 7777) AS f FROM bills`,
  },
  {
    what: 'a step of an aggregate, with a view and a function over it',
    tables: ['all_in_one'],
    functions: ['take_in', 'take_all', 'taken'],
    sql: `CREATE FUNCTION take_in(text, int) RETURNS text ${SPY}; CREATE AGGREGATE take_all(int) (sfunc = take_in, stype = text);
      CREATE VIEW all_in_one WITH (security_invoker = true) AS SELECT take_all(id) AS t FROM bills; CREATE FUNCTION taken() RETURNS text LANGUAGE sql STABLE AS 'SELECT take_all(1)'`,
  },
  {
    what: 'SQL run from a text',
    tables: ['in_xml', 'of_in_xml', 'with_default'],
    functions: ['in_atomic', 'in_default', 'in_disguise', 'in_sql', 'in_format'],
    reading: 'SELECT t FROM shop.in_xml',
    sql: `CREATE VIEW in_xml WITH (security_invoker = true) AS SELECT query_to_xml('SELECT * FROM shop.' || 'reg' || 'ister', true, true, '')::text AS t;
      CREATE VIEW of_in_xml WITH (security_invoker = true) AS SELECT length(t) AS n FROM in_xml;
      CREATE FUNCTION in_sql() RETURNS text LANGUAGE sql STABLE AS $$SELECT table_to_xml(('shop.reg' || 'ister')::regclass, true, true, '')::text$$;
      CREATE FUNCTION in_atomic(a text) RETURNS bigint STABLE LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM ts_stat(a); END;
      CREATE FUNCTION in_default(a text DEFAULT schema_to_xml('shop', true, true, '')::text) RETURNS text LANGUAGE sql STABLE AS 'SELECT a'; CREATE VIEW with_default WITH (security_invoker = true) AS SELECT in_default('a') AS t;
      CREATE FUNCTION in_disguise(text, boolean, boolean, text) RETURNS xml LANGUAGE internal AS 'query_to_xml';
      CREATE FUNCTION in_format(of text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$DECLARE n bigint; BEGIN EXECUTE format('SELECT sum(amount) FROM shop.%I', of) INTO n; RETURN n; END$$`,
  },
  {
    what: 'what the planner knows of a materialized view',
    tables: ['known_values'],
    functions: ['most_common'],
    reading: 'SELECT v FROM shop.known_values',
    sql: `CREATE MATERIALIZED VIEW all_tenants AS SELECT tenant, n FROM bills, generate_series(1, 9) n; ANALYZE all_tenants;
      CREATE VIEW known_values WITH (security_invoker = true) AS SELECT most_common_vals::text AS v FROM pg_stats WHERE tablename LIKE 'all%';
      CREATE FUNCTION most_common(t text) RETURNS text LANGUAGE sql STABLE AS 'SELECT most_common_vals::text FROM pg_stats WHERE tablename = t LIMIT 1'`,
  },
  {
    what: 'a setting, or a role, that the policies ask for',
    tables: ['as_another'],
    functions: ['use_tenant', 'use_owner', 'set_tenant', 'with_tenant', 'with_role', 'in_escapes'],
    reading: 'SELECT * FROM shop.as_another',
    sql: `CREATE TABLE parcels (tenant text); INSERT INTO parcels VALUES ('zqother'); ALTER TABLE parcels ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON parcels USING (tenant = current_setting('app.tenant', true));
      CREATE VIEW as_another WITH (security_invoker = true) AS SELECT p.tenant FROM (SELECT set_config('app.tenant', 'zqother', true) AS t OFFSET 0) s CROSS JOIN LATERAL (SELECT tenant FROM parcels WHERE s.t <> '' OFFSET 0) p;
      CREATE FUNCTION use_tenant(t text) RETURNS text LANGUAGE sql AS $$SELECT set_config('app.tenant', t, true)$$;
      CREATE FUNCTION use_owner() RETURNS void LANGUAGE plpgsql AS 'BEGIN SET LOCAL ROLE postgres; END';
      CREATE FUNCTION set_tenant() RETURNS bigint LANGUAGE plpgsql AS $$BEGIN SET app.tenant = 'zqother'; RETURN (SELECT count(*) FROM shop.parcels); END$$;
      CREATE FUNCTION with_tenant() RETURNS bigint LANGUAGE sql STABLE SET search_path = shop SET app.tenant = 'zqother' AS 'SELECT count(*) FROM parcels';
      CREATE FUNCTION with_role() RETURNS bigint LANGUAGE sql STABLE SET role = postgres AS 'SELECT count(*) FROM shop.parcels';
      CREATE FUNCTION in_escapes() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM shop.U&"reg\\0069ster"'`,
  },
  {
    what: 'SQL of a constant text that names what is closed',
    functions: ['executes_name'],
    sql: `CREATE FUNCTION executes_name() RETURNS bigint LANGUAGE plpgsql STABLE AS $$DECLARE n bigint; BEGIN EXECUTE 'SELECT sum(amount) FROM shop.register' INTO n; RETURN n; END$$`,
  },
  {
    what: 'a name that is not of Latin letters',
    functions: ['of_register', 'of_登记册'],
    sql: `CREATE FUNCTION of_register() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM shop."register"'; CREATE FUNCTION of_登记册() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM shop.登记册'`,
  },
  {
    what: 'names of another schema',
    functions: ['of_cellar', 'on_its_path'],
    sql: `CREATE SCHEMA cellar; CREATE VIEW cellar.kept AS SELECT * FROM bills; GRANT USAGE ON SCHEMA cellar TO acme; CREATE FUNCTION of_cellar() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM "cellar" . kept';
      CREATE FUNCTION on_its_path() RETURNS bigint LANGUAGE sql STABLE SET search_path = cellar AS 'SELECT count(*) FROM kept'`,
  },
  {
    what: 'a part that is a foreign table',
    tables: ['ledger', 'ledger_2024', 'of_ledger'],
    reading: 'SELECT * FROM shop.ledger',
    sql: `CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw; CREATE TABLE ledger (line text) PARTITION BY LIST (line);
      CREATE FOREIGN TABLE ledger_2024 PARTITION OF ledger DEFAULT SERVER files OPTIONS (program 'echo zqother'); GRANT pg_execute_server_program TO acme;
      CREATE VIEW of_ledger WITH (security_invoker = true) AS SELECT * FROM ledger`,
  },
  {
    what: 'another server',
    tables: ['linked'],
    functions: ['link_text'],
    sql: `CREATE EXTENSION dblink SCHEMA public; CREATE VIEW linked WITH (security_invoker = true) AS SELECT * FROM public.dblink('dbname=x', 'SELECT 1') AS t(n int);
      CREATE FUNCTION link_text(a text) RETURNS int LANGUAGE sql STABLE AS $$SELECT n FROM public.dblink('x', a) AS t(n int)$$`,
  },
];

/** Similar objects that read with the caller's rights. */
const INNOCENT = {
  tables: ['bills', 'crates', 'documents', 'guarded', 'parcels', 'sizes'],
  functions: ['crate_text', 'executes_constant', 'kept_apart', 'loud', 'plain', 'with_path'],
  sql: `
    CREATE TYPE crate AS (w int, h int); CREATE FUNCTION crate_text(crate) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT $1.w || 'x' || $1.h$$; CREATE CAST (crate AS text) WITH FUNCTION crate_text(crate);
    CREATE TABLE crates (c crate, d crate[]);
    CREATE DOMAIN size AS int CHECK (VALUE > 0); CREATE TABLE sizes (s size);
    CREATE FUNCTION may_see(text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT EXISTS (SELECT FROM shop.bills WHERE tenant = $1)';
    CREATE TABLE guarded (tenant text); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON guarded USING (may_see(tenant));
    CREATE VIEW documents WITH (security_invoker = true) AS SELECT ts_rewrite('a'::tsquery, 'a'::tsquery, 'b'::tsquery)::text AS q, xmlelement(name bill, id)::text AS x FROM bills;
    CREATE FUNCTION kept_apart() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) AS kept FROM shop.bills';
    CREATE FUNCTION with_path() RETURNS bigint LANGUAGE sql STABLE SET search_path = shop SET work_mem = '4MB' AS 'SELECT count(*) AS offset_of FROM bills';
    CREATE FUNCTION plain(t text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT upper(t)';
    CREATE FUNCTION executes_constant() RETURNS bigint LANGUAGE plpgsql STABLE AS $$DECLARE n bigint; BEGIN EXECUTE 'SELECT sum(amount) FROM shop.bills WHERE tenant <> ''x''' INTO n; RETURN n; END$$;
    CREATE FUNCTION loud(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$BEGIN
      -- executes nothing: execute format(t)
      RETURN t || '!'; END$$;`,
};

describe('rows of another tenant', () => {
  let server: ThrowAwayPostgres;
  let shop: Datasource;
  let tables: string[];
  let closed: string[];

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`${SHOP} ${INNOCENT.sql} ${WAYS.map(({ sql }) => sql).join(';')}; RESET search_path; ANALYZE`);
    shop = open();
    ({ tables, closed } = await served());
  }, 60_000);

  afterAll(async () => {
    await shop?.close();
    await server?.stop();
  });

  const open = (shared: string[] = []): Datasource =>
    openDatasource({
      name: 'shop',
      url: server.url,
      roles: { acme: server.url.replace('postgres@', 'acme@') },
      shared,
      schema: 'shop',
      limits: { statementTimeoutMs: 5_000, maxRows: 100, maxBytes: 100_000 },
    });
  const served = async (of = shop): Promise<{ tables: string[]; closed: string[] }> => {
    const snapshot = await introspect(of, { tenant: 'acme' });
    return {
      tables: snapshot.tables.map(({ name }) => name),
      closed: (snapshot.closedFunctions ?? []).map((name) => name.replace('shop.', '')),
    };
  };

  it.each(WAYS)('are not served through $what', async ({ tables: relations = [], functions = [], reading }) => {
    if (reading !== undefined)
      expect(JSON.stringify((await runReadOnly(shop, { sql: reading, tenant: 'acme' })).rows)).toContain('zqother');
    expect(tables.filter((name) => relations.includes(name))).toEqual([]);
    expect(closed).toEqual(expect.arrayContaining(functions));
  });

  it('are in no object that reads with the caller’s rights, and all of those are served', () => {
    expect(tables).toEqual(INNOCENT.tables);
    expect(closed.filter((name) => INNOCENT.functions.includes(name))).toEqual([]);
  });

  it('are served if the connection shares the function or the view that leads to them', async () => {
    const sharing = open(['pair_text', 'shop.in_format', 'in_xml']);
    const { tables: more, closed: less } = await served(sharing);
    await sharing.close();
    expect(more.filter((name) => !tables.includes(name))).toEqual(['in_xml', 'of_in_xml', 'pairs']);
    expect(closed.filter((name) => !less.includes(name))).toEqual(['in_format', 'pair_text']);
  });

  it('are in no object of PostGIS, unless one of its functions runs with its owner’s rights', async () => {
    const ofPostgis = async () =>
      (await served()).closed.filter((name) =>
        /^public\.(geo|st_(?!estimatedextent|findextent|createoverview|retile))/.test(name),
      );
    await server.query(`CREATE EXTENSION postgis SCHEMA public; CREATE EXTENSION postgis_raster SCHEMA public; CREATE EXTENSION postgis_topology;
      CREATE TABLE shop.places (id int, at public.geometry(Point, 4326), around public.geography, seen public.raster);
      CREATE FUNCTION shop.place_text(public.geometry) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT public.ST_AsText($1::public.geometry)'`);
    const before = await served();
    expect([before.tables.includes('places'), before.closed.includes('place_text'), await ofPostgis()]).toEqual([
      true,
      false,
      [],
    ]);
    await server.query('ALTER FUNCTION public.st_astext(public.geometry) SECURITY DEFINER');
    const after = await served();
    expect([
      after.tables.includes('places'),
      after.closed.includes('place_text'),
      after.closed.includes('public.st_astext'),
    ]).toEqual([true, true, true]);
    await server.query('DROP TABLE shop.places; DROP EXTENSION postgis CASCADE');
  }, 30_000);

  it('are reported by the verification of the login, with the path to them', async () => {
    const findings = (await verifyRole(shop, 'acme')).findings
      .filter(({ rule }) => rule === 'outside_row_security')
      .map(({ what }) => what)
      .join('\n');
    const chinese = findings.split('\n').map((what) => inChinese(what) ?? what);
    expect(chinese.join('\n')).not.toMatch(/\b(?:the|login|through|type|which|is|are|may|and|of|so|or)\b/);
    expect(chinese.join('\n')).toMatch(
      /shop\.pairs（经由 类型 pair）, shop\.points（经由 类型 point2）, shop\.sheets（经由 类型 sheets）, shop\.spans（经由 类型 point2, 类型 span）/,
    );
    expect(findings).toMatch(
      /shop\.pairs \(through the type pair\), shop\.points \(through the type point2\), shop\.sheets \(through the type sheets\), shop\.spans \(through the type point2, the type span\)/,
    );
    expect(findings).toMatch(/shop\.by_symbol \(through "##>"\), shop\.executes_name \(through register\)/);
    expect(findings).toMatch(
      /Whose rows .*shop\.in_format, .*shop\.in_sql.* read is not known: they run SQL that is put together as text/,
    );
  });

  it('may be in every object if a cast or the order of the server’s own types leads to them', async () => {
    for (const [sql, undo] of [
      [
        `CREATE FUNCTION shop.boxed(box) RETURNS text ${SPY}; CREATE CAST (box AS text) WITH FUNCTION shop.boxed(box)`,
        'DROP CAST (box AS text)',
      ],
      [
        `CREATE FUNCTION shop.json_hash(json) RETURNS int LANGUAGE sql IMMUTABLE SECURITY DEFINER AS 'SELECT count(*)::int FROM shop.bills'; CREATE OPERATOR CLASS shop.json_ops DEFAULT FOR TYPE json USING hash AS FUNCTION 1 shop.json_hash(json)`,
        'DROP OPERATOR FAMILY shop.json_ops USING hash CASCADE',
      ],
    ] as const) {
      await server.query(sql);
      expect((await served()).tables).toEqual([]);
      await server.query(undo);
      expect((await served()).tables).toEqual(INNOCENT.tables);
    }
  });
});
