import { runViewSchema, unansweredClarification, unansweredClarificationSchema, type Run } from '@querent/contracts';
import { z } from 'zod';
import { runView } from './run-view';

/** A run in a list: without rows, chart, steps and attempts, which the run's own URL returns. */
const shownMembers = runViewSchema.pick({
  id: true,
  status: true,
  question: true,
  connection: true,
  locale: true,
  conversationId: true,
  createdAt: true,
  updatedAt: true,
  finishedAt: true,
  mode: true,
  intent: true,
  refinedQuestion: true,
  clarification: true,
  cache: true,
  answer: true,
  sql: true,
  error: true,
  usage: true,
});
export const runSummarySchema = shownMembers.extend({
  unansweredClarification: unansweredClarificationSchema
    .nullable()
    .describe('the clarification that never got an answer; null: there is none'),
  askedBy: z.string().describe('name of the key that asked, or of the caller of a token'),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

const members = Object.keys(shownMembers.shape) as (keyof typeof shownMembers.shape)[];

export function runSummary(run: Run, sqlRead: boolean): RunSummary {
  const view = runView(run, { rows: [], steps: [], sqlRead });
  const shown = Object.fromEntries(members.map((member) => [member, view[member]]));
  return {
    ...(shown as z.infer<typeof shownMembers>),
    unansweredClarification: unansweredClarification(run),
    askedBy: run.keyName,
  };
}
