import { readdirSync, readFileSync } from 'node:fs';

/** Counters of a process since its start, from /proc. */
export interface ProcessCounters {
  /** User and system time, of all threads and of children that ended. */
  cpuMs: number;
  /** Calls of the kind read and write. Linux does not count recv and send, which PostgreSQL uses for its sockets. */
  readWriteCalls: number;
  /** Context switches of threads that waited. */
  switches: number;
}

/** Memory of processes and their descendants, in bytes. `pss` shares the pages that several processes use. */
export interface ProcessMemory {
  rss: number;
  pss: number;
}

/** Length of a clock tick of `/proc/<pid>/stat`, as on every current Linux. */
const TICK_MS = 10;

/** Counters by process id. */
export type Counters = ReadonlyMap<number, ProcessCounters>;

/** Counters of these processes and of their descendants (servers are children of their keepers). */
export const countersOf = (pids: readonly number[]): Counters =>
  new Map(withDescendants(pids).map((pid) => [pid, processCounters(pid)]));

function processCounters(pid: number): ProcessCounters {
  const io = textOf(`${pid}/io`);
  const threads = foldersOf(`${pid}/task`).map((thread) => textOf(`${pid}/task/${thread}/status`));
  return {
    cpuMs: statOf(textOf(`${pid}/stat`)).cpuMs,
    readWriteCalls: numberIn(io, 'syscr') + numberIn(io, 'syscw'),
    switches: threads.reduce((sum, status) => sum + numberIn(status, 'voluntary_ctxt_switches'), 0),
  };
}

/**
 * The counters' growth between two readings. The time of processes that ended is part of their parents'; their calls
 * and switches are lost.
 */
export function growthOf(before: Counters, after: Counters): ProcessCounters {
  const cpuOf = (counters: Counters): number => [...counters.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const growth: ProcessCounters = { cpuMs: cpuOf(after) - cpuOf(before), readWriteCalls: 0, switches: 0 };
  for (const [pid, { readWriteCalls, switches }] of after) {
    const earlier = before.get(pid);
    growth.readWriteCalls += Math.max(0, readWriteCalls - (earlier?.readWriteCalls ?? 0));
    growth.switches += Math.max(0, switches - (earlier?.switches ?? 0));
  }
  return growth;
}

/** Memory of these processes and their descendants. */
export function memoryOf(pids: readonly number[]): ProcessMemory {
  const sum: ProcessMemory = { rss: 0, pss: 0 };
  for (const pid of withDescendants(pids)) {
    const rollup = textOf(`${pid}/smaps_rollup`);
    sum.rss += 1_024 * numberIn(rollup, 'Rss');
    sum.pss += 1_024 * numberIn(rollup, 'Pss');
  }
  return sum;
}

/**
 * Parses `/proc/<pid>/stat`. The time includes that of children that ended, so that a server's sum does not fall when
 * one of its processes ends.
 */
export function statOf(stat: string): { parent: number; cpuMs: number } {
  // The program's name is in parentheses and may itself contain parentheses and spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
}

/** The number behind a name at the start of a line, e.g. `Rss:  1788 kB`; 0 if the line is missing. */
export const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);

function withDescendants(pids: readonly number[]): number[] {
  const parents = foldersOf('').map((name) => ({
    pid: Number(name),
    parent: statOf(textOf(`${name}/stat`)).parent,
  }));
  const found = new Set(pids);
  // Children may have a smaller id than their parent, so a set may grow behind the entry that is read.
  for (const pid of found) for (const each of parents) if (each.parent === pid) found.add(each.pid);
  return [...found];
}

const foldersOf = (path: string): string[] => {
  try {
    return readdirSync(`/proc/${path}`).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** The file's text; empty if the process ended. */
function textOf(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
