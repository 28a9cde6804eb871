/** Hash slots of a cluster that BullMQ's queues use: one for all of them, or one for each. */
export const queueSlots = ['one', 'each'] as const;
export type QueueSlots = (typeof queueSlots)[number];

/** Builds the keys of BullMQ's queues. All processes of an installation must use the same slots. */
export class QueueKeys {
  /** @param installation prefix of the installation, without braces */
  constructor(
    private readonly installation: string,
    private readonly slots: QueueSlots = 'one',
  ) {}

  /** BullMQ's prefix of a queue's keys. Its braces are the hash tag: keys with the same one share a slot. */
  prefixOf(queue: string): string {
    return this.slots === 'one' ? `{${this.installation}}` : `{${this.installation}:${queue}}`;
  }

  key(queue: string, part: 'wait' | 'prioritized' | 'active'): string {
    return `${this.prefixOf(queue)}:${queue}:${part}`;
  }

  /** The queues in groups that share a slot, so that one script reads the keys of a group. */
  bySlot(queues: readonly string[]): string[][] {
    if (this.slots === 'each') return queues.map((queue) => [queue]);
    return queues.length === 0 ? [] : [[...queues]];
  }
}
