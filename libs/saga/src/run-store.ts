import { randomUUID } from 'node:crypto';
import { emptyRunData, FORMAT, isTerminal, jobs, type OutcomeStep, type Run, type RunData, type RunRequest, type RunStatus, type Stage } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import { Census } from './census/census';
import { DueRuns } from './due-runs';
import { SagaKeys } from './keys';
import { parseOutbox, type Outbox } from './outbox';
import { decodeRun, encodeData, type EncodedData } from './run-codec';
import { decodeEvent, encodeEvents, type RunEvent } from './run-events';
import { listedMs, type SagaSettings } from './saga-settings';
import { hashOf, withSagaScripts, type SagaRedis } from './scripts';
import { SharedClock } from './shared-clock';
import { transitionFor, type SagaEvent, type SagaState } from './transitions';
import { Turns } from './turns/turns';

export interface NewRun {
  id: string;
  tenant: string;
  keyName: string;
  traceparent: string;
  /** Its place in line, by `Turns`; absent: before all others. */
  turn?: number;
  request: RunRequest;
  data?: Partial<RunData>;
}

export interface Change {
  event: SagaEvent;
  stage: Stage;
  patch?: Partial<RunData>;
  steps?: OutcomeStep[];
  /** Its place in line from now on; absent: the one it has. */
  turn?: number;
}

export type Advanced =
  | { kind: 'advanced'; run: Run; outbox: Outbox | null }
  /** Somebody else moved the run on first. */
  | { kind: 'conflict'; version: number; status: RunStatus; outbox: Outbox | null }
  | { kind: 'missing' };

/** A run as a worker takes it: with its stored outbox and the attempt that is on its way. */
export interface Claimed {
  run: Run;
  outbox: Outbox | null;
  attempt: number;
}

/**
 * Starts with the time, so that ids sort by creation; 13 characters of chance, from a pool (`randomUUID`), say nothing else. The process's own
 * clock will do: the order of ids decides between runs of one millisecond alone.
 */
export function newRunId(now = Date.now()): string {
  const chance = randomUUID();
  return `q${now.toString(36).padStart(9, '0')}${chance.slice(0, 8)}${chance.slice(9, 13)}${chance.slice(-1)}`;
}

export interface RunStoreOptions {
  /** Told of each pause that ends: the run as it waited, since its `updatedAt`, and what ended it. */
  onPauseEnded?: (paused: Run, event: SagaEvent) => void;
  /** Told of each change of state that this process made, births included (`before` is then of version 0). */
  onAdvanced?: (before: Run, event: SagaEvent, after: Run) => void;
  /** The process's own clock, ms since 1970; it may be wrong, see `SharedClock`. */
  now?: () => number;
  /** Resolves when all that was acknowledged before lasts at the server of a key, which it may write; absent: at once. */
  durable?: (key: string) => Promise<void>;
}

/** A sweeper must look at a run no later than this after its stage should have ended, ms. */
const STAGE_GRACE_MS = 5_000;

/**
 * The run record in Redis: every change of state goes through `advance`, which is one script. Methods reject when
 * Redis is away; nothing is then half-done, or the sweeper completes it.
 */
export class RunStore {
  private readonly redis: SagaRedis;
  readonly keys: SagaKeys;
  readonly turns: Turns;
  readonly census: Census;
  readonly due: DueRuns;
  private readonly clock: SharedClock;

  constructor(
    redis: RedisClient,
    readonly settings: SagaSettings,
    private readonly options: RunStoreOptions = {},
  ) {
    this.redis = withSagaScripts(redis);
    this.keys = new SagaKeys(settings.prefix);
    this.census = new Census(redis, this.keys);
    this.due = new DueRuns(this.redis, this.keys);
    this.turns = new Turns(redis, this.keys.turns(), this.census);
    this.clock = new SharedClock(() => this.redis.querentNow(this.keys.turns()), options.now);
  }

  /** What time it is for all processes, ms since 1970: see `SharedClock`. */
  now(): Promise<number> {
    return this.clock.now();
  }

  /** Creates a queued run. Its job is in the outbox: publish it, or the sweeper will. It is accepted once `durable` has passed. */
  create(run: NewRun): Promise<Advanced> {
    return this.born(run, { event: 'submitted', stage: 'gateway', patch: run.data });
  }

  /** Creates a run that is answered already (exact cache). `borrowed`: what its record refers to in place of a copy of the answer. */
  createFinished(run: NewRun, steps: OutcomeStep[], borrowed?: EncodedData): Promise<Advanced> {
    return this.born(run, { event: 'answered_from_cache', stage: 'gateway', patch: run.data, steps }, { encoded: borrowed });
  }

  /**
   * Applies an event to the version of the run that the caller read.
   * @param behind called once the change is on its way: what it sends on the same connection is done after it
   */
  advance(run: Run, change: Change, behind?: () => void): Promise<Advanced> {
    return this.write(run, change, {}, { behind });
  }

