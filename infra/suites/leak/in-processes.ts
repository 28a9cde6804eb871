import { fork } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, repositoryRoot } from '../../tools/build/bundle.mjs';
import type { Report } from './hostile-runs';

/** As deep as the sources, for files that are found from where they stand. */
const outfile = join(repositoryRoot, 'dist/leak/run/hostile-process.cjs');

/**
 * Plays `runs` in two processes, one a core: a run costs some 100 ms of reading, drawing and rendering, and Jest itself
 * has one core here.
 */
export async function playInProcesses({
  seed,
  runs,
  schemas,
}: {
  seed: string;
  runs: number;
  schemas: number;
}): Promise<Report> {
  await build({
    ...bundleOptions,
    entryPoints: ['infra/suites/leak/hostile-process.ts'],
    outfile,
  });
  const half = Math.ceil(runs / 2);
  return merged(
    await Promise.all(
      [half, runs - half].map((share, i) =>
        played({ seed: `${seed}-${i}`, runs: share, schemas: Math.ceil(schemas / 2) }),
      ),
    ),
  );
}

function played(share: object): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = fork(outfile, [JSON.stringify(share)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--max-semi-space-size=64'],
    });
    child.once('message', (report) => resolve(report as Report));
    child.once('close', (code) => reject(new Error(`A process of runs ended with ${code}`)));
  });
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
    spoilt: count(({ spoilt }) => spoilt),
    stopped: sum(({ stopped }) => stopped),
    ends: sum(({ ends }) => ends),
    levels: sum(({ levels }) => levels),
    outlets: sum(({ outlets }) => outlets),
    thrown: sum(({ thrown }) => thrown),
    leaks: reports.flatMap(({ leaks }) => leaks),
  };
}
