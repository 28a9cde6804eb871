import type { RecordedEntry } from '@querent/audit';
import { scanKeys } from '@querent/platform';
import type { World } from '../suite/world';

/** A stored entry: its id, its JSON and its link of the hash chain. */
export interface StoredLink {
  id: string;
  entry: string;
  link: string;
}

/** A tenant's audit trail after the play. */
export interface TrailEvidence {
  tenant: string;
  /** All entries of the history and of Redis, by id; one that is stored twice is here twice. */
  stored: StoredLink[];
  /** Link of the last entry ever written. */
  head: string;
  /** The trail over HTTP; null for one that no client of the suite may read. */
  shown: RecordedEntry[] | null;
}

/** All trails. What is read over HTTP also has the entries about these reads, at its end. */
export async function trailsOf(world: World): Promise<TrailEvidence[]> {
  const { redis, store, http } = world;
  const trails: TrailEvidence[] = [];
  for await (const keys of scanKeys(redis, `${store.keys.auditTrail('').trail}*`))
    for (const key of keys) {
      const tenant = store.keys.tenantOfTrail(key);
      const stored = await storedTrail(world, tenant);
      trails.push({ tenant, ...stored, shown: http[tenant] === undefined ? null : await shownTrail(world, tenant) });
    }
  return trails;
}

async function storedTrail(
  { redis, store, victims: { servers } }: World,
  tenant: string,
): Promise<Pick<TrailEvidence, 'stored' | 'head'>> {
  const { trail, head } = store.keys.auditTrail(tenant);
  const [[, inRedis], [, last]] = ((await redis.multi().xrange(trail, '-', '+').get(head).exec()) ?? []) as [
    [unknown, [id: string, fields: string[]][]],
    [unknown, string | null],
  ];
  const { rows } = await servers.history.query<StoredLink>(
    `SELECT ms || '-' || n AS id, entry, link FROM querent_history.audit_entry WHERE tenant = $1 ORDER BY ms, n`,
    [tenant],
  );
  const recent = inRedis.map(([id, [, entry = '', , link = '']]) => ({ id, entry, link }));
  return { stored: [...rows, ...recent], head: last ?? '' };
}

interface Page {
  entries: RecordedEntry[];
  nextCursor: string | null;
}

async function shownTrail({ http }: World, tenant: string): Promise<RecordedEntry[]> {
  const shown: RecordedEntry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/v1/audit?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: Page | undefined = (await http[tenant]?.call<Page>(path))?.body;
    shown.push(...(page?.entries ?? []));
    cursor = page?.nextCursor ?? null;
  }
  return shown;
}
