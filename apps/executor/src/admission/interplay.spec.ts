import { defaultLimits, type ConnectionLimits } from '@querent/catalog';
import { DatabaseFailure, openDatasource, type ReadOnlyResult, type ReadOnlyStatement } from '@querent/datasource';
import { errorClassOf } from '@querent/sql';
import { newRun } from '@querent/testing';
import type { Run } from '@querent/contracts';
import { ConnectionOutages } from '../outages/connection-outages';
import { DatabaseAway } from '../outages/database-away';
import { StatementBusy, statementRunner } from '../statements/statement-runner';
import { ManualClock } from './fixture/manual-clock';
import { StatementGate } from './statement-gate';
import type { Lane } from './lane';

const RESULT: ReadOnlyResult = {
  columns: [],
  rows: [],
  rowCount: 0,
  truncated: false,
  cutCells: 0,
  estimate: null,
  dbMs: 1,
  probes: [],
};
const datasource = openDatasource({
  name: 'c',
  url: 'postgres://nobody@127.0.0.1:1/none',
  limits: { statementTimeoutMs: 1_000, maxRows: 10, maxBytes: 10_000 },
});
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Statements that end when the test ends them. */
function setUp(over: Partial<ConnectionLimits> = {}) {
  const clock = new ManualClock();
  const limits: ConnectionLimits = { ...defaultLimits, maxConcurrent: 2, maxConcurrentPerTenant: 2, ...over };
  const running = new Map<string, { done: (result: ReadOnlyResult) => void; fail: (error: Error) => void }>();
  const started: string[] = [];
  const gates = Object.fromEntries(
    (['quick', 'slow'] as const).map((lane) => [lane, new StatementGate({ lane, waitMs: 5_000, clock })]),
  ) as Record<Lane, StatementGate>;
  const run = (_datasource: unknown, { sql, signal }: ReadOnlyStatement): Promise<ReadOnlyResult> =>
    new Promise((done, fail) => {
      started.push(sql);
      running.set(sql, { done, fail });
      signal?.addEventListener('abort', () =>
        fail(new DatabaseFailure(errorClassOf('cancelled'), 'cancelled', '57014')),
      );
    });
  const desk = statementRunner({
    gates,
    outages: new ConnectionOutages({ probe: () => Promise.reject(new Error('away')), waitMs: () => 15_000 }),
    onUnrecorded: () => undefined,
    record: async () => undefined,
    recordSoon: async () => undefined,
    limits: () => limits,
    run,
  });
  const ends: Record<string, string> = {};
  const order = (
    sql: string,
    more: { tenant?: string; connection?: string; lane?: Lane; signal?: AbortSignal } = {},
  ): void => {
    const base = newRun({ id: 'run00001' });
    const asker = {
      ...base,
      tenant: more.tenant ?? sql.slice(0, 1),
      request: { ...base.request, connection: more.connection ?? 'db' },
    } as unknown as Run;
    desk({
      run: asker,
      datasource,
      lane: more.lane ?? 'quick',
      statement: { sql, signal: more.signal ?? new AbortController().signal },
    }).then(
      () => (ends[sql] = 'rows'),
      (error: unknown) =>
        (ends[sql] =
          error instanceof DatabaseFailure
            ? error.errorClass.name
            : error instanceof Error
              ? error.name
              : String(error)),
    );
  };
  const finish = async (sql: string): Promise<void> => {
    running.get(sql)?.done(RESULT);
    await settle();
  };
  const lose = async (sql: string): Promise<void> => {
    running
      .get(sql)
      ?.fail(
        new DatabaseFailure(errorClassOf('connection_lost'), 'gone', 'ECONNREFUSED', { cause: new Error('gone') }),
      );
    await settle();
  };
  return { clock, started, ends, order, finish, lose };
}

describe('the gate, the outages and the statement runner together', () => {
  it('start a tenant’s statement in another’s flood as soon as one running statement ends', async () => {
    const { order, finish, started, ends } = setUp();
    for (let n = 0; n < 100; n += 1) order(`a${n}`);
    await settle();
    order('b0');
    await settle();
    expect(started).toEqual(['a0', 'a1']);
    await finish('a1');
    expect(started).toEqual(['a0', 'a1', 'b0']);
    await finish('b0');
    expect(ends['b0']).toBe('rows');
  });

  it('keep other connections usable while all statements of one hang, and refuse the waiting ones in time', async () => {
    const { order, finish, started, ends, clock } = setUp();
    for (const sql of ['a0', 'a1', 'a2', 'b0']) order(sql, { connection: 'hung' });
    order('c0');
    await settle();
    expect(started).toEqual(['a0', 'a1', 'c0']);
    await finish('c0');
    clock.advance(5_000);
    await settle();
    expect(ends).toEqual({ a2: StatementBusy.name, b0: StatementBusy.name, c0: 'rows' });
    expect(clock.pending).toBe(0);
  });

  it('send nothing to a database known to be unreachable, and fail the waiting statements immediately', async () => {
    const { order, lose, started, ends } = setUp();
    for (let n = 0; n < 10; n += 1) order(`a${n}`);
    await settle();
    await lose('a0');
    expect(started).toEqual(['a0', 'a1']);
    expect(ends).toEqual(Object.fromEntries([0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [`a${n}`, DatabaseAway.name])));
  });

  it('remove a cancelled statement from the queue, or release its slot if it was running', async () => {
    const { order, finish, started, ends } = setUp({ maxConcurrent: 1 });
    const [waiting, running] = [new AbortController(), new AbortController()];
    order('a0', { signal: running.signal });
    order('a1', { signal: waiting.signal });
    order('a2');
    await settle();
    waiting.abort(new RangeError('cancelled'));
    await settle();
    expect(ends).toEqual({ a1: 'RangeError' });
    running.abort(new RangeError('cancelled'));
    await settle();
    expect(started).toEqual(['a0', 'a2']);
    await finish('a2');
    expect(ends).toEqual({ a0: 'cancelled', a1: 'RangeError', a2: 'rows' });
  });

  it('never give a slot of the quick lane to a slow statement', async () => {
    const { order, started } = setUp({ maxConcurrent: 1 });
    for (const sql of ['a0', 'b0', 'c0']) order(sql, { lane: 'slow' });
    order('d0');
    await settle();
    expect(started).toEqual(['a0', 'd0']);
  });
});
