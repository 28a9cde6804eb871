// Gets a server program from the distribution's own packages without being root and without installing anything:
// apt with a private state folder downloads (and verifies) the packages, dpkg -x unpacks them under .querent/pkgs.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.mjs';
import { repositoryRoot, stateFolder } from '../repository-paths.mjs';

const run = promisify(execFile);

/** Set in tests to prove that the fetched programs work where nothing is installed. */
export const ignoresSystemBinaries = process.env.QUERENT_IGNORE_SYSTEM_BINARIES === '1';

/**
 * Never unpacked: mixing another C library with the system's loader crashes; Perl serves only install scripts;
 * LLVM (150 MB) only PostgreSQL's JIT, which it does without.
 */
const neverFetched = /^(libc6|libc-bin|libc-l10n|libperl.*|lib.*-perl|libllvm.*|libz3.*)$/;

/**
 * Unpacks packages and the shared libraries the system lacks, once; later calls return at once. Safe between processes.
 * @param {{ name: string, packages: string[], hint: string, finish?: (root: string) => void }} wanted `name` of the
 * folder; `hint` tells
 *   in errors what to do instead; `finish` does what the packages' install scripts would have done in the tree
 * @returns {Promise<{ root: string, env: Record<string, string> }>} the unpacked tree and what its programs need in
 * their environment
 */
export async function provideSystemPackages({ name, packages, hint, finish = () => undefined }) {
  const root = `${packagesFolder()}/${name}`;
  if (!existsSync(root)) {
    await withFileLock(`${packagesFolder()}/${name}.lock`, async () => {
      if (!existsSync(root)) await fetchInto(root, packages, hint, finish);
    });
  }
  return { root, env: { LD_LIBRARY_PATH: libraryFolders(root).join(':') } };
}

async function fetchInto(root, packages, hint, finish) {
  if (!(await isRunnable('apt-get')) || !(await isRunnable('dpkg'))) {
    throw new Error(`${packages[0]} is not installed and this system has no apt to fetch it with: ${hint}`);
  }
  console.error(`Fetching ${packages.join(', ')} from the system's packages into ${root} (once) ...`);
  const work = `${root}.${process.pid}.tmp`;
  rmSync(work, { recursive: true, force: true });
  try {
    await download(work, packages);
    for (const archive of readdirSync(`${work}/debs`))
      await run('dpkg', ['-x', `${work}/debs/${archive}`, `${work}/root`]);
    finish(`${work}/root`);
    // The rename is the commit: a folder of that name is always complete.
    renameSync(`${work}/root`, root);
  } catch (error) {
    throw new Error(
      `${packages[0]} is not installed and could not be fetched: ${hint}\n${error.stderr || error.message}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function download(work, packages) {
  for (const folder of ['lists/partial', 'cache/archives/partial', 'debs', 'root'])
    mkdirSync(`${work}/${folder}`, { recursive: true });
  writeFileSync(`${work}/nothing-installed`, '');
  const settings = [
    `Dir::State=${work}`,
    `Dir::State::Lists=${work}/lists`,
    `Dir::State::status=${work}/nothing-installed`,
    `Dir::Cache=${work}/cache`,
    'APT::Sandbox::User=',
    'Debug::NoLocking=1',
    'Acquire::Retries=3',
  ].flatMap((setting) => ['-o', setting]);
  await run('apt-get', [...settings, 'update'], { maxBuffer: 1 << 26 });
  // Simulated against an empty system, so the list is the whole closure; what the real system has is then left out.
  const plan = await run('apt-get', [...settings, '--no-install-recommends', '--simulate', 'install', ...packages], {
    maxBuffer: 1 << 26,
  });
  const closure = [...plan.stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1].replace(/:.*/, ''));
  const installed = ignoresSystemBinaries ? new Set() : await installedPackages();
  const needed = closure.filter(
    (name) => packages.includes(name) || (/^lib/.test(name) && !neverFetched.test(name) && !installed.has(name)),
  );
  await run('apt-get', [...settings, 'download', ...needed], { cwd: `${work}/debs`, maxBuffer: 1 << 26 });
}

async function installedPackages() {
  const { stdout } = await run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n'], { maxBuffer: 1 << 26 });
  return new Set(stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])));
}

/**
 * Folders that hold shared libraries: `usr/lib` (Armadillo, which PostGIS's rasters load), the multiarch ones and one
 * level below (Debian keeps BLAS in such, behind `alternatives`).
 */
function libraryFolders(root) {
  const roots = ['usr/lib', 'lib'].map((folder) => `${root}/${folder}`).filter((path) => existsSync(path));
  const multiarch = roots.flatMap(subfolders).filter((path) => /-linux-/.test(path));
  return [...roots, ...multiarch.flatMap((path) => [path, ...subfolders(path)])].filter((path) =>
    readdirSync(path).some((file) => file.includes('.so')),
  );
}

function subfolders(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${path}/${entry.name}`] : [],
  );
}

/** PostgreSQL refuses to run as root, so root's checkout may lie where the account it runs as cannot look. */
function packagesFolder() {
  const hidden = process.getuid?.() === 0 && !isVisibleToEveryone(stateFolder);
  const checkout = createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 12);
  const folder = hidden ? `/var/tmp/querent-pkgs-${checkout}` : `${stateFolder}/pkgs`;
  mkdirSync(folder, { recursive: true });
  // /var/tmp belongs to everybody: programs that somebody else put there are not run.
  if (hidden && statSync(folder).uid !== 0) throw new Error(`${folder} belongs to another user; remove it.`);
  return folder;
}

function isVisibleToEveryone(path) {
  if (existsSync(path) && (statSync(path).mode & 0o005) !== 0o005) return false;
  return path === '/' || isVisibleToEveryone(dirname(path));
}

async function isRunnable(program) {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} program
 * @returns {string | undefined} its full path, if it is on PATH (and the system's programs are not to be ignored)
 */
export function findOnPath(program) {
  if (ignoresSystemBinaries) return undefined;
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => `${folder}/${program}`)
    .find((path) => existsSync(path));
}
