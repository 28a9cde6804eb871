import fc from 'fast-check';
import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** Expressions no statement may hold, each in one word of what is wrong with it. */
const FORBIDDEN = [
  'pg_sleep(1)',
  `set_config('a', 'b', true)`,
  `query_to_xml('SELECT 1', true, true, '')`,
  `'users'::regclass`,
  'u.password',
  'row_to_json(u)',
  '(u).ssn',
  '(SELECT count(*) FROM pg_shadow)',
  '(SELECT max(amount) FROM staff_pay)',
  '(WITH d AS (DELETE FROM orders RETURNING id) SELECT max(id) FROM d)',
  '(SELECT id FROM orders FOR UPDATE)',
  'current_user',
  '1 OPERATOR(evil.+) 2',
  'nowhere.x',
];

/** Every place an expression over `users u` can stand in. */
const POSITIONS: ReadonlyArray<(x: string) => string> = [
  (x) => `SELECT ${x} FROM users u`,
  (x) => `SELECT 1 FROM users u WHERE ${x} IS NULL`,
  (x) => `SELECT 1 FROM users u JOIN orders o ON ${x} IS NULL`,
  (x) => `SELECT count(*) FROM users u GROUP BY ${x}`,
  (x) => `SELECT count(*) FROM users u GROUP BY CUBE (u.id, (${x}))`,
  (x) => `SELECT count(*) FROM users u HAVING max((${x})::text) IS NULL`,
  (x) => `SELECT u.id FROM users u ORDER BY ${x}`,
  (x) => `SELECT DISTINCT ON (${x}) u.id FROM users u`,
  (x) => `SELECT count(*) FILTER (WHERE ${x} IS NULL) FROM users u`,
  (x) => `SELECT string_agg(u.name, ',' ORDER BY ${x}) FROM users u`,
  (x) => `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ${x}) FROM users u`,
  (x) => `SELECT count(*) OVER (PARTITION BY ${x}) FROM users u`,
  (x) => `SELECT count(*) OVER w FROM users u WINDOW w AS (ORDER BY ${x})`,
  (x) => `SELECT CASE ${x} WHEN NULL THEN 1 ELSE 2 END FROM users u`,
  (x) => `SELECT CASE WHEN true THEN 1 ELSE length((${x})::text) END FROM users u`,
  (x) => `SELECT coalesce(NULL, ${x}) FROM users u`,
  (x) => `SELECT greatest(NULL, ${x}) FROM users u`,
  (x) => `SELECT ARRAY[${x}] FROM users u`,
  (x) => `SELECT ROW(1, ${x}) FROM users u`,
  (x) => `SELECT (${x})::text FROM users u`,
  (x) => `SELECT u.id FROM users u WHERE u.id IN (1, length((${x})::text))`,
  (x) => `SELECT u.id FROM users u WHERE u.id BETWEEN 1 AND length((${x})::text)`,
  (x) => `SELECT u.tags[length((${x})::text)] FROM users u`,
  (x) => `SELECT s.v FROM users u, LATERAL (SELECT ${x} AS v) s`,
  (x) => `SELECT s.column1 FROM users u, LATERAL (VALUES (${x})) s`,
  (x) => `SELECT f FROM users u, unnest(ARRAY[${x}]) f`,
  (x) => `SELECT f.a FROM users u, ROWS FROM (unnest(ARRAY[${x}]), generate_series(1, 2)) f(a, b)`,
  (x) => `SELECT (SELECT ${x} LIMIT 1) FROM users u`,
  (x) => `SELECT u.id FROM users u WHERE EXISTS (SELECT 1 WHERE ${x} IS NULL)`,
  (x) => `SELECT u.id FROM users u WHERE u.name = ANY (SELECT (${x})::text)`,
  (x) => `SELECT 1 UNION SELECT length((${x})::text) FROM users u`,
  (x) => `(SELECT ${x} FROM users u LIMIT 1) UNION ALL SELECT NULL`,
  (x) => `WITH a AS (SELECT ${x} AS v FROM users u) SELECT 1`,
  (x) => `WITH RECURSIVE a AS (SELECT 1 AS n UNION SELECT length((${x})::text) FROM users u) SELECT n FROM a`,
  (x) => `SELECT json_build_object('k', ${x}) FROM users u`,
  (x) => `SELECT make_interval(days => length((${x})::text)) FROM users u`,
  (x) => `SELECT (${x}) COLLATE "C" FROM users u`,
  (x) => `SELECT (${x}) AT TIME ZONE 'UTC' FROM users u`,
  (x) => `SELECT NOT ((${x}) IS NULL) FROM users u`,
];

