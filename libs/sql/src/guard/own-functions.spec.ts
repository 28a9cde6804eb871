import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** A shop whose owner has an overload of `lower` and a symbol of its own. */
const shadowed = { ...shopCatalogue, ownFunctions: ['lower', 'st_area', 'margin'], ownOperators: ['%'] };

describe('a reviewed name that a user has given to something of their own', () => {
  it.each(['SELECT lower(name) FROM users', 'SELECT st_area(geom) FROM spots', 'SELECT public.st_area(geom) FROM spots', 'SELECT lower(name) OVER () FROM users'])(
    'is refused: %s',
    async (sql) => {
      expect(await guardStatement(sql, shadowed)).toMatchObject({ ok: false, code: 'forbidden_function' });
      expect(await guardStatement(sql, { ...shopCatalogue })).toMatchObject({ ok: true });
    },
  );

  it('passes where it says that it is the system’s', async () => {
    expect(await guardStatement('SELECT pg_catalog.lower(name) FROM users', shadowed)).toMatchObject({ ok: true });
    expect(await guardStatement('SELECT 5 OPERATOR(pg_catalog.%) 2', shadowed)).toMatchObject({ ok: true });
  });

  it('passes where the connection grants it', async () => {
    expect(await guardStatement('SELECT lower(name) FROM users', shadowed, { grantedFunctions: ['lower'] })).toMatchObject({ ok: true });
    expect(await guardStatement('SELECT margin(1)', shadowed)).toMatchObject({ ok: false });
  });

  it('passes where the grammar itself names the system’s function', async () => {
    const own = { ...shopCatalogue, ownFunctions: ['extract', 'timezone', 'overlaps', 'coalesce'] };
    expect(await guardStatement(`SELECT extract(year FROM day), created_at AT TIME ZONE 'UTC', coalesce(id, 0) FROM orders`, own)).toMatchObject({ ok: true });
  });

  it('is an operator: refused, unless it says that it is the system’s', async () => {
    expect(await guardStatement('SELECT id % 2 FROM orders', shadowed)).toMatchObject({ ok: false, code: 'forbidden_operator' });
    expect(await guardStatement('SELECT id FROM orders WHERE id % ANY (ARRAY[1])', shadowed)).toMatchObject({ ok: false, code: 'forbidden_operator' });
    expect(await guardStatement('SELECT id + 2 FROM orders', shadowed)).toMatchObject({ ok: true });
  });
});
