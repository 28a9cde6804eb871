/**
 * States of a run and the services around them: transition table, run store, stage runner, sweeper, turns, results,
 * webhooks due, dead letters, memory limits of tenants. A transition is one Redis script that compares the version
 * of the run, so concurrent writers cannot both succeed.
 */
export * from './runs/callbacks';
export * from './stages/cancellation-watch';
export * from './stages/cancellation';
export * from './clarification-reply';
export * from './dead-letters/dead-letters';
export * from './dead-letters/discard-letter';
export * from './dead-letters/replay-letter';
export * from './runs/durability';
export * from './stages/failed-run-log';
export * from './runs/idempotency';
export * from './runs/outbox';
export * from './history/run-history';
export { RunMover } from './history/run-mover';
export * from './results/result-store';
export { keysBeside } from './runs/keys-beside';
export { INDEX_PAGE } from './results/result-store-pages';
export {
  blobField,
  CorruptRunError,
  encodeBorrowed,
  independentRun,
  LenderEndedError,
  lendersOf,
  NewerRunError,
  prepareDecoding,
  UNANSWERED,
  type EncodedPart,
  type RunHash,
} from './runs/run-codec';
export * from './runs/run-events';
export * from './runs/run-failure';
export type { Position } from './runs/merged-lists';
export * from './runs/run-index';
export * from './runs/run-metrics';
export type { Advanced, Change, NewRun } from './runs/run-change';
export * from './runs/run-store';
export * from './runs/run-watch';
export * from './saga-settings';
export * from './stages/stage-postponed-error';
export * from './stages/stage-runner';
export * from './stages/sweeper';
export * from './transitions';
