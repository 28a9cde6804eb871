import type { HealthState } from '@querent/platform';
import type { QdrantFailure, QdrantTrouble } from './qdrant-failure';

/** Failures of a reachable server. */
const REACHABLE: ReadonlySet<QdrantTrouble> = new Set([
  'not_found',
  'conflict',
  'refused',
  'rate_limited',
  'left_alone',
]);
/** Failures that a small request does not show. */
const PERSISTENT: ReadonlySet<QdrantTrouble> = new Set(['unauthorized', 'unusable']);

/** Milliseconds between two warnings of one failure. */
const QUIET_MS = 60_000;

/** Availability of Qdrant for an index, as far as this process knows; logs changes. */
export class QdrantAvailability {
  private since: Date | undefined;
  private lastFailure: QdrantFailure | undefined;
  /** Whether the last log entry was a failure. */
  private warned = false;
  private readonly warnedAt = new Map<QdrantTrouble, number>();

  constructor(private readonly warn: (fields: object, message: string) => void) {}

  answered(): void {
    this.since = undefined;
    this.lastFailure = undefined;
    if (!this.warned) return;
    this.warned = false;
    this.warn({ store: 'qdrant' }, 'Qdrant answers again');
  }

  failed(failure: QdrantFailure): void {
    const { trouble } = failure;
    if (trouble === 'left_alone') return;
    if (!REACHABLE.has(trouble)) this.since ??= new Date();
    this.lastFailure = failure;
    // Rate-limited: not for each call, nor for each interruption of an unstable network.
    if (Date.now() - (this.warnedAt.get(trouble) ?? 0) < QUIET_MS) return;
    this.warnedAt.set(trouble, Date.now());
    this.warned = true;
    this.warn({ store: 'qdrant', trouble }, `${failure.message}. The run continues without its vectors.`);
  }

  /**
   * Rejects with the start and cause of the unavailability.
   * @param ask one small request
   */
  async check(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      throw this.unavailable(error instanceof Error ? error.message : 'no answer');
    }
    if (this.lastFailure !== undefined && PERSISTENT.has(this.lastFailure.trouble))
      throw this.unavailable(this.lastFailure.message);
    this.since = undefined;
  }

  private unavailable(why: string): Error {
    this.since ??= new Date();
    return new Error(`unavailable since ${this.since.toISOString()}: ${why}`);
  }
}

type Check = () => Promise<void>;
const pages = new WeakMap<object, Set<Check>>();

/** One line on a process's health page for all its indexes. Returns a function that removes this index. */
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
