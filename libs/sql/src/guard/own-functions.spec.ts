import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** A shop with a user overload of `lower` and a user operator. */
const shadowed = { ...shopCatalogue, ownFunctions: ['lower', 'st_area', 'margin'], ownOperators: ['%'] };

describe('a reviewed name that a user function or operator shares', () => {
  it.each([
    ['SELECT lower(name) FROM users', 'SELECT pg_catalog.lower(name) FROM users'],
    ['SELECT lower(name) OVER () FROM users', 'SELECT pg_catalog.lower(name) OVER () FROM users'],
    ['SELECT lower FROM users, lower(name)', 'SELECT lower FROM users, pg_catalog.lower(name)'],
    [
      'SELECT s.lower FROM (SELECT lower(lower(name)) FROM users) s',
      'SELECT s.lower FROM ( SELECT pg_catalog.lower(pg_catalog.lower(name)) FROM users ) AS s',
    ],
    [
      'SELECT id % 2 * 3 % 4 FROM orders',
      'SELECT ((id OPERATOR(pg_catalog.%) 2) * 3) OPERATOR(pg_catalog.%) 4 FROM orders',
    ],
    [
      'SELECT id FROM orders WHERE id % ANY (ARRAY[1])',
      'SELECT id FROM orders WHERE id OPERATOR(pg_catalog.%) ANY (ARRAY[1])',
    ],
  ])('is qualified as the system’s: %s', async (sql, runs) => {
    expect(await guardStatement(sql, shadowed)).toMatchObject({ ok: true, sql: runs });
    expect(await guardStatement(sql, shopCatalogue)).toMatchObject({
      ok: true,
      sql: expect.not.stringContaining('pg_catalog'),
    });
  });

  it.each([
    'SELECT st_area(geom) FROM spots',
    'SELECT public.st_area(geom) FROM spots',
    'SELECT shop.lower(name) FROM users',
  ])('is refused if it cannot be a built-in: %s', async (sql) => {
    expect(await guardStatement(sql, shadowed)).toMatchObject({ ok: false, code: 'forbidden_function' });
  });

  it.each([
    'SELECT id FROM orders WHERE id IN (1, 2)',
    'SELECT id FROM orders WHERE id IN (SELECT order_id FROM items)',
    'SELECT nullif(id, 1) FROM orders',
  ])('is refused for an implicit operator: %s', async (sql) => {
    expect(await guardStatement(sql, { ...shopCatalogue, ownOperators: ['='] })).toMatchObject({
      ok: false,
      code: 'forbidden_operator',
    });
    expect(await guardStatement(sql, shadowed)).toMatchObject({ ok: true });
  });

  it('passes if it is qualified as the system’s', async () => {
    expect(await guardStatement('SELECT pg_catalog.lower(name) FROM users', shadowed)).toMatchObject({ ok: true });
    expect(await guardStatement('SELECT 5 OPERATOR(pg_catalog.%) 2', shadowed)).toMatchObject({ ok: true });
  });

  it('passes if the connection grants it', async () => {
    expect(
      await guardStatement('SELECT lower(name) FROM users', shadowed, { grantedFunctions: ['lower'] }),
    ).toMatchObject({ ok: true });
    expect(await guardStatement('SELECT margin(1)', shadowed)).toMatchObject({ ok: false });
  });

  it.each([
    ['=', 'SELECT CASE id WHEN 1 THEN 2 END FROM orders'],
    ['=', 'SELECT 1 FROM orders a JOIN orders b USING (id)'],
    ['=', 'SELECT 1 FROM orders a NATURAL JOIN orders b'],
    ['=', 'SELECT 1 FROM orders WHERE id IS DISTINCT FROM 1'],
    ['=', 'SELECT 1 FROM orders WHERE id IS NOT DISTINCT FROM 1'],
    ['=', 'SELECT 1 FROM orders WHERE (id, user_id) IN (SELECT id, user_id FROM orders)'],
    ['<>', 'SELECT 1 FROM orders WHERE id NOT IN (1, 2)'],
    ['>=', 'SELECT 1 FROM orders WHERE id BETWEEN 1 AND 2'],
    ['<=', 'SELECT 1 FROM orders WHERE id BETWEEN SYMMETRIC 1 AND 2'],
    ['<', 'SELECT 1 FROM orders WHERE id NOT BETWEEN 1 AND 2'],
    ['>', 'SELECT 1 FROM orders WHERE id NOT BETWEEN SYMMETRIC 1 AND 2'],
    ['~~', `SELECT 1 FROM orders WHERE status LIKE 'a%'`],
    ['!~~*', `SELECT 1 FROM orders WHERE status NOT ILIKE 'a%'`],
    ['~', `SELECT 1 FROM orders WHERE status SIMILAR TO 'a%'`],
  ])('is refused if the grammar uses a user’s %s implicitly: %s', async (symbol, sql) => {
    expect(await guardStatement(sql, { ...shopCatalogue, ownOperators: [symbol] })).toMatchObject({
      ok: false,
      code: 'forbidden_operator',
    });
    expect(await guardStatement(sql, { ...shopCatalogue, ownOperators: ['%'] })).toMatchObject({ ok: true });
  });

  it('is refused if it bypasses row security, even if the connection grants it', async () => {
    const closed = { ...shadowed, closedFunctions: ['shop.margin', 'public.ours'] };
    const grantedFunctions = ['margin', 'shop.margin', 'ours', 'other'];
    for (const call of ['margin(1)', 'shop.margin(1)', 'ours(1)'])
      expect(await guardStatement(`SELECT ${call}`, closed, { grantedFunctions })).toMatchObject({
        ok: false,
        code: 'forbidden_function',
      });
    expect(await guardStatement('SELECT other(1)', closed, { grantedFunctions })).toMatchObject({ ok: true });
  });

  it('is refused if it bypasses row security from PostgreSQL’s own schema, but not from another schema', async () => {
    const closed = (name: string) => ({ ...shadowed, closedFunctions: [name] });
    for (const call of ['lower(status)', 'pg_catalog.lower(status)']) {
      expect(await guardStatement(`SELECT ${call} FROM orders`, closed('pg_catalog.lower'))).toMatchObject({
        ok: false,
        code: 'forbidden_function',
      });
      expect(await guardStatement(`SELECT ${call} FROM orders`, closed('shop.lower'))).toMatchObject({ ok: true });
    }
  });

  it('is refused if an extension’s reviewed function bypasses row security', async () => {
    for (const call of ['ST_AsText(NULL)', 'public.ST_AsText(NULL)']) {
      expect(
        await guardStatement(`SELECT ${call}`, { ...shopCatalogue, closedFunctions: ['public.st_astext'] }),
      ).toMatchObject({ ok: false, code: 'forbidden_function' });
      expect(
        await guardStatement(`SELECT ${call}`, { ...shopCatalogue, closedFunctions: ['public.st_area'] }),
      ).toMatchObject({ ok: true });
    }
  });

  it('is in the verdict if the connection grants it, by each possible name', async () => {
    const verdict = await guardStatement(
      'SELECT margin(1), shop.other(2), lower(status), (SELECT max(margin(id)) FROM orders) FROM orders',
      shopCatalogue,
      { grantedFunctions: ['margin', 'shop.other', 'unused'] },
    );
    expect(verdict).toMatchObject({
      ok: true,
      functions: ['pg_catalog.margin', 'public.margin', 'shop.margin', 'shop.other'],
    });
  });

  it('passes if the grammar itself names the system’s function', async () => {
    const own = { ...shopCatalogue, ownFunctions: ['extract', 'timezone', 'overlaps', 'coalesce'] };
    expect(
      await guardStatement(
        `SELECT extract(year FROM day), created_at AT TIME ZONE 'UTC', coalesce(id, 0) FROM orders`,
        own,
      ),
    ).toMatchObject({ ok: true });
  });
});
