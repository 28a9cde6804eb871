/** Durations in ms of `count` executions, one after the other. @param one receives the number of its execution */
export async function latenciesOf(count: number, one: (n: number) => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  for (let n = 0; n < count; n++) {
    const started = performance.now();
    await one(n);
    latencies.push(performance.now() - started);
  }
  return latencies;
}

/** Executions per second of `count` executions, of which `atOnce` are in flight. */
export async function ratePerSecond(
  count: number,
  atOnce: number,
  one: (n: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await one(next++);
    }),
  );
  return count / ((performance.now() - started) / 1_000);
}
