import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** The pause between two checks whether questions are in progress, ms. */
const CHECK_MS = 5;
/** The rest after a step, as a multiple of its duration: the work takes a quarter of a core. */
const REST = 3;
/** Work that is shorter needs no rest, ms. */
const LEAST_MS = 1;
/** Background work waits at most this long for questions before its next step, ms: it must end, too. */
const MOST_MS = 250;

/** Lets background work of a process go on while no question is in progress, one short step at a time. */
export class GivesWay {
  private inProgress = 0;
  private passedAt = performance.now();

  /** Handles a question. */
  async during<T>(question: () => Promise<T>): Promise<T> {
    this.inProgress += 1;
    try {
      return await question();
    } finally {
      this.inProgress -= 1;
    }
  }

  /**
   * Resolves when the next step of background work may run: after a rest in proportion to the last one, because other
   * services may share the machine. Call it after every few milliseconds of work.
   */
  async pass(): Promise<void> {
    const worked = performance.now() - this.passedAt;
    // Timers and sockets come first: a question that has arrived begins in between.
    if (worked < LEAST_MS) await turn();
    else await pause(Math.min(REST * worked, MOST_MS));
    for (let waited = 0; this.inProgress > 0 && waited < MOST_MS; waited += CHECK_MS) await pause(CHECK_MS);
    this.passedAt = performance.now();
  }
}
