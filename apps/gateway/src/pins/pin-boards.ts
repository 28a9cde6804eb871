import { createHash } from 'node:crypto';
import { RedisKeys, type RedisClient } from '@querent/platform';
import type { Caller } from '../auth/caller';
import changeScript from './change-board.lua';
import { MOST_PINS, storedPinSchema, type Pin, type PinBody, type PinPatch } from './pin-schemas';

type Owner = Pick<Caller, 'tenant' | 'name'>;
type Change = 'done' | 'known' | 'full' | 'missing';

interface Commands {
  querentChangeBoard(board: string, life: number, ...args: (string | number)[]): Promise<Change>;
}

/** A board is removed this long after its last use. */
const LIFE_MS = 365 * 24 * 3_600_000;

/**
 * The pinned questions of keys in Redis, a hash per key. Nothing of an answer is stored. A script changes a board, so
 * that concurrent changes lose nothing. Methods reject if Redis is unavailable.
 */
export class PinBoards {
  private readonly commands: Commands;
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    private readonly settings: { prefix: string; warn: (fields: object, message: string) => void },
  ) {
    this.keys = new RedisKeys(settings.prefix);
    redis.defineCommand('querentChangeBoard', { numberOfKeys: 1, lua: changeScript });
    this.commands = redis as unknown as Commands;
  }

  /** In the order of the board. A pin that cannot be read is left out with a warning. */
  async list(owner: Owner): Promise<Pin[]> {
    const key = this.boardOf(owner);
    const [fields] = await Promise.all([this.redis.hgetall(key), this.redis.pexpire(key, LIFE_MS)]);
    return (fields['order'] ?? '')
      .split(' ')
      .filter((id) => id !== '')
      .flatMap((id) => {
        const stored = storedPinSchema.safeParse(jsonOf(fields[`pin:${id}`]));
        if (stored.success) return [{ id, ...stored.data, title: fields[`title:${id}`] ?? null }];
        this.settings.warn({ ...owner, pin: id }, 'a pin cannot be read; left out');
        return [];
      });
  }

  /** Adds a pin at the end. `known`: the question is pinned already; `full`: there is no room. */
  add(owner: Owner, { title, ...body }: PinBody, createdAt: string): Promise<Change> {
    const { question, connection, timezone = null, agent = null } = body;
    const stored = JSON.stringify({ question: question.trim(), connection, timezone, agent, createdAt });
    return this.change(owner, 'add', pinId(body), stored, title ?? '', MOST_PINS);
  }

  /** Changes title and position together. `missing`: there is no such pin. */
  update(owner: Owner, id: string, { title, position }: PinPatch): Promise<Change> {
    return this.change(owner, 'change', id, title === undefined ? 'keep' : 'set', title ?? '', position ?? '');
  }

  remove(owner: Owner, id: string): Promise<Change> {
    return this.change(owner, 'remove', id);
  }

  /** Removes the whole board. */
  async clear(owner: Owner): Promise<void> {
    await this.redis.del(this.boardOf(owner));
  }

  private change(owner: Owner, ...args: (string | number)[]): Promise<Change> {
    return this.commands.querentChangeBoard(this.boardOf(owner), LIFE_MS, ...args);
  }

  private boardOf({ tenant, name }: Owner): string {
    return this.keys.pins(tenant, name);
  }
}

/** The same question to the same connection is one pin. */
export const pinId = ({ question, connection }: Pick<PinBody, 'question' | 'connection'>): string =>
  createHash('sha256')
    .update(JSON.stringify([connection, question.trim()]))
    .digest('hex')
    .slice(0, 24);

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
