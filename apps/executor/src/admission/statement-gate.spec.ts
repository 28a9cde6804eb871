import fc from 'fast-check';
import { Registry } from 'prom-client';
import { createAdmissionMetrics } from './admission-metrics';
import { ManualClock } from './fixture/manual-clock';
import { StatementGate } from './statement-gate';

const LIMITS = { maxConcurrent: 2, maxConcurrentPerTenant: 2, maxWaiting: 100 };
const going = (): AbortSignal => new AbortController().signal;
/** Waits until all settled promises have run their reactions. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(
  options: {
    limits?: Partial<typeof LIMITS>;
    waitMs?: number;
    maxWaitingPerTenant?: number;
    lane?: 'quick' | 'slow';
    metrics?: ReturnType<typeof createAdmissionMetrics>;
  } = {},
) {
  const clock = new ManualClock();
  const limits = { ...LIMITS, ...options.limits };
  const gate = new StatementGate({
    lane: options.lane ?? 'quick',
    waitMs: options.waitMs ?? 1_000,
    clock,
    ...(options.maxWaitingPerTenant === undefined ? {} : { maxWaitingPerTenant: options.maxWaitingPerTenant }),
    ...(options.metrics ? { metrics: options.metrics } : {}),
  });
  const started: string[] = [];
  const refused: string[] = [];
  const leaving = new Map<string, () => void>();
  const enter = (name: string, tenant = name.slice(0, 1), signal = going(), connection = 'db'): Promise<void> =>
    gate.enter(connection, tenant, limits, signal).then(
      (leave) => {
        started.push(name);
        leaving.set(name, leave);
      },
      (error: unknown) => void refused.push(`${name} ${error instanceof Error ? error.name : String(error)}`),
    );
  const leave = async (name: string): Promise<void> => {
    leaving.get(name)?.();
    await settle();
  };
  return { clock, limits, gate, started, refused, enter, leave };
}

describe('StatementGate', () => {
  it('admits as many statements as the connection allows, and the next one when a slot is released', async () => {
    const { enter, leave, started } = setUp();
    for (const name of ['a1', 'b1', 'a2', 'b2']) void enter(name);
    await settle();
    expect(started).toEqual(['a1', 'b1']);
    await leave('b1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('keeps a tenant within its limit even if no other tenant waits', async () => {
    const { enter, leave, started } = setUp({ limits: { maxConcurrent: 4, maxConcurrentPerTenant: 1 } });
    for (const name of ['a1', 'a2', 'b1']) void enter(name);
    await settle();
    expect(started).toEqual(['a1', 'b1']);
    await leave('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('delays a tenant by no more than what already runs, however many another has waiting', async () => {
    const { enter, leave, started } = setUp({ limits: { maxConcurrent: 1 } });
    for (let n = 0; n < 50; n += 1) void enter(`a${n}`);
    await settle();
    void enter('b0');
    void enter('b1');
    await settle();
    await leave('a0');
    expect(started).toEqual(['a0', 'b0']);
    for (const name of ['b0', 'a1', 'b1', 'a2']) await leave(name);
    expect(started).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3']);
  });

  it('gives a tenant that returns no turn before those that wait', async () => {
    const { enter, leave, started } = setUp({ limits: { maxConcurrent: 1 } });
    void enter('a0');
    void enter('a1');
    await settle();
    for (const [coming, leaving] of [
      ['b0', 'a0'],
      ['c0', 'b0'],
      ['b1', 'c0'],
      ['c1', 'a1'],
    ] as const) {
      void enter(coming);
      await leave(leaving);
    }
    expect(started.indexOf('a1')).toBe(3);
  });

  it('counts the slots of each connection separately', async () => {
    const { enter, started } = setUp({ limits: { maxConcurrent: 1 } });
    void enter('a1');
    void enter('a2', 'a', going(), 'other');
    await settle();
    expect(started).toEqual(['a1', 'a2']);
  });

  it('refuses immediately if the queue is full, and refuses the tenant with the longest queue', async () => {
    const { enter, leave, started, refused } = setUp({ limits: { maxConcurrent: 1, maxWaiting: 3 } });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) void enter(name);
    await settle();
    expect(refused).toEqual(['a4 GateFull']);
    void enter('b0');
    await settle();
    expect(refused).toEqual(['a4 GateFull', 'a3 GateFull']);
    await leave('a0');
    expect(started).toEqual(['a0', 'b0']);
  });

  it('limits the waiting statements of one tenant even if the queue has room', async () => {
    const { enter, leave, started, refused } = setUp({ limits: { maxConcurrent: 1 }, maxWaitingPerTenant: 2 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2']) void enter(name);
    await settle();
    expect(refused).toEqual(['a3 GateFull', 'b2 GateFull']);
    for (const name of ['a0', 'b0', 'a1', 'b1', 'a2']) await leave(name);
    expect(started).toEqual(['a0', 'b0', 'a1', 'b1', 'a2']);
  });

  it('refuses every statement beyond the slots if none may wait', async () => {
    const { enter, started, refused } = setUp({ limits: { maxConcurrent: 1, maxWaiting: 0 } });
    void enter('a0');
    void enter('b0');
    await settle();
    expect([started, refused]).toEqual([['a0'], ['b0 GateFull']]);
  });

  it('refuses a statement that gets no slot in time, and keeps the others waiting', async () => {
    const { enter, leave, clock, started, refused } = setUp({ limits: { maxConcurrent: 1 }, waitMs: 500 });
    void enter('a0');
    void enter('a1');
    clock.advance(400);
    void enter('a2');
    clock.advance(100);
    await settle();
    expect(refused).toEqual(['a1 GateTimeout']);
    await leave('a0');
    expect(started).toEqual(['a0', 'a2']);
    clock.advance(10_000);
    await settle();
    expect(refused).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('releases a slot once, however often the release is called', async () => {
    const { gate, limits } = setUp({ limits: { maxConcurrent: 1 } });
    const leave = await gate.enter('db', 'a', limits, going());
    leave();
    leave();
    const again = await gate.enter('db', 'a', limits, going());
    const third = jest.fn();
    void gate.enter('db', 'a', limits, going()).then(third);
    await settle();
    expect(third).not.toHaveBeenCalled();
    again();
    await settle();
    expect(third).toHaveBeenCalledTimes(1);
  });

  it('drops a statement that is cancelled while waiting, and rejects one cancelled before', async () => {
    const { enter, leave, started, refused, clock } = setUp({ limits: { maxConcurrent: 1 } });
    const cancelling = new AbortController();
    void enter('a0');
    void enter('a1', 'a', cancelling.signal);
    void enter('a2');
    await settle();
    cancelling.abort(new RangeError('cancelled'));
    void enter('a3', 'a', cancelling.signal);
    await settle();
    expect(refused.toSorted()).toEqual(['a1 RangeError', 'a3 RangeError']);
    await leave('a0');
    expect(started).toEqual(['a0', 'a2']);
    expect(clock.pending).toBe(0);
  });

  it('follows changed limits: additional slots immediately, fewer as statements end', async () => {
    const { gate, enter, leave, limits, started } = setUp({ limits: { maxConcurrent: 1, maxConcurrentPerTenant: 9 } });
    for (const name of ['a0', 'a1', 'a2', 'a3']) void enter(name);
    await settle();
    limits.maxConcurrent = 3;
    void enter('a4');
    await settle();
    expect(started).toEqual(['a0', 'a1', 'a2']);
    limits.maxConcurrent = 1;
    void enter('a5');
    await leave('a0');
    await leave('a1');
    expect(started).toHaveLength(3);
    await leave('a2');
    expect(started).toEqual(['a0', 'a1', 'a2', 'a3']);
    expect(gate).toBeDefined();
  });

  it('has one or two slots in the slow lane, one for each tenant', async () => {
    const { enter, started } = setUp({ lane: 'slow', limits: { maxConcurrent: 8, maxConcurrentPerTenant: 4 } });
    for (const name of ['a0', 'a1', 'b0', 'c0']) void enter(name);
    await settle();
    expect(started).toEqual(['a0', 'b0']);
  });

  it('measures running and waiting statements without a tenant’s name', async () => {
    const registry = new Registry();
    const { enter, leave, clock } = setUp({
      metrics: createAdmissionMetrics(registry),
      limits: { maxConcurrent: 1, maxWaiting: 2 },
    });
    for (const name of ['x0', 'x1', 'y0', 'y1']) void enter(name, name);
    await settle();
    const text = await registry.metrics();
    for (const line of [
      'statements_running{connection="db",lane="quick"} 1',
      'statements_waiting{connection="db",lane="quick"} 2',
      'statement_tenants_waiting{connection="db",lane="quick"} 2',
      'turned_away_total{why="full",connection="db",lane="quick"} 1',
    ]) {
      expect(
        text.replaceAll('connection="db",lane="quick",why="full"', 'why="full",connection="db",lane="quick"'),
      ).toContain(line);
    }
    expect(text).not.toMatch(/"x0"|tenant="/);
    clock.advance(5_000);
    await leave('x0');
    const after = await registry.metrics();
    for (const line of [
      'statements_running{connection="db",lane="quick"} 0',
      'statements_waiting{connection="db",lane="quick"} 0',
      'gate_wait_seconds_count{connection="db",lane="quick"} 4',
    ])
      expect(after).toContain(line);
  });
});

/** The events of a gate, in any order. */
const happenings = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('enter' as const),
      tenant: fc.constantFrom('a', 'b', 'c', 'd'),
      connection: fc.constantFrom('one', 'two'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('leave' as const), which: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('abort' as const), which: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('turn' as const), ms: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('limits' as const),
      limits: fc.record({
        maxConcurrent: fc.integer({ min: 1, max: 5 }),
        maxConcurrentPerTenant: fc.integer({ min: 1, max: 5 }),
        maxWaiting: fc.nat(12),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('settle' as const) }) },
);

