import { setTimeout as pause } from 'node:timers/promises';
import { envInteger, type HealthState, type Logger } from '@querent/platform';
import { prepareDecoding } from '@querent/saga';

export const warmUpEnv = {
  WARM_UP_MS: envInteger(
    5_000,
    0,
    600_000,
    'processor time for which a started service prepares its connections, as their first questions would; it is ready afterwards, and at the latest three times this after the first schema has been read, for which it waits as long; 0: none',
  ),
};

/** What one connection needs before its first question. */
export interface Preparation {
  /** For logs. */
  name: string;
  /**
   * Loads and builds what questions need. Resolves with typical work to rehearse, in steps of a few milliseconds; null
   * if there is none; 'later' while the schema has not been read.
   */
  prepare(): Promise<Iterator<void> | null | 'later'>;
}

export interface WarmUpOptions {
  /** WARM_UP_MS. */
  budgetMs: number;
  health: Pick<HealthState, 'addReady'>;
  logger: Pick<Logger, 'info' | 'warn'>;
}

/** The longest wait for schemas that another service reads. Readiness does not wait for all of it. */
const LONGEST_WAIT_MS = 30_000;
const ASK_AGAIN_MS = 500;
/** Readiness waits this many times the processor time, because other processes compute at the same time. */
const WALL_FACTOR = 3;
/** Maximum time between two yields to the event loop. */
const SLICE_MS = 15;

/**
 * Prepares a service's connections at its start, within a limit of processor time, and adds a readiness check that
 * passes when that is done or takes too long. A failure is logged, and its connection is prepared by its first
 * question.
 * @returns ends the warm-up; a preparation that has begun is not awaited, because it may wait for Redis
 */
export function startWarmUp(preparations: readonly Preparation[], options: WarmUpOptions): () => void {
  const { budgetMs, health, logger } = options;
  if (budgetMs === 0) return () => undefined;
  const stop = new AbortController();
  let isOver = false;
  let latest = performance.now() + WALL_FACTOR * budgetMs;
  health.addReady({
    name: 'warm-up',
    check: async () => {
      if (!isOver && performance.now() < latest) throw new Error('connections are being prepared');
    },
  });
  void new WarmUp(budgetMs, logger, stop.signal, () => (latest = performance.now() + WALL_FACTOR * budgetMs))
    .run(preparations)
    .catch((error: unknown) => logger.warn({ error: textOf(error) }, 'the warm-up failed'))
    .finally(() => (isOver = true));
  return () => stop.abort();
}

class WarmUp {
  private readonly start = process.cpuUsage();
  private prepared = 0;

  constructor(
    private readonly budgetMs: number,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
    private readonly signal: AbortSignal,
    private readonly onFirst: () => void,
  ) {}

  async run(preparations: readonly Preparation[]): Promise<void> {
    prepareDecoding();
    const until = performance.now() + LONGEST_WAIT_MS;
    for (let waiting = preparations; waiting.length > 0 && !this.mustEnd();) {
      waiting = await this.prepareAll(waiting);
      if (waiting.length === 0 || performance.now() > until) break;
      await pause(ASK_AGAIN_MS, undefined, { ref: false, signal: this.signal }).catch(() => undefined);
    }
    if (this.signal.aborted) return;
    this.logger.info(
      { prepared: this.prepared, of: preparations.length, cpuMs: Math.round(this.cpuMs()) },
      'warmed up',
    );
  }

  /** Prepares and rehearses the connections whose schemas have been read. Resolves with the others. */
  private async prepareAll(preparations: readonly Preparation[]): Promise<Preparation[]> {
    const later: Preparation[] = [];
    const rehearsals: Iterator<void>[] = [];
    for (const preparation of preparations) {
      if (this.mustEnd()) return [];
      const made = await this.made(preparation);
      if (made === 'later') later.push(preparation);
      else if (made !== null) rehearsals.push(made);
    }
    await this.rehearse(rehearsals);
    return later;
  }

  private async made({ name, prepare }: Preparation): Promise<Iterator<void> | null | 'later'> {
    try {
      const made = await prepare();
      if (made === 'later') return made;
      this.prepared += 1;
      if (this.prepared === 1) this.onFirst();
      return made;
    } catch (error) {
      this.failed(name, error);
      return null;
    }
  }

  /** One step of each connection in turn, so that each is prepared equally when the time is over. */
  private async rehearse(rehearsals: Iterator<void>[]): Promise<void> {
    let active = rehearsals;
    let since = performance.now();
    while (active.length > 0) {
      const next: Iterator<void>[] = [];
      for (const steps of active) {
        if (this.mustEnd()) return;
        if (this.step(steps)) next.push(steps);
        if (performance.now() - since <= SLICE_MS) continue;
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      }
      active = next;
    }
  }

  private step(steps: Iterator<void>): boolean {
    try {
      return steps.next().done !== true;
    } catch (error) {
      this.failed('rehearsal', error);
      return false;
    }
  }

  private failed(name: string, error: unknown): void {
    if (!this.signal.aborted)
      this.logger.warn({ connection: name, error: textOf(error) }, 'not prepared before the first question');
  }

  private mustEnd(): boolean {
    return this.signal.aborted || this.cpuMs() >= this.budgetMs;
  }

  /** Processor time of the whole process since the warm-up began. */
  private cpuMs(): number {
    const { user, system } = process.cpuUsage(this.start);
    return (user + system) / 1_000;
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
