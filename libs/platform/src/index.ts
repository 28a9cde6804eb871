export * from './env';
export * from './logger';
export * from './redis';
export * from './metrics';
export * from './health';
export * from './health.controller';
export * from './traceparent';
export * from './end-on-signal';
