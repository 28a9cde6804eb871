import { setTimeout as pause } from 'node:timers/promises';
import { Asker } from './asker';
import { openGold } from './gold-rows';
import { inParallel } from './in-parallel';
import { judgeQuestion } from './judge-question';
import type { Target } from './targets/target';
import { startProgress } from './progress';
import type { Question } from './question-set';
import type { Outcome, Verdict } from './report/verdict';

export interface RunOptions {
  concurrency: number;
  timeoutMs: number;
  /** When aborted, the finished verdicts are returned. */
  signal: AbortSignal;
}

/** Waits for the first reading of schemas, which would delay questions. */
const preparingMs = 300_000;

/** Asks every question of the sets and judges the results. */
export async function runQuestions(
  title: string,
  questions: readonly Question[],
  target: Target,
  { concurrency, timeoutMs, signal }: RunOptions,
): Promise<Verdict[]> {
  const asker = new Asker({ url: target.url, key: target.key, timeoutMs });
  const gold = openGold(target.databases);
  const replier = replierOf(asker, target.replyKeys);
  const progress = startProgress(title, questions.length);
  const counts = new Map<Outcome | 'not as expected', number>();
  const count = (what: Outcome | 'not as expected'): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  try {
    return await inParallel(
      questions,
      concurrency,
      async (question) => {
        const verdict = await judgeQuestion(question, { asker, replier, gold, timezone: target.timezone }, signal);
        count(verdict.outcome);
        if (!verdict.right) count('not as expected');
        progress.tick([...counts].map(([what, n]) => `${n} ${what}`).join(', '));
        return verdict;
      },
      signal,
    );
  } finally {
    progress.end();
    await gold.close();
  }
}

/**
 * Waits until the schemas, including those of `served`, have been read.
 * @returns the connections that are not available, with the reasons
 */
export async function untilPrepared(
  target: Target,
  { signal, timeoutMs }: Omit<RunOptions, 'concurrency'>,
  served: readonly string[] = [],
): Promise<{ name: string; status: string }[]> {
  const asker = new Asker({ url: target.url, key: target.key, timeoutMs });
  const until = Date.now() + preparingMs;
  for (;;) {
    const known = await asker.connections(signal);
    const waiting = served
      .filter((name) => !known.some((connection) => connection.name === name))
      .map((name) => ({ name, status: 'preparing' }));
    const unready = [...known.filter(({ status }) => status !== 'ready'), ...waiting];
    if (unready.every(({ status }) => status !== 'preparing') || Date.now() > until) return unready;
    await pause(250, undefined, { signal });
  }
}

function replierOf(asker: Asker, keys: readonly string[]): () => Asker {
  let next = 0;
  return () => {
    const key = keys[next++ % Math.max(1, keys.length)];
    return key === undefined ? asker : asker.withKey(key);
  };
}
