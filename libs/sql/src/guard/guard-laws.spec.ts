import fc from 'fast-check';
import { POSITIONS } from './fixture/positions';
import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** Forbidden expressions, by what is wrong with them. */
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

/** Wrappings that keep a statement valid. */
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

const wrapped = fc
  .array(fc.constantFrom(...WRAPPINGS), { maxLength: 4 })
  .map((wraps) => (sql: string) => wraps.reduce((inner, wrap) => wrap(inner), sql));

describe('the guard', () => {
  it('refuses forbidden expressions in any wrapping', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORBIDDEN),
        fc.constantFrom(...POSITIONS),
        wrapped,
        async (x, position, wrap) => {
          expect(await guardStatement(wrap(position(x)), shopCatalogue)).toMatchObject({ ok: false });
        },
      ),
      { numRuns: 400 },
    );
  });

  it('decides the same whatever the case, blanks and comments', async () => {
    const noise = fc.constantFrom(' ', '\n', '\t', ' /* x; DROP */ ', ' -- y\n', '  ');
    const sample = fc.constantFrom(...['u.name', ...FORBIDDEN.filter((x) => !x.includes(`'`))]);
    await fc.assert(
      fc.asyncProperty(
        sample,
        fc.constantFrom(...POSITIONS),
        fc.array(noise, { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        async (x, position, noises, upper) => {
          const sql = position(x);
          if (sql.includes('"') || sql.includes(`'`)) return;
          let i = 0;
          const noisy = (upper ? sql.toUpperCase() : sql).replace(/ /g, () => noises[i++ % noises.length] ?? ' ');
          expect(await guardStatement(noisy, shopCatalogue)).toEqual(await guardStatement(sql, shopCatalogue));
        },
      ),
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
});