describe('StatementGate under random events', () => {
  it('never exceeds its limits, loses no slot, and starves no statement', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happenings, { maxLength: 80 }), async (story) => {
        const clock = new ManualClock();
        const gate = new StatementGate({ lane: 'quick', waitMs: 100, clock });
        let limits = { maxConcurrent: 2, maxConcurrentPerTenant: 1, maxWaiting: 8 };
        const mistakes: unknown[] = [];
        const asked: {
          tenant: string;
          connection: string;
          cancelling: AbortController;
          leave: (() => void) | null;
          done: boolean;
        }[] = [];
        /** The widest limits of a connection since all was settled: what starts must have had room within them. */
        const widest: Record<string, { all: number; each: number }> = {};
        const inside = (connection: string) =>
          asked.filter((one) => one.connection === connection && one.leave !== null && !one.done);
        const starts = (entry: (typeof asked)[number], leave: () => void): void => {
          entry.leave = leave;
          const room = widest[entry.connection] ?? { all: 0, each: 0 };
          const running = inside(entry.connection);
          expect(running.length).toBeLessThanOrEqual(room.all);
          expect(running.filter(({ tenant }) => tenant === entry.tenant).length).toBeLessThanOrEqual(room.each);
        };
        const inForce: Record<string, { all: number; each: number }> = {};
        for (const one of story) {
          if (one.what === 'enter') {
            const entry = {
              tenant: one.tenant,
              connection: one.connection,
              cancelling: new AbortController(),
              leave: null as (() => void) | null,
              done: false,
            };
            asked.push(entry);
            inForce[one.connection] = { all: limits.maxConcurrent, each: limits.maxConcurrentPerTenant };
            const room = widest[one.connection] ?? { all: 0, each: 0 };
            widest[one.connection] = {
              all: Math.max(room.all, limits.maxConcurrent),
              each: Math.max(room.each, limits.maxConcurrentPerTenant),
            };
            const entered = gate.enter(one.connection, one.tenant, limits, entry.cancelling.signal);
            void entered
              .then(
                (leave) => starts(entry, leave),
                () => (entry.done = true),
              )
              .catch((error: unknown) => mistakes.push(error));
          } else if (one.what === 'leave') {
            const running = asked.filter(({ leave, done }) => leave !== null && !done);
            const leaving = running[one.which % Math.max(1, running.length)];
            if (leaving !== undefined) {
              leaving.done = true;
              leaving.leave?.();
              if (one.which % 3 === 0) leaving.leave?.();
            }
          } else if (one.what === 'abort') asked[one.which % Math.max(1, asked.length)]?.cancelling.abort();
          else if (one.what === 'turn') clock.advance(one.ms);
          else if (one.what === 'limits') limits = one.limits;
          else {
            await settle();
            Object.assign(widest, inForce);
          }
        }
        await settle();
        // All admitted statements end until none waits: each was admitted or refused, and the gate holds no slot.
        for (let rounds = 0; asked.some(({ done }) => !done) && rounds < 200; rounds += 1) {
          for (const one of asked.filter(({ leave, done }) => leave !== null && !done)) {
            one.done = true;
            one.leave?.();
          }
          await settle();
        }
        expect(mistakes).toEqual([]);
        expect(asked.filter(({ done }) => !done)).toEqual([]);
        expect(clock.pending).toBe(0);
        let free = 0;
        for (let n = 0; n < 9; n += 1)
          void gate
            .enter('one', `fresh${n}`, { maxConcurrent: 4, maxConcurrentPerTenant: 1, maxWaiting: 100 }, going())
            .then(() => (free += 1));
        await settle();
        expect(free).toBe(4);
      }),
      { numRuns: Number(process.env['GATE_RUNS'] ?? 200) },
    );
  });

  it('alternates between two waiting tenants, whatever happened before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 4, max: 9 }),
        async (before, maxConcurrent, each) => {
          const { enter, leave, started } = setUp({ limits: { maxConcurrent, maxConcurrentPerTenant: 9 } });
          before.forEach((tenant, n) => void enter(`${tenant}-before-${n}`, tenant));
          await settle();
          for (let n = 0; n < each; n += 1) for (const tenant of ['a', 'b']) void enter(`${tenant}${n}`);
          await settle();
          const already = started.length;
          for (let n = 0; n < started.length; n += 1) await leave(started[n] ?? '');
          expect(started).toHaveLength(before.length + 2 * each);
          const order = started.slice(already).map((name) => name[0]);
          const bothWait =
            Math.min(order.filter((tenant) => tenant === 'a').length, order.filter((tenant) => tenant === 'b').length) *
            2;
          for (let n = 1; n < bothWait; n += 1) expect(order[n]).not.toBe(order[n - 1]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
