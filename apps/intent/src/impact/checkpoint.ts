import type { ImpactStore } from '@querent/impact';
import type { GivesWay } from './gives-way';

/** Progress is stored, and a cancellation noticed, this often, ms. */
const PROGRESS_MS = 250;

/** The comparison has ended meanwhile: it was cancelled, or another worker had the same job. */
export class ImpactEndedError extends Error {}

/** What a comparison does between two steps: it gives way, stops with its worker, and stores its progress. */
export class Checkpoint {
  private progress = { done: 0, of: 0 };
  private storedAt = 0;

  constructor(
    private readonly impacts: Pick<ImpactStore, 'progress'>,
    private readonly way: Pick<GivesWay, 'pass'>,
    private readonly job: { tenant: string; id: string },
    private readonly signal: AbortSignal,
  ) {}

  /** @throws ImpactEndedError; the reason of the signal; an error of Redis */
  async pass(progress = this.progress): Promise<void> {
    this.progress = progress;
    await this.way.pass();
    this.signal.throwIfAborted();
    if (performance.now() - this.storedAt < PROGRESS_MS) return;
    const { tenant, id } = this.job;
    if (!(await this.impacts.progress(tenant, id, progress))) throw new ImpactEndedError();
    this.storedAt = performance.now();
  }
}
