import { setTimeout as pause } from 'node:timers/promises';
import type { HttpAsker } from '../../product/http-asker';

/** Pause between two questions, because each takes 50 ms of processor time. */
const PAUSE_MS = 150;

/** Asks one question repeatedly in sequence during other work. */
export class SteadyAsker {
  /** Duration of each run according to its record, ms. */
  readonly took: number[] = [];
  /** Latency of each request to the gateway, ms. */
  readonly requests: number[] = [];
  readonly ends: string[] = [];
  private isAsking = false;
  private asking: Promise<void> = Promise.resolve();

  constructor(
    private readonly asker: HttpAsker,
    private readonly question: { question: string; connection: string },
  ) {}

  begin(): void {
    this.isAsking = true;
    this.asking = this.ask();
  }

  async end(): Promise<void> {
    this.isAsking = false;
    await this.asking;
  }

  private async ask(): Promise<void> {
    while (this.isAsking) {
      const run = await this.asker.concluded({ ...this.question, cache: 'bypass' });
      this.ends.push(run.status);
      this.took.push(run.usage.totalMs);
      this.requests.push((await this.asker.call(`/v1/queries/${run.id}`)).ms);
      await pause(PAUSE_MS);
    }
  }
}

/** The quantile of the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

export const spread = (values: readonly number[]): string =>
  `median ${quantile(values, 0.5)}, p95 ${quantile(values, 0.95)}, worst ${quantile(values, 1)} ms (${values.length})`;
