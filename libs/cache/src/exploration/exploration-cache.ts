import { explorationSchema, MAX_EXPLORED_VALUES, type Exploration } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import { ExplorationKeys, type ExplorationKeyParts } from './exploration-keys';

export interface ExplorationCacheSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** How long values are kept, ms; 0 keeps none. Ten minutes: the seeds' own proposal is to keep common looks, and stored values change. */
  ttlMs: number;
  /** Told of a Redis that did not answer and of entries that cannot be read; both are as if nothing were there. */
  warn: (fields: object, message: string) => void;
}

/** What a look brought. */
export type ExploredValues = Pick<Exploration, 'columns' | 'values' | 'truncated'>;

const storedSchema = explorationSchema.pick({ columns: true, values: true, truncated: true }).extend({ values: explorationSchema.shape.values.unwrap().max(MAX_EXPLORED_VALUES) });

/**
 * Values that explorations brought back, kept for some minutes: the same look is asked for again by every question about
 * the same word. Only what was read is kept, never a failure. It saves time and decides nothing, so it never rejects.
 */
export class ExplorationCache {
  private readonly keys: ExplorationKeys;

  constructor(private readonly redis: Pick<RedisClient, 'get' | 'set'>, private readonly settings: ExplorationCacheSettings) {
    this.keys = new ExplorationKeys(settings.prefix);
  }

  /** Null where nothing is kept, or nothing that can be read. */
  async read(parts: ExplorationKeyParts): Promise<ExploredValues | null> {
    if (this.settings.ttlMs === 0) return null;
    try {
      const text = await this.redis.get(this.keys.values(parts));
      return text === null ? null : storedSchema.parse(JSON.parse(text));
    } catch (error) {
      this.warn(error, 'kept values could not be read; they are looked up anew');
      return null;
    }
  }

  async keep(parts: ExplorationKeyParts, { columns, values, truncated }: ExploredValues): Promise<void> {
    if (this.settings.ttlMs === 0) return;
    try {
      await this.redis.set(this.keys.values(parts), JSON.stringify({ columns, values, truncated }), 'PX', this.settings.ttlMs);
    } catch (error) {
      this.warn(error, 'explored values were not kept');
    }
  }

  /** The error's kind alone: a mistake in stored JSON would be quoted with the values around it. */
  private warn(error: unknown, message: string): void {
    this.settings.warn({ error: error instanceof Error ? error.name : typeof error }, message);
  }
}
