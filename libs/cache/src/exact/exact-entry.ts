import type { ResultRef, Row, Run, RunData } from '@querent/contracts';

/** Members of a run's data that make up its answer. */
export const answerFields = [
  'mode',
  'intent',
  'refinedQuestion',
  'disclosures',
  'settled',
  'modelVersion',
  'chart',
  'answer',
] as const satisfies readonly (keyof RunData)[];

/** Data that answers a hit without a job: the answer's part of the run's data and its first rows. */
export interface ExactEntry {
  data: Pick<RunData, (typeof answerFields)[number] | 'compiled' | 'result'>;
  /** The result's first rows, as the run view shows them. */
  rows: Row[];
  /** The run that computed the answer; hits share its result pages. */
  runId: string;
}

/** Rows stored in an entry: as many as the run view shows. */
export const entryRows = 50;

/**
 * The cache entry of a finished run. Null if its answer does not depend on the wording alone: caching was not requested
 * (`cacheKey` null), the run failed, it belongs to a conversation, or a reply or a habit shaped it. Also null for an
 * answer with doubts, because a new run may answer differently.
 * @param run a run whose data holds the answer; its status need not be `succeeded` yet
 * @param rows the result's first rows
 */
export function exactEntryOf(run: Run, rows: Row[]): ExactEntry | null {
  return run.data.doubts.length > 0 ? null : answerLent(run, rows);
}

/**
 * The answer of a run for concurrent runs of the same question, including its doubts; null if it does not depend on the
 * wording alone.
 */
export function answerLent(run: Run, rows: Row[]): ExactEntry | null {
  const { data, request } = run;
  const shapedByMore =
    data.clarifications.length > 0 ||
    data.choices.length > 0 ||
    data.learned.length > 0 ||
    request.conversationId !== null;
  if (data.cacheKey === null || data.answer === null || data.error !== null || shapedByMore) return null;
  const kept = Object.fromEntries(answerFields.map((field) => [field, data[field]])) as Pick<
    RunData,
    (typeof answerFields)[number]
  >;
  // Fields that only later stages read are omitted: every hit parses the entry and stores it again.
  const compiled = data.compiled && { ...data.compiled, columns: [], probes: [] };
  const result = data.result && { ...data.result, output: [] };
  return { data: { ...kept, compiled, result }, rows: rows.slice(0, entryRows), runId: run.id };
}

/** Data of a run that is answered by the entry: the answer, and a reference to its rows. */
export function answerOf(
  { data, runId }: ExactEntry,
  cacheKey: string,
): ExactEntry['data'] & Pick<RunData, 'cacheKey' | 'cache'> {
  return {
    ...data,
    result: data.result && borrowed(data.result, runId),
    cacheKey,
    cache: { level: 'l1', similarity: 1 },
  };
}

/**
 * The reference with which another run shares a result: `<run id>/<blob>`; an already shared result keeps its lender.
 */
export const borrowed = (ref: ResultRef, runId: string): ResultRef =>
  ref.blob.includes('/') ? ref : { ...ref, blob: `${runId}/${ref.blob}` };

/** The run that stores a result, and its blobs: they must live as long as the runs that share them. */
export function lenderOf(result: ResultRef | null, runId: string): { runId: string; blobs: string[] } {
  if (result === null) return { runId, blobs: [] };
  const [lender = runId, rows = ''] = borrowed(result, runId).blob.split('/');
  return { runId: lender, blobs: [rows] };
}
