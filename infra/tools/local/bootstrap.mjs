// npm run bootstrap [-- --help]. Every npm script that runs the product starts with it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { withFileLock } from './servers/file-lock.mjs';
import { repositoryRoot, stateFolder } from './repository-paths.mjs';
import { fingerprintOf, packagesMatchLockFile } from './staleness.mjs';

if (process.argv.includes('--help')) {
  console.log(
    'Usage: npm run bootstrap [-- --no-build]\n\nPrepares a fresh clone; only Node is needed. Installs packages and builds the services, each only after a change.',
  );
  process.exit(0);
}

const { engines } = JSON.parse(readFileSync(`${repositoryRoot}/package.json`, 'utf8'));
const oldestNode = engines.node.replace('>=', '').split('.').map(Number);
const buildInputs = [
  'apps',
  'libs',
  'infra/tools/build',
  'infra/tools/check-config',
  'package-lock.json',
  'tsconfig.base.json',
];
const buildStamp = `${repositoryRoot}/dist/.built-from`;

try {
  refuseOldNode();
  // Two scripts that start simultaneously must not install into the same folder.
  await withFileLock(`${stateFolder}/bootstrap.lock`, async () => {
    if (!packagesMatchLockFile(repositoryRoot)) install();
    if (!process.argv.includes('--no-build')) buildIfChanged();
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = oldestNode;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Error(`Querent needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`);
}

function install() {
  console.error('Installing packages (npm ci) ...');
  // npm sets `npm_execpath` to the path of its program. That also works if the command `npm` does not exist.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  run(
    [...npm, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    'npm ci failed; see its output above.',
  );
}

function buildIfChanged() {
  const fingerprint = fingerprintOf(buildInputs.map((path) => `${repositoryRoot}/${path}`));
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === fingerprint) return;
  run([process.execPath, 'infra/tools/build/build.mjs'], 'The build failed; see its output above.');
  mkdirSync(`${repositoryRoot}/dist`, { recursive: true });
  writeFileSync(buildStamp, fingerprint);
}

function run([command, ...args], failure) {
  // Both streams go to stderr: the stdout of the calling script (npm run ask -- --json) must contain only its result.
  const { status } = spawnSync(command, args, { cwd: repositoryRoot, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(failure);
}
