type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Polls `condition` until it returns a truthy value, and returns that value. An exception counts as "not yet".
 * @throws an error after `timeoutMs`, with the condition's last exception as cause. The default of 20 s allows for a
 * busy machine, which can be ten times slower
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 20_000, intervalMs = 20 }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<Truthy<T>> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const value = await condition();
      if (value) return value as Truthy<T>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await new Promise((resume) => setTimeout(resume, intervalMs));
  } while (Date.now() < deadline);
  throw new Error(`Condition not met within ${timeoutMs} ms: ${condition.toString()}`, { cause });
}
