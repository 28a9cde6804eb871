import { HealthState } from '@querent/platform';
import { waitFor } from '@querent/testing';
import { startWarmUp, type Preparation } from './warm-up';

/** Computes for some milliseconds. */
const compute = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;) continue;
};

describe('A warm-up', () => {
  const started = (preparations: Preparation[], budgetMs = 5_000) => {
    const health = new HealthState();
    const warnings: object[] = [];
    const reports: object[] = [];
    const stop = startWarmUp(preparations, {
      budgetMs,
      health,
      logger: {
        info: (fields: object) => void reports.push(fields),
        warn: (fields: object) => void warnings.push(fields),
      } as never,
    });
    const isReady = async (): Promise<boolean> => (await health.readiness()).ok;
    return { health, warnings, reports, stop, isReady };
  };
  const unready: Preparation = { name: 'never', prepare: () => new Promise(() => undefined) };

  it('delays readiness until every connection is prepared and rehearsed, but not liveness', async () => {
    const steps: string[] = [];
    let prepared = (): void => undefined;
    const waits = new Promise<void>((resolve) => (prepared = resolve));
    const { health, isReady, stop } = started([
      {
        name: 'shop',
        prepare: async () => {
          await waits;
          return rehearsed('shop', 2, steps);
        },
      },
      { name: 'staff', prepare: () => Promise.resolve(rehearsed('staff', 3, steps)) },
    ]);
    expect(await isReady()).toBe(false);
    expect((await health.liveness()).ok).toBe(true);
    prepared();
    await waitFor(isReady);
    expect(steps).toEqual(['shop 0', 'staff 0', 'shop 1', 'staff 1', 'staff 2']);
    stop();
  });

  it('skips a connection that fails, and prepares the others', async () => {
    const { warnings, reports, isReady, stop } = started([
      { name: 'broken', prepare: () => Promise.reject(new Error('no such column')) },
      {
        name: 'odd',
        prepare: () =>
          Promise.resolve({
            next: () => {
              throw new Error('a rehearsal fails');
            },
          }),
      },
      { name: 'shop', prepare: () => Promise.resolve(null) },
    ]);
    await waitFor(isReady);
    expect(warnings).toMatchObject([{ connection: 'broken', error: 'no such column' }, { error: 'a rehearsal fails' }]);
    expect(reports).toMatchObject([{ prepared: 2, of: 3 }]);
    stop();
  });

  it('waits for a schema that has not been read', async () => {
    let asked = 0;
    const { reports, isReady, stop } = started([
      { name: 'shop', prepare: () => Promise.resolve((asked += 1) < 3 ? 'later' : null) },
    ]);
    await waitFor(isReady);
    expect(asked).toBe(3);
    expect(reports).toMatchObject([{ prepared: 1, of: 1 }]);
    stop();
  });

  it('ends when its processor time is used up, whatever the number of connections', async () => {
    let prepared = 0;
    const slow = Array.from({ length: 200 }, (_, n) => ({
      name: `database ${n}`,
      prepare: () => {
        compute(20);
        prepared += 1;
        return Promise.resolve(null);
      },
    }));
    const { isReady, stop } = started(slow, 200);
    await waitFor(isReady);
    expect(prepared).toBeLessThan(50);
    stop();
  });

  it('lets the service be ready in time if a preparation does not end', async () => {
    const { isReady, stop } = started([unready], 100);
    expect(await isReady()).toBe(false);
    await waitFor(isReady, { timeoutMs: 5_000 });
    stop();
  });

  it('does nothing if it is switched off', async () => {
    const { isReady, stop } = started([unready], 0);
    expect(await isReady()).toBe(true);
    stop();
  });
});

function* rehearsed(name: string, count: number, steps: string[]): Generator<void> {
  for (let n = 0; n < count; n += 1) {
    steps.push(`${name} ${n}`);
    yield;
  }
}
