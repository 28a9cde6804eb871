import type { StackMember } from '@querent/testing';
import type { FaultProxy } from './fault-proxy';
import { deliverTwice, type Redelivery } from './deliver-twice';

export const services = [
  'gateway',
  'intent',
  'schema-retrieval',
  'sql-generator',
  'executor',
  'chart',
] as const satisfies StackMember[];
/** What services reach over the network. */
export const links = [
  'redis',
  'common-database',
  'tenant-database',
  'vectors',
  'embeddings',
  'model',
  'receiver',
] as const;
export type Link = (typeof links)[number];
/** Those of them that are servers of ours, which can die and come back. */
export const servers = ['redis', 'common-database', 'tenant-database'] as const satisfies Link[];
export type ServerName = (typeof servers)[number];

/** What faults are done to. */
export interface Victims extends Redelivery {
  pids(service: StackMember): Promise<number[]>;
  proxies: Record<Link, FaultProxy>;
  servers: Record<ServerName, { pid: () => number; kill(): Promise<void>; start(): Promise<void> }>;
}

export interface Fault {
  kind: FaultKind;
  /** A service, a link or a server. */
  target: string;
  /** From the beginning of the seed. */
  atMs: number;
  forMs: number;
  /** Which of several processes, how slow, how many: a number of the seed. */
  dice: number;
}

interface FaultDefinition {
  targets: readonly string[];
  /** How long it may last, ms, from and to. */
  lasts: readonly [least: number, most: number];
  /** How often it comes beside the others. */
  weight: number;
  begin(victims: Victims, fault: Fault): Promise<unknown>;
  end?(victims: Victims, fault: Fault, begun: unknown): Promise<void>;
}

/** Locks of jobs last 5 s: pauses go beyond them, so that a process wakes as somebody whose work was given away. */
const PAUSE_MS = [1_500, 9_000] as const;
const PARTED_MS = [500, 8_000] as const;

const link = (fault: Fault, { proxies }: Victims): FaultProxy => proxies[fault.target as Link];
const passAgain = async (victims: Victims, fault: Fault): Promise<void> => link(fault, victims).set('pass');

export const faultKinds = {
  /** A process of a service dies at once; it is started again, as in production. */
  kill: {
    targets: services,
    lasts: [0, 0],
    weight: 6,
    async begin(victims, { target, dice }) {
      signal(await chosen(victims, target as StackMember, dice), 'SIGKILL');
    },
  },
  /** A process stands still and goes on later: a long collection of garbage, a machine that was suspended. */
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
  /** A server stands still. */
  freeze: {
    targets: servers,
    lasts: PARTED_MS,
    weight: 1,
    begin: async ({ servers: all }, { target }) => signal(all[target as ServerName].pid(), 'SIGSTOP'),
    end: async ({ servers: all }, { target }) => signal(all[target as ServerName].pid(), 'SIGCONT'),
  },
  /** A server dies at once and comes back with its data. */
  crash: {
    targets: servers,
    lasts: [200, 5_000],
    weight: 2,
    begin: ({ servers: all }, { target }) => all[target as ServerName].kill(),
    end: ({ servers: all }, { target }) => all[target as ServerName].start(),
  },
  cut: {
    targets: links,
    lasts: PARTED_MS,
    weight: 3,
    begin: async (victims, fault) => link(fault, victims).set('cut'),
    end: passAgain,
  },
  silent: {
    targets: links,
    lasts: PARTED_MS,
    weight: 3,
    begin: async (victims, fault) => link(fault, victims).set('silent'),
    end: passAgain,
  },
  slow: {
    targets: links,
    lasts: PARTED_MS,
    weight: 2,
    begin: async (victims, fault) => link(fault, victims).set('slow', 20 + (fault.dice % 180)),
    end: passAgain,
  },
  /** Jobs come a second time: under their own ids, and as a later attempt beside the one that is under way. */
  twice: { targets: ['jobs'], lasts: [0, 0], weight: 3, begin: (victims, { dice }) => deliverTwice(victims, dice) },
} as const satisfies Record<string, FaultDefinition>;

export type FaultKind = keyof typeof faultKinds;
export const faultNames = Object.keys(faultKinds) as FaultKind[];
export const faultOf = (kind: FaultKind): FaultDefinition => faultKinds[kind];

async function chosen(victims: Victims, service: StackMember, dice: number): Promise<number | undefined> {
  const pids = await victims.pids(service);
  return pids[dice % Math.max(1, pids.length)];
}

/** One that has just died needs no killing. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
