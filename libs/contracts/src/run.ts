import { z } from 'zod';
import { errorCodeSchema } from './errors';
import { choiceSchema, ambiguitySchema, clarificationTriggerSchema, intentTypeSchema } from './plan';
import { doubtSchema, reasoningSchema } from './reasoning';
import { readsSchema } from './reads';
import { compiledQuerySchema, outputColumnSchema, semanticQuerySchema } from './semantic-query';

/** The run record: the only truth about where a question stands. Everything here is JSON in Redis. */

export const localeSchema = z.enum(['zh', 'en']);
export type Locale = z.infer<typeof localeSchema>;

export const runStatuses = [
  'queued',
  'understanding',
  'awaiting_clarification',
  'retrieving',
  'generating',
  'exploring',
  'executing',
  'presenting',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const;
export const runStatusSchema = z.enum(runStatuses);
export type RunStatus = z.infer<typeof runStatusSchema>;
export const terminalStatuses: readonly RunStatus[] = ['succeeded', 'failed', 'cancelled', 'expired'];
export const isTerminal = (status: RunStatus): boolean => terminalStatuses.includes(status);

export const stageSchema = z.enum(['gateway', 'intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart']);
export type Stage = z.infer<typeof stageSchema>;

/**
 * How the words of a question meet a stored value, surest first: as stored, in another form, by its sound, nearly. The
 * last two are guesses.
 */
export const linkKinds = ['exact', 'form', 'pinyin', 'typo'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A line of progress, in the asker's language and business words. `seq` is the id of its server-sent event. */
export const stepSchema = z.object({
  seq: z.number().int(),
  at: z.string(),
  stage: stageSchema,
  kind: z.string(),
  message: z.string(),
  durationMs: z.number().nullable(),
});
export type Step = z.infer<typeof stepSchema>;

export const clarificationSchema = z.object({
  id: z.string(),
  trigger: clarificationTriggerSchema,
  question: z.string(),
  options: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional() })),
  allowText: z.boolean(),
  expiresAt: z.string(),
});
export type Clarification = z.infer<typeof clarificationSchema>;

export const answeredClarificationSchema = clarificationSchema
  .pick({ id: true, trigger: true, question: true, options: true })
  .extend({
    answer: z.object({ optionId: z.string().optional(), text: z.string().optional() }),
    answeredAt: z.string(),
  });

export const intentViewSchema = z.object({
  type: intentTypeSchema,
  confidence: z.number(),
  keywords: z.array(z.string()),
  metrics: z.array(z.object({ id: z.string(), label: z.string(), level: z.number().int() })),
  strategy: z.string().nullable(),
});

export const chartTypeSchema = z.enum(['number', 'table', 'bar', 'line', 'pie', 'scatter', 'map', 'clarification']);
export type ChartType = z.infer<typeof chartTypeSchema>;

export const answerSchema = z.object({
  text: z.string(),
  chartType: chartTypeSchema,
  suggestions: z.array(z.string()),
});
export type Answer = z.infer<typeof answerSchema>;

export const resultColumnSchema = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['string', 'number', 'integer', 'boolean', 'date', 'datetime', 'geo', 'json']),
  unit: z.string().optional(),
});
export type ResultColumn = z.infer<typeof resultColumnSchema>;

export const cellSchema = z.json();
export const rowSchema = z.array(cellSchema);
export type Row = z.infer<typeof rowSchema>;

/**
 * One statement that was tried. `original`: as a model wrote it, where it was corrected before it ran; `fixes` says
 * how.
 */
export const attemptSchema = z.object({
  n: z.number().int(),
  sql: z.string().optional(),
  error: z.string().optional(),
  at: z.string(),
  original: z.string().optional(),
  fixes: z.array(z.string()).optional(),
});
export const runErrorSchema = z.object({ code: errorCodeSchema, message: z.string(), actions: z.array(z.string()) });
export const usageSchema = z.object({
  llmCalls: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  /** waiting for models */ llmMs: z.number().default(0),
  dbMs: z.number(),
  totalMs: z.number(),
});

