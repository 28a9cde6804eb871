import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '@querent/contracts';
import type { HttpAsker } from '../product/http-asker';

/** A settled run, with the client's waiting time, ms. */
export interface Ended<Q> {
  asked: Q;
  run: RunView;
  ms: number;
}

type Question = Parameters<HttpAsker['submit']>[0];

/** Asks questions with limited concurrency and without caches. */
export async function storm<Q extends Question>(
  asker: HttpAsker,
  questions: readonly Q[],
  { runs, concurrency }: { runs: number; concurrency: number },
): Promise<Ended<Q>[]> {
  const ended: Ended<Q>[] = [];
  const order = Array.from({ length: runs }, (_, n) => questions.slice(n % questions.length)[0])
    .filter((asked) => asked !== undefined)
    .values();
  const one = async (): Promise<void> => {
    for (const asked of order) ended.push(await ask(asker, asked));
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return ended;
}

/**
 * Pause between two rounds of questions during other work. Without it, these questions caused most of the load while a
 * model was slow.
 */
const PAUSE_MS = 250;

/** Asks one question after the other, in rounds, until the work is over. */
export async function askMeanwhile<Q extends Question, T>(
  asker: HttpAsker,
  questions: readonly Q[],
  work: Promise<T>,
): Promise<{ meanwhile: Ended<Q>[]; result: T }> {
  let over = false;
  const result = work.finally(() => (over = true));
  const meanwhile: Ended<Q>[] = [];
  do {
    for (const asked of questions) meanwhile.push(await ask(asker, asked));
    await pause(PAUSE_MS);
  } while (!over);
  return { meanwhile, result: await result };
}

async function ask<Q extends Question>(asker: HttpAsker, asked: Q): Promise<Ended<Q>> {
  const began = performance.now();
  const { question, connection, mode } = asked;
  const run = await asker.concluded({ question, connection, cache: 'bypass', ...(mode === undefined ? {} : { mode }) });
  return { asked, run, ms: performance.now() - began };
}
