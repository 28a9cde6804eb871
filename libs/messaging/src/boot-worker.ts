import 'reflect-metadata';
import { Module, type OnApplicationShutdown, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { jobs, type JobKey, type StageName } from '@querent/contracts';
import {
  activeSpan,
  describeEnv,
  endOnSignal,
  EnvError,
  HealthController,
  HealthState,
  loadEnv,
  freeMemoryWhenIdle,
  METRICS_REGISTRY,
  NestPino,
  openTracer,
  redacted,
  silenceTracing,
  workerEnv,
  type Tracer,
} from '@querent/platform';
import { failExhausted } from '@querent/saga';
import { BackPressure, type DownstreamLimit } from './back-pressure/back-pressure';
import { BackgroundWorker, type BackgroundHandlers } from './background/background-worker';
import { BullMqServer } from './bullmq-server';
import { queuesOf } from './queue-settings';
import { sagaEnv, sagaSettingsOf } from './saga-env';
import { runnerToken, stageController } from './stage-controller';
import { stageRunner } from './service-runner';
import { tracedAttempts } from './traced-attempts';
import { startWarmUp, warmUpEnv } from './warm-up/warm-up';
import { openWorkerContext, type OpenedStages, type StageDeps, type WorkerContext } from './worker-context';

export const workerEnvSchema = z.object({ ...workerEnv, ...sagaEnv, ...warmUpEnv });
export type WorkerEnv = z.infer<typeof workerEnvSchema>;

/**
 * The parsed environment of a service. Without further variables zod infers `Record<string, never>`, which would
 * exclude the common ones.
 */
export type ServiceEnv<S extends z.ZodObject> = keyof S['shape'] extends never ? WorkerEnv : WorkerEnv & z.infer<S>;

export interface WorkerDefinition<S extends z.ZodObject, J extends JobKey> {
  service: StageName;
  about: string;
  /** The jobs of its queue; each has a stage. */
  jobs: readonly [J, ...J[]];
  /** Further environment variables of this service. */
  env: S;
  /** Maximum number of concurrent jobs, for queues to which CONCURRENCY does not apply. */
  concurrencyOf?: (env: ServiceEnv<S>) => Partial<Record<J, number>>;
  /** Later stages that hold back this service's jobs when they have enough. A tenant's first run is never held back. */
  downstreamLimitOf?: (env: ServiceEnv<S>) => DownstreamLimit;
  /** Builds the stages from their dependencies; what it opens is closed by `close`, after the last job. */
  open(deps: StageDeps, env: ServiceEnv<S>): Promise<OpenedStages<J>>;
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
    app = await createWorker(definition, loadEnv(schema) as ServiceEnv<S>);
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
  env: ServiceEnv<S>,
): Promise<NestFastifyApplication> {
  silenceTracing();
  const context = openWorkerContext(definition.service, env, sagaSettingsOf(env));
  const tracer = await openTracer(definition.service, env, {
    logger: context.logger,
    registry: context.metrics.registry,
  });
  const opened = await definition.open(context, env);
  const stopWarmUp = startWarmUp(opened.warmUp?.() ?? [], {
    budgetMs: env.WARM_UP_MS,
    health: context.health,
    logger: context.logger,
  });
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

  const background = backgroundWorkers(opened.background ?? {}, context, env);
  const closeStages = async (): Promise<void> => {
    // Closing a worker waits for its connection, which would never end while Redis is unavailable.
    if (context.redis.status === 'ready') await Promise.all(background.map((worker) => worker.close()));
    await opened.close();
  };
  const module = workerModule(definition.jobs.map(stageController), [
    ...definition.jobs.map((job) => ({
      provide: runnerToken(job),
      useValue: stageRunner(definition.service, job, context, opened.stages[job]),
    })),
    { provide: HealthState, useValue: context.health },
    { provide: METRICS_REGISTRY, useValue: context.metrics.registry },
    {
      provide: WORKER_CLOSER,
      useValue: new WorkerCloser(context, stopWarmUp, closeStages, tracer),
    },
  ]);
  const adapter = new FastifyAdapter({ schemaController: withoutSchemas });
  const logger = new NestPino(context.logger);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger, abortOnError: false });
  app.connectMicroservice({ strategy: server });
  await app.startAllMicroservices();
  await app.listen(env.PORT, env.HOST);
  freeMemoryWhenIdle();
  context.logger.info({ address: await app.getUrl(), jobs: definition.jobs, concurrency: env.CONCURRENCY }, 'ready');
  return app;
}

function backgroundWorkers(
  { impact, definitions }: BackgroundHandlers,
  context: WorkerContext,
  env: WorkerEnv,
): { close(): Promise<void> }[] {
  if (impact === undefined && definitions === undefined) return [];
  const options = {
    connection: context.connect('worker'),
    keys: context.queueKeys,
    lockDurationMs: env.LOCK_DURATION_MS,
    onError: (error: Error) => context.logger.warn({ error: error.message }, 'background worker'),
  };
  return [
    ...(impact === undefined ? [] : [new BackgroundWorker('impact', impact, options)]),
    ...(definitions === undefined ? [] : [new BackgroundWorker('definitions', definitions, options)]),
  ];
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
    private readonly stopWarmUp: () => void,
    private readonly closeStages: () => Promise<void>,
    private readonly tracer: Tracer | null,
  ) {}

  beforeApplicationShutdown(): void {
    this.context.health.drain();
    this.stopWarmUp();
  }

  async onApplicationShutdown(): Promise<void> {
    // Pending operations of the stage would wait for an unavailable Redis.
    if (this.context.redis.status !== 'ready') await this.context.close();
    await this.closeStages();
    await Promise.all([this.context.close(), this.tracer?.close()]);
    this.context.logger.info('stopped');
  }
}

function workerModule(controllers: Type[], providers: Provider[]): Type {
  @Module({ controllers: [...controllers, HealthController], providers })
  class WorkerModule {}
  return WorkerModule;
}

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
    keys: context.queueKeys,
    handles: definition.jobs,
    concurrency: env.CONCURRENCY,
    concurrencyOf: definition.concurrencyOf,
    mayBegin:
      definition.downstreamLimit && definition.downstreamLimit.perJob > 0
        ? backPressure(definition.jobs, definition.downstreamLimit, context)
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
    onTakenOver: (queue, jobId) => logger.warn({ queue, jobId }, 'the job runs again: its worker was silent'),
    around: tracer === null ? undefined : tracedAttempts(tracer),
    onStarted: (queue, waitMs) => metrics.queueWait.observe({ queue }, waitMs / 1_000),
    onAttempt: (_job, result) => metrics.jobAttempts.inc({ stage: definition.service, result }),
  });
}

function backPressure(
  handles: readonly JobKey[],
  downstreamLimit: DownstreamLimit,
  { redis, store, metrics, queueKeys }: WorkerContext,
): (queue: string) => Promise<boolean> {
  const queues = queuesOf(handles);
  queues.forEach((queue) => metrics.heldBack.inc({ queue }, 0));
  const of = new Map(
    queues.map((queue) => [
      queue,
      new BackPressure({
        ...downstreamLimit,
        redis,
        keys: queueKeys,
        queue,
        newcomers: () => store.turns.newcomers(),
        onHeld: (seconds) => metrics.heldBack.inc({ queue }, seconds),
      }),
    ]),
  );
  return async (queue) => (await of.get(queue)?.mayBegin()) ?? true;
}
