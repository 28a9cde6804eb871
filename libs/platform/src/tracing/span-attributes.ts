/**
 * What a span may say: names of things, counts, times and codes. Whatever is not listed has no place in a trace: no
 * question, statement, prompt, row, name of an asker or key. Names of OpenTelemetry's semantic conventions where they
 * have one.
 */
const ATTRIBUTES = [
  'querent.run.id',
  'querent.connection',
  /** The event that the stage ended with, or why it ended without. */
  'querent.outcome',
  'querent.job.attempt',
  /** How often its worker was lost. */
  'querent.job.stalls',
  /** From being queued to being taken, ms; of first attempts. */
  'querent.queue.wait_ms',
  /** Why the asker was asked back. */
  'querent.clarification.trigger',
  'querent.cache.level',
  'querent.cache.result',
  'querent.llm.task',
  /** Spent by the database on the statement itself, ms. */
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
  /** A code of ours, SQLSTATE, or the system's name of a network error. */
  'querent.error.code',
] as const;

export type SpanAttribute = (typeof ATTRIBUTES)[number];
export type SpanAttributes = Partial<Record<SpanAttribute, string | number | boolean | undefined>>;

const KNOWN: ReadonlySet<string> = new Set(ATTRIBUTES);

/** A name, an identifier or a code. What people wrote, in whatever script, and SQL is not. */
const WORD = /^[A-Za-z0-9_.:@/{}*+-]{1,100}$/;
const WITHHELD = '(withheld)';

/** The attributes as they may leave: unknown ones are left out, and a text that is no word is withheld. */
export function tellable(attributes: SpanAttributes): Record<string, string | number | boolean> {
  const told: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || !KNOWN.has(name)) continue;
    told[name] = typeof value !== 'string' || WORD.test(value) ? value : WITHHELD;
  }
  return told;
}
