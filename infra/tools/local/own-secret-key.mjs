import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * QUERENT_SECRET_KEY for the services of `npm start`, if the environment has none: a random key, kept beside Redis's
 * data, whose share tokens and secrets it signs and encrypts. A Redis server of the user has its data elsewhere, and so
 * gets no key.
 *
 * @param {string} redisDir the folder of Redis's data
 * @param {Record<string, string | undefined>} [env]
 * @returns {Record<string, string>} variables to add to the environment
 */
export function ownSecretKey(redisDir, env = process.env) {
  if (env.QUERENT_SECRET_KEY || env.REDIS_URL) return {};
  const file = `${redisDir}/secret-key`;
  if (!existsSync(file)) {
    mkdirSync(redisDir, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  }
  return { QUERENT_SECRET_KEY: readFileSync(file, 'utf8').trim() };
}
