import { Worker } from 'node:worker_threads';
import type { HistoryMovingParts, HistoryTable, KeptDays } from '@querent/history';
import type { redisConnections } from '@querent/platform';
import type { SagaSettings } from '@querent/saga';

type AllKept = Record<HistoryTable, KeptDays>;

/** What the thread needs at its start. */
export interface MovingThreadData {
  /** The variables of Redis. */
  redis: Parameters<typeof redisConnections>[0];
  /** HISTORY_URL. */
  url: string;
  /** Time that finished runs stay in Redis, ms. */
  afterMs: number;
  settings: SagaSettings;
  kept: AllKept;
}

export interface MovingThreadSettings {
  /** The program of the thread. */
  file: () => string;
  data: () => MovingThreadData;
  /** Gets the reports of the thread. */
  report: HistoryMovingParts['report'];
  /** Time until a thread that ended unexpectedly is started again, ms. */
  restartMs: number;
}

export type ToMovingThread = { kind: 'kept'; kept: AllKept } | { kind: 'stop' };

/** The reports of `HistoryMoving`. */
export type FromMovingThread =
  | { kind: 'moved'; what: 'runs' | 'entries'; count: number }
  | { kind: 'refused'; id: string; error: unknown }
  | { kind: 'succeeded' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'dropped'; table: HistoryTable; days: readonly string[] }
  | { kind: 'warning'; fields: object; message: string };

/** Time for the batch in progress after `stop`, ms; its runs remain in Redis if it ends too late. */
const STOP_MS = 5_000;

/**
 * Runs the moves in a thread of low priority, so that they do not slow the questions: with the same number of moves in
 * the gateway's own thread, questions took up to 1.4 times as long. A thread that ends is started again.
 */
export class MovingInThread {
  private thread: Worker | null = null;
  private restart: NodeJS.Timeout | undefined;
  private stopped = false;
  private failing = false;

  constructor(private readonly settings: MovingThreadSettings) {}

  /** Whether the last round failed, or the thread has ended. */
  get isFailing(): boolean {
    return this.failing;
  }

  start(): void {
    this.stopped = false;
    const { file, data, restartMs } = this.settings;
    const thread = new Worker(file(), { name: 'moving', workerData: data() });
    this.thread = thread;
    thread.on('message', (message: FromMovingThread) => this.receive(message));
    thread.on('error', (error) => this.fail(error));
    thread.on('exit', (code) => {
      this.thread = null;
      if (this.stopped) return;
      this.fail(new Error(`the thread of the moves ended with code ${code}`));
      this.restart = setTimeout(() => this.start(), restartMs).unref();
    });
    // Only the server keeps the process running.
    thread.unref();
  }

  /** Gives the thread the days that each kind is kept now. */
  keepFor(kept: AllKept): void {
    this.send({ kind: 'kept', kept });
  }

  /** Resolves when the thread has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.restart);
    const { thread } = this;
    if (thread === null) return;
    this.send({ kind: 'stop' });
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    const timeout = setTimeout(() => void thread.terminate(), STOP_MS);
    await ended.finally(() => clearTimeout(timeout));
  }

  private send(message: ToMovingThread): void {
    this.thread?.postMessage(message);
  }

  private fail(error: unknown): void {
    this.failing = true;
    this.settings.report.failed(error);
  }

  private receive(message: FromMovingThread): void {
    const { report } = this.settings;
    switch (message.kind) {
      case 'moved':
        return report.moved(message.what, message.count);
      case 'refused':
        return report.refused(message.id, message.error);
      case 'succeeded':
        this.failing = false;
        return report.succeeded();
      case 'failed':
        return this.fail(message.error);
      case 'dropped':
        return report.dropped(message.table, message.days);
      case 'warning':
        return report.warn(message.fields, message.message);
    }
  }
}