  /** The job that an event sends out, as `advance` stores it; null where it sends none. */
  outboxAfter(run: Run, event: SagaEvent): Outbox | null {
    const { enqueue } = transitionFor(stateOf(run), event);
    return enqueue === undefined ? null : { job: enqueue, payload: { runId: run.id, version: run.version + 1, traceparent: run.traceparent }, turn: run.turn };
  }

  /** Takes the job of `version`: see claim.lua. Null when there is no such run. */
  async claim(id: string, version: number, stageTimeoutMs: number): Promise<Claimed | null> {
    const at = new Date(this.clock.read() ?? (await this.clock.now())).toISOString();
    const [now, ...flat] = await this.redis.querentClaim(
      this.keys.run(id), this.keys.events(id), this.keys.due(id), this.keys.census(id),
      id, version, at, stageTimeoutMs + STAGE_GRACE_MS, this.keys.changed(), this.settings.runTimeoutMs,
    );
    if (now !== undefined) this.clock.heard(now);
    if (flat.length === 0) return null;
    return this.decodeClaimed(id, hashOf(flat));
  }

  async get(id: string): Promise<Run | null> {
    const hash = await this.redis.hgetall(this.keys.run(id));
    return hash['version'] === undefined ? null : this.decode(id, hash);
  }

  /** Where a run stands, without reading it; null when there is none. */
  async statusOf(id: string): Promise<RunStatus | null> {
    return (await this.redis.hget(this.keys.run(id), 'status')) as RunStatus | null;
  }

  /** What a sweeper needs beside the run. */
  async getForSweep(id: string): Promise<(Claimed & { activeSince: number }) | null> {
    const hash = await this.redis.hgetall(this.keys.run(id));
    if (hash['version'] === undefined) return null;
    return { ...(await this.decodeClaimed(id, hash)), activeSince: Number(hash['activeSince'] ?? 0) };
  }

  /** Events after `afterSeq`, oldest first. */
  async events(id: string, afterSeq = 0): Promise<RunEvent[]> {
    const entries = await this.redis.xrange(this.keys.events(id), `${afterSeq + 1}-0`, '+');
    return entries.map(decodeEvent);
  }

  /** Numbers a new attempt at publishing the run's outbox. */
  nextAttempt(id: string): Promise<number> {
    return this.redis.hincrby(this.keys.run(id), 'attempt', 1);
  }

  /** Text kept beside the run under a name, as long as the run. */
  async writeBlob(id: string, name: string, text: string): Promise<void> {
    await this.redis.set(this.keys.blob(id, name), text, 'PX', this.settings.retentionMs + this.settings.clarificationTtlMs);
  }

  readBlob(id: string, name: string): Promise<string | null> {
    return this.redis.get(this.keys.blob(id, name));
  }

  /** Resolves when what was written of a run is sure to last, its callbacks included: only then is anything accepted. Rejects where that cannot be promised. */
  async lasts(id: string): Promise<void> {
    await this.options.durable?.(this.keys.barrier(id));
  }

  /**
   * As `lasts`, for a question or a reply; its job may be on its way meanwhile. A new run that cannot be promised to last is
   * cancelled, for whoever hears of the failure asks again.
   */
  async durable(run: Run): Promise<void> {
    try {
      await this.lasts(run.id);
    } catch (error) {
      if (run.version === 1) await this.advance(run, { event: 'cancelled', stage: 'gateway' }).catch(() => undefined);
      throw error;
    }
  }

  /** Keeps a finished run and blobs beside it for the whole retention from now on, and `slackMs` more. @returns false where there is no such run (any more) */
  async prolong(id: string, blobs: readonly string[], slackMs: number): Promise<boolean> {
    const lifetime = this.settings.retentionMs + slackMs;
    const pipeline = this.redis.pipeline().pexpire(this.keys.run(id), lifetime);
    for (const name of blobs) pipeline.pexpire(this.keys.blob(id, name), lifetime);
    const replies = await pipeline.exec();
    return replies?.[0]?.[1] === 1;
  }

  private async born(run: NewRun, change: Change, how: WriteOptions = {}): Promise<Advanced> {
    const at = new Date(await this.clock.now()).toISOString();
    const initial: Run = {
      id: run.id, tenant: run.tenant, keyName: run.keyName, version: 0, status: 'queued', createdAt: at, updatedAt: at,
      finishedAt: null, traceparent: run.traceparent, turn: run.turn, request: run.request, data: emptyRunData(),
    };
    const birth = { tenant: run.tenant, keyName: run.keyName, createdAt: at, traceparent: run.traceparent, ...(run.turn === undefined ? {} : { turn: String(run.turn) }), request: JSON.stringify(run.request) };
    return this.write(initial, change, birth, how);
  }

