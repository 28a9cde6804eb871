import { DatabaseFailure, runReadOnly, verifyRole, type Datasource } from '@querent/datasource';
import { databaseState, sessionState } from './database-state';
import { HOSTILE_CALLS, POSITIONS } from './hostile-calls';
import { HOSTILE_STATEMENTS } from './hostile-statements';
import { CANARIES, openTwoTenantDatabase, type TwoTenantDatabase } from './two-tenant-database';

/** Positions that each hostile call is tried in; all of them with DATABASE_ALONE_POSITIONS=14. */
const POSITIONS_EACH = Number(process.env['DATABASE_ALONE_POSITIONS'] ?? 1);

/**
 * The functions that a READ ONLY transaction does not hold: what answers before the operators' script has run, and
 * after.
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

describe('the database alone, with no guard before it,', () => {
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

  /** What of an attack succeeded: nothing, when it is empty. */
  async function attack(sql: string): Promise<string[]> {
    database.proxy.take();
    const outcome = await outcomeOf(database.acme, sql.replaceAll('@globex', String(globexPid)), 'acme');
    const session = await sessionState(database.acme, 'acme');
    const sent = database.proxy.take();
    return [
      ...CANARIES.filter((canary) => sent.toLowerCase().includes(canary.toLowerCase())).map(
        (canary) => `${canary} came out of: ${sql}`,
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
    'lets no statement write, read other rows or stay behind: %s',
    async (_, statements) => {
      await expectToHold(statements);
    },
    60_000,
  );

  it('holds hostile calls wherever they stand in a statement', async () => {
    const placed = HOSTILE_CALLS.flatMap((call, i) =>
      Array.from({ length: POSITIONS_EACH }, (_, k) =>
        (POSITIONS[(i + k * 5) % POSITIONS.length] ?? '').replace('$', () => call),
      ),
    );
    await expectToHold(placed);
  }, 600_000);

  it('holds by REVOKE what READ ONLY does not', async () => {
    expect(heldBefore).toEqual(['ran', 'ran', 'ran', '25006']);
    for (const sql of HELD_BY_REVOKE)
      expect([sql, await outcomeOf(database.acme, sql, 'acme')]).toEqual([sql, '42501']);
    expect([await outcomeOf(database.unscripted, HELD_BY_REVOKE[0] ?? '')]).toEqual(['42501']);
  });

  it('would see what comes out: before the script, it does', () => {
    expect(CANARIES.filter((canary) => sentBefore.includes(canary))).toEqual(CANARIES);
  });

  it('gives each tenant its own rows, and nothing that verification would report', async () => {
    const { rows } = await runReadOnly(database.acme, {
      sql: 'SELECT tenant_id, count(*) FROM accounts GROUP BY 1',
      tenant: 'acme',
    });
    expect(rows).toEqual([['acme', 40]]);
    expect((await verifyRole(database.acme, 'acme')).findings.map(({ rule }) => rule)).toEqual([]);
  });
});
