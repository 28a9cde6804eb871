import type { RedisClient } from '@querent/platform';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import { waitFor } from '@querent/testing';
import type { ReplyingAsker } from '../product/replies-asker';

/** Number of concurrent submissions. The master is killed when a third of the runs is accepted. */
const CONCURRENCY = 12;
/** Shorter than the `Retry-After` of the product's responses, as an impatient client would retry. */
const RETRY_AFTER_MS = 200;
/**
 * Time for the accepted runs to end. If a worker's claim is executed, but its reply and its job are lost with the
 * master, the stage is repeated after its time limit of up to 120 s and the sweeper's 5 s.
 */
const END_MS = 150_000;

export interface FailOver {
  asker: ReplyingAsker;
  redis: RedisClient;
  /** Number of runs to be accepted. */
  runs: number;
  kill(): Promise<void>;
  /** Called when another server has become master. */
  bringBack(): Promise<void>;
  /** A key of the server that is killed. */
  probe: string;
}

/** Summary for the log. */
export interface PlayedFailOver {
  accepted: string[];
  /** Status and number of ends of each accepted run. */
  ends: [status: string, ends: number][];
  /** Number of responses by status. */
  refused: Map<number, number>;
  /** Seconds from the kill to the first accepted submission after a refused one. */
  awayS: number;
}

/** Submits runs while a master is killed and replaced, and waits for the end of the accepted ones. */
export async function playFailOver({ asker, redis, runs, kill, bringBack, probe }: FailOver): Promise<PlayedFailOver> {
  const accepted: string[] = [];
  const refused = new Map<number, number>();
  let [killedAt, backAt] = [0, 0];
  /** A submission that is answered just after the kill may have been accepted before it. */
  let isRefusing = false;
  const submit = async (): Promise<void> => {
    while (accepted.length < runs) {
      const { status, body } = await asker.submit({
        question: 'number of schools by district',
        connection: 'education',
        cache: 'bypass',
      });
      if (status === 202) {
        accepted.push(body.id);
        if (isRefusing && backAt === 0) backAt = performance.now();
        continue;
      }
      isRefusing ||= killedAt > 0;
      refused.set(status, (refused.get(status) ?? 0) + 1);
      await new Promise((resume) => setTimeout(resume, RETRY_AFTER_MS));
    }
  };
  const failOver = async (): Promise<void> => {
    await waitFor(() => accepted.length >= runs / 3, { timeoutMs: 60_000 });
    await kill();
    killedAt = performance.now();
    // Answered by the new master. It accepts nothing before it has a replica again: the former master.
    await redis.set(probe, '1');
    await bringBack();
  };
  await Promise.all([failOver(), ...Array.from({ length: CONCURRENCY }, submit)]);
  const store = new RunStore(redis, defaultSagaSettings);
  const ends = await Promise.all(
    accepted.map(async (id): Promise<[string, number]> => {
      const { status } = await asker.over(id, END_MS);
      return [status, (await store.events(id)).filter(({ event }) => event === 'end').length];
    }),
  );
  return { accepted, ends, refused, awayS: (backAt - killedAt) / 1_000 };
}
