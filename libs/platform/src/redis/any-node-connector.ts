import { connect as connectTcp } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { AbstractConnector } from 'ioredis';
import type { RedisNode } from './redis-address';

/** ioredis's own default. */
const DISCONNECT_TIMEOUT_MS = 2_000;

/**
 * Connects to one node of a cluster, and to the next one at each attempt: published messages reach every node.
 * ioredis's own cluster subscriber does not report that it was disconnected and has missed messages; a plain connection
 * does, with its event `ready`.
 */
export function anyNodeConnector(
  nodes: readonly RedisNode[],
  tls: ConnectionOptions | undefined,
): new (options: unknown) => AbstractConnector {
  let next = Math.floor(Math.random() * nodes.length);
  return class AnyNodeConnector extends AbstractConnector {
    constructor() {
      super(DISCONNECT_TIMEOUT_MS);
    }

    connect(): ReturnType<AbstractConnector['connect']> {
      this.connecting = true;
      const node = nodes[next++ % nodes.length];
      if (node === undefined) return Promise.reject(new Error('The cluster has no nodes'));
      this.stream = tls === undefined ? connectTcp(node) : connectTls({ ...node, ...tls });
      this.stream.once('error', (error: Error) => (this.firstError = error));
      return Promise.resolve(this.stream);
    }
  };
}
