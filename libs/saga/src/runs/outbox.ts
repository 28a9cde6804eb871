import { z } from 'zod';
import { jobKeySchema, runJobSchema } from '@querent/contracts';

/** The outgoing job of a transition, stored with it in one step and published after it. */
export const outboxSchema = z.object({
  job: jobKeySchema,
  payload: runJobSchema,
  /** The run's. */ turn: z.number().int().min(1).optional(),
});
export type Outbox = z.infer<typeof outboxSchema>;

/** Where the queue stands with a job: `pending` = waiting, delayed or being worked on. */
export type JobState = 'pending' | 'failed' | 'gone';

export interface JobStanding {
  state: JobState;
  /** Why it failed. */
  reason: string | null;
}

/** The transport, as the saga sees it. Publishing the same attempt twice has no effect. */
export interface JobTransport {
  publish(outbox: Outbox, attempt: number): Promise<void>;
  stateOf(outbox: Outbox, attempt: number): Promise<JobStanding>;
}

/** `runId-version-attempt`: no colons, which BullMQ keeps for itself. */
export const jobIdOf = (outbox: Outbox, attempt: number): string =>
  `${outbox.payload.runId}-${outbox.payload.version}-${attempt}`;

const namedSchema = z.object({ job: z.string() });

/**
 * Reads a stored outbox; an empty text is none, and a job that only a newer version knows is not this one's to publish.
 */
export function parseOutbox(text: string | undefined): Outbox | null {
  if (text === undefined || text === '') return null;
  const stored: unknown = JSON.parse(text);
  const named = namedSchema.safeParse(stored);
  const isNewer = named.success && !jobKeySchema.safeParse(named.data.job).success;
  return isNewer ? null : outboxSchema.parse(stored);
}
