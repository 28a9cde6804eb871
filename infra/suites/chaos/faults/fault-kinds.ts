import type { BullMqTransport } from '@querent/messaging';
import type { RunStore } from '@querent/saga';
import type { StackMember } from '@querent/testing';
import type { FaultProxy } from './fault-proxy';
import type { HistoryServer } from './history-server';

export const services = [
  'gateway',
  'intent',
  'schema-retrieval',
  'sql-generator',
  'executor',
  'chart',
] as const satisfies StackMember[];
/** Network dependencies of the services. */
export const links = [
  'redis',
  'common-database',
  'tenant-database',
  'vectors',
  'embeddings',
  'model',
  'receiver',
  'history',
] as const;
export type Link = (typeof links)[number];
/** Links to servers that the suite can kill and restart. */
export const servers = ['redis', 'common-database', 'tenant-database', 'history'] as const satisfies Link[];
export type ServerName = (typeof servers)[number];

/** Access to the jobs of unfinished runs. */
interface Redelivery {
  store: RunStore;
  transport: BullMqTransport;
  /** Ids of the unfinished runs. */
  underWay(): string[];
}

/** Access to everything that faults affect. */
export interface Victims extends Redelivery {
  pids(service: StackMember): Promise<number[]>;
  proxies: Record<Link, FaultProxy>;
  servers: Record<ServerName, Server> & { history: Server & Pick<HistoryServer, 'query' | 'setFull'> };
}

interface Server {
  pid: () => number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Fault {
  kind: FaultKind;
  /** A service, a link or a server. */
  target: string;
  /** Start, in ms from the beginning of the seed. */
  atMs: number;
  forMs: number;
  /** A random number of the seed. It chooses among several processes, delays or runs. */
  dice: number;
}

interface FaultDefinition {
  targets: readonly string[];
  /** Shortest and longest duration, ms. */
  lasts: readonly [least: number, most: number];
  /** Relative frequency. */
  weight: number;
  begin(victims: Victims, fault: Fault): Promise<unknown>;
  end?(victims: Victims, fault: Fault, begun: unknown): Promise<void>;
}

/** Locks of jobs last 5 s. Longer pauses let another process take over the paused process's jobs before it resumes. */
const PAUSE_MS = [1_500, 9_000] as const;
const OUTAGE_MS = [500, 8_000] as const;

const link = (fault: Fault, { proxies }: Victims): FaultProxy => proxies[fault.target as Link];
const passAgain = async (victims: Victims, fault: Fault): Promise<void> => link(fault, victims).set('pass');

export const faultKinds = {
  /** Kills a process of a service. It restarts, as in production. */
  kill: {
    targets: services,
    lasts: [0, 0],
    weight: 6,
    async begin(victims, { target, dice }) {
      signal(await chosen(victims, target as StackMember, dice), 'SIGKILL');
    },
  },
  /** Suspends a process, as a long garbage collection or a suspended machine does. */
  pause: {
    targets: services,
    lasts: PAUSE_MS,
    weight: 4,
    async begin(victims, { target, dice }) {
      const pid = await chosen(victims, target as StackMember, dice);
      signal(pid, 'SIGSTOP');
      return pid;
    },
    end: async (_victims, _fault, pid) => signal(pid as number | undefined, 'SIGCONT'),
  },
  /** Suspends a server. */
  freeze: {
    targets: servers,
    lasts: OUTAGE_MS,
    weight: 1,
    begin: async ({ servers: all }, { target }) => signal(all[target as ServerName].pid(), 'SIGSTOP'),
    end: async ({ servers: all }, { target }) => signal(all[target as ServerName].pid(), 'SIGCONT'),
  },
  /** Kills a server, and restarts it with its data. */
  crash: {
    targets: servers,
    lasts: [200, 5_000],
    weight: 2,
    begin: ({ servers: all }, { target }) => all[target as ServerName].kill(),
    end: ({ servers: all }, { target }) => all[target as ServerName].start(),
  },
  /** The server refuses new rows, as with a full disk. */
  full: {
    targets: ['history'],
    lasts: OUTAGE_MS,
    weight: 1,
    begin: ({ servers: { history } }) => history.setFull(true),
    end: ({ servers: { history } }) => history.setFull(false),
  },
  cut: {
    targets: links,
    lasts: OUTAGE_MS,
    weight: 3,
    begin: async (victims, fault) => link(fault, victims).set('cut'),
    end: passAgain,
  },
  silent: {
    targets: links,
    lasts: OUTAGE_MS,
    weight: 3,
    begin: async (victims, fault) => link(fault, victims).set('silent'),
    end: passAgain,
  },
  slow: {
    targets: links,
    lasts: OUTAGE_MS,
    weight: 2,
    begin: async (victims, fault) => link(fault, victims).set('slow', 20 + (fault.dice % 180)),
    end: passAgain,
  },
  /** Publishes jobs a second time: with their ids, and as a later attempt parallel to the current one. */
  twice: { targets: ['jobs'], lasts: [0, 0], weight: 3, begin: (victims, { dice }) => deliverTwice(victims, dice) },
} as const satisfies Record<string, FaultDefinition>;

export type FaultKind = keyof typeof faultKinds;
export const faultNames = Object.keys(faultKinds) as FaultKind[];
export const faultOf = (kind: FaultKind): FaultDefinition => faultKinds[kind];
/** Everything that has faults: services, links, servers and jobs. */
export const targetNames: string[] = [...new Set(faultNames.flatMap((kind) => faultOf(kind).targets))];

async function chosen(victims: Victims, service: StackMember, dice: number): Promise<number | undefined> {
  const pids = await victims.pids(service);
  return pids[dice % Math.max(1, pids.length)];
}

/** Sends a signal. Ignores that the process has already ended. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const REDELIVERED_RUNS = 40;
/** Larger than any attempt of a sweeper, so the job id is new and BullMQ accepts the job. */
const LATER_ATTEMPT = 1_000;

/**
 * Publishes the outboxes of unfinished runs again: with the used id, which has no effect, and as a further attempt,
 * which another worker executes in parallel.
 */
async function deliverTwice({ store, transport, underWay }: Redelivery, dice: number): Promise<void> {
  const ids = underWay();
  const chosen = ids
    .filter((_, at) => (at + dice) % Math.max(1, Math.floor(ids.length / REDELIVERED_RUNS)) === 0)
    .slice(0, REDELIVERED_RUNS);
  for (const id of chosen) {
    const found = await store.getForSweep(id);
    if (found === null || found.outbox === null) continue;
    await transport.publish(found.outbox, found.attempt);
    await transport.publish(found.outbox, LATER_ATTEMPT + (dice % 1_000));
  }
}
