import { randomUUID } from 'node:crypto';
import { emptyRunData, type OutcomeStep, type Run, type RunStatus } from '@querent/contracts';
import { type RedisClient, RedisKeys } from '@querent/platform';
import { Census } from '../census/census';
import { DueRuns } from './due-runs';
import { KeptRuns } from '../kept/kept-runs';
import { parseOutbox, type Outbox } from './outbox';
import type { Advanced, Change, NewRun } from './run-change';
import { decodeRun, LenderEndedError, type EncodedData } from './run-codec';
import { decodeEvent, type RunEvent } from './run-events';
import { RunWriter, type RunListeners } from './run-writer';
import { besideMs, LENDING_MS, type SagaSettings } from '../saga-settings';
import { hashOf, withSagaScripts, type SagaRedis } from './scripts';
import { SharedClock } from '../stages/shared-clock';
import { Turns } from '../turns/turns';

/** A run as a worker takes it: with its stored outbox and the attempt that is on its way. */
export interface Claimed {
  run: Run;
  outbox: Outbox | null;
  attempt: number;
}

/**
 * Starts with the time, so that ids sort by creation; 13 characters of chance, from a pool (`randomUUID`), say nothing
 * else. The process's own clock will do: the order of ids decides between runs of one millisecond alone.
 */
export function newRunId(now = Date.now()): string {
  const chance = randomUUID();
  return `q${now.toString(36).padStart(9, '0')}${chance.slice(0, 8)}${chance.slice(9, 13)}${chance.slice(-1)}`;
}

export interface RunStoreOptions extends RunListeners {
  /** The process's own clock, ms since 1970; it may be wrong, see `SharedClock`. */
  now?: () => number;
  /**
   * Resolves when all that was acknowledged before lasts at the server of a key, which it may write; absent: at once.
   */
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
  readonly keys: RedisKeys;
  readonly turns: Turns;
  readonly census: Census;
  readonly due: DueRuns;
  readonly kept: KeptRuns;
  private readonly clock: SharedClock;
  private readonly writer: RunWriter;

  constructor(
    redis: RedisClient,
    readonly settings: SagaSettings,
    private readonly options: RunStoreOptions = {},
  ) {
    this.redis = withSagaScripts(redis);
    this.keys = new RedisKeys(settings.prefix);
    this.census = new Census(redis, this.keys);
    this.due = new DueRuns(this.redis, this.keys);
    this.turns = new Turns(redis, this.keys.turns(), this.census);
    this.kept = new KeptRuns(redis, this.keys, settings);
    this.clock = new SharedClock(() => this.redis.querentNow(this.keys.turns()), options.now);
    this.writer = new RunWriter({
      redis: this.redis,
      keys: this.keys,
      settings,
      clock: this.clock,
      turns: this.turns,
      kept: this.kept,
      listeners: options,
    });
  }

  /** What time it is for all processes, ms since 1970: see `SharedClock`. */
  now(): Promise<number> {
    return this.clock.now();
  }

  /**
   * The same as far as it was heard, at once; by this process's clock before anything was. To be compared with times of
   * runs, and never told to them.
   */
  readNow(): number {
    return this.clock.read() ?? Date.now();
  }

  /**
   * Creates a queued run. Its job is in the outbox: publish it, or the sweeper will. It is accepted once `durable` has
   * passed.
   */
  create(run: NewRun): Promise<Advanced> {
    return this.born(run, { event: 'submitted', stage: 'gateway', patch: run.data });
  }

  /**
   * Creates a run that is answered already (exact cache). `borrowed`: what its record refers to in place of a copy of
   * the answer.
   */
  createFinished(run: NewRun, steps: OutcomeStep[], borrowed?: EncodedData): Promise<Advanced> {
    return this.born(run, { event: 'answered_from_cache', stage: 'gateway', patch: run.data, steps }, borrowed);
  }

  /**
   * Applies an event to the version of the run that the caller read.
   * @param behind called once the change is on its way: what it sends on the same connection is done after it
   */
  advance(run: Run, change: Change, behind?: () => void): Promise<Advanced> {
    return this.writer.write(run, change, { behind });
  }

  /** Takes the job of `version`: see claim.lua. Null when there is no such run. */
  async claim(id: string, version: number, stageTimeoutMs: number): Promise<Claimed | null> {
    const at = new Date(this.clock.read() ?? (await this.clock.now())).toISOString();
    const [now, ...flat] = await this.redis.querentClaim(
      this.keys.run(id),
      this.keys.events(id),
      this.keys.due(id),
      this.keys.census(id),
      id,
      version,
      at,
      stageTimeoutMs + STAGE_GRACE_MS,
      this.keys.changed(),
      this.settings.runTimeoutMs,
    );
    if (now !== undefined) this.clock.heard(now);
    if (flat.length === 0) return null;
    return this.decodeClaimed(id, hashOf(flat));
  }

