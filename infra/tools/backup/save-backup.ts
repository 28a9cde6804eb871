import { FORMAT } from '@querent/contracts';
import { keyReader, productVersion, scanKeys, type RedisClient } from '@querent/platform';
import { treatments } from './backed-up';
import { writeBackup, type BackupKey } from './backup-file';
import { KeyCopier, timeOf, type NamedKey } from './key-copier';

/** Keys that are read at once. A page of a result has up to a megabyte. */
const AT_ONCE = 50;
/** More than the difference between clocks of services, ms. */
const SETTLED_MS = 60_000;

/**
 * Copies into a file what Redis holds and nothing can compute: the families that `treatments` copies. Services may run
 * meanwhile. What the file contains can be restored by itself: of runs only those that ended before the backup began,
 * with all their keys.
 * @param settledMs a run counts as ended if it ended this long before
 * @returns the number of keys of each family
 */
export async function saveBackup(
  redis: RedisClient,
  prefix: string,
  file: string,
  settledMs = SETTLED_MS,
): Promise<Map<string, number>> {
  const begunAt = await timeOf(redis);
  const counts = new Map<string, number>();
  const header = {
    ...{ kind: 'querent-backup' as const, layout: 1 as const, version: productVersion, format: FORMAT, prefix },
    begunAt: new Date(begunAt).toISOString(),
  };
  const copier = new Copier(redis, prefix, begunAt, settledMs);
  async function* counted(): AsyncGenerator<BackupKey> {
    for await (const one of copier.all()) {
      counts.set(one.family, (counts.get(one.family) ?? 0) + 1);
      yield one;
    }
  }
  await writeBackup(file, header, counted());
  return counts;
}

interface Named extends NamedKey {
  run?: string;
}

class Copier {
  private readonly read: ReturnType<typeof keyReader>;
  private readonly endedBefore: string;
  private readonly keys: KeyCopier;

  constructor(
    private readonly redis: RedisClient,
    private readonly prefix: string,
    begunAt: number,
    settledMs: number,
  ) {
    this.read = keyReader(prefix);
    this.keys = new KeyCopier(redis, prefix, begunAt);
    this.endedBefore = new Date(begunAt - settledMs).toISOString();
  }

  async *all(): AsyncGenerator<BackupKey> {
    const first: Named[] = [];
    for await (const found of this.named('first')) first.push(...found);
    yield* await this.keys.copyTogether(first);
    for await (const found of this.named('ended run', 'copied')) {
      const copied = await this.withoutActiveRuns(found);
      for (let at = 0; at < copied.length; at += AT_ONCE)
        yield* await this.keys.copyAll(copied.slice(at, at + AT_ONCE));
    }
    for await (const found of this.named('last')) yield* await this.keys.copyAll(found);
  }

  /** The names of all keys with one of these treatments, in batches. A name may occur twice. */
  private async *named(...wanted: string[]): AsyncGenerator<Named[]> {
    for await (const keys of scanKeys(this.redis, `${this.prefix}:*`)) {
      yield [...new Set(keys)].flatMap((key) => {
        const known = this.read(key);
        const treatment = known === null ? undefined : treatments[known.family.name];
        if (known === null || typeof treatment !== 'string' || !wanted.includes(treatment)) return [];
        const { run } = known.parts;
        return [{ key, family: known.family.name, ...(treatment === 'ended run' && run ? { run } : {}) }];
      });
    }
  }

  /** Without the keys of runs that had not ended, or that were removed since. */
  private async withoutActiveRuns(found: readonly Named[]): Promise<Named[]> {
    const keysOfRuns = new Map(found.flatMap(({ key, run }) => (run === undefined ? [] : [[run, hashOf(key, run)]])));
    const ended = new Set<string>();
    await Promise.all(
      [...keysOfRuns].map(async ([run, key]) => {
        const finishedAt = await this.redis.hget(key, 'finishedAt');
        if (finishedAt && finishedAt < this.endedBefore) ended.add(run);
      }),
    );
    return found.filter(({ run }) => run === undefined || ended.has(run));
  }
}

/** The key of a run's record from another key of it. */
function hashOf(key: string, run: string): string {
  const until = key.indexOf(`:run:${run}`) + `:run:${run}`.length;
  return key.slice(0, until);
}
