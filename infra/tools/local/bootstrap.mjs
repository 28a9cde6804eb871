// npm run bootstrap [-- --help]: see there. Every npm script that runs the product starts with it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { withFileLock } from './servers/file-lock.mjs';
import { repositoryRoot, stateFolder } from './repository-paths.mjs';
import { fingerprintOf, packagesMatchLockFile } from './staleness.mjs';

if (process.argv.includes('--help')) {
  console.log(
    'Usage: npm run bootstrap [-- --no-build]\n\nMakes a fresh clone ready with nothing but Node: installs packages and builds the services, each only when something changed.',
  );
  process.exit(0);
}

const oldestNode = [20, 19];
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
  // Two scripts started at once must not install into the same folder.
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
  // When npm started us it tells where its own program lies; that also works where `npm` is a script of another name.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  run(
    [...npm, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    'npm ci failed; its output above says why.',
  );
}

function buildIfChanged() {
  const fingerprint = fingerprintOf(buildInputs.map((path) => `${repositoryRoot}/${path}`));
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === fingerprint) return;
  run([process.execPath, 'infra/tools/build/build.mjs'], 'The build failed; its output above says why.');
  mkdirSync(`${repositoryRoot}/dist`, { recursive: true });
  writeFileSync(buildStamp, fingerprint);
}

function run([command, ...args], failure) {
  // Both streams go to stderr: a caller's stdout (npm run ask -- --json) carries only its answer.
  const { status } = spawnSync(command, args, { cwd: repositoryRoot, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(failure);
}
