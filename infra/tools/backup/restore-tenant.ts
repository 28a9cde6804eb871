import type { History } from '@querent/history';
import type { RedisClient } from '@querent/platform';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import type { TenantHeader } from './backup-file';
import { timeOf } from './key-copier';
import { refuseNewer, RestoreRefusal } from './restore-backup';
import { RunTransfer } from './run-transfer';
import { TenantData } from './tenant-data';
import { checkTenantFile, readTenantFile, type TenantPart } from './tenant-file';

/** Time in which an interrupted restore of a file can be completed. */
const MARKED_MS = 7 * 24 * 3_600_000;
/** Lifetime of the list of dead letters, as libs/saga renews it with each letter. */
const LETTERS_MS = 90 * 24 * 3_600_000;
const COMPLETE = ' complete';
const BUSY = /^BUSYKEY/;

/** Parts of a tenant's data that a restore handled. */
export interface RestoredTenant {
  written: number;
  /** Parts that were there already, from an interrupted restore. */
  present: number;
  /** Parts that have expired since they were saved. */
  expired: number;
}

interface Target {
  redis: RedisClient;
  prefix: string;
  store: RunStore;
  tenant: string;
  history: History | null;
}

/**
 * Writes a tenant's file into an installation, whose services may run. Other tenants' keys are not touched. A repeated
 * restore of the same file completes an interrupted one: what is there is left alone. After a complete one it changes
 * nothing.
 * @param history of the installation; null without one
 * @throws BackupFileError, RestoreRefusal; nothing of the tenant is written then
 */
export async function restoreTenant(
  redis: RedisClient,
  prefix: string,
  { file, header, history }: { file: string; header: TenantHeader; history: History | null },
): Promise<RestoredTenant> {
  refuseNewer(header);
  const { tenant } = header;
  const store = new RunStore(redis, { ...defaultSagaSettings, prefix });
  const data = new TenantData(redis, store, tenant);
  const { counts, historyRows, sha256 } = await checkTenantFile(file);
  if (historyRows > 0 && history === null)
    throw new RestoreRefusal(`The file has ${historyRows} rows of the history: set HISTORY_URL as for the gateways.`);
  if (history === null && (await data.hasHistory()))
    throw new RestoreRefusal('This installation has a history: set HISTORY_URL as for its gateways.');
  if (await data.isBeingErased())
    throw new RestoreRefusal(`The data of ${tenant} is being erased here: restore when the erasure is complete.`);
  const target: Target = { redis, prefix, store, tenant, history };
  const mark = store.keys.movedHere(tenant);
  const marked = await redis.get(mark);
  if (marked === `${sha256}${COMPLETE}`)
    return { written: 0, present: [...counts.values()].reduce((sum, count) => sum + count, 0), expired: 0 };
  await history?.prepare(Date.now());
  if (marked !== sha256) await refuseOtherData(target, data);
  await redis.set(mark, sha256, 'PX', MARKED_MS);
  const restored = await new TenantRestorer(target, await timeOf(redis)).restore(file);
  await redis.set(mark, `${sha256}${COMPLETE}`, 'PX', MARKED_MS);
  return restored;
}

/** @throws RestoreRefusal if the installation has data of the tenant that a move would mix with the file's */
async function refuseOtherData({ tenant, store, history }: Target, data: TenantData): Promise<void> {
  const runs = await data.runs();
  const refuse = (what: string): never => {
    throw new RestoreRefusal(
      `${tenant} already has data here: ${what}. Erase its data first, or restore into another installation.`,
    );
  };
  if (runs.size > 0) refuse(`${runs.size} runs`);
  for await (const keys of data.keys(runs))
    for (const { key, family } of keys) {
      if (family !== 'audit trails') refuse(key);
      const { trail, head } = store.keys.auditTrail(tenant);
      throw new RestoreRefusal(
        `${tenant} already has an audit trail here, which cannot be joined to the file's. If you do not need it, ` +
          `remove it: redis-cli UNLINK '${trail}' '${head}'`,
      );
    }
  const letters = await data.letters();
  if (letters.length > 0) refuse(`${letters.length} dead letters`);
  const [table] = (await history?.tenants.tablesWith(tenant)) ?? [];
  if (table !== undefined) refuse(`rows of querent_history.${table}`);
}

class TenantRestorer {
  private readonly restored: RestoredTenant = { written: 0, present: 0, expired: 0 };
  private readonly transfer: RunTransfer;

  /** @param now Redis's time, ms since 1970 */
  constructor(
    private readonly target: Target,
    private readonly now: number,
  ) {
    this.transfer = new RunTransfer(target.redis, target.store);
  }

  async restore(file: string): Promise<RestoredTenant> {
    for await (const part of readTenantFile(file)) await this.write(part);
    return this.restored;
  }

  private async write(part: TenantPart): Promise<void> {
    switch (part.kind) {
      case 'run':
        return this.writeRun(part.run);
      case 'key':
        return this.writeKey(part.key);
      case 'letter':
        return this.writeLetter(part);
      case 'history':
        return this.writeRows(part);
    }
  }

  private async writeRun(run: Extract<TenantPart, { kind: 'run' }>['run']): Promise<void> {
    const isOver = ({ expiresAt }: (typeof run.keys)[number]): boolean => expiresAt !== null && expiresAt <= this.now;
    const live = run.keys.filter((key) => !isOver(key));
    if (!live.some(({ rest }) => rest === '')) this.restored.expired += 1;
    else this.count(await this.transfer.write({ ...run, keys: live }));
  }

  private async writeKey({ key, family, expiresAt, dump }: Extract<TenantPart, { kind: 'key' }>['key']): Promise<void> {
    const { redis, prefix, store, tenant } = this.target;
    if (expiresAt !== null && expiresAt <= this.now) {
      this.restored.expired += 1;
      return;
    }
    const name = `${prefix}${key}`;
    const restoring =
      expiresAt === null ? redis.restore(name, 0, dump) : redis.restore(name, expiresAt, dump, 'ABSTTL');
    const written = await restoring.then(
      () => true,
      (error: Error) => {
        if (BUSY.test(error.message)) return false;
        throw error;
      },
    );
    this.count(written);
    // The history of this installation moves the trails that this set names.
    const [trails, { trail }] = [store.keys.auditForHistory(), store.keys.auditTrail(tenant)];
    if (family === 'audit trails' && name === trail && (await redis.exists(trails)) === 1)
      await redis.sadd(trails, name);
  }

  private async writeLetter({ score, text }: Extract<TenantPart, { kind: 'letter' }>): Promise<void> {
    const { redis, store } = this.target;
    const key = store.keys.deadLetters();
    const [[error, added] = []] =
      (await redis.multi().zadd(key, 'NX', score, text).pexpire(key, LETTERS_MS).exec()) ?? [];
    if (error) throw error;
    this.count(added === 1);
  }

  private async writeRows(part: Extract<TenantPart, { kind: 'history' }>): Promise<void> {
    const { history, tenant } = this.target;
    const { table, rows } = part;
    const written = (await history?.tenants.write(table, tenant, rows)) ?? 0;
    this.restored.written += written;
    this.restored.present += rows.length - written;
  }

  private count(isWritten: boolean): void {
    this.restored[isWritten ? 'written' : 'present'] += 1;
  }
}