/** What the asker sent, fixed at submit; but for a zone that is settled when the connection's schema is known. */
export const runRequestSchema = z.object({
  question: z.string(),
  connection: z.string(),
  /** The answer's language: asked for, else the question's. */
  locale: localeSchema,
  timezone: z.string(),
  /** The civil date in `timezone` when the run was submitted: "today" stays the same over a pause. */
  today: z.string(),
  /**
   * No zone was named, and the connection's was not known yet: the two above hold until the run's data has its `zone`.
   */
  zoneOpen: z.literal(true).optional(),
  conversationId: z.string().nullable(),
  agent: z.string().nullable(),
  mode: z.enum(['auto', 'fast', 'full']),
  cache: z.enum(['use', 'bypass']),
  maxRows: z.number().int().nullable(),
  callbackUrl: z.string().nullable(),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

/**
 * Why a run is fast or full, and what fast leaves out. `rule` names the row of the mode rules that decided, `words`
 * what it saw in the question.
 */
export const modeReasonSchema = z.object({
  rule: z.string(),
  words: z.string().nullable(),
  skipSamples: z.boolean(),
  skipChart: z.boolean(),
});
export type ModeReason = z.infer<typeof modeReasonSchema>;

/**
 * The last answered question of the conversation, as it stood when this run was first read: what a follow-up continues.
 */
export const conversationContextSchema = z.object({
  runId: z.string(),
  question: z.string(),
  /** null: a model answered it */ query: semanticQuerySchema.nullable(),
});
export type ConversationContext = z.infer<typeof conversationContextSchema>;

/** A result kept beside the run: `blob` is the key of its pages (claim check). */
export const resultRefSchema = z.object({
  blob: z.string(),
  columns: z.array(resultColumnSchema),
  /** What the columns mean; for the chart and the answer. */
  output: z.array(outputColumnSchema),
  rowCount: z.number().int(),
  truncated: z.boolean(),
  /**
   * Values that safe casts skipped, by label; rows that were left out for another reason, with the note that discloses
   * it.
   */
  skipped: z.array(z.object({ label: z.string(), count: z.number(), note: z.string().optional() })),
  /** Values that were cut because they are too long. */
  cutCells: z.number().int().optional(),
  reads: readsSchema.optional(),
});
export type ResultRef = z.infer<typeof resultRefSchema>;

/**
 * Name of the blob beside a run that holds the vector of its question, for the semantic cache: `{ model, text, vector
 * }`, the vector's 32-bit floats in Base64.
 */
export const vectorBlob = 'question.vector';
/** Name of the blob beside a run that holds its drawn chart. */
export const chartSvgBlob = 'chart.svg';

/**
 * What a question is compared by. `planned`: the planner understood it whole, the signature is that of its semantic
 * query; `words`: it did not, and the signature is what of its words must not differ. Equal signatures, and likeness of
 * `text`, make two questions one.
 */
export const questionKeySchema = z.object({
  kind: z.enum(['planned', 'words']),
  signature: z.string(),
  /** what is embedded */ text: z.string(),
});
export type QuestionKey = z.infer<typeof questionKeySchema>;

/**
 * `signature` as a digest. `entry`: that of the semantic cache whose statement the run took over; null: it writes its
 * own.
 */
export const sharingSchema = questionKeySchema.extend({ entry: z.string().nullable() });

/** What the stages add to a run while it goes on. */
export const runDataSchema = z.object({
  mode: z.enum(['fast', 'full']).nullable(),
  /**
   * What the request's zone and day were settled to, where they could not be at submit. A run is read with them in its
   * request.
   */
  zone: z.object({ timezone: z.string(), today: z.string() }).optional(),
  modeReason: modeReasonSchema.nullable().default(null),
  intent: intentViewSchema.nullable(),
  refinedQuestion: z.string().nullable(),
  clarification: clarificationSchema.nullable(),
  /** The open ambiguity behind `clarification`, with the values of its options. */
  ambiguity: ambiguitySchema.nullable(),
  clarifications: z.array(answeredClarificationSchema),
  choices: z.array(choiceSchema),
  /** A free-text reply not interpreted yet, or an option picked. */
  reply: z
    .object({ clarificationId: z.string(), optionId: z.string().optional(), text: z.string().optional() })
    .nullable(),
  /** W3C trace context of the request with the latest reply, where that is traced. */
  repliedIn: z.string().nullish(),
  /** The question that the asker replaced the submitted one with, in reply to a clarification. */
  restatedQuestion: z.string().nullable(),
  /** Null: no conversation, or nothing answered in it yet. */
  context: conversationContextSchema.nullable().default(null),
  /** Decisions taken from the asker's habits instead of asking; part of `choices` too. */
  learned: z.array(choiceSchema).default([]),
  /**
   * Decisions that the question's own words took: they break habits that decide otherwise, in this run and where its
   * answer is given again.
   */
  settled: z.array(choiceSchema).default([]),
  /**
   * Keys of the ambiguities asked about so far, oldest first: none is asked about again, but once where the reply told
   * nothing.
   */
  asked: z.array(z.string()).default([]),
  /** Version of the agent's file that `cacheKey` was computed with; null without an agent. */
  agentVersion: z.string().nullable().default(null),
  semanticQuery: semanticQuerySchema.nullable(),
  disclosures: z.array(z.string()),
  /** Model version that the semantic query was read with. */
  modelVersion: z.string().nullable(),
  /**
   * Digest of the login that the connection had been read with when the run was submitted: another one sees other
   * values. Null: not known then.
   */
  login: z.string().nullable().default(null),
  /** Physical names, most relevant first; stored values that words of the question name. */
  retrieval: z
    .object({
      tables: z.array(z.string()),
      /** `id`: of the sample that it is, for what is said of the answer. */
      samples: z.array(z.object({ question: z.string(), sql: z.string(), id: z.string().optional() })),
      /** `how`: how the word meets the value (`linkKinds`); absent: exactly. */
      hints: z
        .array(
          z.object({
            word: z.string(),
            table: z.string(),
            column: z.string(),
            value: z.string(),
            how: z.enum(linkKinds).optional(),
          }),
        )
        .default([]),
      /**
       * `table.column`, most relevant first, where the kept tables have more than a prompt holds; absent: all of them.
       */
      columns: z.array(z.string()).optional(),
    })
    .nullable(),
  /** Null: no language model has anything to do with the run so far. */
  reasoning: reasoningSchema.nullable().default(null),
  /** Signs that the answer may not be what was asked for. */
  doubts: z.array(doubtSchema).default([]),
  compiled: compiledQuerySchema.nullable(),
  attempts: z.array(attemptSchema),
  /** How many of them stood when the asker last replied: what they chose is another question, with tries of its own. */
  triedBefore: z.number().int().default(0),
  result: resultRefSchema.nullable(),
  /** ECharts option, or null where nothing is drawn. */
  chart: z.object({ spec: z.record(z.string(), z.unknown()) }).nullable(),
  answer: answerSchema.nullable(),
  cache: z.object({ level: z.enum(['none', 'l1', 'l2']), similarity: z.number().nullable() }),
  /** What the semantic cache compares the question by; null where it does not apply. */
  sharing: sharingSchema.nullable().default(null),
  /** The run that worked on the same question when this one came in: an answer that it gave since then will do. */
  awaits: z.object({ runId: z.string(), /** ISO 8601 */ since: z.string() }).nullable().default(null),
  /**
   * When the database was lost that the run of that version waits for, and how often it was in the middle of a
   * statement; null: never.
   */
  outage: z
    .object({ /** ISO 8601 */ since: z.string(), version: z.number().int(), lost: z.number().int() })
    .nullable()
    .default(null),
  /** The exact-cache entry that a success fills, computed at submit; null where caching does not apply. */
  cacheKey: z.string().nullable(),
  error: runErrorSchema.nullable(),
  /** For the log and for `sql:read` only. */
  technicalError: z.string().nullable(),
  usage: usageSchema,
});
export type RunData = z.infer<typeof runDataSchema>;

export const runSchema = z.object({
  id: z.string(),
  tenant: z.string(),
  /** Name of the key that asked; conversations and idempotency are private to it. */
  keyName: z.string(),
  version: z.number().int(),
  status: runStatusSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  finishedAt: z.string().nullable(),
  traceparent: z.string(),
  /** Its place in every line: jobs of smaller turns go first. Absent: before all others. */
  turn: z.number().int().min(1).optional(),
  request: runRequestSchema,
  data: runDataSchema,
});
export type Run = z.infer<typeof runSchema>;

/** The data of a run that has only been submitted. */
export const emptyRunData = (): RunData => ({
  mode: null,
  modeReason: null,
  intent: null,
  refinedQuestion: null,
  clarification: null,
  ambiguity: null,
  clarifications: [],
  choices: [],
  reply: null,
  restatedQuestion: null,
  context: null,
  learned: [],
  settled: [],
  asked: [],
  agentVersion: null,
  semanticQuery: null,
  disclosures: [],
  modelVersion: null,
  login: null,
  retrieval: null,
  reasoning: null,
  doubts: [],
  compiled: null,
  attempts: [],
  triedBefore: 0,
  result: null,
  chart: null,
  answer: null,
  cache: { level: 'none', similarity: null },
  sharing: null,
  awaits: null,
  outage: null,
  cacheKey: null,
  error: null,
  technicalError: null,
  usage: { llmCalls: 0, promptTokens: 0, completionTokens: 0, llmMs: 0, dbMs: 0, totalMs: 0 },
});

/** The statements tried since the asker last replied. */
export const triedSinceReply = ({
  attempts,
  triedBefore,
}: Pick<RunData, 'attempts' | 'triedBefore'>): RunData['attempts'] => attempts.slice(triedBefore);
