import { startPostgres } from '@querent/testing';
import { fixed, quantile } from '../../bench/statistics';
import { storeCopies, templateOf } from './finished-copies';
import type { Flags } from './flags';
import { machine, openLoadedStack, type LoadedStack } from './loaded-stack';
import { usedMemory } from './run-memory';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const AFTER_MINUTES = 60;
/** Most runs that wait for their move at once: Redis holds them meanwhile. */
const WAITING = 50_000;
/** Least number of turns between moving and rest. */
const TURNS = 4;
/** Longest time of questions at rest after each turn, ms. */
const REST_MS = 20_000;
/** Days over which the runs were asked. */
const DAYS = 6;
/** Time of questions before the first measurement, ms: the first are slower, until their code is compiled. */
const WARM_UP_MS = 30_000;
const MEGABYTE = 1024 * 1024;

/**
 * Time of questions while finished runs move to the history, compared with the time when none does, in turns; and the
 * memory of Redis. Questions arrive at a fixed rate.
 */
export async function history({ world, moved, rate, env, redis: settings }: Flags): Promise<void> {
  const postgres = await startPostgres({ settings: { synchronous_commit: 'on', max_wal_size: '2GB' } });
  const loaded = await openLoadedStack({
    world,
    env: { HISTORY_URL: postgres.url, HISTORY_AFTER_MINUTES: String(AFTER_MINUTES), ...env },
    redis: settings,
  });
  const { redis, store } = loaded;
  const { id } = await askOne(loaded);
  const template = await templateOf(redis, store, id);
  const warm = performance.now() + WARM_UP_MS;
  await askWhile(loaded, 2 * rate, async () => performance.now() < warm);
  const [moving, resting]: [number[], number[]] = [[], []];
  let [peak, movedMs] = [0, 0];
  print(`history: ${moved} runs, ${rate} questions a second; ${machine()}`);
  const turn = Math.min(WAITING, Math.ceil(moved / TURNS));
  for (let done = 0; done < moved; done += turn) {
    const count = Math.min(turn, moved - done);
    await storeCopies(redis, store, template, { count, days: DAYS, afterMs: AFTER_MINUTES * 60_000 });
    peak = Math.max(peak, await usedMemory(redis));
    const began = performance.now();
    moving.push(...(await askWhile(loaded, rate, async () => (await due(loaded)) > 0)));
    const took = performance.now() - began;
    movedMs += took;
    const until = performance.now() + Math.min(took, REST_MS);
    resting.push(...(await askWhile(loaded, rate, async () => performance.now() < until)));
    print(
      `  ${done + count} moved, ${fixed((1_000 * (done + count)) / movedMs, 0)} a second; p95 ${fixed(quantile(moving, 0.95), 0)} ms while moving (${moving.length}), ${fixed(quantile(resting, 0.95), 0)} ms at rest (${resting.length}), ratio ${fixed(quantile(moving, 0.95) / quantile(resting, 0.95), 2)}; p50 ${fixed(quantile(moving, 0.5), 0)} and ${fixed(quantile(resting, 0.5), 0)} ms`,
    );
  }
  const { rows } = await postgres.query(
    'SELECT count(*)::int AS runs, count(DISTINCT id)::int AS different, pg_database_size(current_database())::bigint AS bytes FROM querent_history.run',
  );
  const [{ runs, different, bytes } = { runs: 0, different: 0, bytes: 0 }] = rows as {
    runs: number;
    different: number;
    bytes: number;
  }[];
  print(
    `  in the history: ${runs} runs, ${different} different, ${fixed(Number(bytes) / runs, 0)} bytes each; Redis at most ${fixed(peak / MEGABYTE, 0)} MB; ${machine()}`,
  );
  await loaded.close();
  await postgres.stop();
}

const due = async ({ redis, store }: LoadedStack): Promise<number> =>
  (await Promise.all(store.keys.allForHistory().map((keys) => redis.zcount(keys.due, '-inf', Date.now())))).reduce(
    (sum, count) => sum + count,
    0,
  );

/** Asks at a fixed rate while `goesOn` holds. Returns the times of the answers, ms. */
async function askWhile(loaded: LoadedStack, rate: number, goesOn: () => Promise<boolean>): Promise<number[]> {
  const asked: Promise<{ ms: number }>[] = [];
  const began = performance.now();
  while (await goesOn()) {
    await new Promise((resume) =>
      setTimeout(resume, Math.max(0, began + (asked.length * 1_000) / rate - performance.now())),
    );
    asked.push(askOne(loaded));
  }
  return (await Promise.all(asked)).map(({ ms }) => ms);
}

/** Asks a question and waits for its answer. @throws if it is not answered */
async function askOne({ crowd }: LoadedStack): Promise<{ ms: number; id: string }> {
  const { status, ms, id } = await crowd.submit('other', { prefer: 'wait=30' });
  if (status !== 200) throw new Error(`A question was answered with ${status}`);
  return { ms, id };
}
