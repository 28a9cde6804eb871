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

/** A stream as it was asked for. */
interface Followed {
  caller: Caller;
  key: KeyInForce;
  run: Run;
  /** The last event that the client has. */
  after: number;
}

type Services = Pick<
  GatewayServices,
  'store' | 'results' | 'gates' | 'catalog' | 'models' | 'watch' | 'draining' | 'env' | 'logger'
>;

/** How long a client waits before it comes back, ms. */
const RETRY_MS = 2_000;

/**
 * Sends a run's events from `after` on until the run is over (https://html.spec.whatwg.org/#server-sent-events). A
 * wake-up only says "read again": events are read from the stored stream, so none is lost or doubled, and a client that
 * comes back with Last-Event-ID goes on where it was. Heartbeats re-read too, should a wake-up have been lost. The
 * rights of its reader are those of the moment in which an event is sent, and it ends as soon as the key is not in
 * force any more.
 * @returns how many rows were sent with the end; null where none was, or there were none to show
 */
export async function streamEvents(
  services: Services,
  { caller, key, run, after }: Followed,
  raw: ServerResponse,
): Promise<number | null> {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  const keepsKey = key.onEnd(() => gone.abort());
  const end = AbortSignal.any([gone.signal, services.draining.signal]);
  const wakeUp = new WakeUp(end);
  const unwatch = services.watch.watch(run.id, () => wakeUp.ring());
  try {
    await send(raw, `retry: ${RETRY_MS}\n\n`, end);
    let position = after;
    while (!end.aborted && key.isCurrent()) {
      const events = await services.store.events(run.id, position);
      // As it is now: what it has read since the stream was opened counts too.
      const current = events.every(({ event }) => event === 'status')
        ? run
        : ((await services.store.get(run.id)) ?? run);
      for (const event of events) {
        const { text, rows } = await toldEvent(services, caller, current, event);
        // Rendering takes a moment, in which the key may have been revoked.
        if (end.aborted || !key.isCurrent()) return null;
        if (text !== null) await send(raw, text, end);
        if (event.event === 'end') return rows;
        position = event.seq;
      }
      const woken = await wakeUp.within(services.env.HEARTBEAT_MS);
      if (!woken && !end.aborted) await send(raw, ': heartbeat\n\n', end);
    }
  } catch (error) {
    // Redis is away, most likely: the client comes back and resumes.
    services.logger.warn({ err: error, runId: run.id }, 'an event stream ended early');
  } finally {
    keepsKey();
    unwatch();
    raw.end();
  }
  return null;
}

/** An event as it goes out to the caller, and the stored rows in it; no text where nothing of it may. */
async function toldEvent(
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
  const shown = (await mayStillRead(services, caller, run)) ? event : withdrawnEvent(event, run.request.locale);
  if (shown === null) return { text: null, rows: null };
  const door = await services.gates.ofRun(caller, run);
  return { text: `${head}${JSON.stringify(door.json(shown.data, eventPlans[event.event]))}\n\n`, rows: null };
}

/** Writes, and waits while the client reads slower than we send. */
async function send(raw: ServerResponse, text: string, end: AbortSignal): Promise<void> {
  if (end.aborted || raw.write(text)) return;
  await once(raw, 'drain', { signal: end }).catch((error: unknown) => {
    if (!end.aborted) throw error;
  });
}

/** A bell that remembers a ring that came while nobody waited. */
class WakeUp {
  private rung = false;
  private wake: () => void = () => undefined;

  constructor(private readonly end: AbortSignal) {
    end.addEventListener('abort', () => this.wake(), { once: true });
  }

  ring(): void {
    this.rung = true;
    this.wake();
  }

  /** True when it rang, false after `ms` or at the end. */
  async within(ms: number): Promise<boolean> {
    if (!this.rung && !this.end.aborted) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
    }
    const woken = this.rung;
    this.rung = false;
    return woken;
  }
}
