import { fork } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { playTenantRuns } from './tenant-play';
import { mergedReports, type TenantReport } from './tenant-report';

const root = join(__dirname, '../../..');
/** As deep as the sources, for files that are found from where they stand. */
const outfile = join(root, 'dist/tenants/run/tenant-process.cjs');

type Share = Parameters<typeof playTenantRuns>[0];

/** Plays each share in a process of its own, all at once. */
export async function playInProcesses(shares: readonly Share[]): Promise<TenantReport[]> {
  await build({
    absWorkingDir: root,
    entryPoints: ['infra/suites/tenants/tenant-process.ts'],
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
  return Promise.all(shares.map(played));
}

/** `runs` in two processes, one a core. */
export async function playHalves({ runs, seed, ...share }: Share): Promise<TenantReport> {
  const half = Math.ceil(runs / 2);
  return mergedReports(
    await playInProcesses([half, runs - half].map((part, i) => ({ ...share, seed: `${seed}-${i}`, runs: part }))),
  );
}

function played(share: Share): Promise<TenantReport> {
  return new Promise((resolve, reject) => {
    const child = fork(outfile, [JSON.stringify(share)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--max-semi-space-size=64'],
    });
    child.once('message', (report) => resolve(report as TenantReport));
    child.once('close', (code) => reject(new Error(`A process of runs ended with ${code}`)));
  });
}
