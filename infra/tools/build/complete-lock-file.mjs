// npm run lockfile [-- --help]. npm writes only the optional packages whose manifests it could fetch. With a registry
// mirror that has the packages of one platform, the others are missing, and `npm ci` refuses the lock file as
// incomplete.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takesNoOptions } from '../local/takes-no-options.mjs';

takesNoOptions(`Usage: npm run lockfile

Adds to package-lock.json the optional packages of other platforms that npm omitted. Run it after every npm install PACKAGE.`);

const path = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));
const operatingSystems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32'];

const lock = JSON.parse(readFileSync(path, 'utf8'));
const added = [];
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(parent, name)) continue;
    const platform = platformOf(name);
    // For a range of versions, or a name without a platform, only npm can choose the package.
    if (!platform || !/^\d+\.\d+\.\d+/.test(version)) continue;
    lock.packages[pathFor(parent, name, version)] = {
      version,
      ...platform,
      ...(entry.dev && { dev: true }),
      license: entry.license,
      optional: true,
    };
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'package-lock.json is complete' : `added ${added.join(', ')}`);

/** Node's resolution: the node_modules of the parent, then that of each folder above it. */
function isLocked(parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function pathFor(parent, name, version) {
  const top = lock.packages[`node_modules/${name}`];
  return !top || top.version === version ? `node_modules/${name}` : `${parent}/node_modules/${name}`;
}

/** The platform in a package's name, e.g. `@swc/core-linux-arm64-musl`: npm skips the package on other platforms. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = operatingSystems.filter((each) => words.includes(each));
  const cpu = processors.filter(
    (each) => words.includes(each) || (each === 'arm' && words.some((word) => /^arm(hf|eabi)?$/.test(word))),
  );
  if (words.includes('wasm32')) return { cpu: ['wasm32'] };
  if (os.length === 0) return undefined;
  const libc = words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {};
  return { os, ...(cpu.length > 0 && { cpu }), ...libc };
}
