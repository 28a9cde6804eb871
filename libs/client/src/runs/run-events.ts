import type { Clarification, Run, RunStatus, Step } from '../api-names';
import { filled } from '../http/api';
import { Unreachable } from '../http/errors';
import { backoff } from '../http/retry-pause';
import type { Transport } from '../http/transport';
import { EventParser, type ServerEvent } from './event-parser';

/** An event of a run; `id` increases. The last event is `end`. */
export type RunEvent = { id: number } & (
  | { event: 'step'; data: Step }
  | { event: 'status'; data: { status: RunStatus } }
  | { event: 'clarification'; data: Clarification }
  | { event: 'end'; data: Run }
);

export interface Followed {
  id: string;
  /** Sent with each connection. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Id of the last event that was processed. */
  after?: number | undefined;
  /** Connections in succession without an event after which it gives up. */
  reconnects?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Silence after which a connection counts as broken, ms. The server sends a heartbeat every 10 s. */
  idleMs?: number | undefined;
}

/** The events of a run to its end. A broken connection is opened again and continues after the last event. */
export async function* followRun(transport: Transport, followed: Followed): AsyncGenerator<RunEvent, void, undefined> {
  const { signal, reconnects = transport.retries } = followed;
  let last = followed.after ?? 0;
  for (let failures = 0; ; failures += 1) {
    const connection = new Connection(transport, { ...followed, after: last });
    let reason: unknown;
    try {
      for await (const event of connection.events()) {
        last = event.id;
        yield event;
        if (event.event === 'end') return;
      }
      if (connection.isComplete) return;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Unreachable)) throw error;
      reason = error;
    }
    if (connection.wasAlive) failures = 0;
    if (failures >= reconnects) throw new Unreachable('The event stream broke too often.', { cause: reason });
    await transport.pause(connection.retryMs ?? backoff(failures), signal);
  }
}

/** One response with events. */
class Connection {
  private readonly parser = new EventParser();
  private hasEvents = false;
  /** The server has no further events: the run has ended and the caller has seen its end. */
  isComplete = false;

  constructor(
    private readonly transport: Transport,
    private readonly followed: Followed,
  ) {}

  /** Whether an event or a heartbeat has arrived. */
  get wasAlive(): boolean {
    return this.hasEvents || this.parser.comments > 0;
  }

  /** Reconnection delay that the server asked for, shortened at random so that clients return at different times. */
  get retryMs(): number | null {
    return this.parser.retryMs === null ? null : (this.parser.retryMs * (1 + Math.random())) / 2;
  }

  async *events(): AsyncGenerator<RunEvent, void, undefined> {
    const { id, headers, after, signal, idleMs = 30_000 } = this.followed;
    const request = {
      method: 'GET',
      path: filled('/v1/queries/{id}/events', { id }),
      headers: { ...headers, accept: 'text/event-stream', 'last-event-id': String(after) },
      signal,
    };
    const response = await this.transport.send(request, (opened) => Promise.resolve(opened));
    this.isComplete = response.status === 204;
    if (response.body === null || this.isComplete) return;
    const decoder = new TextDecoder();
    for await (const bytes of chunksOf(response.body, idleMs))
      for (const found of this.parser.push(decoder.decode(bytes, { stream: true }))) {
        const event = runEvent(found);
        if (event === null) continue;
        this.hasEvents = true;
        yield event;
      }
  }
}

/** Null for an event of a kind that a newer server may send. */
function runEvent({ id, event, data }: ServerEvent): RunEvent | null {
  if (!['step', 'status', 'clarification', 'end'].includes(event)) return null;
  try {
    return { id: Number(id), event, data: JSON.parse(data) } as RunEvent;
  } catch (cause) {
    throw new Unreachable('The event stream is not in the expected format.', { cause });
  }
}

/** The chunks of a body. It is cancelled if the caller stops early, and fails if no chunk arrives for `idleMs`. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(idleMs, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** @throws Unreachable if the promise rejects, or does not settle in time */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable('The event stream is silent.')), ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } catch (cause) {
    throw cause instanceof Unreachable ? cause : new Unreachable('The event stream broke.', { cause });
  } finally {
    clearTimeout(timer);
  }
}
