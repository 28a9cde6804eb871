import 'reflect-metadata';
import { Module, type OnApplicationShutdown, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { jobs, type JobKey, type Run, type StageFunction, type StageName } from '@querent/contracts';
import {
  activeSpan,
  describeEnv,
  endOnSignal,
  EnvError,
  HealthController,
  HealthState,
  isRedisRefusal,
  loadEnv,
  METRICS_REGISTRY,
  NestPino,
  openTracer,
  queuePrefix,
  redacted,
  silenceTracing,
  traceIdOf,
  workerEnv,
  type Tracer,
} from '@querent/platform';
import { failExhausted, StageAbortedError, StagePostponedError, StageRunner } from '@querent/saga';
import { BackPressure, type DownstreamLimit } from './back-pressure/back-pressure';
import { BullMqServer } from './bullmq-server';
import { queuesOf } from './queue-settings';
import { sagaEnv, sagaSettingsOf } from './saga-env';
import { runnerToken, stageController } from './stage-controller';
import { tracedAttempts } from './traced-attempts';
import { openWorkerContext, type WorkerContext } from './worker-context';

export const workerEnvSchema = z.object({ ...workerEnv, ...sagaEnv });
export type WorkerEnv = z.infer<typeof workerEnvSchema>;

/**
 * The parsed environment of a service. Without further variables zod infers `Record<string, never>`, which would
 * exclude the common ones.
 */
type EnvOf<S extends z.ZodObject> = keyof S['shape'] extends never ? WorkerEnv : WorkerEnv & z.infer<S>;

export interface WorkerDefinition<S extends z.ZodObject, J extends JobKey> {
  service: StageName;
  about: string;
  /** The jobs of its queue; each has a stage. */
  jobs: readonly [J, ...J[]];
  /** Further environment variables of this service. */
  env: S;
  /** Concurrency of queues for which CONCURRENCY is unsuitable. */
  concurrencyOf?: (env: EnvOf<S>) => Partial<Record<J, number>>;
  /** The downstream stages that its jobs are held back for, except jobs of new tenants. */
  downstreamLimitOf?: (env: EnvOf<S>) => DownstreamLimit;
  /** Creates the stages from their dependencies; `close` releases what it opened, after the last job. */
  open(
    context: WorkerContext,
    env: EnvOf<S>,
  ): Promise<{ stages: Record<J, StageFunction>; close?: () => Promise<void> }>;
}

/** Starts a worker service, or prints its help; exits with a clear message if the environment is invalid. */
export async function bootWorker<S extends z.ZodObject, J extends JobKey>(
  definition: WorkerDefinition<S, J>,
): Promise<void> {
  const schema = workerEnvSchema.extend(definition.env.shape);
  if (process.argv.includes('--help')) {
    process.stdout.write(
      `querent ${definition.service}: ${definition.about}\n\nEnvironment:\n${describeEnv(schema)}\n`,
    );
    return;
  }
  let app: NestFastifyApplication | undefined;
  endOnSignal(async () => app?.close(), printError);
  try {
    app = await createWorker(definition, loadEnv(schema) as EnvOf<S>);
  } catch (error) {
    printError(error);
    process.exit(1);
  }
}

const printError = (error: unknown): void =>
  void process.stderr.write(
    `${redacted(error instanceof EnvError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );

/** Creates and starts the Nest application of a worker: health over HTTP, jobs over BullMQ. */
export async function createWorker<S extends z.ZodObject, J extends JobKey>(
  definition: WorkerDefinition<S, J>,
  env: EnvOf<S>,
): Promise<NestFastifyApplication> {
  silenceTracing();
  const context = await openWorkerContext(definition.service, env, sagaSettingsOf(env));
  const tracer = await openTracer(definition.service, env, {
    logger: context.logger,
    registry: context.metrics.registry,
  });
  const opened = await definition.open(context, env);
  const server = jobServer(
    {
      ...definition,
      concurrencyOf: definition.concurrencyOf?.(env),
      downstreamLimit: definition.downstreamLimitOf?.(env),
    },
    context,
    env,
    tracer,
  );
  context.health.addLive({
    name: 'consumers',
    check: async () => {
      if (!server.isRunning() && !context.health.isDraining()) throw new Error('the consumers have stopped');
    },
  });

  const module = workerModule(definition.jobs.map(stageController), [
    ...definition.jobs.map((job) => ({
      provide: runnerToken(job),
      useValue: stageRunner(definition.service, job, context, opened.stages[job]),
    })),
    { provide: HealthState, useValue: context.health },
    { provide: METRICS_REGISTRY, useValue: context.metrics.registry },
    { provide: WORKER_CLOSER, useValue: new WorkerCloser(context, opened.close, tracer) },
  ]);
  const adapter = new FastifyAdapter({ schemaController: withoutSchemas });
  const logger = new NestPino(context.logger);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger, abortOnError: false });
  app.connectMicroservice({ strategy: server });
  await app.startAllMicroservices();
  await app.listen(env.PORT, env.HOST);
  context.logger.info({ address: await app.getUrl(), jobs: definition.jobs, concurrency: env.CONCURRENCY }, 'ready');
  return app;
}

/** The health routes have no schemas. By default Fastify loads schema compilers, which takes 50 ms of CPU. */
const withoutSchemas = {
  compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
};

function noCompiler(): never {
  throw new Error('a worker has no routes with a schema');
}

const WORKER_CLOSER = Symbol('WORKER_CLOSER');

/** Closes pools and connections last, because running jobs need them while the server drains. */
class WorkerCloser implements OnApplicationShutdown {
  constructor(
    private readonly context: WorkerContext,
    private readonly closeStage: (() => Promise<void>) | undefined,
    private readonly tracer: Tracer | null,
  ) {}

  beforeApplicationShutdown(): void {
    this.context.health.drain();
  }

  async onApplicationShutdown(): Promise<void> {
    // Pending operations of the stage would wait for an unavailable Redis.
    if (this.context.redis.status !== 'ready') await this.context.close();
    await this.closeStage?.();
    await Promise.all([this.context.close(), this.tracer?.close()]);
    this.context.logger.info('stopped');
  }
}

function workerModule(controllers: Type[], providers: Provider[]): Type {
  @Module({ controllers: [...controllers, HealthController], providers })
  class WorkerModule {}
  return WorkerModule;
}

function stageRunner(service: StageName, job: JobKey, context: WorkerContext, stage: StageFunction): StageRunner {
  const { store, results, transport, cancellations, logger, metrics } = context;
  return new StageRunner({
    store,
    transport,
    cancellations,
    stage: service,
    job,
    run: async (run, signal) => {
      metrics.activeJobs.inc({ stage: service });
      annotateSpan(run);
      try {
        return await stage(run, signal);
      } catch (error) {
        // A cancelled stage has not failed, nor has one that was postponed or refused by Redis; `onEnd` logs its
        // result.
        if (!isCancelled(signal) && !(error instanceof StagePostponedError) && !isRedisRefusal(error))
          logger.error(
            {
              runId: run.id,
              job,
              traceId: traceIdOf(run.traceparent),
              error: error instanceof Error ? error.stack : String(error),
            },
            'stage failed',
          );
        throw error;
      } finally {
        metrics.activeJobs.dec({ stage: service });
      }
    },
    onUnused: async ({ id }, { event, patch }) => {
      // Only `executed` outcomes own their result; others refer to results of other runs.
      if (event === 'executed' && patch.result) await results.drop(id, patch.result.blob);
    },
    onAbandoned: ({ runId, traceId, why, ms }) => {
      metrics.stagesAbandoned.inc({ stage: service, why });
      logger.error({ runId, job, traceId, why, ms: Math.round(ms) }, 'stage does not end: abandoned');
    },
    onEnd: ({ runId, traceId, result, event, ms }) => {
      metrics.stageSeconds.observe({ stage: service, event: event ?? result }, ms / 1_000);
      activeSpan()?.set({ 'querent.outcome': event ?? result });
      logger.info({ runId, job, traceId, result, event, ms: Math.round(ms) }, 'stage ended');
    },
  });
}

/** Adds the run's attributes to the attempt's span. Work after a reply is also linked to the reply's request. */
function annotateSpan({ request, data }: Run): void {
  const span = activeSpan();
  span?.set({ 'querent.connection': request.connection });
  if (data.repliedIn) span?.link(data.repliedIn);
}

const isCancelled = ({ reason }: AbortSignal): boolean =>
  reason instanceof StageAbortedError && reason.why === 'cancelled';

function jobServer(
  definition: {
    service: StageName;
    jobs: readonly JobKey[];
    concurrencyOf?: Partial<Record<JobKey, number>>;
    downstreamLimit?: DownstreamLimit;
  },
  context: WorkerContext,
  env: WorkerEnv,
  tracer: Tracer | null,
): BullMqServer {
  const { store, letters, logger, metrics } = context;
  return new BullMqServer({
    connection: context.connect('worker'),
    prefix: env.QUEUE_PREFIX,
    handles: definition.jobs,
    concurrency: env.CONCURRENCY,
    concurrencyOf: definition.concurrencyOf,
    mayBegin:
      definition.downstreamLimit && definition.downstreamLimit.perJob > 0
        ? backPressure(definition.jobs, definition.downstreamLimit, context, env)
        : undefined,
    lockDurationMs: env.LOCK_DURATION_MS,
    shutdownTimeoutMs: Math.min(
      env.SHUTDOWN_TIMEOUT_MS,
      Math.max(...definition.jobs.map((job) => jobs[job].timeoutMs)),
    ),
    onExhausted: (job, payload, reason) => failExhausted(store, letters, { job, payload }, reason),
    onError: (error) => logger.warn({ error: error.message }, 'worker'),
    handBackMs: env.RUN_TIMEOUT_MS,
    onHandedBack: (queue, why) => {
      metrics.jobsHandedBack.inc({ queue, why });
      activeSpan()?.set({ 'querent.outcome': 'handed_back' });
    },
    onReplaced: (queue) => {
      metrics.consumersReplaced.inc({ queue });
      logger.error({ queue }, 'the consumer stopped fetching jobs: replaced');
    },
    around: tracer === null ? undefined : tracedAttempts(tracer),
    onAttempt: (_job, result) => metrics.jobAttempts.inc({ stage: definition.service, result }),
  });
}

function backPressure(
  handles: readonly JobKey[],
  downstreamLimit: DownstreamLimit,
  { redis, store, metrics }: WorkerContext,
  env: WorkerEnv,
): (queue: string) => Promise<boolean> {
  const queues = queuesOf(handles);
  queues.forEach((queue) => metrics.heldBack.inc({ queue }, 0));
  const of = new Map(
    queues.map((queue) => [
      queue,
      new BackPressure({
        ...downstreamLimit,
        redis,
        prefix: queuePrefix(env.QUEUE_PREFIX),
        queue,
        newcomers: () => store.turns.newcomers(),
        onHeld: (seconds) => metrics.heldBack.inc({ queue }, seconds),
      }),
    ]),
  );
  return async (queue) => (await of.get(queue)?.mayBegin()) ?? true;
}
