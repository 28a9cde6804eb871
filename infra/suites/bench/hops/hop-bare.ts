import { Queue, Worker } from 'bullmq';
import Redis from 'ioredis';
import { Pool } from 'pg';
import { jobs } from '@querent/contracts';
import type { BareJob, BareStatement } from './bare-chain';
import { endWithParent } from './child-program';
import { chainJobs } from './hops';

/**
 * One hop of a bare BullMQ chain: takes a job and adds it to the next queue. The hop `execute` runs the job's
 * statement, if it has one. The last hop reports the end.
 */
endWithParent();
const url = process.env['REDIS_URL'] ?? '';
const hop = chainJobs.findIndex((key) => key === process.argv[2]);
const next = chainJobs[hop + 1];
const prefix = '{bare}';
const keep = { removeOnComplete: { age: 600, count: 1_000 }, removeOnFail: { age: 600, count: 1_000 } };

const commands = new Redis(url, { maxRetriesPerRequest: null });
const queue =
  next === undefined ? null : new Queue(jobs[next].queue, { connection: commands, prefix, skipVersionCheck: true });

const concurrency = Number(process.env['CONCURRENCY'] ?? 16);
const pools = new Map<string, Pool>();

async function execute({ sql, database }: BareStatement): Promise<void> {
  const pool = pools.get(database) ?? new Pool({ connectionString: database, max: concurrency });
  pools.set(database, pool);
  await pool.query(sql);
}

const worker = new Worker<BareJob>(
  jobs[chainJobs[hop] ?? 'understand'].queue,
  async (job) => {
    if (chainJobs[hop] === 'execute' && job.data.statement !== undefined) await execute(job.data.statement);
    if (queue === null) await commands.publish('bare:done', job.data.runId);
    else await queue.add(queue.name, job.data, { jobId: `${job.data.runId}-${hop + 1}`, ...keep });
  },
  {
    connection: new Redis(url, { maxRetriesPerRequest: null }),
    prefix,
    concurrency,
    lockDuration: 5_000,
    stalledInterval: 2_500,
    skipVersionCheck: true,
  },
);
void worker.waitUntilReady().then(() => process.send?.('ready'));
