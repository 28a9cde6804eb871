import { z } from 'zod';
import { jobKeySchema } from '@querent/contracts';
import { redacted, type RedisClient, type RedisKeys } from '@querent/platform';
import { withSagaScripts, type SagaRedis } from '../runs/scripts';
import { surplusLetters } from './surplus-letters';

/**
 * A job that used up its attempts (its run has failed), or a callback that was never accepted. Operators read these.
 */
export const deadLetterSchema = z.object({
  id: z.string().describe('id of the dead letter'),
  runId: z.string().describe('id of the run'),
  tenant: z.string().describe('tenant of the run'),
  job: z.union([jobKeySchema, z.literal('callback')]).describe('the job; `callback` is a webhook'),
  version: z.number().int().describe('version of the run for which the job was created'),
  reason: z.string().describe('why the last attempt failed'),
  at: z.string().describe('time of the last attempt'),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;

/** A letter to be posted, unchanged: a newer version may have added fields or job names to it. */
export const owedLetterSchema: z.ZodType<DeadLetter> = z.looseObject({
  ...deadLetterSchema.shape,
  job: z.custom<DeadLetter['job']>((job) => typeof job === 'string'),
});

const KEPT = 10_000;
/** Entries above `KEPT` before the list is trimmed, because trimming reads all entries. */
const SLACK = 500;
/** The run, which a replay needs, expires long before this. */
const LIFE_MS = 90 * 24 * 3_600_000;

/**
 * The dead letters of all tenants, newest first. Above 10,000, the oldest letters of the tenant with the most letters
 * are dropped. Every letter is dropped after 90 days.
 */
export class DeadLetters {
  private readonly redis: SagaRedis;

  constructor(
    redis: RedisClient,
    private readonly keys: RedisKeys,
  ) {
    this.redis = withSagaScripts(redis);
  }

  /** Adds a letter. Adding the same letter twice has no effect. Rejects if the letter was not stored. */
  async add(letter: DeadLetter): Promise<void> {
    const key = this.keys.deadLetters();
    // Expiry uses Redis's clock: a process whose clock is ahead would drop letters too early.
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
    const surplus = surplusLetters(
      await this.redis.zrange(key, 0, '-1'),
      KEPT,
      (entry) => letterOf(entry)?.tenant ?? '',
    );
    if (surplus.length > 0) await this.redis.zrem(key, ...surplus);
  }

  async list(limit: number): Promise<DeadLetter[]> {
    const entries = await this.redis.zrevrange(this.keys.deadLetters(), 0, limit - 1);
    return entries.flatMap((entry) => letterOf(entry) ?? []);
  }

  /** A tenant's letters, newest first; all letters if no tenant is given. */
  async ofTenant(tenant: string | undefined): Promise<DeadLetter[]> {
    if (tenant === undefined) return this.list(KEPT + SLACK);
    return (await this.entriesWith(tenant))
      .flatMap((entry) => letterOf(entry) ?? [])
      .filter((letter) => letter.tenant === tenant);
  }

  /** A letter by id, limited to a tenant if one is given; null if there is none. */
  async find(tenant: string | undefined, id: string): Promise<DeadLetter | null> {
    const named = (await this.entriesWith(id)).flatMap((entry) => letterOf(entry) ?? []);
    return named.find((letter) => letter.id === id && (tenant === undefined || letter.tenant === tenant)) ?? null;
  }

  /** Removes a letter and its earlier versions. Returns false if it was already removed. */
  async discard({ id, at }: DeadLetter): Promise<boolean> {
    const entries = await this.entriesWith(id);
    const isMeant = (letter: DeadLetter | null): boolean =>
      letter !== null && letter.id === id && Date.parse(letter.at) <= Date.parse(at);
    // Removes the stored text: a newer version may have added fields that are not parsed here.
    const stored = entries.filter((entry) => isMeant(letterOf(entry)));
    return stored.length > 0 && (await this.redis.zrem(this.keys.deadLetters(), ...stored)) > 0;
  }

  count(): Promise<number> {
    return this.redis.zcard(this.keys.deadLetters());
  }

  /**
   * Entries that contain a text as one of their values, newest first. Parsing all of ten thousand entries would block
   * the process for 100 ms.
   */
  private async entriesWith(value: string): Promise<string[]> {
    const quoted = JSON.stringify(value);
    return (await this.redis.zrevrange(this.keys.deadLetters(), 0, -1)).filter((entry) => entry.includes(quoted));
  }
}

/** Null for a letter about a job that only a newer version knows. */
function letterOf(entry: string): DeadLetter | null {
  const read = deadLetterSchema.safeParse(JSON.parse(entry));
  return read.success ? read.data : null;
}
