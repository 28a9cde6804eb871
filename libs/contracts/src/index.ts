export * from './semantic-query';
export * from './plan';
export * from './errors';
export * from './run';
export * from './jobs';
export * from './outcome';
export * from './api';
export * from './schema-snapshot';
