import type { RedisKeys } from '@querent/platform';
import type Redis from 'ioredis';
import type { RunStatus } from '@querent/contracts';

/** The run's new status; null if changes may have been missed. */
type Listener = (status: RunStatus | null) => void;

/**
 * Notifies listeners of changes of runs, over one shared subscription (used by gateways). Messages can be lost while
 * Redis is unavailable: after every reconnection all listeners are called, and each re-reads its run.
 */
export class RunWatch {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** `subscriber` must be a dedicated connection (a subscribed connection cannot send other commands). */
  constructor(
    private readonly subscriber: Redis,
    private readonly keys: RedisKeys,
  ) {}

  async start(): Promise<void> {
    const channel = this.keys.changed();
    this.subscriber.on('message', (from: string, message: string) => {
      if (from !== channel) return;
      const [id = '', status = 'queued'] = message.split(' ');
      this.listeners.get(id)?.forEach((listener) => listener(status as RunStatus));
    });
    this.subscriber.on('ready', () => this.listeners.forEach((set) => set.forEach((listener) => listener(null))));
    await this.subscriber.subscribe(channel);
  }

  /** Calls `listener` on every change of the run, until the returned function is called. */
  watch(id: string, listener: Listener): () => void {
    const set = this.listeners.get(id) ?? new Set();
    set.add(listener);
    this.listeners.set(id, set);
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.listeners.get(id) === set) this.listeners.delete(id);
    };
  }
}
