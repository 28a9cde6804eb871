import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** One meaning in many spellings: the verdict stays the same. */
const OPEN: ReadonlyArray<[what: string, sql: string]> = [
  ['folded capitals', 'Select ID From ORDERS'],
  ['unicode escapes of names', `SELECT U&"\\0069d" FROM U&"ord\\0065rs"`],
  ['unicode escapes with a sign of their own', `SELECT U&"!0069d" UESCAPE '!' FROM orders`],
  ['escape strings', `SELECT E'\\x41\\n''' AS a FROM orders`],
  ['strings in dollars', 'SELECT $a$it is $$ fine$a$ AS a FROM orders'],
  ['strings over several lines', `SELECT 'a'\n'b' AS a FROM orders`],
  ['bit and hexadecimal strings', `SELECT B'101', X'1F' FROM orders`],
  ['underscores and bases of numbers', 'SELECT 1e3, .5, 10. FROM orders'],
  [
    'parameters anywhere a value may stand',
    'SELECT $1 FROM orders WHERE id = ANY ($2::int[]) AND day BETWEEN $3 AND $4 ORDER BY $5 LIMIT $6 OFFSET $7',
  ],
  [
    'parameters inside calls, arrays and subscripts',
    'SELECT coalesce($1, lower($2)), ARRAY[$3], (ARRAY[1])[$4], CASE $5 WHEN $6 THEN 1 END FROM orders',
  ],
  ['ordinals', 'SELECT status, count(*) FROM orders GROUP BY 1 ORDER BY 2 DESC'],
  ['the only table', 'SELECT id FROM ONLY orders'],
  ['the table with its children', 'SELECT id FROM orders*'],
  ['a row of a WITH query', 'WITH a AS (SELECT id, name FROM users) SELECT a, (a).name, row_to_json(a) FROM a'],
  ['a row of a subquery', 'SELECT s, to_json(s.*) FROM (SELECT id FROM users) s'],
  ['a row of a function', `SELECT g, e FROM generate_series(1, 2) g, json_each('{}') e`],
  ['a WITH query that takes a hidden name', 'WITH staff_pay AS (SELECT 1 AS amount) SELECT amount FROM staff_pay'],
  ['a column that takes a hidden name', 'SELECT s.password FROM (SELECT name AS password FROM users) s'],
  [
    'a comment inside a phrase',
    'SELECT id FROM orders WHERE id NOT /* not */ BETWEEN 1 AND 2 ORDER BY id NULLS -- last\n LAST',
  ],
  ['a byte order of blanks', 'SELECT\u000cid\u000bFROM\torders\r\n'],
  ['parentheses without need', `SELECT ${'('.repeat(500)}id${')'.repeat(500)} FROM orders`],
  [
    'indents by a length from the data',
    `WITH RECURSIVE r AS (SELECT id, name, 0 AS depth FROM employees WHERE manager_id IS NULL UNION ALL SELECT e.id, e.name, r.depth + 1 FROM employees e JOIN r ON e.manager_id = r.id) SELECT repeat('  ', depth) || name FROM r`,
  ],
  [
    'a bar as long as a count, twice',
    `SELECT repeat('█', count(*)::int), lpad(status, max(length(status))), repeat('-', max(id)) FROM orders GROUP BY status`,
  ],
  ['a series as long as an array', 'SELECT i, tags[i] FROM users, generate_series(1, array_length(tags, 1)) i'],
  [
    'a series between the first and the last on record',
    'SELECT y FROM generate_series((SELECT min(id) FROM orders), (SELECT max(id) FROM orders)) y',
  ],
  ['a series of constants computed', 'SELECT g FROM generate_series(0, 24 * 7 - 1) g'],
  [
    'hours of the days of years',
    `SELECT d, h FROM generate_series('2015-01-01'::date, '2024-12-31'::date, '1 day') d, generate_series(0, 23) h`,
  ],
  ['a format with widths', `SELECT format('%-10s|%5s %% %1$s', name, id) FROM users`],
  [
    'a buffer with a style',
    `SELECT st_buffer(geom, 10, 'quad_segs=8 endcap=round'), st_buffer(geom, 10, 16) FROM spots`,
  ],
  [
    'a calendar by recursion',
    `WITH RECURSIVE d(day) AS (SELECT date '2024-01-01' UNION ALL SELECT day + 1 FROM d WHERE day < '2024-12-31') SELECT day FROM d`,
  ],
  [
    'a calendar between bounds of one row',
    'WITH RECURSIVE b AS (SELECT min(day) AS s, max(day) AS e FROM orders), d(day) AS (SELECT s FROM b UNION ALL SELECT d.day + 1 FROM d, b WHERE d.day < b.e) SELECT day FROM d',
  ],
  [
    'a tree through USING',
    'WITH RECURSIVE r(id, n) AS (SELECT id, 1 FROM employees UNION ALL SELECT id, n + 1 FROM r JOIN employees USING (id) WHERE n < 3) SELECT n FROM r',
  ],
  [
    'a tree with the path to each leaf',
    `WITH RECURSIVE r AS (SELECT id, name::text AS path FROM employees WHERE manager_id IS NULL UNION ALL SELECT e.id, r.path || ' / ' || e.name FROM r, employees e WHERE e.manager_id = r.id) SELECT path FROM r`,
  ],
  [
    'a tree inside a document',
    `WITH RECURSIVE r AS (SELECT data FROM users UNION ALL SELECT c FROM r, jsonb_array_elements(r.data -> 'children') c WHERE r.data ? 'children') SELECT count(*) FROM r`,
  ],
  [
    'figures side by side',
    'WITH a AS (SELECT count(*) FROM orders), b AS (SELECT count(*) FROM users), c AS (SELECT sum(qty) FROM items), d AS (SELECT 1) SELECT * FROM a, b, c, d',
  ],
  [
    'four tables joined in WHERE',
    'SELECT 1 FROM orders a, orders b, orders c, orders d WHERE a.id = b.id AND b.id = c.id AND c.id = d.id',
  ],
  [
    'a factorial by recursion',
    'WITH RECURSIVE f(n, v) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, v * (n + 1) FROM f WHERE n < 20) SELECT v FROM f',
  ],
];

