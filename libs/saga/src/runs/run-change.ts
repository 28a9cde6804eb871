import {
  jobs,
  type OutcomeStep,
  type Run,
  type RunData,
  type RunRequest,
  type RunStatus,
  type Stage,
} from '@querent/contracts';
import type { DeadLetter } from '../dead-letters/dead-letters';
import type { Outbox } from './outbox';
import type { SagaSettings } from '../saga-settings';
import { transitionFor, type SagaEvent, type SagaState } from '../transitions';

/** Input for a new run. */
export interface NewRun {
  id: string;
  tenant: string;
  keyName: string;
  traceparent: string;
  /** Its turn, from `Turns`; absent: before all others. */
  turn?: number;
  request: RunRequest;
  data?: Partial<RunData>;
}

/** An event and its effects on a run. */
export interface Change {
  event: SagaEvent;
  stage: Stage;
  patch?: Partial<RunData>;
  steps?: OutcomeStep[];
  /** Its new turn; absent: unchanged. */
  turn?: number;
  /** Dead letter that the run owes until `postLetter`. */
  letter?: DeadLetter;
}

export type Advanced =
  | { kind: 'advanced'; run: Run; outbox: Outbox | null }
  /** Another process advanced the run first. */
  | { kind: 'conflict'; version: number; status: RunStatus; outbox: Outbox | null }
  | { kind: 'missing' };

/** A run of version 0 does not exist yet. */
export const stateOf = (run: Run): SagaState => (run.version === 0 ? 'new' : run.status);

/**
 * Whether a run that ends, or pauses for a clarification, counts as served by its turn. A run that was never started,
 * was cancelled, timed out or expired does not count: earlier runs may still be waiting, see
 * infra/docs/adr/running/0023-turns.md.
 */
export const isServed = ({ version, status }: Run, event: SagaEvent): boolean =>
  version > 0 && status !== 'queued' && event !== 'cancelled' && event !== 'timed_out' && event !== 'expired';

/** Time until the sweeper must check an active run again, ms: by then its job should have been taken. */
export function nextCheckMs(enqueued: boolean, settings: SagaSettings): number {
  return enqueued ? settings.pickupMs : Math.max(...Object.values(jobs).map(({ timeoutMs }) => timeoutMs));
}

/** The job that an event enqueues, as `advance` stores it; null if it enqueues none. */
export function outboxAfter(run: Run, event: SagaEvent): Outbox | null {
  const { enqueue } = transitionFor(stateOf(run), event);
  return enqueue === undefined
    ? null
    : {
        job: enqueue,
        payload: { runId: run.id, version: run.version + 1, traceparent: run.traceparent },
        turn: run.turn,
      };
}
