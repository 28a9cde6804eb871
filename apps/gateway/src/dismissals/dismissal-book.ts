import { createHash } from 'node:crypto';
import { RedisKeys, type RedisClient } from '@querent/platform';
import {
  MOST_DISMISSALS,
  storedDismissalSchema,
  type Dismissal,
  type DismissalBody,
  type StoredDismissal,
} from './dismissal-schemas';
import changeScript from './change-dismissals.lua';

type Change = 'done' | 'known' | 'full' | 'missing';

interface Commands {
  querentChangeDismissals(entries: string, ends: string, ...args: (string | number)[]): Promise<Change>;
}

/**
 * What the administrators of a tenant have dismissed from their review, in Redis. A script changes it, so that
 * concurrent changes lose nothing. Ids and times are stored, no text. Methods reject if Redis is unavailable.
 */
export class DismissalBook {
  private readonly commands: Commands;
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    private readonly settings: { prefix: string; warn: (fields: object, message: string) => void },
  ) {
    this.keys = new RedisKeys(settings.prefix);
    redis.defineCommand('querentChangeDismissals', { numberOfKeys: 2, lua: changeScript });
    this.commands = redis as unknown as Commands;
  }

  /** Newest first. A dismissal that cannot be read is left out with a warning. */
  async list(tenant: string, now = Date.now()): Promise<Dismissal[]> {
    const [entries, ends] = this.keys.dismissals(tenant);
    const [stored, ended] = await Promise.all([
      this.redis.hgetall(entries),
      this.redis.zrangebyscore(ends, '-inf', now),
    ]);
    const isEnded = new Set(ended);
    return Object.entries(stored)
      .flatMap(([id, text]) => (isEnded.has(id) ? [] : (this.read(tenant, id, text) ?? [])))
      .sort(isNewerFirst);
  }

  /** Null if there is no such dismissal. */
  async get(tenant: string, id: string): Promise<Dismissal | null> {
    const text = await this.redis.hget(this.keys.dismissals(tenant)[0], id);
    return text === null ? null : this.read(tenant, id, text);
  }

  /** `known`: it is dismissed already; `full`: there is no room. @param endsAt ms since 1970 */
  add(tenant: string, dismissal: StoredDismissal, endsAt: number): Promise<Change> {
    return this.change(tenant, 'add', dismissalId(dismissal), JSON.stringify(dismissal), endsAt, MOST_DISMISSALS);
  }

  /** `missing`: there is no such dismissal. */
  remove(tenant: string, id: string): Promise<Change> {
    return this.change(tenant, 'remove', id);
  }

  private change(tenant: string, ...args: (string | number)[]): Promise<Change> {
    return this.commands.querentChangeDismissals(...this.keys.dismissals(tenant), Date.now(), ...args);
  }

  private read(tenant: string, id: string, text: string): Dismissal | null {
    const stored = storedDismissalSchema.safeParse(jsonOf(text));
    if (stored.success) return { id, ...stored.data };
    this.settings.warn({ tenant, dismissal: id }, 'a dismissal cannot be read; left out');
    return null;
  }
}

/** The order of the list. */
export const isNewerFirst = (
  a: Pick<Dismissal, 'id' | 'dismissedAt'>,
  b: Pick<Dismissal, 'id' | 'dismissedAt'>,
): number => b.dismissedAt.localeCompare(a.dismissedAt) || b.id.localeCompare(a.id);

/** The same rating, or the same run, is one dismissal. */
export const dismissalId = ({
  runId,
  rating,
}: Pick<DismissalBody, 'runId'> & Pick<StoredDismissal, 'rating'>): string =>
  createHash('sha256')
    .update(JSON.stringify(rating === null ? [runId] : [runId, rating.by, rating.at]))
    .digest('hex')
    .slice(0, 24);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
