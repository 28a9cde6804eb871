import type { RedisKeys } from '@querent/platform';
import {
  FORMAT,
  isTerminal,
  unansweredClarification,
  type Run,
  type RunData,
  type RunStatus,
} from '@querent/contracts';
import type { KeptRuns } from '../kept/kept-runs';
import { blobField, encodePart, encodeWhole, UNANSWERED, type EncodedPart } from './run-codec';
import { parseOutbox, type Outbox } from './outbox';
import { isServed, outboxAfter, stateOf, nextCheckMs, type Advanced, type Change } from './run-change';
import { encodeEvents } from './run-events';
import { auxiliaryTtlMs, type SagaSettings } from '../saga-settings';
import type { SagaRedis } from './scripts';
import type { SharedClock } from '../stages/shared-clock';
import { transitionFor, type SagaEvent } from '../transitions';
import type { Turns } from '../turns/turns';

export interface RunListeners {
  /** Called when a pause ends, with the paused run (waiting since its `updatedAt`) and the event that ended it. */
  onPauseEnded?: (paused: Run, event: SagaEvent) => void;
  /** Called for each change of state that this process made, including creation (`before` then has version 0). */
  onAdvanced?: (before: Run, event: SagaEvent, after: Run) => void;
  /** Called for each run that this process ended as failed. */
  onFailed?: (run: Run) => void;
}

/**
 * Called once a change was sent, with its outgoing job: commands sent on the same connection now are processed after
 * the change, without a wait for its reply.
 */
export type OnSent = (outbox: Outbox | null) => void;

interface WriterParts {
  redis: SagaRedis;
  keys: RedisKeys;
  settings: SagaSettings;
  clock: SharedClock;
  turns: Turns;
  kept: KeptRuns;
  listeners: RunListeners;
}

export interface WriteOptions {
  /** Fields of a new run. */
  initialFields?: Record<string, string>;
  /** The first part of a new run; default: its data. */
  encoded?: EncodedPart | undefined;
  onSent?: OnSent | undefined;
}

/** Changes runs: each change of state is one script, `advance.lua`. */
export class RunWriter {
  constructor(private readonly parts: WriterParts) {}

  async write(before: Run, change: Change, { initialFields = {}, encoded, onSent }: WriteOptions): Promise<Advanced> {
    const { clock, redis, keys, settings } = this.parts;
    // Without a round trip if the time is known: the job that a stage enqueues is published right after the advance.
    const now = clock.read() ?? (await clock.now());
    const after = this.changed(before, change, now);
    const { fields, blobs } =
      encoded ??
      (isTerminal(after.status)
        ? encodeWhole(after.data, after.version)
        : encodePart(changedMembers(before.data, after.data), after.version));
    const beside = Object.entries(blobs);
    // Only with blobs: otherwise the advance is sent immediately.
    if (beside.length > 0)
      await Promise.all(
        beside.map(([name, text]) => redis.set(keys.blob(before.id, name), text, 'PX', auxiliaryTtlMs(settings))),
      );
    const advancing = this.advance(before, after, change, {
      ...initialFields,
      ...fields,
      ...Object.fromEntries(beside.map(([name, text]) => [blobField(name), String(Buffer.byteLength(text))])),
    });
    onSent?.(outboxAfter({ ...before, turn: after.turn }, change.event));
    const [redisNow, code, second, third, fourth] = await advancing;
    clock.observe(Number(redisNow));
    if (code === -1) return { kind: 'missing' };
    if (code === 0)
      return {
        kind: 'conflict',
        version: Number(second),
        status: String(third) as RunStatus,
        outbox: parseOutbox(String(fourth ?? '')),
      };
    this.count(before, after, Number(third));
    return { kind: 'advanced', run: after, outbox: this.notify(before, change.event, after) };
  }

  /**
   * The run after the change.
   * @param now by the shared clock, ms since 1970
   */
  private changed(run: Run, { event, patch, turn = run.turn }: Change, now: number): Run {
    const at = new Date(now).toISOString();
    const { to } = transitionFor(stateOf(run), event);
    const data: RunData = { ...run.data, ...patch };
    // The stage set this time by this process's clock.
    const expiresAt =
      to === 'awaiting_clarification' && data.clarification !== null
        ? new Date(now + this.parts.clock.until(data.clarification.expiresAt)).toISOString()
        : null;
    if (run.status === 'awaiting_clarification') data.pauses = pausesWith(run, event, now);
    data.clarification =
      expiresAt === null || data.clarification === null ? null : { ...data.clarification, expiresAt };
    if (isTerminal(to) && run.version > 0) data.usage = { ...data.usage, totalMs: now - Date.parse(run.createdAt) };
    return {
      ...run,
      turn,
      version: run.version + 1,
      status: to,
      updatedAt: at,
      finishedAt: isTerminal(to) ? at : null,
      data,
    };
  }

