import type { RedisKeys } from '@querent/platform';
import type Redis from 'ioredis';

/**
 * Notifies a worker of cancelled runs. A lost message costs at most the rest of a stage, because the version check
 * refuses its outcome.
 */
export class CancellationWatch {
  private readonly listeners = new Set<(id: string) => void>();

  /** `subscriber` must be a dedicated connection (a subscribed connection cannot send other commands). */
  constructor(
    private readonly subscriber: Redis,
    private readonly keys: RedisKeys,
  ) {}

  async start(): Promise<void> {
    const channel = this.keys.cancelled();
    this.subscriber.on('message', (from: string, id: string) => {
      if (from === channel) this.listeners.forEach((listener) => listener(id));
    });
    await this.subscriber.subscribe(channel);
  }

  onCancelled(listener: (id: string) => void): void {
    this.listeners.add(listener);
  }
}
