// Node 24, which the images run. `node shipped-node.mjs` prints the path of its program.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.mjs';
import { repositoryRoot, stateFolder } from '../repository-paths.mjs';

const manifests = fileURLToPath(new URL('node-24', import.meta.url));

/**
 * Installs npm's binary package of Node for Linux once, outside the repository's own packages: an optional dependency
 * of the root would add 190 MB to the image, and npm has no optional packages for development only.
 * @returns {Promise<string>} the path of the program
 * @throws if npm cannot install it, or has none for this processor
 */
export async function provideShippedNode() {
  const lockFile = readFileSync(`${manifests}/package-lock.json`);
  const folder = `${stateFolder}/pkgs/node-24-${createHash('sha256').update(lockFile).digest('hex').slice(0, 12)}`;
  const program = `${folder}/node_modules/node-linux-${process.arch}/bin/node`;
  if (!existsSync(program)) {
    mkdirSync(`${stateFolder}/pkgs`, { recursive: true });
    await withFileLock(`${folder}.lock`, async () => {
      if (!existsSync(program)) await installInto(folder);
    });
  }
  if (!existsSync(program))
    throw new Error(`npm has no Node 24 for ${process.platform} on ${process.arch}: tests of the services need Linux.`);
  return program;
}

async function installInto(folder) {
  console.error(`Installing Node 24 into ${folder} (once) ...`);
  const work = `${folder}.${process.pid}.tmp`;
  mkdirSync(work, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(`${manifests}/${file}`, `${work}/${file}`);
    copyFileSync(`${repositoryRoot}/.npmrc`, `${work}/.npmrc`);
    // npm sets `npm_execpath` to the path of its program. That also works if the command `npm` does not exist.
    const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const [command, ...args] = [...npm, 'ci', '--include=optional', '--loglevel=error'];
    await promisify(execFile)(command, args, { cwd: work });
    renameSync(work, folder);
  } catch (error) {
    throw new Error(`Node 24 could not be installed: npm ci of ${manifests} failed.\n${error.stderr || error.message}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await provideShippedNode());
