/**
 * Allowed attributes of spans: names, counts, times and codes. Unlisted attributes are dropped: a trace must not
 * contain a question, statement, prompt, row, or name of a user or key. Names follow OpenTelemetry's semantic
 * conventions if there is one.
 */
const ATTRIBUTES = [
  'querent.run.id',
  'querent.connection',
  /** The event of the stage's outcome, or why it ended without one. */
  'querent.outcome',
  'querent.job.attempt',
  /** Number of times its worker was lost. */
  'querent.job.stalls',
  /** Time in the queue, ms; of first attempts. */
  'querent.queue.wait_ms',
  /** Reason of a clarification. */
  'querent.clarification.trigger',
  'querent.cache.level',
  'querent.cache.result',
  'querent.llm.task',
  /** Time of the statement in the database, ms. */
  'querent.db.ms',
  'messaging.system',
  'messaging.operation.type',
  'messaging.destination.name',
  'messaging.message.id',
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'gen_ai.operation.name',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'querent.embedding.texts',
  'db.system.name',
  'db.response.returned_rows',
  'error.type',
  /** Our error code, an SQLSTATE, or the system's code of a network error. */
  'querent.error.code',
] as const;

export type SpanAttribute = (typeof ATTRIBUTES)[number];
export type SpanAttributes = Partial<Record<SpanAttribute, string | number | boolean | undefined>>;

const KNOWN: ReadonlySet<string> = new Set(ATTRIBUTES);

/** A name, an identifier or a code; not human text in any script, and not SQL. */
const WORD = /^[A-Za-z0-9_.:@/{}*+-]{1,100}$/;
const WITHHELD = '(withheld)';

/**
 * The attributes that may be exported: unknown ones are dropped, and values that are not a single word are withheld.
 */
export function exportable(attributes: SpanAttributes): Record<string, string | number | boolean> {
  const exported: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || !KNOWN.has(name)) continue;
    exported[name] = typeof value !== 'string' || WORD.test(value) ? value : WITHHELD;
  }
  return exported;
}
