import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { servicesIn } from '../build/services.mjs';
import { releaseFiles } from './make-files';
import { git, releaseTime, trackedFiles } from './tracked-files';

/** What differs between the two builds, apart from the folder and the time of day. */
const settings = [
  { umask: '022', modes: 'go+rX', env: { TZ: 'UTC', LANG: 'C' } },
  { umask: '077', modes: 'go-rwx', env: { TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8' } },
];

/**
 * Makes the release in two copies of the checkout and compares the bytes; then builds the product from the image's
 * context, which must therefore contain everything that the Dockerfile needs.
 * @returns mistakes, each a sentence
 */
export function verifyRelease(root: string, version: string): string[] {
  const folder = mkdtempSync(`${tmpdir()}/querent-release-`);
  try {
    const [first = '', second = ''] = settings.map((_, n) =>
      madeInCopy(root, `${folder}/${'copy/'.repeat(n + 1)}${n}`, n),
    );
    const context = `${first}/${releaseFiles(version).image}`;
    return [...differentFiles(first, second), ...buildMistakes(context, `${folder}/context`, root)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the folder with the files of the release */
function madeInCopy(root: string, copy: string, n: number): string {
  const { umask = '', modes = '', env } = settings[n] ?? {};
  for (const path of trackedFiles(root)) {
    mkdirSync(dirname(`${copy}/${path}`), { recursive: true });
    cpSync(`${root}/${path}`, `${copy}/${path}`, { verbatimSymlinks: true });
  }
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
  git(copy, '-c', 'user.name=release', '-c', 'user.email=release@localhost', 'commit', '--quiet', '-m', 'Copy');
  run('chmod', ['-R', modes, '.'], copy);
  symlinkSync(`${root}/node_modules`, `${copy}/node_modules`);
  const program = `umask ${umask}; exec "$0" infra/tools/release/release.mjs --dry-run`;
  run('sh', ['-c', program, process.execPath], copy, { ...env, SOURCE_DATE_EPOCH: String(releaseTime(root)) });
  return `${copy}/dist/release`;
}

function differentFiles(first: string, second: string): string[] {
  const names = [...new Set([...readdirSync(first), ...readdirSync(second)])];
  const read = (path: string): Buffer => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
  return names
    .filter((name) => !read(`${first}/${name}`).equals(read(`${second}/${name}`)))
    .map((name) => `${name} differs between two folders.`);
}

function buildMistakes(context: string, folder: string, root: string): string[] {
  mkdirSync(folder);
  run('tar', ['-xzf', context], folder);
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.spec.ts'));
  symlinkSync(`${root}/node_modules`, `${folder}/node_modules`);
  run(process.execPath, ['infra/tools/build/build.mjs'], folder);
  const programs = [...servicesIn(folder).map((service) => `${service}/main.cjs`), 'console/index.html'];
  const missing = programs.filter((program) => !existsSync(`${folder}/dist/apps/${program}`));
  return [
    ...tests.map((path) => `The image's context contains the test ${path}.`),
    ...missing.map((program) => `The image's context does not build ${program}.`),
  ];
}

/** @throws with the output of a program that fails */
function run(program: string, args: string[], cwd: string, env: Record<string, string> = {}): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`);
}
