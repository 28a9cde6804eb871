import { fork } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptionsIn } from '../../tools/build/bundle-options.mjs';

const root = join(__dirname, '../../..');

/**
 * Plays the shares in parallel, one child process for each: a run takes about 100 ms of processor time, and Jest has a
 * single core.
 * @param program a file that calls `playShare`, e.g. `infra/suites/leak/hostile-process.ts`
 * @returns the report of each share
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
  return Promise.all(shares.map((share) => playInProcess<Report>(outfile, share)));
}

/** Splits the runs of a share in two, one half per core. Each half has a different seed. */
export function halves<Share extends { runs: number; seed: string }>(share: Share): Share[] {
  const half = Math.ceil(share.runs / 2);
  return [half, share.runs - half].map((runs, i) => ({ ...share, runs, seed: `${share.seed}-${i}` }));
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
