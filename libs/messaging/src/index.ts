/** BullMQ transport for Nest; boot of a worker; back-pressure. */
export * from './on-job';
export * from './bullmq-server';
export * from './bullmq-transport';
export * from './boot-worker';
export * from './saga-env';
export * from './worker-context';
export * from './queue-settings';
export { startWarmUp, warmUpEnv, type Preparation } from './warm-up/warm-up';
export { stageRunner } from './service-runner';
export { BackgroundQueue } from './background/background-queue';
export type { BackgroundHandlers } from './background/background-worker';
