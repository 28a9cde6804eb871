import { DatabaseFailure, openDatasource, type Datasource } from '@querent/datasource';
import { classifyDatabaseError, errorClassOf } from '@querent/sql';
import { waitFor } from '@querent/testing';
import { NotAdmitted } from '../admission/admit-by-cost';
import { ConnectionOutages, type OutagesOptions } from './connection-outages';
import { DatabaseAway } from './database-away';

const refusal = (code: string, cause: Error | null = new Error('the driver’s own')): DatabaseFailure =>
  new DatabaseFailure(classifyDatabaseError(code), 'driver message', code, cause === null ? {} : { cause });
const timeout = new DatabaseFailure(
  errorClassOf('timeout'),
  'canceling statement due to statement timeout (30 ms)',
  '57014',
);
const limits = { statementTimeoutMs: 1_000, maxRows: 10, maxBytes: 10_000 };
const open = (name: string, roles?: Record<string, string>): Datasource =>
  openDatasource({
    name,
    url: 'postgres://common@127.0.0.1:1/none',
    limits,
    ...(roles === undefined ? {} : { roles }),
  });
const db = open('db', { a: 'postgres://one@127.0.0.1:1/none', b: 'postgres://two@127.0.0.1:1/none' });

describe('ConnectionOutages', () => {
  const opened: ConnectionOutages[] = [];
  afterEach(() => opened.splice(0).forEach((outages) => outages.stop()));

  /** A database that answers probes with the present value of `answer`; `probed` lists the tenants of the probes. */
  function setUp(over: Partial<OutagesOptions> = {}) {
    const [changes, due, probed]: [[string, boolean][], string[], (string | undefined)[]] = [[], [], []];
    const database = { answer: async (_tenant?: string): Promise<unknown> => Promise.reject(refusal('ECONNREFUSED')) };
    const probe = (_datasource: Datasource, tenant: string | undefined): Promise<unknown> => {
      probed.push(tenant);
      return database.answer(tenant);
    };
    const outages = new ConnectionOutages({
      probe,
      waitMs: () => 60_000,
      onChange: (...change) => changes.push(change),
      onStateDue: (name) => due.push(name),
      pausesMs: [1, 2],
      ...over,
    });
    opened.push(outages);
    const fails = (error: unknown, tenant = 'a', datasource = db): Promise<unknown> =>
      outages
        .run(datasource, tenant, () => Promise.reject(error))
        .then(
          () => 'answered',
          (failure: unknown) => failure,
        );
    const untouched = async (tenant = 'a', datasource = db): Promise<void> => {
      const work = jest.fn(async () => 'answered');
      await expect(outages.run(datasource, tenant, work)).rejects.toBeInstanceOf(DatabaseAway);
      expect(work).not.toHaveBeenCalled();
    };
    return { outages, database, changes, due, probed, fails, untouched };
  }

  it.each([
    '08006',
    '08P01',
    '57P01',
    '57P02',
    '57P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
  ])('begins an outage on %s, and sends no statements during it', async (code) => {
    const { fails, untouched, changes } = setUp();
    expect(await fails(refusal(code))).toBeInstanceOf(DatabaseAway);
    await untouched();
    expect(changes).toEqual([['db', true]]);
  });

  it.each<[string, unknown]>([
    ['a statement’s time-out', timeout],
    ['a cancelled run', new DatabaseFailure(errorClassOf('cancelled'), '', '57014')],
    ['a wrong password', refusal('28P01')],
    ['a full server', refusal('53300')],
    ['a database that was dropped', refusal('57P04')],
    ['a database that never existed', refusal('3D000')],
    ['a mistake', refusal('42703')],
    ['a statement that is too expensive', new NotAdmitted('too_expensive', '')],
    ['an internal error', new TypeError('ours')],
  ])('begins no outage on %s', async (_what, error) => {
    const { outages, fails, changes } = setUp();
    expect(await fails(error)).toBe(error);
    await expect(outages.run(db, 'a', async () => 1)).resolves.toBe(1);
    expect(changes).toEqual([]);
  });

  it('wakes all waiting runs as soon as a probe is answered, even with a refusal', async () => {
    for (const answer of [
      async () => 1,
      () => Promise.reject(refusal('28P01')),
      () => Promise.reject(refusal('53300')),
    ]) {
      const { outages, database, changes, fails } = setUp();
      const [first, second] = [await fails(refusal('57P01')), await fails(refusal('57P01'), 'b')] as [
        DatabaseAway,
        DatabaseAway,
      ];
      database.answer = answer;
      await Promise.all([first.facts.isOver, second.facts.isOver]);
      expect(changes).toEqual([
        ['db', true],
        ['db', false],
      ]);
      await expect(outages.run(db, 'a', async () => 1)).resolves.toBe(1);
    }
  });

  it('sends one probe at a time, with each login in turn', async () => {
    const { fails, probed } = setUp();
    await Promise.all([fails(refusal('ECONNREFUSED')), fails(refusal('ECONNREFUSED'), 'b')]);
    await waitFor(() => probed.length >= 4);
    expect(probed.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
  });

  it('leaves logins usable that lost no connection', async () => {
    const { outages, fails, untouched } = setUp();
    await fails(refusal('08P01'));
    await untouched();
    await expect(outages.run(db, 'b', async () => 1)).resolves.toBe(1);
  });

  it('does not end an outage on our time-outs and full pools, or on statements that began before it', async () => {
    const { outages, database, changes, fails, untouched } = setUp();
    let answer = (_text: string): void => undefined;
    const before = outages.run(db, 'a', () => new Promise<string>((resolve) => (answer = resolve)));
    await fails(refusal('ECONNREFUSED'));
    let probes = 0;
    database.answer = () => Promise.reject(++probes % 2 === 0 ? timeout : refusal('53300', null));
    answer('late');
    await expect(before).resolves.toBe('late');
    await waitFor(() => probes > 3);
    await untouched();
    expect(changes).toHaveLength(1);
  });

  it('separates connections, and forgets the outage of one whose file has changed', async () => {
    const { outages, fails } = setUp();
    await fails(refusal('ECONNREFUSED'));
    await expect(outages.run(open('other'), undefined, async () => 1)).resolves.toBe(1);
    await expect(outages.run(open('db'), undefined, async () => 1)).resolves.toBe(1);
    outages.forget('db');
    await expect(outages.run(db, 'a', async () => 1)).resolves.toBe(1);
  });

  it('dates an outage from the attempt that found it, or from the loss of a running statement', async () => {
    const { outages } = setUp();
    const lost = (begins: boolean): Promise<DatabaseAway> =>
      outages
        .run(db, begins ? 'a' : 'b', async (begin) => {
          await new Promise((resolve) => setTimeout(resolve, 60));
          if (begins) begin();
          throw refusal('ECONNRESET');
        })
        .then(
          () => Promise.reject(new Error('answered')),
          (error: unknown) => error as DatabaseAway,
        );
    expect([(await lost(false)).facts, (await lost(true)).facts]).toMatchObject([
      { hasBegun: false, forMs: expect.any(Number) },
      { hasBegun: true },
    ]);
    expect((await lost(false).catch((error: DatabaseAway) => error)).facts.forMs).toBeGreaterThan(50);
  });

  it('requests the connection’s state when runs stop waiting, and again when the outage ends', async () => {
    const { database, due, fails } = setUp({ waitMs: () => 5 });
    await fails(refusal('ECONNREFUSED'));
    await waitFor(() => due.length === 1);
    database.answer = async () => 1;
    await waitFor(() => due.length === 2);
    expect(due).toEqual(['db', 'db']);
  });

  it('lets background work outlast an outage, but no longer than runs wait', async () => {
    const { outages, database } = setUp();
    const { signal } = new AbortController();
    let lost = 0;
    const work = (): Promise<string> => (++lost <= 2 ? Promise.reject(refusal('57P03')) : Promise.resolve('read'));
    database.answer = async () => 1;
    await expect(outages.outlast(db, 'a', signal, work)).resolves.toBe('read');
    const impatient = setUp({ waitMs: () => 20 });
    await expect(
      impatient.outages.outlast(db, 'a', signal, () => Promise.reject(refusal('57P03'))),
    ).rejects.toMatchObject({ name: 'DatabaseFailure', sqlstate: '57P03' });
  });
});
