import type { Run } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';

/** A conversation: its name is unique within a tenant, key and connection. */
const memberSchema = z.tuple([z.string(), z.string(), z.string()]);

export interface ListedConversation {
  id: string;
  connection: string;
  /** Name of the key or token caller. */
  owner: string;
  lastQuestion: string;
  /** Questions asked in it. */
  runs: number;
  /** Time of the last question, ms since 1970. */
  at: number;
  /** Identifies it in the list. */
  member: string;
}

/** Time of the last question and member of a conversation, from which a list continues. */
export type ConversationPosition = readonly [at: number, member: string];

interface Settings {
  prefix: string;
  /** A conversation is listed this long after its last question: the retention of its runs. */
  lifeMs: number;
}

/** The conversations of tenants and of their keys, by the time of the last question. Rejects without Redis. */
export class ConversationList {
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    private readonly settings: Settings,
  ) {
    this.keys = new RedisKeys(settings.prefix);
  }

  /** Counts a question of a conversation; does nothing for one outside of a conversation. */
  async note({ tenant, keyName, createdAt, request }: Pick<Run, 'tenant' | 'keyName' | 'createdAt' | 'request'>) {
    if (request.conversationId === null) return;
    const { all, of, last, counts } = this.keys.conversationList(tenant);
    const member = JSON.stringify([keyName, request.connection, request.conversationId]);
    const at = Date.parse(createdAt);
    const transaction = this.redis.multi();
    for (const list of [all, of(keyName)]) transaction.zadd(list, 'GT', at, member);
    transaction.hset(last, member, request.question).hincrby(counts, member, 1);
    for (const key of [all, of(keyName), last, counts]) transaction.pexpire(key, this.settings.lifeMs);
    const failed = (await transaction.exec())?.find(([error]) => error !== null)?.[0];
    if (failed) throw failed;
  }

  /**
   * Newest first.
   * @param keyName limits the list to this key's; absent: all of the tenant
   */
  async list(
    { tenant, keyName }: { tenant: string; keyName?: string },
    { after, limit, now }: { after: ConversationPosition | null; limit: number; now: number },
  ): Promise<ListedConversation[]> {
    await this.removeExpired(tenant, keyName, now);
    const { all, of, last, counts } = this.keys.conversationList(tenant);
    const members = await this.membersAfter(keyName === undefined ? all : of(keyName), after, limit);
    if (members.length === 0) return [];
    const names = members.map(([, member]) => member);
    const [questions, numbers] = await Promise.all([
      this.redis.hmget(last, ...names),
      this.redis.hmget(counts, ...names),
    ]);
    return members.flatMap(([at, member], index) => {
      const parsed = memberSchema.safeParse(JSON.parse(member));
      const lastQuestion = questions[index];
      if (!parsed.success || typeof lastQuestion !== 'string') return [];
      const [owner, connection, id] = parsed.data;
      return [{ id, connection, owner, lastQuestion, runs: Number(numbers[index] ?? 1), at, member }];
    });
  }

  /** Entries of a list after a position: those of the same time are ordered by their names. */
  private async membersAfter(
    list: string,
    after: ConversationPosition | null,
    limit: number,
  ): Promise<[at: number, member: string][]> {
    for (let read = limit + 1; ; read *= 4) {
      const from = after === null ? '+inf' : after[0];
      const flat = await this.redis.zrevrangebyscore(list, from, '-inf', 'WITHSCORES', 'LIMIT', 0, read);
      const entries = Array.from({ length: flat.length / 2 }, (_, n): [number, string] => [
        Number(flat[2 * n + 1]),
        String(flat[2 * n]),
      ]);
      // Redis orders equal scores by the bytes of their members, descending here.
      const left = entries.filter(
        ([at, member]) =>
          after === null || at < after[0] || Buffer.compare(Buffer.from(member), Buffer.from(after[1])) < 0,
      );
      if (left.length >= limit || entries.length < read) return left.slice(0, limit);
    }
  }

  private async removeExpired(tenant: string, keyName: string | undefined, now: number): Promise<void> {
    const { all, of, last, counts } = this.keys.conversationList(tenant);
    const until = now - this.settings.lifeMs;
    const expired = await this.redis.zrangebyscore(all, '-inf', until);
    const transaction = this.redis.multi();
    for (const list of [all, ...(keyName === undefined ? [] : [of(keyName)])])
      transaction.zremrangebyscore(list, '-inf', until);
    if (expired.length > 0) transaction.hdel(last, ...expired).hdel(counts, ...expired);
    await transaction.exec();
  }
}
