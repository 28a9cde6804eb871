import { runStatuses, isTerminal } from '@querent/contracts';
import type { Queue } from 'bullmq';
import { Gauge } from 'prom-client';
import type { GatewayServices } from '../gateway-services';
import { readRedisMemory, type RedisMemory } from './redis-memory';

type Needs = Pick<
  GatewayServices,
  'metrics' | 'queues' | 'impactQueue' | 'definitionsQueue' | 'store' | 'letters' | 'redis'
>;

/** Timeout of a reading: while Redis is unavailable, the scrape must still return all other metrics. */
const PATIENCE_MS = 1_000;
/** Age up to which the gauges of one scrape share a reading. */
const TRUST_MS = 500;
const JOB_STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;
/** An autoscaler counts active jobs too, so that no pod is removed while its jobs run. */
const WORK_STATES = ['waiting', 'prioritized', 'active'] as const;
/**
 * Jobs read per queue. Fair queueing puts each tenant's oldest job near the front, so the oldest job of all is among
 * them.
 */
const HEADS = 100;

interface Fleet {
  queues: { name: string; counts: Record<string, number>; oldestSeconds: number }[];
  runs: Map<string, number>;
  deadLetters: number;
  memory: RedisMemory | null;
  overdueSeconds: number;
}

/**
 * Gauges of the whole installation, read from Redis on each scrape. Every gateway reports the same values: aggregate
 * them with max.
 */
export function measureFleet(needs: Needs): void {
  const { store, letters, redis } = needs;
  const { registry } = needs.metrics;
  const all = [...needs.queues, needs.impactQueue.queue, needs.definitionsQueue.queue];
  const read = shared(async (): Promise<Fleet> => {
    const [queueReadings, runs, deadLetters, memory, overdueSeconds] = await Promise.all([
      Promise.all(all.map(readQueue)),
      store.census.byState(),
      letters.count(),
      readRedisMemory(redis),
      readOverdue(store),
    ]);
    return { queues: queueReadings, runs, deadLetters, memory, overdueSeconds };
  });
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    report: (gauge: Gauge<L>, fleet: Fleet) => void,
  ): void => {
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const fleet = await read();
        this.reset();
        if (fleet !== null) report(this, fleet);
      },
    });
  };
  gauge(
    'querent_queue_jobs',
    'Jobs by queue and state; waiting, prioritized and active ones need workers',
    ['queue', 'state'],
    (jobs, fleet) => {
      for (const { name, counts } of fleet.queues)
        for (const state of JOB_STATES) jobs.set({ queue: name, state }, counts[state] ?? 0);
    },
  );
  gauge(
    'querent_queue_work',
    'Jobs of a queue that need a worker: waiting, prioritized and active',
    ['queue'],
    (work, fleet) => {
      for (const { name, counts } of fleet.queues)
        work.set(
          { queue: name },
          WORK_STATES.map((state) => counts[state] ?? 0).reduce((a, b) => a + b),
        );
    },
  );
  gauge(
    'querent_queue_oldest_seconds',
    'How long the oldest waiting job of a queue has been waiting',
    ['queue'],
    (oldest, fleet) => {
      for (const { name, oldestSeconds } of fleet.queues) oldest.set({ queue: name }, oldestSeconds);
    },
  );
  gauge('querent_runs', 'Runs that have not ended, by state', ['state'], (runs, fleet) => {
    for (const state of runStatuses.filter((status) => !isTerminal(status)))
      runs.set({ state }, fleet.runs.get(state) ?? 0);
  });
  gauge('querent_dead_letters', 'Dead letters that were neither replayed nor discarded', [], (letterCount, fleet) =>
    letterCount.set(fleet.deadLetters),
  );
  gauge(
    'querent_runs_overdue_seconds',
    'How long the most overdue run has waited for the sweeper',
    [],
    (overdue, { overdueSeconds }) => overdue.set(overdueSeconds),
  );
  gauge(
    'querent_redis_memory_bytes',
    'Used memory and memory limit of Redis; in a cluster, of the fullest server',
    ['kind'],
    (bytes, { memory }) => {
      if (memory === null) return;
      bytes.set({ kind: 'used' }, memory.used);
      bytes.set({ kind: 'limit' }, memory.limit);
    },
  );
}

async function readQueue(queue: Queue): Promise<Fleet['queues'][number]> {
  const counts = await queue.getJobCounts(...JOB_STATES);
  const isEmpty = (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0) === 0;
  const heads = isEmpty ? [] : await queue.getJobs(['wait', 'prioritized'], 0, HEADS - 1, true);
  // A job that was removed meanwhile is listed without its hash.
  const since = Math.min(...heads.flatMap((job) => (job?.timestamp === undefined ? [] : [job.timestamp])));
  return {
    name: queue.name,
    counts,
    oldestSeconds: Number.isFinite(since) ? Math.max(0, (Date.now() - since) / 1000) : 0,
  };
}

/** Measured by Redis's clock, like the deadlines. */
async function readOverdue(store: Needs['store']): Promise<number> {
  const due = await store.due.earliest();
  return due === null ? 0 : Math.max(0, (store.readNow() - due) / 1000);
}

/** Shares a reading among callers; null if it fails or times out. */
function shared<T>(read: () => Promise<T>): () => Promise<T | null> {
  let current: { at: number; value: Promise<T | null> } | undefined;
  return () => {
    if (current === undefined || Date.now() - current.at > TRUST_MS)
      current = { at: Date.now(), value: withTimeout(read()) };
    return current.value;
  };
}

async function withTimeout<T>(reading: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  return Promise.race([reading, late])
    .catch(() => null)
    .finally(() => clearTimeout(timer));
}
