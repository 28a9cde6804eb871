import { collectGarbage, freeMemoryWhenIdle } from './idle-memory';

describe('A service that becomes idle', () => {
  let cpu = 0;
  let collections = 0;
  let stop = (): void => undefined;
  /** An interval in which the service computes for so long. */
  const pass = (ms: number): void => {
    cpu += ms;
    jest.advanceTimersByTime(10_000);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    cpu = collections = 0;
    stop = freeMemoryWhenIdle({ cpuMs: () => cpu, collect: () => void (collections += 1) });
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  it('collects its garbage once', () => {
    pass(3_000);
    expect(collections).toBe(0);
    for (let n = 0; n < 50; n += 1) pass(20);
    expect(collections).toBe(1);
  });

  it('collects again after further work, and not while it works', () => {
    pass(3_000);
    pass(20);
    for (let n = 0; n < 5; n += 1) pass(1_000);
    expect(collections).toBe(1);
    pass(20);
    expect(collections).toBe(2);
  });

  it('does not collect after little work', () => {
    pass(1_000);
    pass(20);
    expect(collections).toBe(0);
  });
});

describe('collectGarbage', () => {
  it('frees what nothing refers to', async () => {
    const unused = new WeakRef({ of: 'the start' });
    // A WeakRef keeps its object until the current job has ended.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(unused.deref()).toBeUndefined();
  });
});