const CLOSED: ReadonlyArray<[what: string, sql: string, code: string]> = [
  ['who we are', 'SELECT current_user', 'forbidden_function'],
  ['who we are, in short', 'SELECT user', 'forbidden_function'],
  ['which role we have', 'SELECT current_role', 'forbidden_function'],
  ['where we are', 'SELECT current_catalog, current_schema', 'forbidden_function'],
  ['where we are, as a call', 'SELECT current_schema()', 'forbidden_function'],
  ['what we are, from FROM', 'SELECT * FROM current_role', 'forbidden_function'],
  ['a hidden column by its number', 'SELECT id FROM users GROUP BY ssn, 1', 'hidden_column'],
  ['a hidden column in capitals', 'SELECT PASSWORD FROM USERS', 'hidden_column'],
  ['a hidden column by escapes', `SELECT U&"\\0073sn" FROM users`, 'hidden_column'],
  ['a hidden column through a merged name', 'SELECT 1 FROM users a JOIN users b USING (id, ssn)', 'hidden_column'],
  ['a name of other letters that look alike', 'SELECT nаme FROM users', 'unknown_column'],
  ['a name in another normal form', 'SELECT "nam\u00e9" FROM users', 'unknown_column'],
  ['a name cut at the longest length', `SELECT "${'n'.repeat(64)}" FROM users`, 'unknown_column'],
  ['a child of a table', 'SELECT 1 FROM orders_p2024', 'unknown_relation'],
  ['a temporary namesake', 'SELECT id FROM pg_temp.orders', 'system_catalogue'],
  ['a namesake in another schema', 'SELECT id FROM evil.orders', 'unknown_relation'],
  ['a type of another schema', `SELECT 'a'::evil.grade`, 'forbidden_type'],
  ['a function through the search path', `SELECT "$user".lower('a')`, 'forbidden_function'],
  ['a parameter for a table', 'SELECT 1 FROM $1', 'syntax'],
  ['a parameter for a type', 'SELECT 1::$1', 'syntax'],
  ['a field of a parameter', 'SELECT ($1).pg_sleep', 'unknown_column'],
  ['every field of a parameter', 'SELECT ($1).*', 'forbidden_construct'],
  ['a series to a parameter', 'SELECT generate_series(1, $1)', 'unbounded_argument'],
  ['a row of a table through a subquery', 'SELECT s FROM (SELECT u FROM users u) s', 'hidden_in_whole_row'],
  ['a row of a table through WITH', 'WITH a AS (SELECT u FROM users u) SELECT a FROM a', 'hidden_in_whole_row'],
  ['XML', `SELECT XMLFOREST(id) FROM orders`, 'forbidden_construct'],
  ['more columns than a result may have', `SELECT ${'*,'.repeat(2_000)}* FROM orders`, 'too_large'],
  ['a list of thousands', `SELECT id FROM orders WHERE id IN (${'1,'.repeat(6_000)}1)`, 'too_large'],
];

describe('for any spelling of a statement, the guard', () => {
  it.each(OPEN)('accepts %s', async (_what, sql) => {
    expect(await guardStatement(sql, shopCatalogue)).toMatchObject({ ok: true });
  });

  it.each(CLOSED)('refuses %s', async (_what, sql, code) => {
    expect(await guardStatement(sql, shopCatalogue)).toMatchObject({ ok: false, code });
  });

  it('caps a length from data in place', async () => {
    const verdict = await guardStatement(
      `SELECT repeat('ab', id), lpad(status, id), repeat(status, id) FROM orders`,
      shopCatalogue,
    );
    expect(verdict).toMatchObject({
      ok: true,
      sql: `SELECT repeat('ab', LEAST(id, 5000)), lpad(status, LEAST(id, 10000)), repeat(status, LEAST(id, 1000)) FROM orders`,
    });
    expect(verdict.ok && (await guardStatement(verdict.sql, shopCatalogue))).toEqual(verdict);
  });
});