  /** Null where there is none, or the run whose answer it shares has ended before it. */
  async get(id: string): Promise<Run | null> {
    const hash = await this.redis.hgetall(this.keys.run(id));
    if (hash['version'] === undefined) return null;
    return this.decode(id, hash).catch((error: unknown) => {
      if (error instanceof LenderEndedError) return null;
      throw error;
    });
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

  /**
   * Numbers a new attempt at publishing a run's outbox after one that was lost; null where the run has moved on since,
   * or somebody else has done so.
   */
  async nextAttempt({ payload: { runId, version } }: Outbox, lost: number): Promise<number | null> {
    return (await this.redis.querentNextAttempt(this.keys.run(runId), version, lost)) || null;
  }

  /**
   * Text kept beside the run under a name, as long as the run. A stage that was left alone may come late: where the run
   * is gone, or over without an answer, nothing is kept, for nobody would read it.
   */
  async writeBlob(id: string, name: string, text: string): Promise<void> {
    await this.redis.querentWriteBlob(this.keys.run(id), this.keys.blob(id, name), text, besideMs(this.settings));
  }

  readBlob(id: string, name: string): Promise<string | null> {
    return this.redis.get(this.keys.blob(id, name));
  }

  /**
   * Resolves when what was written of a run is sure to last, its callbacks included: only then is anything accepted.
   * Rejects where that cannot be promised.
   */
  async lasts(id: string): Promise<void> {
    await this.options.durable?.(this.keys.barrier(id));
  }

  /**
   * As `lasts`, for a question or a reply; its job may be on its way meanwhile. A new run that cannot be promised to
   * last is cancelled, for whoever hears of the failure asks again.
   * @param onTakenBack called once it is cancelled
   */
  async durable(run: Run, onTakenBack?: () => Promise<void>): Promise<void> {
    try {
      await this.lasts(run.id);
    } catch (error) {
      if (run.version === 1) await this.takeBack(run, onTakenBack).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Keeps a tenant's finished run, which lends its answer, and blobs beside it for the whole retention from now on, and
   * `LENDING_MS` more. @returns false where there is no such run (any more)
   */
  async prolong({ id, tenant }: Pick<Run, 'id' | 'tenant'>, blobs: readonly string[]): Promise<boolean> {
    const lifetime = this.settings.retentionMs + LENDING_MS;
    const pipeline = this.redis.pipeline().pexpire(this.keys.run(id), lifetime);
    for (const name of blobs) pipeline.pexpire(this.keys.blob(id, name), lifetime);
    const [replies] = await Promise.all([
      pipeline.exec(),
      this.kept.prolong({ id, tenant }, (await this.clock.now()) + lifetime),
    ]);
    return replies?.[0]?.[1] === 1;
  }

  private async takeBack(run: Run, onTakenBack?: () => Promise<void>): Promise<void> {
    const { kind } = await this.advance(run, { event: 'cancelled', stage: 'gateway' });
    if (kind === 'advanced') await onTakenBack?.();
  }

  private async born(run: NewRun, change: Change, encoded?: EncodedData): Promise<Advanced> {
    const at = new Date(await this.clock.now()).toISOString();
    const initial: Run = {
      id: run.id,
      tenant: run.tenant,
      keyName: run.keyName,
      version: 0,
      status: 'queued',
      createdAt: at,
      updatedAt: at,
      finishedAt: null,
      traceparent: run.traceparent,
      turn: run.turn,
      request: run.request,
      data: emptyRunData(),
    };
    const birth = {
      tenant: run.tenant,
      keyName: run.keyName,
      createdAt: at,
      traceparent: run.traceparent,
      ...(run.turn === undefined ? {} : { turn: String(run.turn) }),
      request: JSON.stringify(run.request),
    };
    return this.writer.write(initial, change, { birth, encoded });
  }

  private async decodeClaimed(id: string, hash: Record<string, string>): Promise<Claimed> {
    return {
      run: await this.decode(id, hash),
      outbox: parseOutbox(hash['outbox']),
      attempt: Number(hash['attempt'] ?? 1),
    };
  }

  private decode(id: string, hash: Record<string, string>): Promise<Run> {
    return decodeRun(id, hash, {
      blob: (owner, name) => this.readBlob(owner, name),
      data: (owner) => this.redis.hget(this.keys.run(owner), 'data'),
    });
  }
}
