import { POSITIONS } from './fixture/positions';
import type { GuardCatalogue } from './guard-catalogue';
import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** Facts measured on PostgreSQL before the guard was built, each with the guard's counterpart. */
describe('against known bypasses of a read-only transaction, the guard', () => {
  const refused = async (sql: string, code: string): Promise<void> => {
    expect({ sql, ...(await guardStatement(sql, shopCatalogue)) }).toMatchObject({ ok: false, code });
  };
  const everywhere = async (call: string): Promise<void> => {
    for (const position of POSITIONS) await refused(position(call), 'forbidden_function');
  };

  it('refuses a second statement, so COMMIT cannot end the transaction', async () => {
    for (const sql of [
      'COMMIT; SELECT 1',
      'SELECT 1; COMMIT',
      'END; SELECT 1',
      'ROLLBACK;SELECT 1',
      'SELECT 1;\u00a0COMMIT',
      '/**/COMMIT/**/;SELECT 1',
    ]) {
      expect(await guardStatement(sql, shopCatalogue)).toMatchObject({ ok: false });
    }
  });

  it('refuses changes of settings within a statement', async () => {
    await everywhere(`set_config('app.tenant', 'other', true)`);
    await everywhere(`pg_catalog.set_config('statement_timeout', '0', false)`);
  });

  it('refuses functions that run a text as SQL', async () => {
    await everywhere(`query_to_xml('select set_config(''app.tenant'', ''other'', true)', true, true, '')`);
    await everywhere(`cursor_to_xml('c', 1, true, true, '')`);
    await everywhere(`(SELECT count(*) FROM ts_stat('TABLE users'))`);
  });

  it('refuses exports of tables as XML, although those functions are stable', async () => {
    for (const call of [
      `table_to_xml('users', true, true, '')`,
      `schema_to_xml('shop', true, true, '')`,
      `database_to_xml(true, true, '')`,
    ])
      await everywhere(call);
  });

  it('refuses locks that outlive the transaction', async () => {
    for (const call of [
      'pg_advisory_lock(1)',
      'pg_try_advisory_lock(1, 2)',
      'pg_advisory_lock_shared(1)',
      'pg_advisory_unlock_all()',
    ])
      await everywhere(call);
  });

  it('refuses writes that a READ ONLY transaction permits', async () => {
    for (const call of [`pg_notify('a', 'b')`, `lo_from_bytea(0, 'x')`, `pg_logical_emit_message(false, 'a', 'b')`])
      await everywhere(call);
  });

  it('refuses user functions, so none runs with its owner’s rights', async () => {
    for (const call of ['margin(1)', 'shop.margin(1)', 'u.margin', 'margin(u.id)', 'shop.lower(u.name)']) {
      for (const position of POSITIONS)
        expect({ sql: position(call), ...(await guardStatement(position(call), shopCatalogue)) }).toMatchObject({
          ok: false,
        });
    }
  });

  it('allows a view only if the catalogue shows it, whatever the view reads', async () => {
    const view = (hidden: boolean): GuardCatalogue => ({
      ...shopCatalogue,
      relations: [
        ...shopCatalogue.relations,
        { schema: 'shop', name: 'pay_view', kind: 'view', hidden, columns: [{ name: 'amount', type: 'numeric' }] },
      ],
    });
    await refused('SELECT amount FROM pay_view', 'unknown_relation');
    expect(await guardStatement('SELECT amount FROM pay_view', view(true))).toMatchObject({
      ok: false,
      code: 'hidden_relation',
    });
    expect(await guardStatement('SELECT amount FROM pay_view', view(false))).toMatchObject({
      ok: true,
      relations: ['shop.pay_view'],
    });
  });

  it('checks functions in FROM like any others', async () => {
    for (const sql of [
      'SELECT 1 FROM pg_sleep(1)',
      'SELECT 1 FROM orders, pg_sleep(1)',
      'SELECT 1 FROM orders JOIN pg_sleep(1) ON true',
      'SELECT 1 FROM orders, LATERAL pg_sleep(id)',
      'SELECT 1 FROM ROWS FROM (pg_sleep(1))',
      'SELECT 1 FROM ROWS FROM (generate_series(1, 2), pg_sleep(1)) WITH ORDINALITY',
      'SELECT 1 FROM ROWS FROM (json_to_record((SELECT pg_read_file($$a$$))::json) AS (a int)) f',
      'SELECT 1 FROM (SELECT 1 FROM unnest(ARRAY[pg_sleep(1)]) x) s',
      'SELECT 1 WHERE EXISTS (SELECT FROM lo_import($$/etc/passwd$$))',
    ])
      await refused(sql, 'forbidden_function');
  });
});
