import type { JobKey, OutcomeEvent, RunStatus } from '@querent/contracts';

/**
 * The life cycle of a run as one table: state × event → next state and the job that continues from there. All state
 * changes go through it. `new` is the state before a run exists.
 */
export type SagaState = RunStatus | 'new';
export type SagaEvent =
  | OutcomeEvent
  | 'submitted'
  | 'answered_from_cache'
  | 'picked_up'
  | 'replied'
  | 'cancelled'
  | 'expired'
  /** The job used up its attempts. */
  | 'exhausted'
  /** The run exceeded its time. */
  | 'timed_out';

export interface Transition {
  to: Exclude<SagaState, 'new'>;
  enqueue?: JobKey;
}
type Row = Partial<Record<SagaEvent, Transition>>;

const whileActive: Row = {
  cancelled: { to: 'cancelled' },
  exhausted: { to: 'failed' },
  timed_out: { to: 'failed' },
  failed: { to: 'failed' },
};

export const transitions: Record<SagaState, Row> = {
  new: {
    submitted: { to: 'queued', enqueue: 'understand' },
    answered_from_cache: { to: 'succeeded' },
  },
  queued: { ...whileActive, picked_up: { to: 'understanding' } },
  understanding: {
    ...whileActive,
    planned: { to: 'generating', enqueue: 'generate' },
    unplanned: { to: 'retrieving', enqueue: 'retrieve' },
    answered: { to: 'succeeded' },
    cache_hit: { to: 'executing', enqueue: 'execute' },
    replied_without_data: { to: 'presenting', enqueue: 'present' },
    clarification_needed: { to: 'awaiting_clarification' },
  },
  awaiting_clarification: {
    replied: { to: 'understanding', enqueue: 'understand' },
    expired: { to: 'expired' },
    cancelled: { to: 'cancelled' },
  },
  retrieving: {
    ...whileActive,
    retrieved: { to: 'generating', enqueue: 'generate' },
    retrieved_for_model: { to: 'generating', enqueue: 'reason' },
  },
  generating: {
    ...whileActive,
    generated: { to: 'executing', enqueue: 'execute' },
    exploration_needed: { to: 'exploring', enqueue: 'explore' },
    clarification_needed: { to: 'awaiting_clarification' },
  },
  exploring: {
    ...whileActive,
    database_away: { to: 'exploring', enqueue: 'explore' },
    explored: { to: 'generating', enqueue: 'reason' },
  },
  executing: {
    ...whileActive,
    // Admission is checked again when the database is back, for deferred statements too.
    database_away: { to: 'executing', enqueue: 'execute' },
    deferred: { to: 'executing', enqueue: 'executeSlowly' },
    entry_failed: { to: 'retrieving', enqueue: 'retrieve' },
    executed: { to: 'presenting', enqueue: 'present' },
    repair_needed: { to: 'generating', enqueue: 'reason' },
    retrieval_needed: { to: 'retrieving', enqueue: 'retrieve' },
    clarification_needed: { to: 'awaiting_clarification' },
  },
  presenting: { ...whileActive, presented: { to: 'succeeded' } },
  succeeded: {},
  failed: {},
  cancelled: {},
  expired: {},
};

export class IllegalTransitionError extends Error {
  constructor(
    readonly state: SagaState,
    readonly event: SagaEvent,
  ) {
    super(`The event ${event} is not possible in the state ${state}`);
    this.name = 'IllegalTransitionError';
  }
}

/** The transition for an event in a state; throws IllegalTransitionError if the table has none. */
export function transitionFor(state: SagaState, event: SagaEvent): Transition {
  const found = transitions[state][event];
  if (found === undefined) throw new IllegalTransitionError(state, event);
  return found;
}
