import { Worker } from 'node:worker_threads';
import { chartSize } from '@querent/contracts';
import { DrawingUnavailableError, NotDrawnError } from './drawing-errors';

/** Reply of a thread to an option: the SVG in UTF-8, or why it cannot be drawn. */
export type FromThread = { svg: Uint8Array } | { failure: string };

export interface DrawingPoolSettings {
  /** Program of a thread; read when the first thread starts. */
  file(): string;
  threads: number;
  /** Limit of drawings that wait for a thread. */
  queue: number;
  /** Time limit of a drawing, including the start of its thread. */
  limitMs: number;
  /** A thread that draws nothing for this long is ended. */
  idleMs: number;
}

interface Job {
  /** The option as JSON. */
  option: string;
  resolve(svg: Buffer): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  /** The drawing in progress. */
  job: Job | null;
  /** The time limit of the drawing, or the idle time. */
  timer: NodeJS.Timeout;
}

/** Heap of a thread: ECharts takes 12 MB. A chart of 20,000 points, ten times the limit of a chart, is drawn in it. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/**
 * A bounded pool of threads that draw charts, first come first served. Threads start with the first drawings and end
 * after an idle time, so an idle gateway does not keep ECharts in memory. A drawing that exceeds its time limit ends
 * together with its thread.
 */
export class DrawingPool {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Job[] = [];
  private closed = false;

  constructor(private readonly settings: DrawingPoolSettings) {}

  /** Number of running threads. */
  get size(): number {
    return this.threads.size;
  }

  /**
   * Draws an option.
   * @param option as JSON
   * @returns the SVG in UTF-8
   * @throws NotDrawnError, DrawingUnavailableError
   */
  draw(option: string): Promise<Buffer> {
    if (this.closed) return Promise.reject(new DrawingUnavailableError('closed'));
    if (this.waiting.length >= this.settings.queue) return Promise.reject(new DrawingUnavailableError('full'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ option, resolve, reject });
      this.assign();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { reject } of this.waiting.splice(0)) reject(new DrawingUnavailableError('closed'));
    await Promise.all([...this.threads].map((thread) => this.end(thread, new DrawingUnavailableError('closed'))));
  }

  /** Gives the waiting drawings to idle threads, and to new ones within the limit. */
  private assign(): void {
    while (this.waiting.length > 0) {
      const idle = [...this.threads].find(({ job }) => job === null);
      if (idle === undefined && this.threads.size >= this.settings.threads) return;
      const job = this.waiting.shift();
      if (job === undefined) return;
      try {
        this.give(idle ?? this.started(), job);
      } catch (error) {
        job.reject(error as Error);
      }
    }
  }

  private give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.timer = setTimeout(() => void this.end(thread, new DrawingUnavailableError('late')), this.settings.limitMs);
    // Only a drawing in progress keeps the process alive.
    thread.worker.ref();
    thread.worker.postMessage(job.option);
  }

  private started(): Thread {
    const worker = new Worker(this.settings.file(), {
      name: 'drawing',
      workerData: chartSize,
      resourceLimits: HEAP,
      stdout: true,
      stderr: true,
    });
    const thread: Thread = { worker, job: null, timer: setTimeout(() => undefined, 0) };
    this.threads.add(thread);
    worker.on('message', (reply: FromThread) => this.receive(thread, reply));
    worker.on('error', (error: Error) => void this.end(thread, new NotDrawnError(error.message)));
    worker.on('exit', () => void this.end(thread, new NotDrawnError('its thread ended')));
    // The warnings of ECharts do not belong to the log.
    worker.stdout.resume();
    worker.stderr.resume();
    return thread;
  }

  private receive(thread: Thread, reply: FromThread): void {
    const { job, worker } = thread;
    clearTimeout(thread.timer);
    thread.job = null;
    thread.timer = setTimeout(() => void this.end(thread), this.settings.idleMs).unref();
    worker.unref();
    if ('svg' in reply) job?.resolve(Buffer.from(reply.svg.buffer));
    else job?.reject(new NotDrawnError(reply.failure));
    this.assign();
  }

  /** Ends a thread once; its drawing in progress fails with the error. */
  private async end(thread: Thread, error: Error = new DrawingUnavailableError('closed')): Promise<void> {
    if (!this.threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.job?.reject(error);
    const ended = thread.worker.terminate();
    this.assign();
    await ended;
  }
}
