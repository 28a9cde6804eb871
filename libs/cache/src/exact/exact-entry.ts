import { chartSvgBlob, type ResultRef, type Row, type Run, type RunData } from '@querent/contracts';

/** Members of a run's data that make its answer. */
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
 * The entry that a finished run leaves to later askers, or null where its answer is not the words' alone: caching was
 * not asked for (`cacheKey` null), the run failed, it belongs to a conversation, or a reply or a habit shaped it. Nor
 * is an answer in doubt left: looked at anew, it may turn out otherwise.
 * @param run a run whose data holds the answer; its status need not be `succeeded` yet
 * @param rows the result's first rows
 */
export function exactEntryOf(run: Run, rows: Row[]): ExactEntry | null {
  return run.data.doubts.length > 0 ? null : answerLent(run, rows);
}

/**
 * The answer of a run for whoever asks the same at the same time, doubts and all; null where it is not the words'
 * alone.
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
  // What only a later stage reads is left out: every hit parses the entry and stores it again.
  const compiled = data.compiled && { ...data.compiled, columns: [], probes: [] };
  const result = data.result && { ...data.result, output: [] };
  return { data: { ...kept, compiled, result }, rows: rows.slice(0, entryRows), runId: run.id };
}

/** What a run's data becomes that is answered by the entry: the answer, and where its rows lie. */
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
 * The reference by which another run borrows a result: `<run id>/<blob>`; one that is borrowed already stays with its
 * lender.
 */
export const borrowed = (ref: ResultRef, runId: string): ResultRef =>
  ref.blob.includes('/') ? ref : { ...ref, blob: `${runId}/${ref.blob}` };

/** The run that a result stays with, and what lies beside it: they must live as long as whoever borrows them. */
export function lenderOf(result: ResultRef | null, runId: string): { runId: string; blobs: string[] } {
  if (result === null) return { runId, blobs: [chartSvgBlob] };
  const [lender = runId, rows = ''] = borrowed(result, runId).blob.split('/');
  return { runId: lender, blobs: [chartSvgBlob, rows] };
}
