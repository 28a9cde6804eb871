import type { Row, Run, RunData } from '@querent/contracts';

/** Members of a run's data that make its answer. */
export const answerFields = ['mode', 'intent', 'refinedQuestion', 'disclosures', 'settled', 'modelVersion', 'chart', 'answer'] as const satisfies readonly (keyof RunData)[];

/** What a hit needs to be answered with no job: the answer's part of the run's data and its first rows. */
export interface ExactEntry {
  data: Pick<RunData, (typeof answerFields)[number] | 'compiled' | 'result'>;
  /** The result's first rows, as the run view shows them. */
  rows: Row[];
  /** The run that was computed; its result pages and drawing are shared by the hits. */
  runId: string;
}

/** Rows that an entry carries: as many as the run view shows. */
export const entryRows = 50;

/**
 * The entry that a finished run leaves to later askers, or null where its answer is not the words' alone:
 * caching was not asked for (`cacheKey` null), the run failed, it belongs to a conversation, or a reply or a habit shaped it.
 * Nor is an answer in doubt left: looked at anew, it may turn out otherwise.
 * @param run a run whose data holds the answer; its status need not be `succeeded` yet
 * @param rows the result's first rows
 */
export function exactEntryOf(run: Run, rows: Row[]): ExactEntry | null {
  const { data, request } = run;
  const shapedByMore = data.clarifications.length > 0 || data.choices.length > 0 || data.learned.length > 0 || request.conversationId !== null;
  if (data.doubts.length > 0) return null;
  if (data.cacheKey === null || data.answer === null || data.error !== null || shapedByMore) return null;
  const kept = Object.fromEntries(answerFields.map((field) => [field, data[field]])) as Pick<RunData, (typeof answerFields)[number]>;
  // What only a later stage reads is left out: every hit parses the entry and stores it again.
  const compiled = data.compiled && { ...data.compiled, columns: [], probes: [] };
  const result = data.result && { ...data.result, output: [] };
  return { data: { ...kept, compiled, result }, rows: rows.slice(0, entryRows), runId: run.id };
}
