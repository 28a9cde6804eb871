import type { Redis } from 'ioredis';

/**
 * A server that owes an answer and has sent nothing for so long, ms, is given up: its host lost power or the network
 * loses every packet, nothing ends the connection, and TCP by itself would try for a quarter of an hour. Who has asked
 * for nothing is owed nothing: a connection without work may be silent for ever, and is found dead by its next command.
 * Workers' blocking commands are answered within 10 s. Not ioredis's `failoverDetector`: when sentinels name a new
 * master while it is connecting, it ends the connection for good (5.11, seen in fail-overs, and unchanged in 6.0;
 * `FailoverDetector.disconnect` clears the connector's `connecting`, and `connect` rejects with "Connection is
 * closed.").
 */
export const SILENCE_MS = { command: 6_000, worker: 20_000, subscriber: 10_000 };

/**
 * A subscriber asks for nothing once it has subscribed, and would wait for news on a dead connection: so it asks
 * whether anybody is there. (TCP's keep-alive tells of hosts that are gone, not of a proxy in between that still
 * answers for one.)
 */
export function askNowAndThen(subscriber: Redis): void {
  const everyMs = (subscriber.options.socketTimeout ?? SILENCE_MS.subscriber) / 2;
  const timer = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => undefined);
  }, everyMs).unref();
  subscriber.once('end', () => clearInterval(timer));
}