  private async write(before: Run, change: Change, birth: Record<string, string>, { encoded, behind }: WriteOptions): Promise<Advanced> {
    const run = change.turn === undefined ? before : { ...before, turn: change.turn };
    // At once, where it is known: what a stage sends out is published right behind.
    const now = this.clock.read() ?? (await this.clock.now());
    const at = new Date(now).toISOString();
    const { to } = transitionFor(stateOf(run), change.event);
    const over = isTerminal(to);
    const data: RunData = { ...run.data, ...change.patch };
    const pauseMs = to === 'awaiting_clarification' && data.clarification !== null ? this.clock.until(data.clarification.expiresAt) : null;
    // The stage has told it by the clock of this process.
    data.clarification = pauseMs === null || data.clarification === null ? null : { ...data.clarification, expiresAt: new Date(now + pauseMs).toISOString() };
    if (over && run.version > 0) data.usage = { ...data.usage, totalMs: now - Date.parse(run.createdAt) };
    const { json, blobs } = encoded ?? encodeData(data, run.version + 1);
    const beside = Object.entries(blobs);
    // Only then: without it the advance is sent at once.
    if (beside.length > 0) await Promise.all(beside.map(([name, text]) => this.writeBlob(run.id, name, text)));

    const outbox = this.outboxAfter(run, change.event);
    const fields = Object.entries({ ...birth, ...(change.turn === undefined ? {} : { turn: String(change.turn) }), format: String(FORMAT), data: json, finishedAt: over ? at : '' }).flat();
    const events = encodeEvents({ stage: change.stage, at, steps: change.steps ?? [], status: to, clarification: data.clarification, over });
    const advancing = this.redis.querentAdvance(
      this.keys.run(run.id), this.keys.events(run.id), this.keys.due(run.id), ...this.keys.listsOf(run.id, run.tenant, run.keyName), this.keys.callbacks(run.id), this.keys.census(run.id),
      run.id, run.version, to, at, fields.length / 2, outbox === null ? '' : JSON.stringify(outbox),
      over ? '' : (pauseMs ?? untilLook(outbox !== null, this.settings)), `${this.settings.retentionMs} ${listedMs(this.settings)}`, `${this.keys.changed()} ${this.keys.cancelled()} ${this.keys.callbackWanted()}`,
      change.event === 'submitted' || change.event === 'replied' ? 1 : 0,
      run.request.callbackUrl !== null && (over || to === 'awaiting_clarification') ? 1 : 0,
      run.tenant,
      ...fields, ...events,
    );
    behind?.();
    const [heard, code, second, third, fourth] = await advancing;
    this.clock.heard(Number(heard));
    if (code === -1) return { kind: 'missing' };
    if (code === 0) {
      return { kind: 'conflict', version: Number(second), status: String(third) as RunStatus, outbox: parseOutbox(String(fourth ?? '')) };
    }
    if (run.status === 'awaiting_clarification') this.options.onPauseEnded?.(run, change.event);
    // Nothing waits for it, and the next end tells as much.
    if (outbox === null && isServed(run, change.event) && run.turn !== undefined) this.turns.passed(run.turn).catch(() => undefined);
    const next: Run = { ...run, version: run.version + 1, status: to, updatedAt: at, finishedAt: over ? at : null, data };
    this.options.onAdvanced?.(run, change.event, next);
    return { kind: 'advanced', run: next, outbox };
  }

  private async decodeClaimed(id: string, hash: Record<string, string>): Promise<Claimed> {
    return { run: await this.decode(id, hash), outbox: parseOutbox(hash['outbox']), attempt: Number(hash['attempt'] ?? 1) };
  }

  private decode(id: string, hash: Record<string, string>): Promise<Run> {
    return decodeRun(id, hash, { blob: (owner, name) => this.readBlob(owner, name), data: (owner) => this.redis.hget(this.keys.run(owner), 'data') });
  }
}

interface WriteOptions {
  encoded?: EncodedData | undefined;
  behind?: (() => void) | undefined;
}

/** A run of version 0 is not there yet. */
const stateOf = (run: Run): SagaState => (run.version === 0 ? 'new' : run.status);

/**
 * Whether a run that ends, or waits for its asker, has had its turn. One that nobody began has not, nor has one that was begun and taken back
 * or given up: those before it in line may still stand there.
 */
const isServed = ({ version, status }: Run, event: SagaEvent): boolean => version > 0 && status !== 'queued' && event !== 'cancelled' && event !== 'timed_out' && event !== 'expired';

/** How long until the sweeper must look at a run under way again, ms: by then its job should have been taken. */
function untilLook(enqueued: boolean, settings: SagaSettings): number {
  return enqueued ? settings.pickupMs : Math.max(...Object.values(jobs).map(({ timeoutMs }) => timeoutMs));
}
