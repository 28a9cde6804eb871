import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import putScript from './put-sample.lua';
import { sampleEntrySchema, type Retirement, type SampleEntry, type SampleScope } from './sample-entry';
import { appended, SampleLog } from './sample-log';
import type { SampleAuthor, SampleRevision, SampleTexts } from './sample-revision';
import type { SampleVotes } from './sample-quality';
import voteScript from './vote-samples.lua';

export interface SampleStoreSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Called for stored entries that are unreadable; they are ignored. */
  warn: (fields: object, message: string) => void;
}

/** Maximum samples per tenant and connection; above it, the oldest sample from feedback is removed first. */
const KEPT = 2_000;
/** Lifetime of marks on samples of files, so that marks of removed samples expire. */
const MARKS_LIFE_MS = 180 * 24 * 3_600_000;
const TRIES = 20;
const KEPT_CHANGING = 'The sample could not be stored: others kept changing it.';
/** Retention of feedback; a later vote counts as a new one. */
const VOTES_LIFE_MS = 90 * 24 * 3_600_000;

interface SampleCommands {
  querentPutSample(entries: string, revision: string, counts: string, log: string, ...args: string[]): Promise<number>;
  querentVoteSamples(votes: string, counts: string, revision: string, ...args: string[]): Promise<number>;
}

const retirementSchema = z.object({ modelVersion: z.string(), reason: z.string() });

/**
 * Added samples, and retirements of samples in files, in Redis; one hash slot per tenant and connection. Methods reject
 * if Redis is unavailable.
 */
export class SampleStore {
  private readonly commands: SampleCommands;
  private readonly keys: RedisKeys;
  /** Who changed samples, and how. */
  readonly log: SampleLog;

  constructor(
    private readonly redis: RedisClient,
    private readonly settings: SampleStoreSettings,
  ) {
    this.keys = new RedisKeys(settings.prefix);
    this.log = new SampleLog(redis, this.keys);
    redis.defineCommand('querentPutSample', { numberOfKeys: 4, lua: putScript });
    redis.defineCommand('querentVoteSamples', { numberOfKeys: 3, lua: voteScript });
    this.commands = redis as unknown as SampleCommands;
  }

  /** Unordered. */
  async list(scope: SampleScope): Promise<SampleEntry[]> {
    const stored = await this.redis.hgetall(this.keysOf(scope).entries);
    return Object.values(stored).flatMap((text) => this.parsed(text, scope) ?? []);
  }

  async get(scope: SampleScope, id: string): Promise<SampleEntry | null> {
    const stored = await this.redis.hget(this.keysOf(scope).entries, id);
    return stored === null ? null : this.parsed(stored, scope);
  }

  /** Changes with every change of the scope's samples and of its audience's retirements. */
  async revision(scope: SampleScope, audience: string): Promise<string> {
    const [own, marks] = await Promise.all([
      this.redis.get(this.keysOf(scope).revision),
      this.redis.get(this.keys.fileSamples(audience).revision),
    ]);
    return `${own ?? 0}/${marks ?? 0}`;
  }

