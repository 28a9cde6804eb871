import { playInProcesses, portions } from '../in-process/play-in-processes';
import type { Report } from './hostile-runs';

/**
 * Maximum runs of a process. Each of its five services holds a lexicon of every schema in memory, about 1.7 GB with 62
 * schemas.
 */
const MOST_RUNS = 250;

/** Plays hostile runs in child processes, each on its part of the schemas, and merges their reports. */
export async function playInPortions({
  schemas,
  ...share
}: {
  seed: string;
  runs: number;
  schemas: number;
}): Promise<Report> {
  const count = Math.max(2, Math.ceil(share.runs / MOST_RUNS));
  const shares = portions(share, count).map((portion) => ({ ...portion, schemas: Math.ceil(schemas / count) }));
  return merged(await playInProcesses('infra/suites/leak/hostile-process.ts', shares));
}

function merged(reports: readonly Report[]): Report {
  const sum = (pick: (report: Report) => Record<string, number>): Record<string, number> => {
    const total: Record<string, number> = {};
    for (const [key, count] of reports.flatMap((report) => Object.entries(pick(report))))
      total[key] = (total[key] ?? 0) + count;
    return total;
  };
  const count = (pick: (report: Report) => number): number =>
    reports.reduce((total, report) => total + pick(report), 0);
  return {
    runs: count(({ runs }) => runs),
    bytes: count(({ bytes }) => bytes),
    injected: count(({ injected }) => injected),
    stopped: sum(({ stopped }) => stopped),
    ends: sum(({ ends }) => ends),
    levels: sum(({ levels }) => levels),
    outlets: sum(({ outlets }) => outlets),
    thrown: sum(({ thrown }) => thrown),
    leaks: reports.flatMap(({ leaks }) => leaks),
  };
}
