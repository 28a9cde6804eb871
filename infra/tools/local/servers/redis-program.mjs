import { findOnPath, provideSystemPackages } from './system-packages.mjs';

/**
 * `redis` is the oldest server that the product supports in practice (Debian 12 has 7.0, without WAITAOF). `valkey` is
 * the server that production runs (Valkey 8).
 * @typedef {'redis' | 'valkey'} RedisProgram
 */

const programs = {
  redis: {
    packages: ['redis-server', 'redis-tools'],
    hint: 'install redis-server (6.2 or newer), or set REDIS_URL to a running one.',
  },
  valkey: {
    packages: ['valkey-server', 'valkey-tools'],
    backports: 'bookworm',
    hint: 'install valkey-server 8: tests of WAITAOF need it. Debian 12 has it in bookworm-backports, Debian 13 in main.',
  },
};

/**
 * @param {RedisProgram} [program]
 * @returns {Promise<{ command: string, env: Record<string, string> }>} the server on PATH, or one that is fetched from
 *   the system's packages
 * @throws with the name of what is missing
 */
export async function provideRedis(program = 'redis') {
  const name = `${program}-server`;
  const installed = findOnPath(name);
  if (installed) return { command: installed, env: {} };
  const { root, env } = await provideSystemPackages({ name: program, ...programs[program] });
  return { command: `${root}/usr/bin/${name}`, env };
}
