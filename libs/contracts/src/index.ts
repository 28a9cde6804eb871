/** The zod schemas that services share: run, jobs, outcomes, semantic query, API views, the table of errors. */
export * from './measure-parts';
export * from './semantic-query';
export * from './plan';
export * from './reads';
export * from './reasoning';
export * from './errors';
export * from './run';
export * from './unanswered-clarification';
export * from './format';
export * from './fnv1a';
export * from './jobs';
export * from './outcome';
export * from './api';
export * from './schema-snapshot';
export * from './time-zone';
export * from './audit';
