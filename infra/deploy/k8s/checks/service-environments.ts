import { workerEnvSchema } from '@querent/messaging';
import type { z } from 'zod';
import { chartEnvSchema } from '../../../../apps/chart/src/chart-env';
import { executorEnvSchema } from '../../../../apps/executor/src/executor-env';
import { gatewayEnvSchema } from '../../../../apps/gateway/src/gateway-env';
import { intentEnvSchema } from '../../../../apps/intent/src/intent-env';
import { retrievalEnvSchema } from '../../../../apps/schema-retrieval/src/retrieval-env';
import { sqlGeneratorEnvSchema } from '../../../../apps/sql-generator/src/sql-generator-env';

const schemas: Readonly<Record<string, z.ZodObject>> = {
  gateway: gatewayEnvSchema,
  intent: workerEnvSchema.extend(intentEnvSchema.shape),
  'schema-retrieval': workerEnvSchema.extend(retrievalEnvSchema.shape),
  'sql-generator': workerEnvSchema.extend(sqlGeneratorEnvSchema.shape),
  executor: workerEnvSchema.extend(executorEnvSchema.shape),
  chart: workerEnvSchema.extend(chartEnvSchema.shape),
};

/** The environment variables that each service reads, as its `--help` prints them. */
export const serviceEnvironments: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(schemas).map(([service, { shape }]) => [service, Object.keys(shape)]),
);

/**
 * Values with which a service would refuse to start. Empty values, and values that come from a Secret or a shell, are
 * not checked.
 */
export function refusedValues(service: string, given: Iterable<readonly [string, string | null]>): string[] {
  const known = [...given].filter(([, value]) => value !== null && value !== '' && !value.includes('${'));
  const parsed = schemas[service]?.safeParse(Object.fromEntries(known));
  return (
    parsed?.error?.issues.map(
      ({ path, message }) => `${service} would not start with its ${path.join('.')}: ${message}`,
    ) ?? []
  );
}

/**
 * Variables that a deployment gives to a service that does not read them, and variables that a service reads but is not
 * given.
 * @param besides further variables that a service may be given
 */
export function environmentMistakes(
  given: Record<string, Iterable<string>>,
  read: Record<string, readonly string[]>,
  besides: Record<string, readonly string[]> = {},
): string[] {
  return Object.entries(read).flatMap(([service, names]) => {
    const present = new Set(given[service] ?? []);
    return [
      ...[...present]
        .filter((name) => !names.includes(name) && !besides[service]?.includes(name))
        .map((name) => `${service} does not read the variable ${name}, which it is given`),
      ...names
        .filter((name) => !present.has(name))
        .map((name) => `${service} reads the variable ${name}, which is missing`),
    ];
  });
}
