import { randomUUID } from 'node:crypto';
import { emptyRunData, type OutcomeStep, type Run, type RunStatus } from '@querent/contracts';
import { idInPartition, type RedisClient, RedisKeys } from '@querent/platform';
import { Census } from '../census/census';
import { DueRuns } from './due-runs';
import { FinishedRuns } from './finished-runs';
import { KeptRuns } from '../kept/kept-runs';
import { parseOutbox, type Outbox } from './outbox';
import type { Advanced, Change, NewRun } from './run-change';
import type { RunHistory } from '../history/run-history';
import {
  decodeRun,
  LenderEndedError,
  NewerRunError,
  UNANSWERED,
  type EncodedPart,
  type ElsewhereReader,
  type RunHash,
} from './run-codec';
import { decodeEvent, earlierEventText, type RunEvent } from './run-events';
import { RunWriter, type OnSent, type RunListeners, type WriteOptions } from './run-writer';
import { auxiliaryTtlMs, LENDING_MS, type SagaSettings } from '../saga-settings';
import { hashOf, withSagaScripts, type SagaRedis } from './scripts';
import { SharedClock } from '../stages/shared-clock';
import { Turns } from '../turns/turns';

/** A run as a worker claims it, with its stored outbox and the current attempt. */
export interface Claimed {
  run: Run;
  outbox: Outbox | null;
  attempt: number;
}

/**
 * A new run id. It starts with the time, so that ids sort by creation, followed by 13 random characters (`randomUUID`).
 * The process's own clock is sufficient, because the id only orders runs of the same millisecond.
 */
export function newRunId(now = Date.now()): string {
  const chance = randomUUID();
  return `q${now.toString(36).padStart(9, '0')}${chance.slice(0, 8)}${chance.slice(9, 13)}${chance.slice(-1)}`;
}

/** Time for which the ids of `newSharedRunId` are of one partition, ms. */
const SHARED_MS = 5;

/** As `newRunId`; ids of the same few milliseconds are of one partition, so that one command can store their runs. */
export const newSharedRunId = (now = Date.now()): string => idInPartition(newRunId(now), Math.floor(now / SHARED_MS));

export interface RunStoreOptions extends RunListeners {
  /** The process's own clock, ms since 1970; it may be wrong, see `SharedClock`. */
  now?: () => number;
  /**
   * Resolves when every write acknowledged before is durable at the server of a key, which it may overwrite; absent:
   * resolves immediately.
   */
  durable?: (key: string) => Promise<void>;
  /** Where finished runs move; absent: they stay in Redis. */
  history?: RunHistory | undefined;
}

/** What a list must know of a run before it reads the whole. */
export interface ListedState {
  status: RunStatus;
  /** Whether a clarification of it never got an answer. */
  isUnanswered: boolean;
}

/** Delay between the end of a stage's time and the sweeper's check, ms. */
const STAGE_GRACE_MS = 5_000;

/**
 * The run record in Redis. Every change of state goes through one script, `advance`. Methods reject if Redis is
 * unavailable; the operation then had no effect, or the sweeper completes it.
 */
export class RunStore {
  private readonly redis: SagaRedis;
  readonly keys: RedisKeys;
  readonly turns: Turns;
  readonly census: Census;
  readonly due: DueRuns;
  readonly kept: KeptRuns;
  readonly finished: FinishedRuns;
  /** Reads the parts of runs that are stored outside their hash. */
  readonly elsewhere: ElsewhereReader = {
    blob: (owner, name) => this.readBlob(owner, name),
    hash: async (owner) => (await this.hashInRedis(owner)) ?? (await this.history?.get(owner))?.hash ?? {},
  };
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
    this.finished = new FinishedRuns({
      redis: this.redis,
      keys: this.keys,
      settings,
      kept: this.kept,
      listeners: options,
    });
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

  /** Time shared by all processes, ms since 1970: see `SharedClock`. */
  now(): Promise<number> {
    return this.clock.now();
  }

  /**
   * Last known shared time, without a round trip; this process's clock before the first reply. For comparison with the
   * times of runs only; never store it in a run.
   */
  readNow(): number {
    return this.clock.read() ?? Date.now();
  }

