import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { EnvError } from '../env-error';
import { parseRedisAddress, RedisAddressError } from './redis-address';

/** A validated Redis address; error messages do not contain it. */
const redisUrl = z.string().superRefine((text, context) => {
  try {
    parseRedisAddress(text);
  } catch (error) {
    if (!(error instanceof RedisAddressError)) throw error;
    for (const message of error.mistakes) context.addIssue({ code: 'custom', message });
  }
});

/** Redis variables of every service. */
export const redisEnv = {
  REDIS_URL: redisUrl
    .default('redis://127.0.0.1:6379')
    .describe(
      'Redis that holds runs and queues (noeviction): redis://, redis+sentinel:// or redis+cluster://, rediss… with TLS',
    ),
  CACHE_REDIS_URL: redisUrl
    .optional()
    .describe(
      'separate Redis of the caches, in the same forms; it may evict keys, be flushed and be unavailable; default: REDIS_URL',
    ),
  REDIS_TLS_CA: z
    .string()
    .optional()
    .describe('file of the CA certificates (PEM) for rediss… servers; default: those of the system'),
  REDIS_TLS_CERT: z.string().optional().describe('file of the client certificate (PEM) for rediss… servers'),
  REDIS_TLS_KEY: z.string().optional().describe('file of its private key (PEM)'),
};

/** Certificates for `rediss…` addresses, PEM. */
export interface RedisTls {
  ca?: string;
  cert?: string;
  key?: string;
}

const TLS_FILES = { REDIS_TLS_CA: 'ca', REDIS_TLS_CERT: 'cert', REDIS_TLS_KEY: 'key' } as const satisfies Record<
  string,
  keyof RedisTls
>;
type TlsFiles = { [name in keyof typeof TLS_FILES]?: string | undefined };

/**
 * Reads the certificate files named in the environment.
 * @throws EnvError with every file that cannot be read
 */
export function redisTlsOf(env: TlsFiles): RedisTls {
  const mistakes: { name: string; message: string }[] = [];
  const tls: RedisTls = {};
  for (const [name, part] of Object.entries(TLS_FILES) as [keyof typeof TLS_FILES, keyof RedisTls][]) {
    const file = env[name];
    if (file === undefined) continue;
    try {
      tls[part] = readFileSync(file, 'utf8');
    } catch (error) {
      mistakes.push({ name, message: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` });
    }
  }
  if ((env.REDIS_TLS_CERT === undefined) !== (env.REDIS_TLS_KEY === undefined))
    mistakes.push({ name: 'REDIS_TLS_CERT', message: 'must be set together with REDIS_TLS_KEY' });
  if (mistakes.length > 0) throw new EnvError(mistakes);
  return tls;
}
