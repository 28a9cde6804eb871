import { Counter, type Registry } from 'prom-client';
import { problemOf } from '../problems/problem-filter';

const results = ['accepted', 'refused', 'quota', 'unavailable'] as const;

/** Counts submitted questions by result. The service level of accepted questions is computed from these counts. */
export class Submissions {
  private readonly counter: Counter<'result'>;

  /** Call once per registry. */
  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'querent_submissions_total',
      help: 'Submitted questions, by result',
      labelNames: ['result'],
      registers: [registry],
    });
    // Without a zero, the rate misses the first submission of a process.
    for (const result of results) this.counter.inc({ result }, 0);
  }

  /** Counts a submission by the HTTP status of its answer. */
  count(status: number): void {
    this.counter.inc({ result: resultOf(status) });
  }

  /** Counts a submission without an HTTP status when it ends; resolves or rejects as it does. */
  async counted<T>(submission: Promise<T>): Promise<T> {
    try {
      const submitted = await submission;
      this.count(202);
      return submitted;
    } catch (error) {
      this.count(problemOf(error).status);
      throw error;
    }
  }
}

function resultOf(status: number): (typeof results)[number] {
  if (status >= 500) return 'unavailable';
  if (status === 429) return 'quota';
  return status >= 400 ? 'refused' : 'accepted';
}
