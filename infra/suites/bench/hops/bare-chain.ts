import { Queue } from 'bullmq';
import Redis from 'ioredis';
import { jobs } from '@querent/contracts';
import { newRunId } from '@querent/saga';
import { startHops } from './hops';

/** A chain of five hops: `submit` starts a run, and its end is reported. */
export interface Chain {
  submit(id: string): Promise<void>;
  onDone(listener: (id: string) => void): void;
  close(): Promise<void>;
}

/** A statement that the hop `execute` runs. */
export interface BareStatement {
  sql: string;
  /** URL of the database. Each URL has a pool of connections. */
  database: string;
}

/** The data of a bare job. */
export interface BareJob {
  runId: string;
  statement?: BareStatement;
}

/**
 * Starts a chain of five BullMQ workers, one process each, which hand on a job and do nothing else.
 * @param statements of the runs, in turn. Default: the runs execute no statement
 */
export async function bareChain(redisUrl: string, statements: readonly BareStatement[] = []): Promise<Chain> {
  const hops = await startHops('hops/hop-bare.cjs', redisUrl);
  const commands = new Redis(redisUrl);
  const subscriber = new Redis(redisUrl);
  await subscriber.subscribe('bare:done');
  const first = new Queue<BareJob>(jobs.understand.queue, {
    connection: commands,
    prefix: '{bare}',
    skipVersionCheck: true,
  });
  let submitted = 0;
  return {
    submit: async (id) =>
      void (await first.add(
        'understand',
        { runId: id, statement: statements[submitted++ % statements.length] },
        { jobId: `${id}-0`, removeOnComplete: { age: 600, count: 1_000 } },
      )),
    onDone: (listener) =>
      subscriber.removeAllListeners('message').on('message', (_channel, id: string) => listener(id)),
    close: async () => {
      await hops.stop();
      await first.close();
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

/** Returns a function that starts a run and resolves at its end. It replaces the chain's listener. */
export function runsOf(chain: Chain): () => Promise<void> {
  const waiting = new Map<string, () => void>();
  chain.onDone((id) => {
    waiting.get(id)?.();
    waiting.delete(id);
  });
  return async () => {
    const id = newRunId();
    const done = new Promise<void>((resolve) => waiting.set(id, resolve));
    await chain.submit(id);
    await done;
  };
}
