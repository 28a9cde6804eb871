import { halves, playInProcesses } from '../in-process/play-in-processes';
import type { Report } from './hostile-runs';

/** Plays hostile runs in two processes, each on half of the schemas, and merges their reports. */
export async function playHalves({
  schemas,
  ...share
}: {
  seed: string;
  runs: number;
  schemas: number;
}): Promise<Report> {
  const shares = halves(share).map((half) => ({ ...half, schemas: Math.ceil(schemas / 2) }));
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
