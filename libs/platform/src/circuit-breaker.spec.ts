import { CircuitBreaker, type Verdict } from './circuit-breaker';

class Judged extends Error {
  constructor(readonly verdict: Verdict) {
    super(String(verdict));
  }
}

const PAUSE_MS = 1_000;

describe('a circuit breaker', () => {
  let breaker: CircuitBreaker;
  let changes: boolean[];
  beforeEach(() => {
    jest.useFakeTimers();
    changes = [];
    breaker = new CircuitBreaker({
      failures: 2,
      pauseMs: PAUSE_MS,
      verdict: (error) => (error as Judged).verdict,
      refusal: () => new Error('circuit open'),
      onChange: (open) => changes.push(open),
    });
  });
  afterEach(() => jest.useRealTimers());

  /** The outcomes of consecutive requests: 'ok', or the message of the refusal or failure. */
  const outcomes = async (...requests: ('ok' | Verdict)[]): Promise<string[]> => {
    const seen: string[] = [];
    for (const request of requests)
      seen.push(
        await breaker
          .guard(async () => {
            if (request !== 'ok') throw new Judged(request);
            return 'ok';
          })
          .catch((error: Error) => error.message),
      );
    return seen;
  };

  it('opens after consecutive failures, refuses immediately, and closes after one answered request', async () => {
    expect(await outcomes('trouble', 'trouble', 'ok')).toEqual(['trouble', 'trouble', 'circuit open']);
    expect([breaker.isClosed, changes]).toEqual([false, [true]]);
    jest.advanceTimersByTime(PAUSE_MS);
    expect(await outcomes('ok', 'trouble', 'ok')).toEqual(['ok', 'trouble', 'ok']);
    expect([breaker.isClosed, changes]).toEqual([true, [true, false]]);
  });

  it('resets its count at any answer, and ignores inconclusive errors', async () => {
    expect(await outcomes('trouble', 'alive', 'trouble', null)).toEqual(['trouble', 'alive', 'trouble', 'null']);
    expect(breaker.isClosed).toBe(true);
    expect(await outcomes('trouble', 'ok')).toEqual(['trouble', 'circuit open']);
  });

  it.each<[Verdict, closes: boolean]>([
    ['trouble', false],
    [null, false],
    ['alive', true],
  ])('after a trial that ends with %s: closed is %s', async (verdict, closes) => {
    await outcomes('trouble', 'trouble');
    jest.advanceTimersByTime(PAUSE_MS);
    expect(await outcomes(verdict)).toEqual([String(verdict)]);
    expect(breaker.isClosed).toBe(closes);
  });

  it('refuses other requests during a trial request', async () => {
    await outcomes('trouble', 'trouble');
    jest.advanceTimersByTime(PAUSE_MS);
    let answer = (): void => undefined;
    const trial = breaker.guard(() => new Promise<void>((resolve) => (answer = resolve)));
    expect(await outcomes('ok')).toEqual(['circuit open']);
    answer();
    await trial;
    expect(await outcomes('ok')).toEqual(['ok']);
  });
});
