import type { AuditEntry } from '@querent/contracts';
import { createRedis, type RedisClient } from '@querent/platform';
import { startRedis, waitFor, type ThrowAwayServer } from '@querent/testing';
import { AuditTrail, AuditUnavailableError } from './audit-trail';

const DAY_MS = 24 * 3_600_000;
const sharedKey = 'q:{audit}:trail';
const trailKey = `${sharedKey}:acme`;
const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  kind: 'asked',
  at: '2026-11-22T00:00:00.000Z',
  tenant: 'acme',
  key: 'app',
  runId: 'run1',
  connection: 'shop',
  question: 'how many orders',
  ...over,
});

describe('the audit trail', () => {
  let server: ThrowAwayServer;
  let redis: RedisClient;
  const warned: string[] = [];
  const open = (over: object = {}): AuditTrail =>
    new AuditTrail(redis, {
      prefix: 'q',
      retentionMs: 90 * DAY_MS,
      maxEntriesPerTenant: 1_000_000,
      maxEntries: 1_000_000,
      warn: (_, message) => warned.push(message),
      ...over,
    });
  const questions = async (trail: AuditTrail, filter = {}): Promise<unknown[]> =>
    (await trail.read({ tenant: 'acme', ...filter }, { limit: 1_000 })).entries.map(({ question }) => question);

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    warned.length = 0;
  });

  it('returns recorded entries, oldest first, in the order of the calls', async () => {
    const trail = open();
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => trail.record(entry({ question: `q${n}` }))));
    expect(await questions(trail)).toEqual(Array.from({ length: 1_000 }, (_, n) => `q${n}`));
    const ran = entry({ kind: 'ran', login: 'acme_ro', sql: 'SELECT $1', params: ['x', 1, null], rows: 3, ms: 12 });
    await trail.record(ran);
    const { entries } = await trail.read({ tenant: 'acme', kind: 'ran' }, { limit: 10 });
    expect(entries).toEqual([
      { ...ran, id: expect.stringMatching(/^\d+-\d+$/), link: expect.stringMatching(/^[0-9a-f]{40}$/) },
    ]);
    expect(warned).toEqual([]);
  });

  it('keeps the order of entries that are not awaited', async () => {
    const trail = open();
    const soon = trail.recordSoon(entry({ question: 'soon' }));
    await trail.record(entry({ question: 'now' }));
    expect(await questions(trail)).toEqual(['soon', 'now']);
    await soon;
    await trail.recordSoon(entry({ question: 'alone' }));
    await trail.drain();
    const last = trail.recordSoon(entry({ question: 'last' }));
    await trail.drain();
    expect(await questions(trail)).toEqual(['soon', 'now', 'alone', 'last']);
    await last;
  });

  it('pages by cursor without gaps or duplicates, for any filter', async () => {
    const trail = open();
    await Promise.all(
      Array.from({ length: 1_203 }, (_, n) =>
        trail.record(entry({ question: `q${n}`, tenant: n % 3 === 0 ? 'acme' : 'other' })),
      ),
    );
    const entries: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: { entries: { question?: string }[]; nextCursor: string | null } = await trail.read(
        { tenant: 'acme' },
        { limit: 37, ...(cursor === undefined ? {} : { cursor }) },
      );
      entries.push(...page.entries.map(({ question }) => question));
      cursor = page.nextCursor;
    }
    expect(entries).toEqual(Array.from({ length: 401 }, (_, n) => `q${n * 3}`));
    const streamed: unknown[] = [];
    for await (const batch of trail.entries({ tenant: 'acme' }))
      streamed.push(...batch.map(({ question }) => question));
    expect(streamed).toEqual(entries);
    expect(warned).toEqual([]);
  });

  it('filters by tenant, key, connection, kind, run and time', async () => {
    const trail = open();
    await trail.record(entry({ question: 'one' }));
    await trail.record(entry({ question: 'two', key: 'k2', connection: 'hall', kind: 'replied', runId: 'run2' }));
    await trail.record(entry({ question: 'three', tenant: 'other' }));
    expect(await questions(trail, { tenant: 'other' })).toEqual(['three']);
    for (const filter of [{ key: 'k2' }, { connection: 'hall' }, { kind: 'replied' }, { runId: 'run2' }])
      expect(await questions(trail, filter)).toEqual(['two']);
    expect(await questions(trail, { from: new Date(Date.now() + DAY_MS) })).toEqual([]);
    expect(await questions(trail, { to: new Date(0) })).toEqual([]);
    expect(await questions(trail, { from: new Date(0), to: new Date(Date.now() + DAY_MS) })).toEqual(['one', 'two']);
  });

  it('truncates long texts with a note, and removes credentials from details', async () => {
    const trail = open();
    await trail.record(
      entry({
        question: '问'.repeat(2_500),
        sql: 'x'.repeat(100_000),
        params: ['y'.repeat(1_000), ...Array.from({ length: 200 }, () => 1)],
        detail: 'connect postgres://u:s3cret@db/x failed',
      }),
    );
    const { question, sql, params, detail } = (await trail.read({ tenant: 'acme' }, { limit: 1 })).entries[0] ?? {};
    expect([question?.length, question?.slice(-23)]).toEqual([2_024, '… [cut: 2500 characters]'.slice(-23)]);
    expect(sql).toMatch(/^x{16000}… \[cut: 100000 characters\]$/);
    expect([params?.length, params?.at(-1)]).toEqual([101, '… [cut: 201 parameters]']);
    expect(detail).toBe('connect postgres://[redacted]@db/x failed');
  });

  it('drops expired entries with the next write, and hides them before', async () => {
    const trail = open();
    const old = Date.now() - 91 * DAY_MS;
    for (let n = 0; n < 3; n++)
      await redis.xadd(trailKey, `${old}-${n}`, 'e', JSON.stringify(entry({ question: 'old' })), 'h', 'x');
    expect(await questions(trail)).toEqual([]);
    await trail.record(entry({ question: 'new' }));
    expect([await questions(trail), await redis.xlen(trailKey)]).toEqual([['new'], 1]);
  });

  it('keeps at most its maximum, and warns of entries dropped before their expiry', async () => {
    const trail = open({ maxEntriesPerTenant: 1_000 });
    await Promise.all(Array.from({ length: 3_000 }, (_, n) => trail.record(entry({ question: `q${n}` }))));
    expect(await redis.xlen(trailKey)).toBeLessThan(1_200);
    expect((await trail.read({ tenant: 'acme' }, { limit: 2_000 })).entries.at(-1)?.question).toBe('q2999');
    expect(warned).toEqual([
      'the audit trail is full: entries go before their time; raise AUDIT_MAX_ENTRIES_PER_TENANT',
    ]);
  });

  it('loses no entry of a tenant to another that fills its trail, or to requests without a tenant', async () => {
    const trail = open({ maxEntriesPerTenant: 1_000, maxEntries: 1_000 });
    await trail.record(entry({ question: 'mine' }));
    const others = ['busy', '', 'a:b{c}'].flatMap((tenant) =>
      Array.from({ length: 2_000 }, () => trail.record(entry({ tenant }))),
    );
    await Promise.all(others);
    expect(await questions(trail)).toEqual(['mine']);
    for (const key of await redis.keys('q:{audit}:trail*')) expect(await redis.xlen(key)).toBeLessThan(1_200);
  });

  it('continues the shared trail of an older version in the order of time, page by page, and expires it', async () => {
    const shared = async (tenant: string, question: string, at = '*'): Promise<unknown> =>
      redis.xadd(sharedKey, at, 'e', JSON.stringify(entry({ tenant, question })), 'h', 'x'.repeat(40));
    await shared('acme', 'past its time', `${Date.now() - 91 * DAY_MS}-0`);
    await shared('acme', 'old');
    const trail = open();
    await trail.record(entry({ question: 'new' }));
    await waitFor(async () => (await redis.xlen(sharedKey)) === 1);
    for (let n = 0; n < 3; n++) {
      await shared('acme', `beside ${n}`);
      await shared('other', 'not mine');
      await trail.record(entry({ question: `new ${n}` }));
    }
    const expected = ['old', 'new', 'beside 0', 'new 0', 'beside 1', 'new 1', 'beside 2', 'new 2'];
    expect((await questions(trail)).toSorted()).toEqual(expected.toSorted());
    for (const limit of [1, 2, 3, 5]) {
      const read: unknown[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: { entries: { question?: string }[]; nextCursor: string | null } = await trail.read(
          { tenant: 'acme' },
          { limit, ...(cursor === undefined ? {} : { cursor }) },
        );
        read.push(...page.entries.map(({ question }) => question));
        cursor = page.nextCursor;
      }
      expect(read).toEqual(await questions(trail));
    }
  });

  it('expires as a whole with its last entry', async () => {
    await open().record(entry());
    for (const key of await redis.keys('q:{audit}:*')) expect(await redis.pttl(key)).toBeGreaterThan(89 * DAY_MS);
  });

  it('skips garbage with a warning', async () => {
    const trail = open();
    await trail.record(entry({ question: 'one' }));
    for (const garbage of [
      ['e', '{'],
      ['e', '{"kind":"asked"}', 'h', 'x'],
      ['other', 'x'],
      ['e', JSON.stringify(entry())],
    ])
      await redis.xadd(trailKey, '*', ...garbage);
    await trail.record(entry({ question: 'two' }));
    expect(await questions(trail)).toEqual(['one', 'two']);
    expect(warned).toEqual(Array(4).fill('an entry of the audit trail cannot be read; skipped'));
  });

  it('marks where an entry was removed, inserted or changed', async () => {
    const trail = open();
    for (const question of ['one', 'two', 'three', 'four']) await trail.record(entry({ question }));
    const before = await trail.read({ tenant: 'acme' }, { limit: 10 });
    expect(before.entries.map(({ broken }) => broken)).toEqual([undefined, undefined, undefined, undefined]);
    await redis.xdel(trailKey, before.entries[1]?.id ?? '');
    const marks = async (): Promise<unknown> =>
      (await trail.read({ tenant: 'acme' }, { limit: 10 })).entries.map(({ question, broken }) => [
        question,
        broken ?? false,
      ]);
    expect(await marks()).toEqual([
      ['one', false],
      ['three', true],
      ['four', false],
    ]);
    await redis.xadd(trailKey, '*', 'e', JSON.stringify(entry({ question: 'forged' })), 'h', 'f'.repeat(40));
    await trail.record(entry({ question: 'five' }));
    expect(await marks()).toEqual([
      ['one', false],
      ['three', true],
      ['four', false],
      ['forged', true],
      ['five', true],
    ]);
    expect(
      (await trail.read({ tenant: 'acme' }, { limit: 1, cursor: before.entries[0]?.id ?? '' })).entries[0]?.broken,
    ).toBe(true);
  });

  it('reports a removed end with the next entry', async () => {
    const trail = open();
    for (const question of ['one', 'two']) await trail.record(entry({ question }));
    await redis.xdel(trailKey, (await trail.read({ tenant: 'acme' }, { limit: 10 })).entries[1]?.id ?? '');
    await trail.record(entry({ question: 'three' }));
    expect((await trail.read({ tenant: 'acme' }, { limit: 10 })).entries.map(({ broken }) => broken ?? false)).toEqual([
      false,
      true,
    ]);
  });

  it('refuses an invalid entry', async () => {
    await expect(open().record({ ...entry(), kind: 'looked' } as unknown as AuditEntry)).rejects.toThrow('kind');
  });

  it('rejects if Redis does not store the entry', async () => {
    await redis.set(trailKey, 'something else');
    await expect(open().record(entry())).rejects.toThrow(AuditUnavailableError);
    await redis.del(trailKey);
    // A server that receives the command and does not reply.
    const operator = createRedis(server.url, 'worker');
    await operator.client('PAUSE', 60_000, 'WRITE');
    const trail = open({ patienceMs: 10 });
    const entries = await Promise.allSettled([trail.record(entry()), trail.record(entry())]);
    await operator.client('UNPAUSE');
    operator.disconnect();
    expect(entries.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
