import type { Run, RunData, Stage } from './run';

/**
 * What a stage concludes. Business results are outcomes; an exception means infrastructure and makes
 * BullMQ try again. `event` selects the row of the transition table; `patch` is merged into the run's
 * data; `steps` are lines of progress in the asker's language.
 */
export const outcomeEvents = [
  'understood', // intent → schema-retrieval
  'understood_fast', // intent → sql-generator
  'answered', // intent → succeeded: another run has answered the same question meanwhile
  'cache_hit', // intent → executor (L2)
  'replied_without_data', // chitchat → chart
  'clarification_needed', // → awaiting_clarification
  'retrieved', // → sql-generator
  'retrieved_unplanned', // → sql-generator, for a model: there is no semantic query
  'generated', // → executor
  'entry_failed', // executor → schema-retrieval: the statement of a cache entry does not run any more
  'deferred', // executor → executor's slow queue: the statement is expected to take long
  'database_away', // executor → executor: the connection was lost, and is waited for
  'executed', // → chart
  'repair_needed', // executor → sql-generator
  'exploration_needed', // sql-generator → executor, for stored values
  'explored', // executor → sql-generator, with them or without
  'presented', // → succeeded
  'failed', // → failed
] as const;
export type OutcomeEvent = (typeof outcomeEvents)[number];

export interface OutcomeStep {
  kind: string;
  message: string;
  durationMs?: number;
}

export interface Outcome {
  event: OutcomeEvent;
  patch: Partial<RunData>;
  steps: OutcomeStep[];
}

/** A stage: pure but for its injected dependencies, aborted by `signal`. */
export type StageFunction = (run: Run, signal: AbortSignal) => Promise<Outcome>;
export type StageName = Exclude<Stage, 'gateway'>;
