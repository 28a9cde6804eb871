import type { RedisKeys } from '@querent/platform';
import type Redis from 'ioredis';
import type { RunStatus } from '@querent/contracts';

/** The run's new status; null where changes may have been missed. */
type Listener = (status: RunStatus | null) => void;

/**
 * Wake-ups for changes of runs, over one shared subscription (of the gateways). A message may be lost while Redis is
 * away: after every reconnection all listeners are woken, and whoever listens re-reads the run.
 */
export class RunWatch {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** `subscriber` is a connection of its own (it can do nothing else). */
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

  /** Calls back on every change of the run, until the returned function is called. */
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
