import { FORMAT, isTerminal, type RunStatus } from '@querent/contracts';
import { historyTables, type History } from '@querent/history';
import { productVersion, type RedisClient } from '@querent/platform';
import type { OwnRun } from '@querent/privacy';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import { KeyCopier, timeOf } from './key-copier';
import { RunTransfer } from './run-transfer';
import { TenantData } from './tenant-data';
import { countPart, writeTenantFile, type HistoryRows, type TenantPart } from './tenant-file';

/** Runs that are read at once. */
const RUNS_AT_ONCE = 10;
/** Keys that are read at once. */
const KEYS_AT_ONCE = 50;

/** The tenant cannot be saved now; the message has the reason and the remedy. */
export class SaveRefusal extends Error {
  override name = 'SaveRefusal';
}

/**
 * Copies into a file what an installation holds of one tenant, for a move to another one. The tenant must be drained:
 * no request of it arrives, and its runs are finished or wait for a reply. Nothing is removed.
 * @param history of the installation; null without one
 * @returns counts of what the file contains
 * @throws SaveRefusal; no file is written then
 */
export async function saveTenant(
  redis: RedisClient,
  prefix: string,
  { file, tenant, history }: { file: string; tenant: string; history: History | null },
): Promise<Map<string, number>> {
  const store = new RunStore(redis, { ...defaultSagaSettings, prefix }, { history: history?.runs });
  const data = new TenantData(redis, store, tenant);
  if (await data.isBeingErased()) throw new SaveRefusal(`The data of ${tenant} is being erased.`);
  if (history === null && (await data.hasHistory()))
    throw new SaveRefusal('This installation has a history: set HISTORY_URL as for its gateways.');
  const runs = await data.runs();
  refuseActive(tenant, runs);
  const begunAt = await timeOf(redis);
  const header = {
    ...{ kind: 'querent-backup' as const, layout: 2 as const, version: productVersion, format: FORMAT, prefix, tenant },
    begunAt: new Date(begunAt).toISOString(),
  };
  const counts = new Map<string, number>();
  const saver = new TenantSaver({ redis, prefix, tenant, store, data, history }, runs, begunAt);
  async function* counted(): AsyncGenerator<TenantPart> {
    for await (const part of saver.all()) {
      countPart(counts, part);
      yield part;
    }
    refuseChanged(tenant, runs, await data.runs());
    // A name with a mistake must not appear to be moved.
    if (counts.size === 0) throw new SaveRefusal(`This installation has no data of ${tenant}.`);
  }
  await writeTenantFile(file, header, counted());
  return counts;
}

interface Source {
  redis: RedisClient;
  prefix: string;
  tenant: string;
  store: RunStore;
  data: TenantData;
  history: History | null;
}

class TenantSaver {
  constructor(
    private readonly source: Source,
    private readonly runs: ReadonlyMap<string, OwnRun>,
    private readonly begunAt: number,
  ) {}

  /** Redis before the history: what moves there meanwhile is then in both, which is harmless, and not in neither. */
  async *all(): AsyncGenerator<TenantPart> {
    yield* this.ofRuns();
    yield* this.ofKeys();
    yield* this.ofLetters();
    for (const table of historyTables) yield* this.ofHistory(table);
  }

  private async *ofRuns(): AsyncGenerator<TenantPart> {
    const { redis, store, tenant, history } = this.source;
    const transfer = new RunTransfer(redis, store, async (lent) => (await history?.tenants.pagesOf(lent)) ?? []);
    const ids = [...this.runs.keys()];
    for (let at = 0; at < ids.length; at += RUNS_AT_ONCE) {
      const read = await Promise.all(ids.slice(at, at + RUNS_AT_ONCE).map((id) => transfer.read(id, tenant)));
      for (const run of read) if (run !== null) yield { kind: 'run', run };
    }
  }

  private async *ofKeys(): AsyncGenerator<TenantPart> {
    const { redis, prefix, data } = this.source;
    const copier = new KeyCopier(redis, prefix, this.begunAt);
    const seen = new Set<string>();
    for await (const batch of data.keys(this.runs)) {
      const found = batch.filter(({ key }) => !seen.has(key) && seen.add(key));
      for (let at = 0; at < found.length; at += KEYS_AT_ONCE)
        for (const copied of await copier.copyAll(found.slice(at, at + KEYS_AT_ONCE)))
          yield { kind: 'key', key: { ...copied, key: copied.key.slice(prefix.length) } };
    }
  }

  private async *ofLetters(): AsyncGenerator<TenantPart> {
    const { redis, store, data } = this.source;
    for (const text of await data.letters()) {
      const score = await redis.zscore(store.keys.deadLetters(), text);
      if (score !== null) yield { kind: 'letter', score: Number(score), text };
    }
  }

  private async *ofHistory(table: HistoryRows['table']): AsyncGenerator<TenantPart> {
    const { history, tenant } = this.source;
    if (history === null) return;
    for await (const rows of history.tenants.read(table, tenant)) yield { kind: 'history', table, rows } as TenantPart;
  }
}

const isAtRest = ({ status }: OwnRun): boolean =>
  status === 'awaiting_clarification' || isTerminal(status as RunStatus);

/** @throws SaveRefusal if runs are being worked on */
function refuseActive(tenant: string, runs: ReadonlyMap<string, OwnRun>): void {
  const active = [...runs.values()].filter((run) => !isAtRest(run));
  if (active.length === 0) return;
  const states = [...new Set(active.map(({ status }) => status))].sort().join(', ');
  throw new SaveRefusal(
    `${tenant} is not drained: ${active.length} ${active.length === 1 ? 'run is' : 'runs are'} active (${states}). ` +
      'Stop its requests, wait until its runs end, and save again.',
  );
}

/** @throws SaveRefusal if runs began, continued or ended while they were copied */
function refuseChanged(tenant: string, before: ReadonlyMap<string, OwnRun>, now: ReadonlyMap<string, OwnRun>): void {
  const changed = [...now.values()].filter(({ id, version }) => before.get(id)?.version !== version);
  if (changed.length > 0)
    throw new SaveRefusal(
      `${changed.length} ${changed.length === 1 ? 'run' : 'runs'} of ${tenant} changed meanwhile, such as ` +
        `${changed[0]?.id ?? ''}: its requests still arrive, or a pause expired. Save again.`,
    );
}
