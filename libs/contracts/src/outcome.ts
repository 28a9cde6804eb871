import type { Run, RunData, Stage } from './run';

/** The events by which a stage may end. */
export const outcomeEvents = [
  'planned', // intent → sql-generator: the planner read the question
  'unplanned', // intent → schema-retrieval: a language model will draft the statement
  'answered', // intent → succeeded: another run has answered the same question meanwhile
  'cache_hit', // intent → executor (L2)
  'replied_without_data', // chitchat → chart
  'clarification_needed', // → awaiting_clarification
  'retrieved', // → sql-generator, which compiles a query
  'retrieved_for_model', // → sql-generator, which asks a model for a draft or a repair
  'generated', // → executor
  'entry_failed', // executor → schema-retrieval: the statement of a cache entry does not run any more
  'deferred', // executor → executor's slow queue: the statement is expected to take long
  'database_away', // executor → executor: the connection was lost, and is waited for
  'executed', // → chart
  'repair_needed', // executor → sql-generator
  'retrieval_needed', // executor → schema-retrieval: a repair needs the tables and samples that a planned question skipped
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

export type StageName = Exclude<Stage, 'gateway'>;

/** The question to the user of a paused run. */
const pause = ['clarification', 'ambiguity', 'asked', 'answer'] as const;
/** A statement, or its error. */
const statement = ['compiled', 'attempts', 'error', 'technicalError'] as const;

/** The members of a run's data that each stage may write. Every stage may read all members. */
export const writableBy = {
  intent: [
    ...pause,
    ...statement,
    'zone',
    'mode',
    'modeReason',
    'intent',
    'refinedQuestion',
    'choices',
    'reply',
    'restatedQuestion',
    'passedOver',
    'context',
    'learned',
    'settled',
    'semanticQuery',
    'disclosures',
    'modelVersion',
    'reasoning',
    'doubts',
    'sharing',
    'cache',
    'cacheKey',
    // From another run that answered the same question.
    'result',
    'chart',
  ],
  'schema-retrieval': ['retrieval'],
  'sql-generator': [...pause, ...statement, 'reasoning', 'usage', 'disclosures', 'doubts', 'modelVersion', 'sharing'],
  executor: [
    ...pause,
    ...statement,
    'result',
    'disclosures',
    'usage',
    'outage',
    'reasoning',
    'triedBefore',
    'sharing',
    'cache',
  ],
  chart: ['answer', 'chart', 'doubts', 'usage'],
} as const satisfies Record<StageName, readonly (keyof RunData)[]>;

type Writable<S extends StageName> = (typeof writableBy)[S][number];

/** A stage's changes to a run's data: only members that it may write. */
export type Patch<S extends StageName = StageName> = { [K in Writable<S>]?: RunData[K] } & {
  [K in Exclude<keyof RunData, Writable<S>>]?: never;
};

/**
 * The conclusion of a stage. Business results are outcomes; an exception means an infrastructure failure, and BullMQ
 * retries. `event` selects the row of the transition table; `patch` is merged into the run's data; `steps` are lines of
 * progress in the user's language.
 */
export interface Outcome<S extends StageName = StageName> {
  event: OutcomeEvent;
  patch: Patch<S>;
  steps: OutcomeStep[];
}

/** A stage: pure except for its injected dependencies, aborted by `signal`. */
export type StageFunction<S extends StageName = StageName> = (run: Run, signal: AbortSignal) => Promise<Outcome<S>>;
