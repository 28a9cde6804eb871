import { z } from 'zod';

const variables = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string().nullable());
const seconds = z.string().regex(/^\d+s$/);

const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  profiles: z.array(z.string()).default([]),
  command: z.array(z.string()).optional(),
  environment: variables.default({}),
  mem_limit: z.string().regex(/^(?:\$\{[A-Z_]+:-)?\d+[mg]\}?$/),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string().regex(/^\d+m$/), 'max-file': z.string().regex(/^\d+$/) }),
  }),
  restart: z.enum(['unless-stopped', 'on-failure']),
  stop_grace_period: seconds,
  init: z.boolean().optional(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).optional(),
  /** Each is a file of /run/secrets. */
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string().regex(/^[^:]+(?::-[^:}]+\})?:\/[^:]+(?::ro)?$/)).default([]),
  networks: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }))
    .optional(),
  healthcheck: z
    .strictObject({ test: z.array(z.string()), interval: seconds, timeout: seconds, retries: z.number().int() })
    .or(z.strictObject({ disable: z.literal(true) }))
    .optional(),
});

/**
 * The part of the Compose format that our file uses; other members are refused. No maintained npm package contains the
 * published schema.
 */
export const composeFileSchema = z.strictObject({
  version: z.literal('3.8'),
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.null()),
  volumes: z.record(z.string(), z.null()),
  /** By the environment variable that holds it. */
  secrets: z.record(z.string(), z.strictObject({ environment: z.string() })),
});
