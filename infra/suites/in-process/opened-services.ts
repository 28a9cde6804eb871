import type { JobKey, StageFunction, StageName } from '@querent/contracts';
import {
  openWorkerContext,
  sagaSettingsOf,
  workerEnvSchema,
  type BackgroundHandlers,
  type OpenedStages,
  type ServiceEnv,
  type StageDeps,
  type WorkerContext,
} from '@querent/messaging';
import { loadEnv } from '@querent/platform';
import type { z } from 'zod';
import { chartEnvSchema } from '../../../apps/chart/src/chart-env';
import { openChart } from '../../../apps/chart/src/open-chart';
import type { DatabaseAccess } from '../../../apps/executor/src/connections/database-access';
import { executorEnvSchema } from '../../../apps/executor/src/executor-env';
import { openExecutor } from '../../../apps/executor/src/open-executor';
import { intentEnvSchema } from '../../../apps/intent/src/intent-env';
import { openIntent } from '../../../apps/intent/src/open-intent';
import { openRetrieval } from '../../../apps/schema-retrieval/src/open-retrieval';
import { retrievalEnvSchema } from '../../../apps/schema-retrieval/src/retrieval-env';
import { openGenerator } from '../../../apps/sql-generator/src/open-generator';
import { sqlGeneratorEnvSchema } from '../../../apps/sql-generator/src/sql-generator-env';

type Variables = Record<string, string>;

/** A worker service without Nest and queues: its shared context and its stages. */
export interface OpenedService {
  name: StageName;
  context: WorkerContext;
  stages: [job: JobKey, stage: StageFunction][];
  background: BackgroundHandlers;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the services, with the executor last. The others then find no models at their start and prepare each with its
 * first question. Otherwise one process would prepare all of a hundred models together.
 */
export async function openServices(
  variables: Variables,
  databases: Partial<DatabaseAccess>,
): Promise<[executor: OpenedService, ...others: OpenedService[]]> {
  const others = await Promise.all([
    opened('intent', intentEnvSchema, variables, openIntent),
    opened('schema-retrieval', retrievalEnvSchema, variables, openRetrieval),
    opened('sql-generator', sqlGeneratorEnvSchema, variables, openGenerator),
    opened('chart', chartEnvSchema, variables, openChart),
  ]);
  const openWith: typeof openExecutor = (deps, env) => openExecutor(deps, env, databases);
  return [await opened('executor', executorEnvSchema, variables, openWith), ...others];
}

async function opened<S extends z.ZodObject, J extends JobKey>(
  name: StageName,
  schema: S,
  variables: Variables,
  open: (deps: StageDeps, env: ServiceEnv<S>) => Promise<OpenedStages<J>>,
): Promise<OpenedService> {
  const env = loadEnv(workerEnvSchema.extend(schema.shape), variables) as ServiceEnv<S>;
  const context = openWorkerContext(name, env, sagaSettingsOf(env));
  const { stages, background = {}, settled, close } = await open(context, env);
  return {
    name,
    context,
    stages: Object.entries(stages) as [JobKey, StageFunction][],
    background,
    async settled() {
      await settled?.();
    },
    async close() {
      await close();
      await context.close();
    },
  };
}
