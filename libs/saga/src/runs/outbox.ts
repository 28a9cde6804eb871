import { z } from 'zod';
import { jobKeySchema, runJobSchema } from '@querent/contracts';

/** The outgoing job of a transition, stored with it in one step and published afterwards. */
export const outboxSchema = z.object({
  job: jobKeySchema,
  payload: runJobSchema,
  /** The run's turn. */
  turn: z.number().int().min(1).optional(),
});
export type Outbox = z.infer<typeof outboxSchema>;

/** State of a job in the queue: `pending` = waiting, delayed or active; `missing` = not in the queue. */
export type JobState = 'pending' | 'failed' | 'missing';

export interface JobStatus {
  state: JobState;
  /** Reason of the failure. */
  reason: string | null;
}

/** The transport as the saga uses it. Publishing the same attempt twice has no effect. */
export interface JobTransport {
  publish(outbox: Outbox, attempt: number): Promise<void>;
  stateOf(outbox: Outbox, attempt: number): Promise<JobStatus>;
}

/** `runId-version-attempt`; without colons, which BullMQ reserves. */
export const jobIdOf = (outbox: Outbox, attempt: number): string =>
  `${outbox.payload.runId}-${outbox.payload.version}-${attempt}`;

const namedSchema = z.object({ job: z.string() });

/** Reads a stored outbox. Null for an empty text, and for a job that only a newer version knows and must publish. */
export function parseOutbox(text: string | undefined): Outbox | null {
  if (text === undefined || text === '') return null;
  const stored: unknown = JSON.parse(text);
  const named = namedSchema.safeParse(stored);
  const isNewer = named.success && !jobKeySchema.safeParse(named.data.job).success;
  return isNewer ? null : outboxSchema.parse(stored);
}
