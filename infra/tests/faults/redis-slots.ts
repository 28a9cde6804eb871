import { hashSlot } from '@querent/platform';
import type { Command, Redis } from 'ioredis';

type Stream = Parameters<Redis['sendCommand']>[1];

/** Commands and keys that a connection used. */
export interface SlotWatch {
  /** Keys of one command in several slots, which a cluster refuses. */
  mistakes: string[][];
  /** Names of commands without keys, which a cluster client sends to any server. */
  keyless: Set<string>;
  /** Prefixes of keys: the text before their first colon or in their braces. */
  families: Set<string>;
}

/** Records the keys of each command, script, pipeline and transaction. */
export function watchSlots(redis: Redis): SlotWatch {
  const watch: SlotWatch = { mistakes: [], keyless: new Set(), families: new Set() };
  const together = new WeakMap<NonNullable<Stream>, string[]>();
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command: Command, stream?: Stream) => {
    const keys = command.getKeys().map(String);
    if (keys.length === 0) watch.keyless.add(command.name.toLowerCase());
    for (const key of keys) watch.families.add(familyOf(key));
    const all = stream === undefined ? keys : [...(together.get(stream) ?? []), ...keys];
    if (stream !== undefined) together.set(stream, all);
    if (new Set(all.map(hashSlot)).size > 1) watch.mistakes.push(all);
    return send(command, stream);
  };
  return watch;
}

/** Returns `r` for `querent:{r5}:run:…`, `l1` for `querent:{l1:shop}:entries`, and `turns` for `querent:turns`. */
function familyOf(key: string): string {
  const name = /\{([a-z0-9-]*)/.exec(key)?.[1] ?? key.split(':')[1] ?? key;
  return name.replace(/^r\d+$/, 'r');
}
