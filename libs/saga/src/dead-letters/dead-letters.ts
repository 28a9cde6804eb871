import { z } from 'zod';
import { jobKeySchema } from '@querent/contracts';
import { redacted, type RedisClient, type RedisKeys } from '@querent/platform';
import { withSagaScripts, type SagaRedis } from '../runs/scripts';
import { surplusLetters } from './surplus-letters';

/**
 * A job that used up its attempts (its run has failed), or a callback that nobody took. This is what operators look at.
 */
export const deadLetterSchema = z.object({
  id: z.string(),
  runId: z.string(),
  tenant: z.string(),
  job: z.union([jobKeySchema, z.literal('callback')]),
  version: z.number().int(),
  reason: z.string(),
  at: z.string(),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;

/** A letter that is to be posted, as it was written: a newer version may have put more into it, or know other jobs. */
export const owedLetterSchema: z.ZodType<DeadLetter> = z.looseObject({
  ...deadLetterSchema.shape,
  job: z.custom<DeadLetter['job']>((job) => typeof job === 'string'),
});

const KEPT = 10_000;
/** So many more before some fall off, since to find out which means to read all. */
const SLACK = 500;
/** A run is gone long before, and with it what a replay needs. */
const LIFE_MS = 90 * 24 * 3_600_000;

/**
 * The dead letters of all tenants, newest first. Beyond 10,000 the oldest of the tenant with most fall off, and each
 * after 90 days.
 */
export class DeadLetters {
  private readonly redis: SagaRedis;

  constructor(
    redis: RedisClient,
    private readonly keys: RedisKeys,
  ) {
    this.redis = withSagaScripts(redis);
  }

  /** The same letter again changes nothing. Rejects where it is not kept. */
  async add(letter: DeadLetter): Promise<void> {
    const key = this.keys.deadLetters();
    // What falls off does so by Redis's clock: one that is ahead would throw away what others keep.
    const now = await this.redis.querentNow(key);
    const replies = await this.redis
      .pipeline()
      .zadd(key, Date.parse(letter.at), JSON.stringify({ ...letter, reason: redacted(letter.reason) }))
      .zcard(key)
      .zremrangebyscore(key, '-inf', now - LIFE_MS)
      .pexpire(key, LIFE_MS)
      .exec();
    const [failure] = replies?.[0] ?? [];
    if (failure) throw failure;
    if (Number(replies?.[1]?.[1]) > KEPT + SLACK) await this.makeRoom();
  }

  private async makeRoom(): Promise<void> {
    const key = this.keys.deadLetters();
    const gone = surplusLetters(await this.redis.zrange(key, 0, '-1'), KEPT, (entry) => letterOf(entry)?.tenant ?? '');
    if (gone.length > 0) await this.redis.zrem(key, ...gone);
  }

  async list(limit: number): Promise<DeadLetter[]> {
    const entries = await this.redis.zrevrange(this.keys.deadLetters(), 0, limit - 1);
    return entries.flatMap((entry) => letterOf(entry) ?? []);
  }

  /** A tenant's letters, newest first; of all tenants where none is given. */
  async ofTenant(tenant: string | undefined): Promise<DeadLetter[]> {
    if (tenant === undefined) return this.list(KEPT + SLACK);
    return (await this.entriesWith(tenant))
      .flatMap((entry) => letterOf(entry) ?? [])
      .filter((letter) => letter.tenant === tenant);
  }

  /** A tenant's letter, or any tenant's where none is given; null where there is none. */
  async find(tenant: string | undefined, id: string): Promise<DeadLetter | null> {
    const named = (await this.entriesWith(id)).flatMap((entry) => letterOf(entry) ?? []);
    return named.find((letter) => letter.id === id && (tenant === undefined || letter.tenant === tenant)) ?? null;
  }

  /** Takes a letter out, and what was written of the same before. False where somebody has done so already. */
  async discard({ id, at }: DeadLetter): Promise<boolean> {
    const entries = await this.entriesWith(id);
    const isMeant = (letter: DeadLetter | null): boolean =>
      letter !== null && letter.id === id && Date.parse(letter.at) <= Date.parse(at);
    // As it is stored: a newer version may have put more into it than is read here.
    const stored = entries.filter((entry) => isMeant(letterOf(entry)));
    return stored.length > 0 && (await this.redis.zrem(this.keys.deadLetters(), ...stored)) > 0;
  }

  count(): Promise<number> {
    return this.redis.zcard(this.keys.deadLetters());
  }

  /**
   * Entries that hold a text as one of their values, newest first. To parse all of ten thousand would stop the process
   * for a tenth of a second.
   */
  private async entriesWith(value: string): Promise<string[]> {
    const quoted = JSON.stringify(value);
    return (await this.redis.zrevrange(this.keys.deadLetters(), 0, -1)).filter((entry) => entry.includes(quoted));
  }
}

/** Null for one of a newer version, about a job that this one does not know: it is that version's to show. */
function letterOf(entry: string): DeadLetter | null {
  const read = deadLetterSchema.safeParse(JSON.parse(entry));
  return read.success ? read.data : null;
}
