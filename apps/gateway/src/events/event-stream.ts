import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Run } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';
import type { Caller } from '../auth/caller';
import type { KeyInForce } from '../auth/key-in-force';
import type { GatewayServices } from '../gateway-services';
import { eventPlans } from '../leak/gate-plans';
import { mayStillRead } from '../results/may-still-read';
import { withdrawnEvent } from '../results/withdrawal';
import { renderRun } from '../runs/own-run';
import { ProblemError } from '../problems/problem-error';

/** Parameters of one event stream. */
interface Followed {
  caller: Caller;
  key: KeyInForce;
  run: Run;
  /** Sequence number of the last event that the client has received. */
  after: number;
}

type Services = Pick<
  GatewayServices,
  'store' | 'results' | 'gates' | 'catalog' | 'models' | 'watch' | 'draining' | 'env' | 'logger'
>;

/** Reconnection delay sent to clients, ms. */
const RETRY_MS = 2_000;

/**
 * Sends a run's events after `after` until the run ends (https://html.spec.whatwg.org/#server-sent-events). A wake-up
 * only triggers a read: events come from the stored stream, so none is lost or repeated, and a client that reconnects
 * with Last-Event-ID continues where it stopped. Each heartbeat also reads, in case a wake-up was lost. The reader's
 * rights are checked for each event, and the stream ends as soon as the key is no longer valid.
 * @returns number of rows sent with the `end` event; null if that event was not sent or shows no result
 */
export async function streamEvents(
  services: Services,
  { caller, key, run, after }: Followed,
  raw: ServerResponse,
): Promise<number | null> {
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
  const unsubscribe = key.onEnd(() => closed.abort());
  const end = AbortSignal.any([closed.signal, services.draining.signal]);
  const wakeUp = new WakeUp(end);
  const unwatch = services.watch.watch(run.id, () => wakeUp.set());
  try {
    await send(raw, `retry: ${RETRY_MS}\n\n`, end);
    let position = after;
    while (!end.aborted && key.isCurrent()) {
      const events = await services.store.events(run.id, position);
      // The current run: rights also depend on the data it has read since the stream was opened.
      const current = events.every(({ event }) => event === 'status')
        ? run
        : ((await services.store.get(run.id)) ?? run);
      for (const event of events) {
        const { text, rows } = await renderedEvent(services, caller, current, event);
        // The key may have been revoked while the event was rendered.
        if (end.aborted || !key.isCurrent()) return null;
        if (text !== null) await send(raw, text, end);
        if (event.event === 'end') return rows;
        position = event.seq;
      }
      const woken = await wakeUp.within(services.env.HEARTBEAT_MS);
      if (!woken && !end.aborted) await send(raw, ': heartbeat\n\n', end);
    }
  } catch (error) {
    // Most likely Redis is unavailable: the client reconnects and resumes.
    services.logger.warn({ err: error, runId: run.id }, 'an event stream ended early');
  } finally {
    unsubscribe();
    unwatch();
    raw.end();
  }
  return null;
}

/**
 * The event's text for the caller and its number of stored rows; the text is null if the caller may not see the event.
 */
async function renderedEvent(
  services: Pick<Services, 'store' | 'results' | 'gates' | 'catalog' | 'models'>,
  caller: Caller,
  run: Run,
  event: RunEvent,
): Promise<{ text: string | null; rows: number | null }> {
  const head = `id: ${event.seq}\nevent: ${event.event}\ndata: `;
  if (event.event === 'end') {
    const { json, rows } = await renderRun(services, caller, run);
    return { text: `${head}${json}\n\n`, rows };
  }
  const data = await shownData(services, caller, run, event);
  return { text: data === null ? null : `${head}${JSON.stringify(data)}\n\n`, rows: null };
}

/** The data of an event before the end, gated for the caller; null if the caller may not see the event. */
export async function shownData<E extends Exclude<RunEvent, { event: 'end' }>>(
  services: Pick<Services, 'gates' | 'catalog' | 'models'>,
  caller: Caller,
  run: Run,
  event: E,
): Promise<E['data'] | null> {
  const shown = (await mayStillRead(services, caller, run)) ? event : withdrawnEvent(event, run.request.locale);
  if (shown === null) return null;
  const gate = await services.gates.ofRun(caller, run);
  return gate.json<E['data']>(shown.data, eventPlans[event.event]);
}

/** Writes with backpressure: waits while the client reads more slowly than the gateway sends. */
async function send(raw: ServerResponse, text: string, end: AbortSignal): Promise<void> {
  if (end.aborted || raw.write(text)) return;
  await once(raw, 'drain', { signal: end }).catch((error: unknown) => {
    if (!end.aborted) throw error;
  });
}

/** Signal that is kept until it is awaited, so one that arrives between two waits is not lost. */
class WakeUp {
  private isSet = false;
  private wake: () => void = () => undefined;

  constructor(private readonly end: AbortSignal) {
    end.addEventListener('abort', () => this.wake(), { once: true });
  }

  set(): void {
    this.isSet = true;
    this.wake();
  }

  /** True if the signal was set; false after `ms` or when the stream ends. */
  async within(ms: number): Promise<boolean> {
    if (!this.isSet && !this.end.aborted) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
    }
    const woken = this.isSet;
    this.isSet = false;
    return woken;
  }
}

/** Sequence number after which a client resumes; 0 (the start) if the header holds no id of this API. */
export function lastEventId(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Retry-After of a refused stream, in seconds. */
const RETRY_AFTER_S = 5;

/**
 * Limits the open event streams of each tenant at this gateway. A stream holds a connection until its run ends: without
 * a limit, one tenant could use all connections of the process.
 */
export class OpenStreams {
  private readonly open = new Map<string, number>();

  /**
   * @param most concurrent streams of one tenant
   */
  constructor(private readonly most: number) {}

  /**
   * Counts a stream.
   * @returns function to call when the stream has ended
   * @throws ProblemError `too_many_requests` with Retry-After, if the tenant is at its limit
   */
  enter(tenant: string): () => void {
    const count = this.open.get(tenant) ?? 0;
    if (count >= this.most)
      throw new ProblemError('too_many_requests', { headers: { 'retry-after': String(RETRY_AFTER_S) } });
    this.open.set(tenant, count + 1);
    return () => this.leave(tenant);
  }

  private leave(tenant: string): void {
    const left = (this.open.get(tenant) ?? 0) - 1;
    if (left > 0) this.open.set(tenant, left);
    else this.open.delete(tenant);
  }
}
