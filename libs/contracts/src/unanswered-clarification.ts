import { z } from 'zod';
import type { Ambiguity } from './plan';
import { clarificationSchema, isTerminal, type Run } from './run';

/** A clarification of a finished run that never got an answer. */
export const unansweredClarificationSchema = z.object({
  end: z
    .enum(['expired', 'stopped', 'another_question'])
    .describe('`expired`: no reply in time; `stopped`: the run was cancelled; `another_question`: that was the reply'),
  question: z.string().describe('the question to the user'),
  words: z.string().nullable().describe('the words that were unclear, in small letters; null: no words in particular'),
  options: z
    .array(clarificationSchema.shape.options.element.omit({ id: true }))
    .describe('replies that were offered to choose from'),
});
export type UnansweredClarification = z.infer<typeof unansweredClarificationSchema>;

/** Null: the run has not ended, was never paused, or got an answer to each of its clarifications. */
export function unansweredClarification({
  status,
  data: { passedOver, ambiguity, reply },
}: Run): UnansweredClarification | null {
  if (!isTerminal(status)) return null;
  if (passedOver !== null) return described(passedOver, 'another_question');
  // A reply leaves the ambiguity in the run until it has been read.
  if (ambiguity === null || reply !== null) return null;
  if (status === 'expired') return described(ambiguity, 'expired');
  return status === 'cancelled' ? described(ambiguity, 'stopped') : null;
}

const described = (
  { question, span, options }: Ambiguity,
  end: UnansweredClarification['end'],
): UnansweredClarification => ({
  end,
  question,
  words: span?.text ?? null,
  options: options.map(({ label, description }) => ({ label, ...(description === undefined ? {} : { description }) })),
});
