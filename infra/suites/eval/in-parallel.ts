/**
 * Runs `work` over all items with limited concurrency. Returns the results in the order of the items. After an abort,
 * unfinished work is abandoned and the finished results are returned.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, index: number) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (signal.aborted) return;
      try {
        results.set(index, await work(item, index));
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
