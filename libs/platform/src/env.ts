import { z } from 'zod';
import { EnvError } from './env-error';
import { queueSlots } from './redis/queue-keys';
import { redisEnv } from './redis/redis-env';
import { registerSecretVariables } from './logging/redacted';
import { tracingEnv } from './tracing/tracing-env';

/** Environment parsing: every variable has a description for `--help`, and all mistakes are reported together. */

/**
 * Parses the environment. Empty strings count as unset, so that `FOO=` in a compose file means the default. Registers
 * secrets, so that they are redacted from all logs.
 */
export function loadEnv<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.infer<S> {
  registerSecretVariables(env);
  const known = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, env[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(known);
  if (parsed.success) return parsed.data;
  throw new EnvError(parsed.error.issues.map((issue) => ({ name: issue.path.join('.'), message: issue.message })));
}

/** One line per variable for `--help`: name, default, description. */
export function describeEnv(schema: z.ZodObject): string {
  const rows = Object.entries(schema.shape).map(([name, field]) => {
    const parsed = (field as z.ZodType).safeParse(undefined);
    const fallback = parsed.success ? String(parsed.data ?? '') : '(required)';
    return { name, fallback, meaning: (field as z.ZodType).description ?? '' };
  });
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(
      ({ name, fallback, meaning }) => `  ${name.padEnd(width)}  ${meaning}${fallback === '' ? '' : ` [${fallback}]`}`,
    )
    .join('\n');
}

const integer = (fallback: number, min: number, max: number, meaning: string) =>
  z.coerce.number({ error: 'must be a whole number' }).int().min(min).max(max).default(fallback).describe(meaning);

export const envInteger = integer;

/** `true` or `false`, in any letter case. */
export const envBoolean = (fallback: boolean, meaning: string) =>
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }))
    .transform((text) => text === 'true')
    .default(fallback)
    .describe(meaning);

/** Variables of every service. */
export const commonEnv = {
  ...redisEnv,
  HOST: z.string().default('127.0.0.1').describe('address to listen on; containers set 0.0.0.0'),
  PORT: integer(0, 0, 65_535, 'port of the HTTP server (health and metrics on a worker); 0 takes a free one'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('lowest severity that is logged'),
  QUERENT_CONFIG_DIR: z
    .string()
    .default('infra/demo/config')
    .describe('folder of connections, models, samples, agents and keys'),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .default('querent')
    .describe(
      'prefix of queues and keys in Redis and of collection names in Qdrant: installations that share either need different ones',
    ),
  QUEUE_SLOTS: z
    .enum(queueSlots)
    .default('one')
    .describe(
      'hash slots of the queues in a Redis Cluster: one for all, or each has one, so that several servers share the work; the same for all services, and changed only while no question is active',
    ),
  ...tracingEnv,
};

/** Variables of every worker. */
export const workerEnv = {
  ...commonEnv,
  CONCURRENCY: integer(
    1,
    1,
    256,
    'concurrent jobs of this process; more do not speed up stages that only compute, and make a new tenant wait for all started jobs',
  ),
  LOCK_DURATION_MS: integer(
    5_000,
    1_000,
    600_000,
    'a job whose worker is silent for this long is taken over by another',
  ),
  SHUTDOWN_TIMEOUT_MS: integer(12_000, 0, 600_000, 'how long running jobs may finish after SIGTERM'),
};
