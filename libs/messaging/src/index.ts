export * from './on-job';
export * from './bullmq-server';
export * from './bullmq-transport';
export * from './boot-worker';
export * from './saga-env';
export * from './worker-context';
export * from './queue-settings';
export { stageRunner } from './service-runner';
