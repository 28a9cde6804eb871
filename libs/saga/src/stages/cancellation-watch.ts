import type { RedisKeys } from '@querent/platform';
import type Redis from 'ioredis';

/**
 * Tells a worker which runs were cancelled. A message that is lost costs no more than the rest of a stage: its outcome
 * is refused by the version check.
 */
export class CancellationWatch {
  private readonly listeners = new Set<(id: string) => void>();

  /** `subscriber` is a connection of its own (it can do nothing else). */
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