  private advance(
    before: Run,
    after: Run,
    { event, stage, steps = [], turn, letter }: Change,
    set: Record<string, string>,
  ): Promise<(string | number)[]> {
    const { redis, keys, settings } = this.parts;
    const { id, tenant, keyName, request } = before;
    const { status, updatedAt: at, data } = after;
    const over = isTerminal(status);
    const forHistory = keys.forHistory(id);
    const outbox = outboxAfter({ ...before, turn: after.turn }, event);
    const pausedMs = data.clarification === null ? null : Date.parse(data.clarification.expiresAt) - Date.parse(at);
    const checkMs = over
      ? letter === undefined
        ? ''
        : settings.pickupMs
      : (pausedMs ?? nextCheckMs(outbox !== null, settings));
    const fields = Object.entries({
      ...set,
      ...(turn === undefined ? {} : { turn: String(turn) }),
      ...(letter === undefined ? {} : { letter: JSON.stringify(letter) }),
      ...(unansweredClarification(after) === null ? {} : { [UNANSWERED]: '1' }),
      format: String(FORMAT),
      finishedAt: after.finishedAt ?? '',
    }).flat();
    const events = encodeEvents({ stage, at, steps, status, clarification: data.clarification, over });
    return redis.querentAdvance(
      keys.run(id),
      keys.events(id),
      keys.due(id),
      ...keys.listsOf(id, tenant, keyName),
      keys.callbacks(id),
      keys.census(id),
      keys.earlierEvents(id),
      forHistory.due,
      forHistory.inUse,
      id,
      before.version,
      status,
      at,
      fields.length / 2,
      outbox === null ? '' : JSON.stringify(outbox),
      checkMs,
      `${settings.retentionMs} ${auxiliaryTtlMs(settings)}`,
      `${keys.changed()} ${keys.cancelled()} ${keys.callbackWanted()}`,
      event === 'submitted' || event === 'replied' ? 1 : 0,
      request.callbackUrl !== null && (over || status === 'awaiting_clarification') ? 1 : 0,
      tenant,
      ...fields,
      ...events,
    );
  }

  /** Not awaited: an uncounted run still expires at its regular time. */
  private count(before: Run, after: Run, bytes: number): void {
    const { kept } = this.parts;
    if (isTerminal(after.status)) kept.keep(after.tenant, new Map([[after.id, bytes]])).catch(() => undefined);
    else if (isTerminal(before.status)) kept.release(after).catch(() => undefined);
  }

  /**
   * Notifies the listeners and the turns.
   * @returns the outgoing job
   */
  private notify(before: Run, event: SagaEvent, after: Run): Outbox | null {
    const { turns, listeners } = this.parts;
    const outbox = outboxAfter({ ...before, turn: after.turn }, event);
    if (before.status === 'awaiting_clarification') listeners.onPauseEnded?.(before, event);
    // Not awaited: if it fails, the next finished run advances the virtual time as well.
    if (outbox === null && isServed(before, event) && after.turn !== undefined)
      turns.passed(after.turn).catch(() => undefined);
    listeners.onAdvanced?.(before, event, after);
    if (after.status === 'failed') listeners.onFailed?.(after);
    return outbox;
  }
}

/** The members with another value than before; a change replaces values, and never changes them in place. */
const changedMembers = (before: RunData, after: RunData): Partial<RunData> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof RunData]));

/** The pauses of a run with the one that ends now; `updatedAt` is the time at which it began, by the same clock. */
const pausesWith = (
  { updatedAt, data: { pauses } }: Run,
  event: SagaEvent,
  now: number,
): NonNullable<RunData['pauses']> => ({
  replies: (pauses?.replies ?? 0) + (event === 'replied' ? 1 : 0),
  ms: (pauses?.ms ?? 0) + Math.max(0, now - Date.parse(updatedAt)),
});
