import { SharedClock } from './shared-clock';

describe('the clock that all processes share', () => {
  /** Redis's clock is right; the process's is off by `wrongBy`. */
  const open = (
    wrongBy: number,
  ): {
    clock: SharedClock;
    turn: (ms: number) => void;
    set: (by: number) => void;
    hear: (lateBy: number) => void;
    off: () => number | null;
  } => {
    let [right, wrong] = [1_000_000_000, wrongBy];
    const clock = new SharedClock(
      async () => right,
      () => right + wrong,
    );
    return {
      clock,
      turn: (ms) => void (right += ms),
      set: (by) => void (wrong = by),
      hear: (lateBy) => clock.observe(right - lateBy),
      off: () => {
        const read = clock.read();
        return read === null ? null : read - right;
      },
    };
  };

  it.each([-3_600_000, 0, 3_600_000])(
    'is Redis’s, for a process whose own is wrong by %d ms, and goes on without asking',
    async (wrongBy) => {
      const { clock, turn, off } = open(wrongBy);
      expect(off()).toBeNull();
      expect(await clock.now()).toBe(1_000_000_000);
      turn(5_000);
      expect(off()).toBe(0);
    },
  );

  it('uses the reply with the smallest delay', () => {
    const { turn, hear, off } = open(0);
    for (const lateBy of [40, 3, 250]) {
      turn(1_000);
      hear(lateBy);
    }
    expect(off()).toBe(-3);
  });

  it.each([
    ['forth', 7_200_000],
    ['back', -7_200_000],
  ])('is right again at the next reply where the process’s own was set %s', (_, by) => {
    const { turn, set, hear, off } = open(0);
    hear(1);
    set(by);
    turn(10);
    hear(2);
    expect(off()).toBe(-2);
  });

  it('returns the time until a time of the process’s own clock', () => {
    const { clock } = open(3_600_000);
    expect(clock.until(new Date(1_000_000_000 + 3_600_000 + 250).toISOString())).toBe(250);
  });
});
