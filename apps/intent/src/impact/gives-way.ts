import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** The pause between two checks whether questions are in progress, ms. */
const CHECK_MS = 5;
/** Background work waits at most this long for questions before its next step, ms: it must end, too. */
const MOST_MS = 250;

/** Lets background work of a process go on while no question is in progress, one short step at a time. */
export class GivesWay {
  private inProgress = 0;

  /** Handles a question. */
  async during<T>(question: () => Promise<T>): Promise<T> {
    this.inProgress += 1;
    try {
      return await question();
    } finally {
      this.inProgress -= 1;
    }
  }

  /** Resolves when the next step of background work may run. Call it after every few milliseconds of work. */
  async pass(): Promise<void> {
    // Timers and sockets come first: a question that has arrived begins in between.
    await turn();
    for (let waited = 0; this.inProgress > 0 && waited < MOST_MS; waited += CHECK_MS) await pause(CHECK_MS);
  }
}
