import { backgroundJobs, jobs } from '@querent/contracts';
import { hashSlot } from './hash-slot';
import { keyReader } from './key-families';
import { QueueKeys, queueSlots } from './queue-keys';

const queues = [...new Set([...Object.values(jobs), ...Object.values(backgroundJobs)].map(({ queue }) => queue))];

describe.each(queueSlots)('the keys of queues with the hash slots: %s', (slots) => {
  const keys = new QueueKeys('shop', slots);
  const slotOf = (queue: string, part: 'wait' | 'active'): number => hashSlot(keys.key(queue, part));

  it('of one group share a slot, as a script requires', () => {
    const groups = keys.bySlot(queues);
    expect(groups.flat()).toEqual(queues);
    for (const group of groups)
      expect(new Set(group.flatMap((queue) => [slotOf(queue, 'wait'), slotOf(queue, 'active')])).size).toBe(1);
    expect(new Set(queues.map((queue) => slotOf(queue, 'wait'))).size).toBe(slots === 'one' ? 1 : queues.length);
  });

  it('are known by their family, in this installation only', () => {
    const job = `${keys.prefixOf('intent')}:intent:abc-1-1`;
    expect(keyReader('shop')(job)).toMatchObject({
      family: { name: 'jobs' },
      parts: { queue: 'intent', job: 'abc-1-1' },
    });
    expect(keyReader('shop')(keys.key('intent', 'wait'))?.family.name).toBe('parts of queues');
    expect(['sho', 'shop2', 'intent'].map((other) => keyReader(other)(job))).toEqual([null, null, null]);
  });

  it('has no group for no queue', () => expect(keys.bySlot([])).toEqual([]));
});

it.each(['querent', 'shop', 'b-2'])(
  'the queues of a planned question are on all servers of a cluster: %s',
  (prefix) => {
    const keys = new QueueKeys(prefix, 'each');
    const serversOf = (masters: number): Set<number> =>
      new Set(
        ['intent', 'sql-generator', 'executor', 'chart'].map((queue) =>
          Math.floor((masters * hashSlot(keys.key(queue, 'wait'))) / 16_384),
        ),
      );
    expect([2, 3, 4].map((masters) => serversOf(masters).size)).toEqual([2, 3, 4]);
  },
);
