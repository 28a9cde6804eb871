import { hash } from 'node:crypto';
import { explorationSchema, MAX_EXPLORED_VALUES, type Exploration } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';

/** All inputs that decide whether two explorations read the same stored values. */
export interface ExplorationKeyParts {
  tenant: string;
  connection: string;
  /** The login of the tenant's statements: `audienceOf`. The version also changes with the login. */
  role: string;
  /** Version of the semantic model and the schema snapshot together: it decides which values are visible. */
  version: string;
  /** Time zone of the values. */
  timezone: string;
  /** The statement as the guard rewrote it, so that spelling and spacing make no difference. */
  sql: string;
}

export interface ExplorationCacheSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /**
   * Lifetime of the values, ms; 0 disables the cache. Ten minutes: common explorations are worth caching, but stored
   * values change.
   */
  ttlMs: number;
  /** Called if Redis did not answer or an entry cannot be read; both count as a miss. */
  warn: (fields: object, message: string) => void;
}

/** The values that an exploration read. */
export type ExploredValues = Pick<Exploration, 'columns' | 'values' | 'truncated'>;

const storedSchema = explorationSchema
  .pick({ columns: true, values: true, truncated: true })
  .extend({ values: explorationSchema.shape.values.unwrap().max(MAX_EXPLORED_VALUES) });

/**
 * Values read by explorations, cached for some minutes: every question about the same word needs the same exploration.
 * Only values are stored, never failures. The cache only saves time, so it never rejects.
 */
export class ExplorationCache {
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: Pick<RedisClient, 'get' | 'set'>,
    private readonly settings: ExplorationCacheSettings,
  ) {
    this.keys = new RedisKeys(settings.prefix);
  }

  /** Null if there is no readable entry. */
  async read(parts: ExplorationKeyParts): Promise<ExploredValues | null> {
    if (this.settings.ttlMs === 0) return null;
    try {
      const text = await this.redis.get(this.keyOf(parts));
      return text === null ? null : storedSchema.parse(JSON.parse(text));
    } catch (error) {
      this.warn(error, 'cached values could not be read; they are queried again');
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
      this.warn(error, 'explored values were not cached');
    }
  }

  private keyOf({ tenant, connection, role, version, timezone, sql }: ExplorationKeyParts): string {
    return this.keys.explored(
      hash('sha256', JSON.stringify([tenant, connection, role, version, timezone, sql]), 'base64url'),
    );
  }

  /** Logs only the error's name: the message of a JSON error would quote stored values. */
  private warn(error: unknown, message: string): void {
    this.settings.warn({ error: error instanceof Error ? error.name : typeof error }, message);
  }
}
