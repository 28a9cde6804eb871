import { RedisKeys } from '@querent/platform';
import { Registry } from 'prom-client';
import { Quota } from './quota';

describe('the limit of a tenant’s questions per minute', () => {
  it('is shared by gateways whose clocks differ by hours', async () => {
    const counts = new Map<string, number>();
    const redis = {
      incrby: async (key: string, more: number) => (counts.set(key, (counts.get(key) ?? 0) + more), counts.get(key)),
      pexpire: async () => 1,
    };
    const open = (): Quota =>
      new Quota(
        {
          redis,
          queues: [],
          store: { census: { inFlight: async () => 0 }, keys: new RedisKeys('q'), now: async () => 90_000 },
          catalog: { limitsOf: () => ({ questionsPerMinute: 3 }) },
          env: { QUESTIONS_PER_MINUTE: 1_000, IN_FLIGHT_PER_TENANT: 1_000, MAX_BACKLOG: 1_000 },
          metrics: { registry: new Registry() },
        } as unknown as ConstructorParameters<typeof Quota>[0],
        { makeRoom: async () => undefined },
        { demand: () => Promise.resolve() },
      );
    const [one, another] = [open(), open()];
    for (const gateway of [one, another, one]) await gateway.takeOfMinute('acme');
    await expect(another.takeOfMinute('acme')).rejects.toMatchObject({
      code: 'too_many_requests',
      more: { headers: { 'retry-after': '30' } },
    });
    expect([...counts]).toEqual([['q:quota:acme:1', 4]]);
  });

  it('numbers the questions of one turn of the event loop, counted by one command', async () => {
    const redis = { incrby: jest.fn(async () => 6), pexpire: async () => 1 };
    const quota = new Quota(
      {
        redis,
        queues: [],
        store: { keys: new RedisKeys('q'), now: async () => 0 },
        catalog: { limitsOf: () => ({ questionsPerMinute: 4 }) },
        env: { QUESTIONS_PER_MINUTE: 1_000 },
        metrics: { registry: new Registry() },
      } as unknown as ConstructorParameters<typeof Quota>[0],
      { makeRoom: async () => undefined },
      { demand: () => Promise.resolve() },
    );
    const asked = await Promise.allSettled([1, 2, 3].map(() => quota.takeOfMinute('acme')));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(redis.incrby.mock.calls).toEqual([['q:quota:acme:0', 3]]);
  });
});

describe('the limit of a tenant’s runs in progress', () => {
  const answers: ((count: number) => void)[] = [];
  const inFlight = jest.fn(
    () =>
      new Promise<number>((resolve, reject) =>
        answers.push((count) => (count < 0 ? reject(new Error('away')) : resolve(count))),
      ),
  );
  let refunded = 0;
  const redis = { decr: async () => ++refunded, pexpire: async () => 1 };
  const quota = (): Quota =>
    new Quota(
      {
        redis,
        queues: [],
        store: { census: { inFlight }, keys: new RedisKeys('q'), now: async () => 0 },
        catalog: { limitsOf: () => ({ inFlight: 3 }) },
        env: { QUESTIONS_PER_MINUTE: 1_000, IN_FLIGHT_PER_TENANT: 1_000, MAX_BACKLOG: 1_000 },
        metrics: { registry: new Registry() },
      } as unknown as ConstructorParameters<typeof Quota>[0],
      { makeRoom: async () => undefined },
      { demand: () => Promise.resolve() },
    );
  const taken = async (asked: Promise<unknown>[]): Promise<number> =>
    (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
  const twenty = (of: Quota, now: number): Promise<unknown>[] => Array.from({ length: 20 }, () => of.take('acme', now));
  beforeEach(() => {
    answers.length = 0;
    refunded = 0;
    inFlight.mockClear();
  });

  it('holds for questions that arrive while the count is being read once, and a refused one does not count in its minute', async () => {
    const one = quota();
    const crowd = twenty(one, 1_000);
    answers.forEach((answer) => answer(1));
    expect(await taken(crowd)).toBe(2);
    expect([inFlight.mock.calls.length, refunded]).toEqual([1, 18]);
  });

  it('reads the count again after a failed reading', async () => {
    const one = quota();
    const crowd = twenty(one, 1_000);
    answers.splice(0).forEach((answer) => answer(-1));
    expect(await taken(crowd)).toBe(0);
    const again = twenty(one, 1_001);
    answers.forEach((answer) => answer(0));
    expect(await taken(again)).toBe(3);
  });

  /** Asks three questions, whose runs are created and in progress. */
  const three = async (of: Quota, now: number): Promise<void> => {
    const crowd = twenty(of, now);
    answers.splice(0).forEach((answer) => answer(0));
    for (const counted of await Promise.allSettled(crowd))
      if (counted.status === 'fulfilled') (counted.value as () => void)();
  };

  it('refuses no question because of runs that have ended since the last reading', async () => {
    const one = quota();
    await three(one, 1_000);
    const next = one.take('acme', 1_100);
    await Promise.resolve();
    answers.splice(0).forEach((answer) => answer(2));
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  it('counts questions whose runs are not created yet', async () => {
    const one = quota();
    const crowd = twenty(one, 1_000);
    answers.splice(0).forEach((answer) => answer(0));
    expect(await taken(crowd)).toBe(3);
    const next = twenty(one, 1_300);
    answers.splice(0).forEach((answer) => answer(0));
    expect(await taken(next)).toBe(0);
  });
});
