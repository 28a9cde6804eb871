import { hashSlot } from './hash-slot';

/** Hash slots of a cluster that BullMQ's queues use: one for all of them, or one for each. */
export const queueSlots = ['one', 'each'] as const;
export type QueueSlots = (typeof queueSlots)[number];

const SLOTS = 16_384;
/**
 * The eighth of all slots in which each queue has its slot. The four queues of a planned question are on four servers
 * of a cluster of four, because a server has adjacent slots. Hashed names would put two of them on one server.
 */
const eighths: Record<string, number> = {
  intent: 0,
  'schema-retrieval': 1,
  'sql-generator-reason': 2,
  'sql-generator': 3,
  executor: 4,
  'executor-slow': 5,
  chart: 6,
  // Rare work of administrators.
  'model-impact': 7,
  'model-definitions': 7,
};

/** Builds the keys of BullMQ's queues. All processes of an installation must use the same slots. */
export class QueueKeys {
  private readonly tags = new Map<string, string>();

  /** @param installation prefix of the installation, without braces */
  constructor(
    private readonly installation: string,
    private readonly slots: QueueSlots = 'one',
  ) {}

  /** BullMQ's prefix of a queue's keys. Its braces are the hash tag: keys with the same one share a slot. */
  prefixOf(queue: string): string {
    if (this.slots === 'one') return `{${this.installation}}`;
    const tag = this.tags.get(queue) ?? this.tagOf(queue);
    this.tags.set(queue, tag);
    return `{${tag}}`;
  }

  key(queue: string, part: 'wait' | 'prioritized' | 'active'): string {
    return `${this.prefixOf(queue)}:${queue}:${part}`;
  }

  /** The queues in groups that share a slot, so that one script reads the keys of a group. */
  bySlot(queues: readonly string[]): string[][] {
    if (this.slots === 'each') return queues.map((queue) => [queue]);
    return queues.length === 0 ? [] : [[...queues]];
  }

  /** The first of `<installation>:<queue>.<n>` with a slot in the queue's eighth. */
  private tagOf(queue: string): string {
    const eighth = eighths[queue];
    if (eighth === undefined) throw new Error(`The queue ${queue} has no eighth of the slots`);
    for (let n = 0; ; n++) {
      const tag = `${this.installation}:${queue}.${n}`;
      if (Math.floor((8 * hashSlot(tag)) / SLOTS) === eighth) return tag;
    }
  }
}
