import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { findOnPath, provideSystemPackages } from './system-packages.mjs';

const run = promisify(execFile);

/**
 * A function that compiles one C file, which includes no headers, to a library for LD_PRELOAD. It uses the installed
 * compiler, or tcc (300 KB), which is fetched from the system's packages.
 * @returns {Promise<(source: string, library: string) => Promise<unknown>>}
 */
export async function provideCompiler() {
  const options = ['-shared', '-fPIC', '-nostdlib'];
  const installed = findOnPath('cc');
  if (installed) return (source, library) => run(installed, [...options, '-o', library, source]);
  const { root, env } = await provideSystemPackages({
    name: 'tcc',
    packages: ['tcc'],
    hint: 'install a C compiler (cc): tests of durability record the fsync calls of the server with it.',
  });
  const [triplet] = readdirSync(`${root}/usr/lib`).filter((name) => name.includes('-linux-'));
  return (source, library) =>
    run(`${root}/usr/bin/tcc`, [`-B${root}/usr/lib/${triplet}/tcc`, ...options, '-o', library, source], {
      env: { ...process.env, ...env },
    });
}