  /**
   * Creates a queued run. Its job is in the outbox: the caller publishes it, or the sweeper does. The run is accepted
   * once `acceptDurably` resolves.
   */
  create(run: NewRun, onSent?: OnSent): Promise<Advanced> {
    return this.createInitial(run, { event: 'submitted', stage: 'gateway', patch: run.data }, { onSent });
  }

  /**
   * Creates a run that is already answered (exact cache).
   * @param borrowed reference to the lending run's data, stored instead of a copy of the answer
   */
  createFinished(run: NewRun, steps: OutcomeStep[], borrowed?: EncodedPart): Promise<Advanced> {
    return this.createInitial(
      run,
      { event: 'answered_from_cache', stage: 'gateway', patch: run.data, steps },
      { encoded: borrowed },
    );
  }

  /** Applies an event to the version of the run that the caller read. */
  advance(run: Run, change: Change, onSent?: OnSent): Promise<Advanced> {
    return this.writer.write(run, change, { onSent });
  }

  /** Claims the job of `version`: see claim.lua. Null if there is no such run. */
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
    if (now !== undefined) this.clock.observe(now);
    if (flat.length === 0) return null;
    return this.decodeClaimed(id, hashOf(flat));
  }

  get history(): RunHistory | undefined {
    return this.options.history;
  }

  /**
   * Null if the run does not exist, or if the run whose answer it shares has expired first. @throws HistoryAwayError
   * for a run that is not in Redis while the history is unavailable
   */
  async get(id: string): Promise<Run | null> {
    const hash = (await this.hashInRedis(id)) ?? (await this.history?.get(id))?.hash;
    return hash === undefined ? null : this.decodeUnlessEnded(id, hash);
  }

  /** As `get`, without the history: null for a run that has moved. */
  async getRecent(id: string): Promise<Run | null> {
    const hash = await this.hashInRedis(id);
    return hash === undefined ? null : this.decodeUnlessEnded(id, hash);
  }

  /** As `get` for several runs, in their order. */
  async getAll(ids: readonly string[]): Promise<(Run | null | NewerRunError)[]> {
    const hashes = await Promise.all(ids.map((id) => this.hashInRedis(id)));
    const missing = ids.filter((_, at) => hashes[at] === undefined);
    const moved = missing.length === 0 ? undefined : await this.history?.getAll(missing);
    return Promise.all(
      ids.map(async (id, at) => {
        const hash = hashes[at] ?? moved?.get(id)?.hash;
        if (hash === undefined) return null;
        return this.decodeUnlessEnded(id, hash).catch((error: unknown) => {
          if (error instanceof NewerRunError) return error;
          throw error;
        });
      }),
    );
  }

  /** Status of a run, without reading the rest; null if there is no such run. */
  async statusOf(id: string): Promise<RunStatus | null> {
    return (await this.redis.hget(this.keys.run(id), 'status')) as RunStatus | null;
  }

  /** As `statusOf`, with what else lists must know. */
  async listedStateOf(id: string): Promise<ListedState | null> {
    const [status, unanswered] = await this.redis.hmget(this.keys.run(id), 'status', UNANSWERED);
    return status ? { status: status as RunStatus, isUnanswered: unanswered === '1' } : null;
  }

  /** A run with the fields that a sweeper needs. */
  async getForSweep(id: string): Promise<(Claimed & { activeSince: number }) | null> {
    const hash = await this.redis.hgetall(this.keys.run(id));
    if (hash['version'] === undefined) return null;
    return { ...(await this.decodeClaimed(id, hash)), activeSince: Number(hash['activeSince'] ?? 0) };
  }

  /** Events after `afterSeq`, oldest first. */
  async events(id: string, afterSeq = 0): Promise<RunEvent[]> {
    const inRedis = await this.eventTexts(id, afterSeq);
    const texts = inRedis.length === 0 ? ((await this.history?.get(id))?.events ?? []) : inRedis;
    return texts.map(decodeEvent).filter(({ seq }) => seq > afterSeq);
  }

  /** Events in Redis as texts, `<seq> <kind> <JSON>`: at least those after `afterSeq`. */
  async eventTexts(id: string, afterSeq = 0): Promise<string[]> {
    const texts = await this.redis.lrange(this.keys.events(id), 0, -1);
    const first = texts[0] === undefined ? Infinity : Number.parseInt(texts[0], 10);
    return first <= afterSeq + 1 ? texts : [...(await this.earlierEvents(id)), ...texts];
  }

  /**
   * Numbers a new attempt to publish a run's outbox after one was lost; null if the run has advanced since, or another
   * process has numbered one.
   */
  async nextAttempt({ payload: { runId, version } }: Outbox, lost: number): Promise<number | null> {
    return (await this.redis.querentNextAttempt(this.keys.run(runId), version, lost)) || null;
  }

  /**
   * Stores a text beside the run, with the run's lifetime. An abandoned stage may write late: nothing is stored if the
   * run has expired or ended without an answer, because the text would never be read.
   */
  async writeBlob(id: string, name: string, text: string): Promise<void> {
    await this.redis.querentWriteBlob(this.keys.run(id), this.keys.blob(id, name), text, auxiliaryTtlMs(this.settings));
  }

  readBlob(id: string, name: string): Promise<string | null> {
    return this.redis.get(this.keys.blob(id, name));
  }

  /**
   * Resolves when all writes of a run are durable, its callbacks included; nothing is accepted before that. Rejects if
   * durability cannot be confirmed.
   */
  async waitUntilDurable(id: string): Promise<void> {
    await this.options.durable?.(this.keys.barrier(id));
  }

  /**
   * As `waitUntilDurable`, for a question or a reply; its job may already be published. A new run that is not durable
   * is cancelled, because the client that receives the error will retry.
   * @param onCancelled called once it is cancelled
   */
  async acceptDurably(run: Run, onCancelled?: () => Promise<void>): Promise<void> {
    try {
      await this.waitUntilDurable(run.id);
    } catch (error) {
      if (run.version === 1) await this.cancelUnaccepted(run, onCancelled).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Extends the lifetime of a finished run whose answer is shared, and of its blobs, to the whole retention plus
   * `LENDING_MS`.
   * @returns false if the run does not exist (any more)
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

  /** Events that a version before 0.2.0 wrote. */
  private async earlierEvents(id: string): Promise<string[]> {
    return (await this.redis.xrange(this.keys.earlierEvents(id), '-', '+')).map(earlierEventText);
  }

  private async hashInRedis(id: string): Promise<RunHash | undefined> {
    const hash = await this.redis.hgetall(this.keys.run(id));
    return hash['version'] === undefined ? undefined : hash;
  }

  private async decodeUnlessEnded(id: string, hash: RunHash): Promise<Run | null> {
    return this.decode(id, hash).catch((error: unknown) => {
      if (error instanceof LenderEndedError) return null;
      throw error;
    });
  }

  private async cancelUnaccepted(run: Run, onCancelled?: () => Promise<void>): Promise<void> {
    const { kind } = await this.advance(run, { event: 'cancelled', stage: 'gateway' });
    if (kind === 'advanced') await onCancelled?.();
  }

  private async createInitial(run: NewRun, change: Change, options: WriteOptions): Promise<Advanced> {
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
    const initialFields = {
      tenant: run.tenant,
      keyName: run.keyName,
      createdAt: at,
      traceparent: run.traceparent,
      ...(run.turn === undefined ? {} : { turn: String(run.turn) }),
      request: JSON.stringify(run.request),
    };
    return this.writer.write(initial, change, { ...options, initialFields });
  }

  private async decodeClaimed(id: string, hash: Record<string, string>): Promise<Claimed> {
    return {
      run: await this.decode(id, hash),
      outbox: parseOutbox(hash['outbox']),
      attempt: Number(hash['attempt'] ?? 1),
    };
  }

  private decode(id: string, hash: Record<string, string>): Promise<Run> {
    return decodeRun(id, hash, this.elsewhere);
  }
}