  /**
   * Changes one sample with optimistic locking. `change` receives the stored sample (null: none) and returns the new
   * one: null deletes it; the same object leaves it unchanged. It may be called several times.
   *
   * @param author recorded with the change in the log, in one step; null: a change that a later check may revert by
   * itself, which is not recorded
   * @returns the sample stored afterwards
   */
  async change(
    scope: SampleScope,
    id: string,
    change: (before: SampleEntry | null) => SampleEntry | null,
    author: SampleAuthor | null,
  ): Promise<SampleEntry | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      const stored = await this.redis.hget(this.keysOf(scope).entries, id);
      const before = stored === null ? null : this.parsed(stored, scope);
      const after = change(before);
      if (after === before) return before;
      const texts = { before: before && stored, after: after && JSON.stringify(after) };
      if ((await this.put(scope, id, stored, texts, author)) !== null) return after;
    }
    throw new Error(KEPT_CHANGING);
  }

  /**
   * Puts a sample back to a text that was stored before; null deletes it.
   * @param expected the sample as the caller read it; null: none
   * @returns null if another change came first
   */
  async restore(
    scope: SampleScope,
    id: string,
    { expected, text }: { expected: SampleEntry | null; text: string | null },
    author: SampleAuthor,
  ): Promise<SampleRevision | null> {
    const stored = await this.redis.hget(this.keysOf(scope).entries, id);
    const before = stored === null ? null : this.parsed(stored, scope);
    if (!isDeepStrictEqual(before, expected)) return null;
    const put = await this.put(scope, id, stored, { before: before && stored, after: text }, author);
    return put?.revision ?? null;
  }

  /** Null if the stored text is another one now. */
  private async put(
    scope: SampleScope,
    id: string,
    stored: string | null,
    texts: SampleTexts,
    author: SampleAuthor | null,
  ): Promise<{ revision: SampleRevision | null } | null> {
    const { entries, revision: number, counts, log } = this.keysOf(scope);
    const dropped = stored === null && texts.after !== null ? await this.overdue(scope) : '';
    const change = [id, stored ?? '', texts.after ?? '', dropped];
    for (let tries = 0, last = 0; tries < TRIES; tries++) {
      const revision = author === null ? null : await this.log.next(scope, id, texts, author, last);
      const put = await this.commands.querentPutSample(entries, number, counts, log, ...change, ...appended(revision));
      if (put === 0) return null;
      if (put === 1) return { revision };
      last = -put;
    }
    throw new Error(KEPT_CHANGING);
  }

  /**
   * Counts a key's rating of a run's answer for the samples that it used, once per run, key and sample: the last rating
   * counts.
   */
  async vote(
    scope: SampleScope,
    { runId, by, rating }: { runId: string; by: string; rating: keyof SampleVotes },
    ids: readonly string[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const votes = this.keysOf(scope).votes(runId);
    await this.commands.querentVoteSamples(
      votes,
      this.keysOf(scope).counts,
      this.keysOf(scope).revision,
      by,
      rating,
      String(VOTES_LIFE_MS),
      String(2 * VOTES_LIFE_MS),
      ...ids,
    );
  }

  /** Votes by sample, including samples of the connection's file; samples without votes are omitted. */
  async votes(scope: SampleScope): Promise<Map<string, SampleVotes>> {
    const votes = new Map<string, SampleVotes>();
    for (const [field, text] of Object.entries(await this.redis.hgetall(this.keysOf(scope).counts))) {
      const at = field.lastIndexOf(':');
      const [id, rating, count] = [field.slice(0, at), field.slice(at + 1), Math.max(0, Number(text))];
      if ((rating === 'up' || rating === 'down') && count > 0)
        votes.set(id, { up: 0, down: 0, ...votes.get(id), [rating]: count });
    }
    return votes;
  }

  /**
   * Retirements of samples of the connection's file for an audience, by content hash: audiences may have different
   * permissions.
   */
  async fileRetirements(audience: string): Promise<Map<string, Retirement>> {
    const stored = await this.redis.hgetall(this.keys.fileSamples(audience).retired);
    return new Map(
      Object.entries(stored).flatMap(([hash, text]): [string, Retirement][] => {
        const parsed = retirementSchema.safeParse(jsonOf(text));
        return parsed.success ? [[hash, parsed.data]] : [];
      }),
    );
  }

  /** @param retirement null removes the mark */
  async markFile(audience: string, hash: string, retirement: Retirement | null): Promise<void> {
    const { retired: marks, revision } = this.keys.fileSamples(audience);
    // A revision that restarts must differ from all that readers know. It is random, because two may start in one
    // millisecond of a process.
    const transaction = this.redis
      .multi()
      .set(revision, randomInt(2 ** 47), 'NX')
      .incr(revision)
      .pexpire(revision, 2 * MARKS_LIFE_MS);
    if (retirement === null) transaction.hdel(marks, hash);
    else transaction.hset(marks, hash, JSON.stringify(retirement)).pexpire(marks, MARKS_LIFE_MS);
    const replies = await transaction.exec();
    const failed = replies?.find(([error]) => error !== null)?.[0];
    if (!replies || failed) throw failed ?? new Error('The retirement was not stored: the transaction was discarded.');
  }

  /** The sample to remove for a new one; '' if there is room. */
  private async overdue(scope: SampleScope): Promise<string> {
    if ((await this.redis.hlen(this.keysOf(scope).entries)) < KEPT) return '';
    const byAge = (await this.list(scope)).sort(
      (a, b) =>
        Number(a.source !== 'feedback') - Number(b.source !== 'feedback') ||
        (a.createdAt ?? '').localeCompare(b.createdAt ?? ''),
    );
    return byAge[0]?.id ?? '';
  }

  private parsed(text: string, scope: SampleScope): SampleEntry | null {
    const entry = sampleEntrySchema.safeParse(jsonOf(text));
    if (entry.success) return entry.data;
    this.settings.warn({ ...scope }, 'a stored sample cannot be read; ignored');
    return null;
  }

  private keysOf({ tenant, connection }: SampleScope): ReturnType<RedisKeys['samples']> {
    return this.keys.samples(tenant, connection);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
