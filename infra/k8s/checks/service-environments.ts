import { workerEnvSchema } from '@querent/messaging';
import { chartEnvSchema } from '../../../apps/chart/src/chart-env';
import { executorEnvSchema } from '../../../apps/executor/src/executor-env';
import { gatewayEnvSchema } from '../../../apps/gateway/src/gateway-env';
import { intentEnvSchema } from '../../../apps/intent/src/intent-env';
import { retrievalEnvSchema } from '../../../apps/schema-retrieval/src/retrieval-env';
import { sqlGeneratorEnvSchema } from '../../../apps/sql-generator/src/sql-generator-env';

const ofWorker = (own: { shape: object }): string[] => [...new Set([...Object.keys(workerEnvSchema.shape), ...Object.keys(own.shape)])];

/** The environment variables that each service reads, as its `--help` prints them. */
export const serviceEnvironments: Readonly<Record<string, readonly string[]>> = {
  gateway: Object.keys(gatewayEnvSchema.shape),
  intent: ofWorker(intentEnvSchema),
  'schema-retrieval': ofWorker(retrievalEnvSchema),
  'sql-generator': ofWorker(sqlGeneratorEnvSchema),
  executor: ofWorker(executorEnvSchema),
  chart: ofWorker(chartEnvSchema),
};
