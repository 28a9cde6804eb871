import type { SeededRandom } from '@querent/testing';
import { BUSY, clusterMs, costs, services, type RedisPart, type Service } from './costs';

/** One visit of a question to a station, and the mean time of its service, ms. */
interface Visit {
  station: string;
  ms: number;
}

const redisAt = (part: RedisPart, share: number): Visit => ({
  station: `redis of ${part}`,
  ms: clusterMs(part) * share,
});
const work = (service: Service, share = 1): Visit => ({ station: service, ms: costs[service] * share });

/** The path of a planned question: each stage takes a job from its queue's server and reports to the next one's. */
const PATH: readonly Visit[] = [
  work('gateway', 0.5),
  redisAt('intent', 0.5),
  work('intent'),
  redisAt('intent', 0.5),
  redisAt('sql-generator', 0.5),
  work('sql-generator'),
  redisAt('sql-generator', 0.5),
  redisAt('executor', 0.5),
  work('executor', 0.5),
  { station: 'postgres', ms: costs.postgres },
  work('executor', 0.5),
  redisAt('executor', 0.5),
  redisAt('chart', 0.5),
  work('chart'),
  redisAt('chart', 0.5),
  work('gateway', 0.5),
];

/** Processes of each service for a rate, each at most at 70 % of a core, and two at least: one may be replaced. */
export const processesFor = (rate: number, least = 2): Record<Service, number> =>
  Object.fromEntries(
    services.map((name) => [name, Math.max(least, Math.ceil((rate * costs[name]) / 1_000 / BUSY))]),
  ) as Record<Service, number>;

/** Servers of each station. */
function serversFor(rate: number, processes: Record<Service, number>): Map<string, number> {
  const servers = new Map<string, number>([['postgres', Math.ceil((rate * costs.postgres) / 1_000 / BUSY)]]);
  for (const { station } of PATH) if (!servers.has(station)) servers.set(station, processes[station as Service] ?? 1);
  return servers;
}

export interface CellRun {
  /** Times of the questions, ms. */
  times: number[];
  /** Part of the time in which the servers of each station were busy. */
  busy: Map<string, number>;
}

interface Arrival {
  atMs: number;
  startedMs: number;
  step: number;
}

/**
 * Plays questions that arrive at random moments (Poisson) through the stations of a cell, each of which serves them in
 * order of arrival. Times of service vary evenly between half and one and a half of their mean.
 * @param rate questions a second
 */
export function playCell(rate: number, seconds: number, random: SeededRandom): CellRun {
  const servers = serversFor(rate, processesFor(rate));
  const free = new Map([...servers].map(([station, count]) => [station, new Float64Array(count)]));
  const used = new Map<string, number>();
  const times: number[] = [];
  const queue = new ArrivalQueue();
  for (let atMs = 0; atMs < 1_000 * seconds; atMs += (-Math.log(1 - random.next()) * 1_000) / rate)
    queue.push({ atMs, startedMs: atMs, step: 0 });
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const visit = PATH[next.step];
    if (visit === undefined) {
      times.push(next.atMs - next.startedMs);
      continue;
    }
    const stations = free.get(visit.station) as Float64Array;
    const first = stations.indexOf(Math.min(...stations));
    const service = visit.ms * (0.5 + random.next());
    const end = Math.max(next.atMs, stations[first] ?? 0) + service;
    stations[first] = end;
    used.set(visit.station, (used.get(visit.station) ?? 0) + service);
    queue.push({ ...next, atMs: end, step: next.step + 1 });
  }
  return {
    times,
    busy: new Map([...used].map(([station, ms]) => [station, ms / (1_000 * seconds * (servers.get(station) ?? 1))])),
  };
}

/** The time of a question that waits for nothing, ms. */
export const undisturbedMs = PATH.reduce((sum, { ms }) => sum + ms, 0);

/** A binary heap of arrivals, earliest first. */
class ArrivalQueue {
  private readonly heap: Arrival[] = [];

  push(arrival: Arrival): void {
    const { heap } = this;
    let at = heap.push(arrival) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as Arrival).atMs <= arrival.atMs) break;
      heap[at] = heap[parent] as Arrival;
      at = parent;
    }
    heap[at] = arrival;
  }

  pop(): Arrival | undefined {
    const { heap } = this;
    const [first, last] = [heap[0], heap.pop()];
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as Arrival).atMs < (heap[child] as Arrival).atMs) child++;
      if ((heap[child] as Arrival).atMs >= last.atMs) break;
      heap[at] = heap[child] as Arrival;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
