import type { Redis } from 'ioredis';

/**
 * Time after which a silent server that owes a reply is given up, ms: its host lost power or the network drops every
 * packet, nothing ends the connection, and TCP would retry for a quarter of an hour. A connection without pending
 * commands may be silent for any time, and its next command detects that it is dead. Workers' blocking commands are
 * answered within 10 s. ioredis's `failoverDetector` is not used: if sentinels name a new master while it is
 * connecting, it ends the connection permanently (5.11, seen in fail-overs, and unchanged in 6.0;
 * `FailoverDetector.disconnect` clears the connector's `connecting`, and `connect` rejects with "Connection is
 * closed.").
 */
export const SILENCE_MS = { command: 6_000, worker: 20_000, subscriber: 10_000 };

/**
 * Pings periodically: a subscriber sends no commands after it has subscribed, and would wait for messages on a dead
 * connection. (TCP keep-alive detects dead hosts, but not a dead host behind a proxy that still answers.)
 */
export function pingPeriodically(subscriber: Redis): void {
  const everyMs = (subscriber.options.socketTimeout ?? SILENCE_MS.subscriber) / 2;
  const timer = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => undefined);
  }, everyMs).unref();
  subscriber.once('end', () => clearInterval(timer));
}
