import { runViewSchema, type Run } from '@querent/contracts';
import type { z } from 'zod';
import { runView } from './run-view';

/** A run in a list: without rows, chart, steps and attempts, which the run's own URL returns. */
export const runSummarySchema = runViewSchema.pick({
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
export type RunSummary = z.infer<typeof runSummarySchema>;

const members = Object.keys(runSummarySchema.shape) as (keyof RunSummary)[];

export function runSummary(run: Run, sqlRead: boolean): RunSummary {
  const view = runView(run, { rows: [], steps: [], sqlRead });
  return Object.fromEntries(members.map((member) => [member, view[member]])) as unknown as RunSummary;
}
