import type { RedisClient, RedisKeys } from '@querent/platform';
import type { SampleScope } from './sample-entry';
import {
  revisionNumber,
  sampleRevisionSchema,
  type SampleAuthor,
  type SampleRevision,
  type SampleTexts,
} from './sample-revision';

/** Revisions per tenant and connection; the oldest are removed first. */
const KEPT = 10_000;
/** Revisions that are older are removed with the next change. */
const LIFE_MS = 90 * 24 * 3_600_000;

/**
 * The revisions of tenants' samples: a sorted set per connection in the slot of its samples, numbered per tenant.
 * put-sample.lua appends to it. Methods reject if Redis is unavailable.
 */
export class SampleLog {
  constructor(
    private readonly redis: RedisClient,
    private readonly keys: RedisKeys,
  ) {}

  /**
   * Revisions of samples of these connections, newest first.
   * @param below only revisions with a lower number; null: all
   */
  async list(
    tenant: string,
    connections: readonly string[],
    { below, limit }: { below: number | null; limit: number },
  ): Promise<SampleRevision[]> {
    const from = below === null ? '+inf' : `(${below}`;
    const lists = await Promise.all(
      connections.map((connection) =>
        this.redis.zrevrangebyscore(this.keys.samples(tenant, connection).log, from, '-inf', 'LIMIT', 0, limit),
      ),
    );
    return lists
      .flat()
      .map(read)
      .sort((a, b) => revisionNumber(b.id) - revisionNumber(a.id))
      .slice(0, limit);
  }

  /** Null if there is none in the logs of these connections. */
  async get(tenant: string, connections: readonly string[], number: number): Promise<SampleRevision | null> {
    const [found = null] = await this.list(tenant, connections, { below: number + 1, limit: 1 });
    return found !== null && revisionNumber(found.id) === number ? found : null;
  }

  /**
   * The next revision of a tenant. Numbers of changes that are not stored are not used again.
   * @param above the number of a revision that the new one must follow, if the counter was lost
   */
  async next(
    { tenant, connection }: SampleScope,
    sample: string,
    { before, after }: SampleTexts,
    { by, of }: SampleAuthor,
    above = 0,
  ): Promise<SampleRevision> {
    const counter = this.keys.sampleNumbers(tenant);
    const next = await this.redis.incr(counter);
    const number = next > above ? next : await this.redis.incrby(counter, above + 1 - next);
    return {
      id: `s${number}`,
      at: new Date().toISOString(),
      kind: 'sample',
      name: connection,
      tenant,
      sample,
      action: of !== undefined ? 'restore' : after === null ? 'delete' : 'put',
      ...(of === undefined ? {} : { of }),
      by,
      before,
      after,
    };
  }
}

/** Arguments of put-sample.lua that append a revision; null: none. */
export function appended(revision: SampleRevision | null): string[] {
  if (revision === null) return ['', '', '', '', ''];
  const oldest = new Date(Date.parse(revision.at) - LIFE_MS).toISOString();
  return [JSON.stringify(revision), String(revisionNumber(revision.id)), String(KEPT), oldest, String(LIFE_MS)];
}

const read = (text: string): SampleRevision => sampleRevisionSchema.parse(JSON.parse(text));
