/** A keyed FIFO semaphore: at most `limit` tasks of one key run concurrently, the others wait in order of arrival. */
export class KeyedSemaphore {
  private readonly busy = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly limit: number) {}

  /** Runs the task when a slot is free, and settles as the task does. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const slots = this.busy.get(key) ?? { running: 0, waiting: [] };
    this.busy.set(key, slots);
    // A finished task hands its slot over directly, so that a newcomer cannot overtake a waiting task.
    if (slots.running >= this.limit) await new Promise<void>((resolve) => slots.waiting.push(resolve));
    else slots.running++;
    try {
      return await task();
    } finally {
      const next = slots.waiting.shift();
      if (next !== undefined) next();
      else if (--slots.running === 0) this.busy.delete(key);
    }
  }
}
