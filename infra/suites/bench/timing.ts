import { setTimeout as pause } from 'node:timers/promises';

/** How long a measurement lasts. */
export type Length = { runs: number } | { ms: number };

/**
 * Durations in ms of executions one after the other.
 * @param one receives the number of its execution. An execution that returns false does not count
 */
export async function latenciesOf(length: Length, one: (n: number) => Promise<unknown>): Promise<number[]> {
  const goesOn = limit(length);
  const latencies: number[] = [];
  for (let n = 0; goesOn(latencies.length); n++) {
    const started = performance.now();
    const result = await one(n);
    if (result !== false) latencies.push(performance.now() - started);
  }
  return latencies;
}

/** Executions with `atOnce` in flight: their number, and how many ended per second. */
export async function rateOf(
  length: Length,
  atOnce: number,
  one: (n: number) => Promise<unknown>,
): Promise<{ runs: number; perSecond: number }> {
  const goesOn = limit(length);
  const started = performance.now();
  let runs = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (goesOn(runs)) await one(runs++);
    }),
  );
  return { runs, perSecond: runs / ((performance.now() - started) / 1_000) };
}

/**
 * Durations in ms of executions that begin at a constant rate, however long the earlier ones take.
 * @param ms time in which they begin
 */
export async function steadyOf(ms: number, perSecond: number, one: (n: number) => Promise<unknown>): Promise<number[]> {
  const count = Math.round((ms / 1_000) * perSecond);
  const started = performance.now();
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await pause(Math.max(0, started + (n * ms) / count - performance.now()));
      const began = performance.now();
      await one(n);
      return performance.now() - began;
    }),
  );
}

/** Whether another execution may begin after `runs` have begun. */
function limit(length: Length): (runs: number) => boolean {
  if ('runs' in length) return (runs) => runs < length.runs;
  const end = performance.now() + length.ms;
  return () => performance.now() < end;
}
