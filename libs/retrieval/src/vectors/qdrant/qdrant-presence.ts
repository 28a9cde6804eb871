import type { HealthState } from '@querent/platform';
import type { QdrantFailure, QdrantTrouble } from './qdrant-failure';

/** Troubles of a server that is there. */
const THERE: ReadonlySet<QdrantTrouble> = new Set(['not_found', 'conflict', 'refused', 'rate_limited', 'left_alone']);
/** Troubles that a small question does not show. */
const STANDING: ReadonlySet<QdrantTrouble> = new Set(['unauthorized', 'unusable']);

/** Whether Qdrant is there for an index, as far as this process knows; tells the log when that changes. */
export class QdrantPresence {
  private since: Date | undefined;
  private told: QdrantFailure | undefined;

  constructor(private readonly warn: (fields: object, message: string) => void) {}

  answered(): void {
    this.since = undefined;
    if (this.told === undefined) return;
    this.told = undefined;
    this.warn({ store: 'qdrant' }, 'Qdrant answers again');
  }

  failed(failure: QdrantFailure): void {
    const { trouble } = failure;
    if (trouble === 'left_alone') return;
    if (!THERE.has(trouble)) this.since ??= new Date();
    // Once for each kind of trouble, not for each call.
    if (this.told?.trouble === trouble) return;
    this.told = failure;
    this.warn({ store: 'qdrant', trouble }, `${failure.message}. What it keeps is done without.`);
  }

  /**
   * Rejects with since when it is away, and why.
   * @param ask one small request
   */
  async check(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      throw this.away(error instanceof Error ? error.message : 'no answer');
    }
    if (this.told !== undefined && STANDING.has(this.told.trouble)) throw this.away(this.told.message);
    this.since = undefined;
  }

  private away(why: string): Error {
    this.since ??= new Date();
    return new Error(`away since ${this.since.toISOString()}: ${why}`);
  }
}

type Check = () => Promise<void>;
const pages = new WeakMap<object, Set<Check>>();

/** One line on a process's health page for all its indexes. Gives back what takes this one off. */
export function onHealthPage(health: Pick<HealthState, 'addOptional'>, check: Check): () => void {
  const checks = pages.get(health) ?? new Set();
  if (!pages.has(health)) {
    pages.set(health, checks);
    health.addOptional({ name: 'qdrant', check: async () => void (await Promise.all([...checks].map((each) => each()))) });
  }
  checks.add(check);
  return () => checks.delete(check);
}
