import type { HealthState } from '@querent/platform';
import type { QdrantFailure, QdrantTrouble } from './qdrant-failure';

/** Troubles of a server that is there. */
const THERE: ReadonlySet<QdrantTrouble> = new Set(['not_found', 'conflict', 'refused', 'rate_limited', 'left_alone']);
/** Troubles that a small question does not show. */
const STANDING: ReadonlySet<QdrantTrouble> = new Set(['unauthorized', 'unusable']);

/** Milliseconds between two warnings of one trouble. */
const QUIET_MS = 60_000;

/** Whether Qdrant is there for an index, as far as this process knows; tells the log when that changes. */
export class QdrantPresence {
  private since: Date | undefined;
  private told: QdrantFailure | undefined;
  /** Whether the log's last word is of a trouble. */
  private warned = false;
  private readonly warnedAt = new Map<QdrantTrouble, number>();

  constructor(private readonly warn: (fields: object, message: string) => void) {}

  answered(): void {
    this.since = undefined;
    this.told = undefined;
    if (!this.warned) return;
    this.warned = false;
    this.warn({ store: 'qdrant' }, 'Qdrant answers again');
  }

  failed(failure: QdrantFailure): void {
    const { trouble } = failure;
    if (trouble === 'left_alone') return;
    if (!THERE.has(trouble)) this.since ??= new Date();
    this.told = failure;
    // Not for each call, nor for each time that a shaky line breaks.
    if (Date.now() - (this.warnedAt.get(trouble) ?? 0) < QUIET_MS) return;
    this.warnedAt.set(trouble, Date.now());
    this.warned = true;
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
    health.addOptional({
      name: 'qdrant',
      check: async () => void (await Promise.all([...checks].map((each) => each()))),
    });
  }
  checks.add(check);
  return () => checks.delete(check);
}
