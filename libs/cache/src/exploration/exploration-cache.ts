import { hash } from 'node:crypto';
import { explorationSchema, MAX_EXPLORED_VALUES, type Exploration } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';

/** All that decides whether two looks at stored values see the same. */
export interface ExplorationKeyParts {
  tenant: string;
  connection: string;
  /** Whose login the tenant's statements run with: `audienceOf`. The version changes with the login itself. */
  role: string;
  /** Version of the semantic model and the schema snapshot together: what may be seen. */
  version: string;
  /** Times are told in it. */
  timezone: string;
  /** The statement as the guard wrote it anew, so that spelling and spacing make no difference. */
  sql: string;
}

export interface ExplorationCacheSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /**
   * How long values are kept, ms; 0 keeps none. Ten minutes: the seeds' own proposal is to keep common looks, and
   * stored values change.
   */
  ttlMs: number;
  /** Told of a Redis that did not answer and of entries that cannot be read; both are as if nothing were there. */
  warn: (fields: object, message: string) => void;
}

/** What a look brought. */
export type ExploredValues = Pick<Exploration, 'columns' | 'values' | 'truncated'>;

const storedSchema = explorationSchema
  .pick({ columns: true, values: true, truncated: true })
  .extend({ values: explorationSchema.shape.values.unwrap().max(MAX_EXPLORED_VALUES) });

/**
 * Values that explorations brought back, kept for some minutes: the same look is asked for again by every question
 * about the same word. Only what was read is kept, never a failure. It saves time and decides nothing, so it never
 * rejects.
 */
export class ExplorationCache {
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: Pick<RedisClient, 'get' | 'set'>,
    private readonly settings: ExplorationCacheSettings,
  ) {
    this.keys = new RedisKeys(settings.prefix);
  }

  /** Null where nothing is kept, or nothing that can be read. */
  async read(parts: ExplorationKeyParts): Promise<ExploredValues | null> {
    if (this.settings.ttlMs === 0) return null;
    try {
      const text = await this.redis.get(this.keyOf(parts));
      return text === null ? null : storedSchema.parse(JSON.parse(text));
    } catch (error) {
      this.warn(error, 'kept values could not be read; they are looked up anew');
      return null;
    }
  }

  async keep(parts: ExplorationKeyParts, { columns, values, truncated }: ExploredValues): Promise<void> {
    if (this.settings.ttlMs === 0) return;
    try {
      await this.redis.set(
        this.keyOf(parts),
        JSON.stringify({ columns, values, truncated }),
        'PX',
        this.settings.ttlMs,
      );
    } catch (error) {
      this.warn(error, 'explored values were not kept');
    }
  }

  private keyOf({ tenant, connection, role, version, timezone, sql }: ExplorationKeyParts): string {
    return this.keys.explored(
      hash('sha256', JSON.stringify([tenant, connection, role, version, timezone, sql]), 'base64url'),
    );
  }

  /** The error's kind alone: a mistake in stored JSON would be quoted with the values around it. */
  private warn(error: unknown, message: string): void {
    this.settings.warn({ error: error instanceof Error ? error.name : typeof error }, message);
  }
}
