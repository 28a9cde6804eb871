import { emptyRunData, FORMAT, type OutcomeStep, type Run } from '@querent/contracts';
import type { RedisKeys } from '@querent/platform';
import DataLoader from 'dataloader';
import type { KeptRuns } from '../kept/kept-runs';
import { auxiliaryTtlMs, type SagaSettings } from '../saga-settings';
import type { NewRun } from './run-change';
import type { EncodedPart } from './run-codec';
import { encodeEvents } from './run-events';
import type { RunListeners } from './run-writer';
import type { SagaRedis } from './scripts';

interface FinishedRunsParts {
  redis: SagaRedis;
  keys: RedisKeys;
  settings: SagaSettings;
  kept: Pick<KeptRuns, 'keep'>;
  listeners: Pick<RunListeners, 'onAdvanced'>;
}

/** A run that was answered at once. */
export interface FinishedRun {
  run: Run;
  steps: readonly OutcomeStep[];
  /** Its data. */
  part: EncodedPart;
}

/** Most runs that one script stores: a script blocks all of Redis. */
const AT_ONCE = 64;

/**
 * Stores runs that were answered from the exact cache. Unlike other runs they have no job and no deadline, and their
 * ids are new, so they need no comparison of versions: the runs of one turn of the event loop share a command.
 */
export class FinishedRuns {
  private readonly writes: DataLoader<FinishedRun, true>;

  constructor(private readonly parts: FinishedRunsParts) {
    this.writes = new DataLoader((runs) => this.storeAll(runs), { cache: false, maxBatchSize: AT_ONCE });
  }

  /**
   * The run of an answer from the exact cache.
   * @param at ISO 8601, by the shared clock
   */
  runOf({ id, tenant, keyName, traceparent, request, data }: NewRun, at: string): Run {
    return {
      id,
      tenant,
      keyName,
      version: 1,
      status: 'succeeded',
      createdAt: at,
      updatedAt: at,
      finishedAt: at,
      traceparent,
      request,
      data: { ...emptyRunData(), ...data },
    };
  }

  /** Sends the run to Redis at the end of this turn. Resolves when it is stored; rejects if Redis refuses it. */
  async store(finished: FinishedRun): Promise<void> {
    await this.writes.load(finished);
    const { run } = finished;
    this.parts.listeners.onAdvanced?.({ ...run, version: 0, status: 'queued' }, 'answered_from_cache', run);
  }

  private async storeAll(runs: readonly FinishedRun[]): Promise<(true | Error)[]> {
    const stored = new Map<FinishedRun, true | Error>();
    await Promise.all(
      groupsOf(runs, ({ run }) => this.parts.keys.listsOf(run.id, run.tenant, run.keyName)[0]).map(async (group) => {
        const result = await this.storeGroup(group).catch((error: Error) => error);
        for (const one of group) stored.set(one, result);
      }),
    );
    return runs.map((one) => stored.get(one) ?? true);
  }

  /** Stores runs of one key and partition. */
  private async storeGroup(group: readonly [FinishedRun, ...FinishedRun[]]): Promise<true> {
    const { redis, keys, settings, kept } = this.parts;
    const [{ run }] = group;
    const texts = group.map((one) => {
      const events = eventsOf(one);
      return { id: one.run.id, fields: fieldsOf(one, events.length), events };
    });
    const forHistory = keys.forHistory(run.id);
    const storing = redis.querentStoreFinished(
      4 + 2 * group.length,
      ...keys.listsOf(run.id, run.tenant, run.keyName),
      forHistory.due,
      forHistory.inUse,
      ...texts.flatMap(({ id }) => [keys.run(id), keys.events(id)]),
      `${settings.retentionMs} ${auxiliaryTtlMs(settings)}`,
      ...texts.flatMap(({ id, fields, events }) => [id, fields.length / 2, events.length, ...fields, ...events]),
    );
    const sizes = new Map(texts.map(({ id, fields, events }) => [id, lengthOf(fields) + lengthOf(events)]));
    // Not awaited: an uncounted run still expires at its regular time.
    kept.keep(run.tenant, sizes).catch(() => undefined);
    await storing;
    return true;
  }
}

function fieldsOf({ run, part }: FinishedRun, events: number): string[] {
  const { version, status, tenant, keyName, createdAt, updatedAt, finishedAt, traceparent, request } = run;
  return Object.entries({
    version: String(version),
    seq: String(events),
    status,
    tenant,
    keyName,
    createdAt,
    updatedAt,
    finishedAt: finishedAt ?? '',
    traceparent,
    request: JSON.stringify(request),
    format: String(FORMAT),
    ...part.fields,
  }).flat();
}

/** Its events as the list holds them. */
function eventsOf({ run: { updatedAt, status }, steps }: FinishedRun): string[] {
  const flat = encodeEvents({ stage: 'gateway', at: updatedAt, steps, status, clarification: null, over: true });
  return flat.flatMap((kind, at) => (at % 2 === 0 ? [`${at / 2 + 1} ${kind} ${flat[at + 1] ?? ''}`] : []));
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

type Group<T> = [T, ...T[]];

function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
