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

/** A run as it is born. */
export interface NewRun {
  id: string;
  tenant: string;
  keyName: string;
  traceparent: string;
  /** Its place in line, by `Turns`; absent: before all others. */
  turn?: number;
  request: RunRequest;
  data?: Partial<RunData>;
}

/** What an event does to a run. */
export interface Change {
  event: SagaEvent;
  stage: Stage;
  patch?: Partial<RunData>;
  steps?: OutcomeStep[];
  /** Its place in line from now on; absent: the one it has. */
  turn?: number;
  /** Owed by the run from now on, until `postLetter`. */
  letter?: DeadLetter;
}

export type Advanced =
  | { kind: 'advanced'; run: Run; outbox: Outbox | null }
  /** Somebody else moved the run on first. */
  | { kind: 'conflict'; version: number; status: RunStatus; outbox: Outbox | null }
  | { kind: 'missing' };

/** A run of version 0 is not there yet. */
export const stateOf = (run: Run): SagaState => (run.version === 0 ? 'new' : run.status);

/**
 * Whether a run that ends, or waits for its asker, has had its turn. One that nobody began has not, nor has one that
 * was begun and taken back or given up: those before it in line may still stand there, see
 * infra/docs/adr/running/0023-turns.md.
 */
export const isServed = ({ version, status }: Run, event: SagaEvent): boolean =>
  version > 0 && status !== 'queued' && event !== 'cancelled' && event !== 'timed_out' && event !== 'expired';

/** How long until the sweeper must look at a run under way again, ms: by then its job should have been taken. */
export function untilLook(enqueued: boolean, settings: SagaSettings): number {
  return enqueued ? settings.pickupMs : Math.max(...Object.values(jobs).map(({ timeoutMs }) => timeoutMs));
}

/** The job that an event sends out, as `advance` stores it; null where it sends none. */
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
