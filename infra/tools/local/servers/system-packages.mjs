// Fetches server programs from the distribution's packages without root rights and without installing anything: apt
// with a private state folder downloads and verifies the packages, and dpkg -x unpacks them below .querent/pkgs.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.mjs';
import { repositoryRoot, stateFolder } from '../repository-paths.mjs';

const run = promisify(execFile);
const osRelease = '/etc/os-release';

/** Set in tests to check that the fetched programs work on a machine without installed ones. */
export const ignoresSystemBinaries = process.env.QUERENT_IGNORE_SYSTEM_BINARIES === '1';

/**
 * Packages that are not unpacked: another C library crashes with the system's loader, Perl is needed only by install
 * scripts, and LLVM (150 MB) only by PostgreSQL's JIT, which is optional.
 */
const neverFetched = /^(libc6|libc-bin|libc-l10n|libperl.*|lib.*-perl|libllvm.*|libz3.*)$/;

/**
 * Unpacks packages and the shared libraries that the system lacks, once; later calls return immediately. Safe for
 * concurrent processes.
 * @param {{ name: string, packages: string[], hint: string, finish?: (root: string) => void, backports?: string }}
 *   wanted `name`: the name of the folder; `hint`: the advice in errors; `finish`: does the work of the packages'
 *   install scripts in the tree; `backports`: the release of Debian that has the packages only in its backports
 * @returns {Promise<{ root: string, env: Record<string, string> }>} the unpacked tree and the environment variables
 * that its programs need
 */
export async function provideSystemPackages({ name, ...wanted }) {
  const root = `${packagesFolder()}/${name}`;
  if (!existsSync(root)) {
    await withFileLock(`${packagesFolder()}/${name}.lock`, async () => {
      if (!existsSync(root)) await fetchInto(root, wanted);
    });
  }
  return { root, env: { LD_LIBRARY_PATH: libraryFolders(root).join(':') } };
}

async function fetchInto(root, { packages, hint, finish = () => undefined, backports }) {
  if (!(await isRunnable('apt-get')) || !(await isRunnable('dpkg'))) {
    throw new Error(`${packages[0]} is not installed and this system has no apt to fetch it with: ${hint}`);
  }
  console.error(`Fetching ${packages.join(', ')} from the system's packages into ${root} (once) ...`);
  const work = `${root}.${process.pid}.tmp`;
  rmSync(work, { recursive: true, force: true });
  try {
    await download(work, packages, backports);
    for (const archive of readdirSync(`${work}/debs`))
      await run('dpkg', ['-x', `${work}/debs/${archive}`, `${work}/root`]);
    finish(`${work}/root`);
    // The rename makes the folder appear complete or not at all.
    renameSync(`${work}/root`, root);
  } catch (error) {
    throw new Error(
      `${packages[0]} is not installed and could not be fetched: ${hint}\n${error.stderr || error.message}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function download(work, packages, backports) {
  for (const folder of ['lists/partial', 'cache/archives/partial', 'debs', 'root'])
    mkdirSync(`${work}/${folder}`, { recursive: true });
  writeFileSync(`${work}/nothing-installed`, '');
  const settings = aptSettings(work);
  await run('apt-get', [...settings, 'update'], { maxBuffer: 1 << 26 });
  if (backports === releaseName()) {
    settings.push(...(await withBackports(work, settings, backports)));
    await run('apt-get', [...settings, 'update'], { maxBuffer: 1 << 26 });
  }
  // The simulation assumes an empty system, so the list contains all dependencies. Installed ones are removed below.
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

const aptSettings = (work) =>
  [
    `Dir::State=${work}`,
    `Dir::State::Lists=${work}/lists`,
    `Dir::State::status=${work}/nothing-installed`,
    `Dir::Cache=${work}/cache`,
    'APT::Sandbox::User=',
    'Debug::NoLocking=1',
    'Acquire::Retries=3',
  ].flatMap((setting) => ['-o', setting]);
/** The code name of the system's release, e.g. `bookworm`. */
function releaseName() {
  return existsSync(osRelease) ? /^VERSION_CODENAME=(\w+)/m.exec(readFileSync(osRelease, 'utf8'))?.[1] : undefined;
}

/**
 * Settings that add the release's backports to the system's sources, from the mirror and with the keyrings of the
 * release's entry. Needs the lists of `apt-get update`.
 */
async function withBackports(work, settings, release) {
  const fields = '$(RELEASE)|$(COMPONENT)|$(REPO_URI)|$(SOURCESENTRY)';
  const { stdout } = await run('apt-get', [...settings, 'indextargets', '--format', fields, 'Created-By: Packages']);
  const entries = stdout.split('\n').map((line) => line.split('|'));
  const [, , mirror, origin] = entries.find(([name, component]) => name === release && component === 'main') ?? [];
  if (mirror === undefined) throw new Error(`the sources of apt contain no entry of ${release}.`);
  const text = readFileSync(origin.replace(/:\d+$/, ''), 'utf8');
  const keyrings = [...text.matchAll(/signed-by[:=]\s*(\/[^\]\s]+)/gi)].map(([, path]) => path);
  const trust = keyrings.length === 0 ? '' : `[signed-by=${[...new Set(keyrings)].join(',')}] `;
  const systems = existsSync('/etc/apt/sources.list') ? readFileSync('/etc/apt/sources.list', 'utf8') : '';
  writeFileSync(`${work}/sources.list`, `${systems}\ndeb ${trust}${mirror} ${release}-backports main\n`);
  return ['-o', `Dir::Etc::sourcelist=${work}/sources.list`];
}

async function installedPackages() {
  const { stdout } = await run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n'], { maxBuffer: 1 << 26 });
  return new Set(stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])));
}

/**
 * Folders with shared libraries: `usr/lib` (Armadillo, which PostGIS's rasters load), the multiarch folders, and those
 * one level below (Debian has BLAS there, selected by `alternatives`).
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

/**
 * The folder of the unpacked packages. PostgreSQL runs as another account than root, which may be unable to read root's
 * checkout: then a folder in /var/tmp is used.
 */
function packagesFolder() {
  const hidden = process.getuid?.() === 0 && !isVisibleToEveryone(stateFolder);
  const checkout = createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 12);
  const folder = hidden ? `/var/tmp/querent-pkgs-${checkout}` : `${stateFolder}/pkgs`;
  mkdirSync(folder, { recursive: true });
  // Every user can write to /var/tmp: programs of other users must not be run.
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
 * @returns {string | undefined} its full path, if it is on PATH and the system's programs are not ignored
 */
export function findOnPath(program) {
  if (ignoresSystemBinaries) return undefined;
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => `${folder}/${program}`)
    .find((path) => existsSync(path));
}
