import type { Socket } from 'node:net';
import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './redis-client';

/** Internals of ioredis. */
interface Connected {
  stream?: Socket;
}

/**
 * Sends the commands of one turn of the event loop in one system call. Each write of a socket costs more than the
 * command itself. Unlike ioredis's auto-pipelining, this keeps the order of all commands, and their replies and errors
 * stay separate.
 */
export function coalesceWrites(redis: RedisClient): void {
  if (redis instanceof Cluster) {
    redis.on('+node', (node: Redis) => onConnect(node));
    redis.nodes('all').forEach(onConnect);
  } else onConnect(redis);
}

function onConnect(redis: Redis): void {
  redis.on('connect', () => {
    const { stream } = redis as unknown as Connected;
    if (stream !== undefined) cork(stream);
  });
}

function cork(stream: Socket): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  const corked = (...args: unknown[]): boolean => {
    if (stream.writableCorked === 0) {
      stream.cork();
      // After the promise callbacks of this turn, which issue most commands.
      process.nextTick(() => stream.uncork());
    }
    return write(...args);
  };
  stream.write = corked;
}
