import { DatabaseFailure, runReadOnly, verifyRole, type Datasource } from '@querent/datasource';
import { databaseState, sessionState } from './database-state';
import { HOSTILE_CALLS, POSITIONS } from './hostile-calls';
import { HOSTILE_STATEMENTS } from './hostile-statements';
import { CANARIES, openTwoTenantDatabase, type TwoTenantDatabase } from './two-tenant-database';

/** The number of positions that each hostile call is tried in; DATABASE_ALONE_POSITIONS=14 tries all of them. */
const POSITIONS_EACH = Number(process.env['DATABASE_ALONE_POSITIONS'] ?? 1);

/**
 * Calls that a READ ONLY transaction does not prevent, except the last one. They are tried before and after the script
 * of `npm run roles`.
 */
const HELD_BY_REVOKE: readonly string[] = [
  "SELECT pg_logical_emit_message(false, 'x', 'x')",
  "SELECT lo_from_bytea(0, 'x')",
  'SELECT pg_terminate_backend(0)',
  'SELECT shop.wipe()',
];

const outcomeOf = (datasource: Datasource, sql: string, tenant?: string): Promise<string> =>
  runReadOnly(datasource, { sql, tenant, statementTimeoutMs: 400 }).then(
    () => 'ran',
    (error: unknown) =>
      error instanceof DatabaseFailure ? (error.sqlstate ?? error.errorClass.name) : `threw ${String(error)}`,
  );

describe('The database without the guard', () => {
  let database: TwoTenantDatabase;
  let globexPid: number;
  let before: Record<string, string>;
  let cleanSession: unknown[];
  const heldBefore: string[] = [];
  let sentBefore = '';

  beforeAll(async () => {
    database = await openTwoTenantDatabase();
    for (const sql of HELD_BY_REVOKE) heldBefore.push(await outcomeOf(database.unscripted, sql));
    await outcomeOf(database.unscripted, 'SELECT * FROM peek()');
    sentBefore = database.proxy.take();
    globexPid = await database.createLogins();
    cleanSession = await sessionState(database.acme, 'acme');
    before = await databaseState(database.server);
  }, 90_000);

  afterAll(() => database?.stop(), 30_000);

  /** The successes of an attack; empty if it failed. */
  async function attack(sql: string): Promise<string[]> {
    database.proxy.take();
    const outcome = await outcomeOf(database.acme, sql.replaceAll('@globex', String(globexPid)), 'acme');
    const session = await sessionState(database.acme, 'acme');
    const sent = database.proxy.take();
    return [
      ...CANARIES.filter((canary) => sent.toLowerCase().includes(canary.toLowerCase())).map(
        (canary) => `${canary} was sent for: ${sql}`,
      ),
      ...(JSON.stringify(session) === JSON.stringify(cleanSession)
        ? []
        : [`the session is ${JSON.stringify(session)} after: ${sql}`]),
      ...(outcome.startsWith('threw') ? [`${outcome} on: ${sql}`] : []),
    ];
  }

  async function expectToHold(statements: readonly string[]): Promise<void> {
    const successes: string[] = [];
    for (const sql of statements) successes.push(...(await attack(sql)));
    expect(successes).toEqual([]);
    expect(await databaseState(database.server)).toEqual(before);
    const { rows } = await database.server.query('SELECT usename FROM pg_stat_activity WHERE pid = $1', [globexPid]);
    expect(rows).toEqual([{ usename: 'shop_globex' }]);
  }

  it.each(Object.entries(HOSTILE_STATEMENTS))(
    'lets no statement write, read another tenant’s rows or leave state in the session: %s',
    async (_, statements) => {
      await expectToHold(statements);
    },
    60_000,
  );

  it('resists hostile calls at any position of a statement', async () => {
    const statements = HOSTILE_CALLS.flatMap((call, i) =>
      Array.from({ length: POSITIONS_EACH }, (_, k) =>
        (POSITIONS[(i + k * 5) % POSITIONS.length] ?? '').replace('$', () => call),
      ),
    );
    await expectToHold(statements);
  }, 600_000);

  it('prevents by REVOKE what READ ONLY does not prevent', async () => {
    expect(heldBefore).toEqual(['ran', 'ran', 'ran', '25006']);
    for (const sql of HELD_BY_REVOKE)
      expect([sql, await outcomeOf(database.acme, sql, 'acme')]).toEqual([sql, '42501']);
    expect([await outcomeOf(database.unscripted, HELD_BY_REVOKE[0] ?? '')]).toEqual(['42501']);
  });

  it('sends the canaries before the script has run, so the attacks above could have found them', () => {
    expect(CANARIES.filter((canary) => sentBefore.includes(canary))).toEqual(CANARIES);
  });

  it('gives a tenant its rows, and no right that the role verification reports', async () => {
    const { rows } = await runReadOnly(database.acme, {
      sql: 'SELECT tenant_id, count(*) FROM accounts GROUP BY 1',
      tenant: 'acme',
    });
    expect(rows).toEqual([['acme', 40]]);
    expect((await verifyRole(database.acme, 'acme')).findings.map(({ rule }) => rule)).toEqual([]);
  });
});
