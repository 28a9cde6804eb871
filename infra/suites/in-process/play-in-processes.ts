import { fork } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptionsIn } from '../../tools/build/bundle-options.mjs';

const root = join(__dirname, '../../..');

/**
 * Plays each share in a child process, two at a time: a run takes about 100 ms of processor time, and Jest has a single
 * core.
 * @param program a file that calls `playShare`, e.g. `infra/suites/leak/hostile-process.ts`
 * @returns the report of each share, in the order of their ends
 * @throws an error when a process ends without a report
 */
export async function playInProcesses<Share, Report>(program: string, shares: readonly Share[]): Promise<Report[]> {
  // The bundle has the depth of the sources, so that relative paths to data files resolve from it.
  const outfile = join(root, `dist/in-processes/run/${basename(program, '.ts')}.cjs`);
  await build({
    ...bundleOptionsIn(root),
    entryPoints: [program],
    outfile,
  });
  const waiting = [...shares];
  const reports: Report[] = [];
  async function playOneByOne(): Promise<void> {
    for (let share = waiting.shift(); share !== undefined; share = waiting.shift())
      reports.push(await playInProcess<Report>(outfile, share));
  }
  await Promise.all([playOneByOne(), playOneByOne()]);
  return reports;
}

/** Splits the runs of a share into portions of almost equal size. Each portion has a different seed. */
export function portions<Share extends { runs: number; seed: string }>(share: Share, count: number): Share[] {
  const size = Math.ceil(share.runs / count);
  return Array.from({ length: count }, (_, i) => ({
    ...share,
    runs: Math.max(0, Math.min(size, share.runs - i * size)),
    seed: `${share.seed}-${i}`,
  }));
}

function playInProcess<Report>(outfile: string, share: unknown): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = fork(outfile, [JSON.stringify(share)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--max-semi-space-size=64'],
    });
    child.once('message', (report) => resolve(report as Report));
    child.once('close', (code) => reject(new Error(`A child process ended with ${code} before it sent its report`)));
  });
}
