/** The tenant whose rows a hostile statement tries to read. */
export interface Victim {
  tenant: string;
  login: string;
}

export interface HostileStatement {
  what: string;
  /** Number of columns of its result. */
  width: number;
  sql: (victim: Victim) => string;
  /**
   * It reads sizes of tables or states of the server, or runs into the time-out. Its result is searched for marks, but
   * not compared with that of the single-tenant database.
   */
  readsState?: true;
}

const row = (what: string, sql: HostileStatement['sql'] | string, width = 1): HostileStatement => ({
  what,
  width,
  sql: typeof sql === 'string' ? () => sql : sql,
});
const state = (what: string, sql: HostileStatement['sql'] | string, width = 1): HostileStatement => ({
  ...row(what, sql, width),
  readsState: true,
});

/**
 * Statements that try to read another tenant's rows, or to leave state on the connection for its next user.
 */
export const hostileStatements: readonly HostileStatement[] = [
  row(
    'predicate: the other by name',
    ({ tenant }) => `SELECT name, credit FROM customer WHERE tenant = '${tenant}' OR true`,
    2,
  ),
  row('predicate: all but mine', ({ tenant }) => `SELECT * FROM purchase WHERE tenant IN ('${tenant}', 'gamma')`, 8),
  row(
    'predicate: a sum over all',
    'SELECT sum(amount), min(placed), max(placed) FROM purchase WHERE tenant LIKE $$%$$',
    3,
  ),
  row(
    'predicate: by whose',
    'SELECT tenant, count(*), sum(credit) FROM customer GROUP BY ROLLUP (tenant) ORDER BY 1',
    3,
  ),
  row(
    'join: by keys of others',
    'SELECT n.body, p.code, c.name FROM note n FULL JOIN purchase p ON true FULL JOIN customer c ON true LIMIT 2000',
    3,
  ),
  row(
    'join: all ids',
    'SELECT i, c.name FROM generate_series(1, 30000, 1) i JOIN customer c ON c.id = i ORDER BY 1',
    2,
  ),
  row('whole rows', `SELECT c::text FROM customer c`),
  row('whole rows as JSON', 'SELECT json_agg(p) FROM purchase p'),
  row('rows of rows', 'SELECT array_agg(v.tags ORDER BY id), jsonb_agg(detail ORDER BY id) FROM visit v', 2),
  row('a table of one tenant', 'SELECT article, pieces FROM stock ORDER BY id', 2),
  row('a column that another may read', 'SELECT email FROM customer ORDER BY id'),
  row('a view that reads past', ({ tenant }) => `SELECT code, amount FROM purchase_open WHERE tenant = '${tenant}'`, 2),
  row('a materialized view of all', 'SELECT tenant, product, amount FROM purchase_sums', 3),
  row('a view as its reader', 'SELECT buyer, amount FROM purchase_line ORDER BY id', 2),
  row('a view of a view that reads past', 'SELECT name, city, credit FROM customer_extract ORDER BY id', 3),
  row(
    'a register of all',
    ({ tenant }) => `SELECT count(*), string_agg(name, ',') FROM customer_register WHERE tenant = '${tenant}'`,
    2,
  ),
  row('a view of what is stored', 'SELECT product, sum(amount) FROM purchase_totals GROUP BY 1', 2),
  row('a view of a function', 'SELECT name FROM name_list'),
  row('a part past its whole', ({ tenant }) => `SELECT title, points FROM event_rest WHERE tenant = '${tenant}'`, 2),
  row('the whole of parts', 'SELECT title, points FROM event ORDER BY id', 2),
  row('a function as a field', 'SELECT (c).neighbours FROM customer c LIMIT 1'),
  row('a function as a column', 'SELECT c.neighbours FROM customer c LIMIT 1'),
  row('a function as a field of a row below', 'SELECT (s.c).neighbours FROM (SELECT c FROM customer c) s LIMIT 1'),
  row(
    'a function under its alias',
    'SELECT neighbours.neighbours FROM customer c, unnest(ARRAY[c]) AS neighbours LIMIT 1',
  ),
  row('past it through a join', 'SELECT c.name, r.name FROM customer c JOIN customer_register r USING (region)', 2),
  row('past it in a predicate', 'SELECT name FROM customer WHERE credit < (SELECT max(credit) FROM customer_register)'),
  row('a function as its owner', 'SELECT * FROM all_names()'),
  row('a cast as its owner', 'SELECT mark::text FROM parcel ORDER BY id'),
  row('a cast as its owner, unwritten', 'SELECT length(mark), upper(mark) FROM parcel ORDER BY id', 2),
  row('a view that runs a text', 'SELECT dump FROM purchase_dump'),
  row('a function as its caller', 'SELECT * FROM own_names() ORDER BY 1'),
  row(
    'settings: another user',
    ({ login }) => `SELECT set_config('role', '${login}', false), (SELECT string_agg(name, ',') FROM customer)`,
    2,
  ),
  row(
    'settings: the session is another',
    ({ login }) =>
      `SELECT set_config('session_authorization', '${login}', false), (SELECT string_agg(name, ',') FROM customer)`,
    2,
  ),
  row(
    'settings: no row security',
    `SELECT set_config('row_security', 'off', false), (SELECT string_agg(name, ',') FROM customer)`,
    2,
  ),
  row(
    'settings: in a subquery first',
    ({ login }) => `SELECT name FROM customer, (SELECT set_config('role', '${login}', true)) s`,
  ),
  row(
    'settings: a tenant of the application',
    ({ tenant }) => `SELECT set_config('app.tenant', '${tenant}', false), name FROM customer`,
    2,
  ),
  row('settings: another search_path', `SELECT set_config('search_path', 'pg_temp, pg_catalog', false)`),
  row('settings: no time-out', `SELECT set_config('statement_timeout', '0', false)`),
  row('settings: writable', `SELECT set_config('transaction_read_only', 'off', false)`),
  row(
    'xml: settings in a text',
    ({ login }) =>
      `SELECT query_to_xml($$SELECT set_config('role', '${login}', false)$$, true, true, ''), query_to_xml('SELECT * FROM customer', true, true, '')`,
    2,
  ),
  row('xml: the whole table', `SELECT table_to_xml('purchase', true, false, '')::text`),
  row('xml: the whole schema', `SELECT schema_to_xml('public', true, false, '')::text`),
  row('xml: the open view', `SELECT query_to_xml('SELECT * FROM purchase_open', true, false, '')::text`),
  row('xml: another transaction', `SELECT query_to_xml('SET ROLE crm_gamma', true, false, '')::text`),
  row('statement: another role', ({ login }) => `SET ROLE ${login}`, 0),
  row('statement: the session is another', ({ login }) => `SET SESSION AUTHORIZATION ${login}`, 0),
  row('statement: no role', 'RESET ROLE', 0),
  row('statement: row security', 'SET row_security = off', 0),
  row('statement: search_path', 'SET search_path = pg_temp, public', 0),
  row('statement: two in one', ({ login }) => `COMMIT; SET ROLE ${login}; SELECT name FROM customer`),
  row('statement: the end of the transaction', 'COMMIT', 0),
  row(
    'statement: a table of the same name',
    `CREATE TEMP TABLE customer AS SELECT 1 AS id, 'planted'::text AS name`,
    0,
  ),
  row('statement: a view in its place', `CREATE TEMP VIEW purchase AS SELECT * FROM purchase_open`, 0),
  row('statement: prepared', `PREPARE querent AS SELECT 'planted'`, 0),
  row('statement: a cursor that stays', 'DECLARE c CURSOR WITH HOLD FOR SELECT * FROM customer', 0),
  row('statement: listening', 'LISTEN everything', 0),
  row('statement: a copy', 'COPY customer TO STDOUT', 0),
  row('statement: written', ({ tenant }) => `UPDATE customer SET tenant = 'planted' WHERE tenant = '${tenant}'`, 0),
  row('statement: written in a CTE', `WITH gone AS (DELETE FROM note RETURNING *) SELECT body FROM gone`),
  row('statement: code', `DO $$ BEGIN PERFORM set_config('role', 'crm_gamma', false); END $$`, 0),
  row('statement: locked rows', 'SELECT name FROM customer FOR UPDATE'),
  row('lock of the session', 'SELECT pg_advisory_lock(4711)'),
  row('lock of a key', 'SELECT pg_try_advisory_lock(1, id) FROM customer'),
  row('random numbers', 'SELECT setseed(0.5)'),
  row('error: a cast of what is there', 'SELECT name::int FROM customer'),
  row(
    'error: a cast in the predicate, before the policy',
    `SELECT count(*) FROM customer WHERE name::int > 0 OR tenant = 'x'`,
  ),
  row(
    'error: a division by whose',
    ({ tenant }) =>
      `SELECT id FROM purchase WHERE 1 / (CASE WHEN tenant = '${tenant}' THEN 0 ELSE 1 END) = 1 ORDER BY id`,
  ),
  row('error: a date of a text', 'SELECT body::date FROM note'),
  row('error: a JSON of a text', 'SELECT (code)::json FROM purchase'),
  row('error: too large a number', 'SELECT (amount * 1e300)::float4 FROM purchase'),
  row('error: one row of many', 'SELECT (SELECT name FROM customer)'),
  row('error: in a regular expression', `SELECT id FROM note WHERE '(' || body ~ body`),
  state(
    'statistics: values',
    `SELECT tablename, attname, most_common_vals::text, histogram_bounds::text FROM pg_stats WHERE schemaname = 'public'`,
    4,
  ),
  state('statistics: raw', 'SELECT starelid::regclass::text, stavalues1::text, stavalues2::text FROM pg_statistic', 3),
  state('statistics: extended', 'SELECT * FROM pg_stats_ext', 1),
  state(
    'statistics: sizes',
    `SELECT relname, reltuples FROM pg_class WHERE relname IN ('customer', 'purchase', 'stock')`,
    2,
  ),
  state('state: what others run', 'SELECT usename, query FROM pg_stat_activity', 2),
  state('state: what others hold', 'SELECT locktype, relation::regclass::text, objid FROM pg_locks', 3),
  state('state: prepared statements', 'SELECT name, statement FROM pg_prepared_statements', 2),
  state('state: policies', 'SELECT policyname, roles::text, qual FROM pg_policies', 3),
  state('state: roles', 'SELECT rolname, rolpassword, rolconfig::text FROM pg_roles', 3),
  state('state: passwords', 'SELECT usename, passwd FROM pg_shadow', 2),
  state('files', `SELECT pg_read_file('PG_VERSION')`),
  state('large objects', `SELECT lo_from_bytea(0, 'x')`),
  state('another server', `SELECT * FROM dblink('dbname=crm', 'SELECT name FROM customer') t(name text)`),
  state('plan: EXPLAIN', ({ tenant }) => `EXPLAIN ANALYZE SELECT * FROM customer WHERE tenant = '${tenant}'`),
  state(
    'plan: too much for all',
    'SELECT count(*) FROM purchase a, purchase b, purchase c, purchase d, purchase e, purchase f, purchase g',
  ),
  state(
    'plan: too much for me',
    ({ tenant }) =>
      `SELECT a.id FROM customer a, customer b, customer c, customer d, customer e, note, visit WHERE a.tenant = '${tenant}'`,
  ),
  row(
    'plan: a function before the policy',
    `SELECT name FROM customer WHERE length(name) > 0 AND name LIKE '%' ORDER BY name`,
  ),
  row('system columns', 'SELECT ctid, xmin::text, tableoid::regclass::text FROM customer', 3),
  row('a sample of pages', 'SELECT name FROM customer TABLESAMPLE SYSTEM (100) ORDER BY 1'),
  row(
    'windows over all',
    'SELECT name, sum(credit) OVER (), rank() OVER (ORDER BY credit) FROM customer ORDER BY id',
    3,
  ),
  row(
    'recursion over keys',
    'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 500) SELECT i, (SELECT max(name) FROM customer WHERE id = i + 10000) FROM r',
    2,
  ),
  row(
    'lateral',
    'SELECT c.name, p.code FROM customer c LEFT JOIN LATERAL (SELECT code FROM purchase WHERE customer_id = c.id ORDER BY id) p ON true ORDER BY c.id, p.code',
    2,
  ),
];
