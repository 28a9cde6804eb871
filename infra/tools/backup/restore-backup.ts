import { FORMAT } from '@querent/contracts';
import { scanKeys, type RedisClient } from '@querent/platform';
import { readBackup, readHeader, type BackupKey, type FileHeader } from './backup-file';
import { timeOf } from './key-copier';

/** Keys that are written at once. */
const AT_ONCE = 50;

/** A reason, with its remedy, not to restore. */
export class RestoreRefusal extends Error {
  override name = 'RestoreRefusal';
}

/**
 * Reads a whole backup without restoring it.
 * @returns the number of keys of each family, and the bytes of all values
 * @throws BackupFileError
 */
export async function checkBackup(file: string): Promise<{ counts: Map<string, number>; bytes: number }> {
  const counts = new Map<string, number>();
  let bytes = 0;
  for await (const { family, dump } of readBackup(file)) {
    counts.set(family, (counts.get(family) ?? 0) + 1);
    bytes += dump.length;
  }
  return { counts, bytes };
}

/**
 * Writes the keys of a backup into a Redis that has no key of the installation. The file is read twice: it is checked
 * before the first key is written. No service may run meanwhile.
 * @returns the number of written keys, and of keys that have expired since the backup
 * @throws BackupFileError, RestoreRefusal
 */
export async function restoreBackup(
  redis: RedisClient,
  prefix: string,
  file: string,
): Promise<{ written: number; expired: number }> {
  const header = await readHeader(file);
  if (header.layout !== 1) throw new RestoreRefusal(`${file} contains one tenant, ${header.tenant}.`);
  if (header.prefix !== prefix)
    throw new RestoreRefusal(`The backup has the prefix ${header.prefix}; set QUEUE_PREFIX=${header.prefix}.`);
  refuseNewer(header);
  for (const match of [`${prefix}:*`, `{${prefix}}:*`, `{${prefix}:*`])
    for await (const [key] of scanKeys(redis, match))
      if (key !== undefined)
        throw new RestoreRefusal(
          `Redis already has keys of this installation, such as ${key}. Restore into an empty one.`,
        );
  await checkBackup(file);
  const now = await timeOf(redis);
  let [written, expired] = [0, 0];
  let batch: BackupKey[] = [];
  const write = async (): Promise<void> => {
    await Promise.all(batch.map((one) => restoreKey(redis, one)));
    written += batch.length;
    batch = [];
  };
  for await (const one of readBackup(file)) {
    if (one.expiresAt !== null && one.expiresAt <= now) expired++;
    else if (batch.push(one) === AT_ONCE) await write();
  }
  await write();
  return { written, expired };
}

/** @throws RestoreRefusal if a newer version wrote the file, in a format that this version would misread */
export function refuseNewer({ format, version }: FileHeader): void {
  if (format > FORMAT)
    throw new RestoreRefusal(`The backup is of version ${version}; restore it with that version or a later one.`);
}

/** REPLACE, because a scan may have found a key twice. */
async function restoreKey(redis: RedisClient, { key, expiresAt, dump }: BackupKey): Promise<void> {
  if (expiresAt === null) await redis.restore(key, 0, dump, 'REPLACE');
  else await redis.restore(key, expiresAt, dump, 'REPLACE', 'ABSTTL');
}
