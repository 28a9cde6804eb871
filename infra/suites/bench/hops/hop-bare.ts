import { Queue, Worker } from 'bullmq';
import Redis from 'ioredis';
import { jobs } from '@querent/contracts';
import { chainJobs } from './hops';

/** One hop of a bare BullMQ chain: takes a job and adds it to the next queue. The last hop reports the end. */
const url = process.env['REDIS_URL'] ?? '';
const hop = chainJobs.findIndex((key) => key === process.argv[2]);
const next = chainJobs[hop + 1];
const prefix = '{bare}';
const keep = { removeOnComplete: { age: 600, count: 1_000 }, removeOnFail: { age: 600, count: 1_000 } };

const commands = new Redis(url, { maxRetriesPerRequest: null });
const queue =
  next === undefined ? null : new Queue(jobs[next].queue, { connection: commands, prefix, skipVersionCheck: true });

const worker = new Worker(
  jobs[chainJobs[hop] ?? 'understand'].queue,
  async (job) => {
    if (queue === null) await commands.publish('bare:done', String(job.data.runId));
    else await queue.add(queue.name, job.data, { jobId: `${job.data.runId}-${hop + 1}`, ...keep });
  },
  {
    connection: new Redis(url, { maxRetriesPerRequest: null }),
    prefix,
    concurrency: Number(process.env['CONCURRENCY'] ?? 16),
    lockDuration: 5_000,
    stalledInterval: 2_500,
    skipVersionCheck: true,
  },
);
void worker.waitUntilReady().then(() => process.send?.('ready'));
