import { fork } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '../../..');

/**
 * Plays each share in a process, all at once: a run costs some 100 ms of reading, drawing and rendering, and Jest
 * itself has one core here.
 * @param program a file that calls `playShare`, e.g. `infra/suites/leak/hostile-process.ts`
 */
export async function playInProcesses<Share, Report>(program: string, shares: readonly Share[]): Promise<Report[]> {
  // As deep as the sources, for files that are found by their path from the program.
  const outfile = join(root, `dist/in-processes/run/${basename(program, '.ts')}.cjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [program],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    tsconfig: 'tsconfig.base.json',
    loader: { '.lua': 'text' },
    logLevel: 'warning',
  });
  return Promise.all(shares.map((share) => played<Report>(outfile, share)));
}

/** Runs in two halves, one a core, each with a seed of its own. */
export function halves<Share extends { runs: number; seed: string }>(share: Share): Share[] {
  const half = Math.ceil(share.runs / 2);
  return [half, share.runs - half].map((runs, i) => ({ ...share, runs, seed: `${share.seed}-${i}` }));
}

function played<Report>(outfile: string, share: unknown): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = fork(outfile, [JSON.stringify(share)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--max-semi-space-size=64'],
    });
    child.once('message', (report) => resolve(report as Report));
    child.once('close', (code) => reject(new Error(`A process of runs ended with ${code}`)));
  });
}