/** Wrappings that keep a statement a statement. */
const WRAPPINGS: ReadonlyArray<(sql: string) => string> = [
  (sql) => `SELECT 1 FROM (${sql}) AS w`,
  (sql) => `WITH w AS (${sql}) SELECT 1 FROM w`,
  (sql) => `WITH w AS MATERIALIZED (${sql}) SELECT 1`,
  (sql) => `SELECT 1 WHERE EXISTS (${sql})`,
  (sql) => `SELECT 1 FROM orders AS q, LATERAL (${sql}) AS w`,
  (sql) => `SELECT 1 FROM orders AS q LEFT JOIN (${sql}) AS w ON true`,
  (sql) => `(${sql}) UNION ALL SELECT 1`,
  (sql) => `SELECT ARRAY(${sql})`,
  (sql) => `(${sql})`,
];

const wrapped = fc.array(fc.constantFrom(...WRAPPINGS), { maxLength: 4 }).map((wraps) => (sql: string) => wraps.reduce((inner, wrap) => wrap(inner), sql));

describe('the guard', () => {
  it('allows every position and wrapping for a harmless expression', async () => {
    for (const position of POSITIONS) {
      expect({ sql: position('u.name'), ...(await guardStatement(position('u.name'), shopCatalogue)) }).toMatchObject({ ok: true });
    }
  });

  it('refuses each forbidden expression in every position of the grammar', async () => {
    for (const x of FORBIDDEN) {
      for (const position of POSITIONS) {
        expect({ sql: position(x), ...(await guardStatement(position(x), shopCatalogue)) }).toMatchObject({ ok: false });
      }
    }
  });

  it('refuses what is refused also when it is wrapped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FORBIDDEN), fc.constantFrom(...POSITIONS), wrapped, async (x, position, wrap) => {
        expect(await guardStatement(wrap(position(x)), shopCatalogue)).toMatchObject({ ok: false });
      }),
      { numRuns: 400 },
    );
  });

  it('decides the same whatever the case, blanks and comments', async () => {
    const noise = fc.constantFrom(' ', '\n', '\t', ' /* x; DROP */ ', ' -- y\n', '  ');
    const sample = fc.constantFrom(...['u.name', ...FORBIDDEN.filter((x) => !x.includes(`'`))]);
    await fc.assert(
      fc.asyncProperty(sample, fc.constantFrom(...POSITIONS), fc.array(noise, { minLength: 1, maxLength: 20 }), fc.boolean(), async (x, position, noises, upper) => {
        const sql = position(x);
        if (sql.includes('"') || sql.includes(`'`)) return;
        let i = 0;
        const noisy = (upper ? sql.toUpperCase() : sql).replace(/ /g, () => noises[i++ % noises.length] ?? ' ');
        expect(await guardStatement(noisy, shopCatalogue)).toEqual(await guardStatement(sql, shopCatalogue));
      }),
      { numRuns: 300 },
    );
  });

  it('lets its own output pass, unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...POSITIONS), wrapped, async (position, wrap) => {
        const first = await guardStatement(wrap(position('u.name')), shopCatalogue);
        if (!first.ok) return;
        expect(await guardStatement(first.sql, shopCatalogue)).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });

  it('answers any text without throwing', async () => {
    const tokens = fc.constantFrom('SELECT', 'FROM', 'users', 'u', '*', ',', '(', ')', '.', 'WITH', 'AS', 'JOIN', 'ON', 'USING', 'id', '1', `'x'`, '::', 'int', 'UNION', 'ORDER BY', '[', ']', '$1', ';', 'LATERAL', 'CASE', 'WHEN', 'END', '"', '/*', '--', '\\');
    const text = fc.oneof(fc.string(), fc.array(tokens, { maxLength: 25 }).map((parts) => parts.join(' ')));
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        expect(typeof (await guardStatement(sql, shopCatalogue)).ok).toBe('boolean');
      }),
      { numRuns: 2_000 },
    );
  });
});
