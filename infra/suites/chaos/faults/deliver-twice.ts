import type { BullMqTransport } from '@querent/messaging';
import type { RunStore } from '@querent/saga';

/** What jobs are delivered again with. */
export interface Redelivery {
  store: RunStore;
  transport: BullMqTransport;
  /** Runs that are not over. */
  underWay(): string[];
}

const AT_ONCE = 40;
/** Beyond any attempt that a sweeper would number: such an id is nobody's, so BullMQ takes the job. */
const LATER_ATTEMPT = 1_000;

/**
 * Publishes the outboxes of runs under way again: under the id that was used (without effect) and as a further attempt,
 * which a worker takes beside the first.
 */
export async function deliverTwice({ store, transport, underWay }: Redelivery, dice: number): Promise<void> {
  const ids = underWay();
  const chosen = ids
    .filter((_, at) => (at + dice) % Math.max(1, Math.floor(ids.length / AT_ONCE)) === 0)
    .slice(0, AT_ONCE);
  for (const id of chosen) {
    const found = await store.getForSweep(id);
    if (found === null || found.outbox === null) continue;
    await transport.publish(found.outbox, found.attempt);
    await transport.publish(found.outbox, LATER_ATTEMPT + (dice % 1_000));
  }
}
