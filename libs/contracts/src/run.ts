import { z } from 'zod';
import { errorCodeSchema } from './errors';
import { choiceSchema, ambiguitySchema, clarificationTriggerSchema, intentTypeSchema } from './plan';
import { doubtSchema, reasoningSchema } from './reasoning';
import { readsSchema } from './reads';
import { compiledQuerySchema, outputColumnSchema, semanticQuerySchema } from './semantic-query';

/** The run record: the single source of truth about a question's state. Everything here is JSON in Redis. */

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
 * How words of a question match a stored value, most certain first: exactly, in another form, by sound, approximately.
 * The last two are guesses.
 */
export const linkKinds = ['exact', 'form', 'pinyin', 'typo'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A line of progress, in the user's language and business words. `seq` is the id of its server-sent event. */
export const stepSchema = z.object({
  seq: z.number().int().describe('id of the step as a server-sent event'),
  at: z.string().describe('time of the step'),
  stage: stageSchema.describe('service that took the step'),
  kind: z.string().describe('stable name of the kind of step'),
  message: z.string().describe('the step in words for readers'),
  durationMs: z.number().nullable().describe('milliseconds that it took; null: not measured'),
});
export type Step = z.infer<typeof stepSchema>;

export const clarificationSchema = z.object({
  id: z.string().describe('names the clarification in a reply'),
  trigger: clarificationTriggerSchema.describe('why the run asks'),
  question: z.string().describe('the question to the user'),
  options: z
    .array(
      z.object({
        id: z.string().describe('names the option in a reply'),
        label: z.string().describe('the option in words'),
        description: z.string().optional().describe('what the option means'),
      }),
    )
    .describe('replies to choose from'),
  allowText: z.boolean().describe('the reply may be in own words'),
  expiresAt: z.string().describe('time after which no reply is accepted'),
});
export type Clarification = z.infer<typeof clarificationSchema>;

export const answeredClarificationSchema = clarificationSchema
  .pick({ id: true, trigger: true, question: true, options: true })
  .extend({
    answer: z
      .object({
        optionId: z.string().optional().describe('the chosen option'),
        text: z.string().optional().describe('the reply in own words'),
      })
      .describe('the reply that was accepted'),
    answeredAt: z.string().describe('time of the reply'),
  });

export const intentViewSchema = z.object({
  type: intentTypeSchema.describe('kind of question'),
  confidence: z.number().describe('0 to 1'),
  keywords: z.array(z.string()).describe('words of the question that were recognized'),
  metrics: z
    .array(
      z.object({
        id: z.string().describe('stable id of the figure'),
        label: z.string().describe('name of the figure'),
        level: z.number().int().describe('depth in the tree of figures, from 1'),
      }),
    )
    .describe('figures that the question asks for'),
  strategy: z
    .string()
    .nullable()
    .describe('kind of statement: `summary`, `coverage`, `spatial` or `detail`; null: none'),
});

export const chartTypeSchema = z.enum(['number', 'table', 'bar', 'line', 'pie', 'scatter', 'map', 'clarification']);
export type ChartType = z.infer<typeof chartTypeSchema>;

export const answerSchema = z.object({
  text: z.string().describe('the answer in words'),
  chartType: chartTypeSchema.describe('form that suits the result'),
  suggestions: z.array(z.string()).describe('questions that may follow'),
});
export type Answer = z.infer<typeof answerSchema>;

export const resultColumnSchema = z.object({
  key: z.string().describe('name of the column in NDJSON and Arrow; without `sql:read` its position, `c1`, `c2`, …'),
  label: z.string().describe('name for readers; the header of CSV'),
  type: z
    .enum(['string', 'number', 'integer', 'boolean', 'date', 'datetime', 'geo', 'json'])
    .describe(
      '`string`: text, also times, intervals, bytes and identifiers. `number`: a number with a fraction; exact decimals (numeric) and values that are not finite are strings. `integer`: a string beyond 2^53. `date`, `datetime`: ISO 8601, or as PostgreSQL writes infinities and years before Christ. `geo`: GeoJSON. `json`: any value, also an array',
    ),
  unit: z.string().optional().describe('unit of the values, for readers'),
});
export type ResultColumn = z.infer<typeof resultColumnSchema>;

export const cellSchema = z.json();
export const rowSchema = z.array(cellSchema);
export type Row = z.infer<typeof rowSchema>;

/**
 * One tried statement. `original`: the model's version, if it was corrected before the run; `fixes` describes the
 * corrections.
 */
export const attemptSchema = z.object({
  n: z.number().int().describe('number of the attempt, from 1'),
  sql: z.string().optional().describe('the statement; only for keys with the scope `sql:read`'),
  error: z.string().optional().describe('why it failed, in words for readers'),
  at: z.string().describe('time of the attempt'),
  original: z.string().optional().describe("the model's statement, if it was corrected before it ran"),
  fixes: z.array(z.string()).optional().describe('descriptions of the corrections'),
});
export const runErrorSchema = z.object({
  code: errorCodeSchema.describe('stable code of the failure'),
  message: z.string().describe('the reason in words for users'),
  actions: z.array(z.string()).describe('what the user can do'),
});
export const usageSchema = z.object({
  llmCalls: z.number().describe('calls of language models'),
  promptTokens: z.number().describe('tokens sent to models'),
  completionTokens: z.number().describe('tokens that models wrote'),
  llmMs: z.number().default(0).describe('milliseconds that it waited for models'),
  dbMs: z.number().describe('milliseconds in the database'),
  totalMs: z.number().describe('milliseconds in all'),
});

/** The user's request, fixed at submit, except for a zone that is settled when the connection's schema is known. */
export const runRequestSchema = z.object({
  question: z.string(),
  connection: z.string(),
  /** The answer's language: requested, else the question's. */
  locale: localeSchema,
  timezone: z.string(),
  /** The date in `timezone` at submit: "today" stays the same over a pause. */
  today: z.string(),
  /**
   * No zone was requested, and the connection's was unknown: the two members above apply until the run's data has its
   * `zone`.
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
 * Why a run is fast or full, and what fast omits. `rule` names the deciding row of the mode rules, `words` its match in
 * the question.
 */
export const modeReasonSchema = z.object({
  rule: z.string(),
  words: z.string().nullable(),
  skipSamples: z.boolean(),
  skipChart: z.boolean(),
});
export type ModeReason = z.infer<typeof modeReasonSchema>;

/** The last answered question of the conversation when this run was first read: a follow-up continues it. */
export const conversationContextSchema = z.object({
  runId: z.string(),
  question: z.string(),
  /** null: a model answered it */ query: semanticQuerySchema.nullable(),
});
export type ConversationContext = z.infer<typeof conversationContextSchema>;

/** A result stored beside the run: `blob` is the key of its pages (claim check). */
export const resultRefSchema = z.object({
  blob: z.string(),
  columns: z.array(resultColumnSchema),
  /** Meaning of the columns; for the chart and the answer. */
  output: z.array(outputColumnSchema),
  rowCount: z.number().int(),
  truncated: z.boolean(),
  /** Values that safe casts skipped, by label; and rows omitted for another reason, with the note that discloses it. */
  skipped: z.array(z.object({ label: z.string(), count: z.number(), note: z.string().optional() })),
  /** Values that were cut to the maximum length. */
  cutCells: z.number().int().optional(),
  reads: readsSchema.optional(),
});
export type ResultRef = z.infer<typeof resultRefSchema>;

/**
 * Name of a run's blob with the vector of its question, for the semantic cache: `{ model, text, vector }`, the vector's
 * 32-bit floats in Base64.
 */
export const vectorBlob = 'question.vector';
/** Width and height in pixels for which the option of a chart is laid out, and at which it is drawn. */
export const chartSize = { width: 960, height: 540 };

/**
 * Comparison key of a question. `planned`: the planner understood it completely, and the signature is that of its
 * semantic query; `words`: it did not, and the signature is the part of its words that must not differ. Two questions
 * are equal if their signatures are equal and their `text` is similar.
 */
export const questionKeySchema = z.object({
  kind: z.enum(['planned', 'words']),
  signature: z.string(),
  /** what is embedded */ text: z.string(),
});
export type QuestionKey = z.infer<typeof questionKeySchema>;

/**
 * `signature` as a digest. `entry`: that of the semantic cache entry whose statement the run reuses; null: it writes
 * its own.
 */
export const sharingSchema = questionKeySchema.extend({ entry: z.string().nullable() });

/** Data that the stages add to a run. */
export const runDataSchema = z.object({
  mode: z.enum(['fast', 'full']).nullable(),
  /**
   * Settled zone and day of the request, if they were unknown at submit. Readers of the run see them in its request.
   */
  zone: z.object({ timezone: z.string(), today: z.string() }).optional(),
  modeReason: modeReasonSchema.nullable().default(null),
  intent: intentViewSchema.nullable(),
  refinedQuestion: z.string().nullable(),
  clarification: clarificationSchema.nullable(),
  /** The open ambiguity of `clarification`, with the values of its options. */
  ambiguity: ambiguitySchema.nullable(),
  clarifications: z.array(answeredClarificationSchema),
  /** The ambiguity that the user did not resolve, but asked another question in reply; null: there is none. */
  passedOver: ambiguitySchema.nullable().default(null),
  /**
   * Total time that the run waited for its user, which its active time excludes. `replies`: the clarifications with a
   * reply whose pause is included; fewer than `clarifications` if a version without this member took a reply. Absent:
   * no pause has ended.
   */
  pauses: z.object({ replies: z.number().int(), ms: z.number() }).optional(),
  choices: z.array(choiceSchema),
  /** A free-text reply that is not interpreted yet, or the selected option. */
  reply: z
    .object({ clarificationId: z.string(), optionId: z.string().optional(), text: z.string().optional() })
    .nullable(),
  /** W3C trace context of the request with the latest reply, if it is traced. */
  repliedIn: z.string().nullish(),
  /** The question with which the user replaced the submitted one, in reply to a clarification. */
  restatedQuestion: z.string().nullable(),
  /** Null: no conversation, or no answer in it yet. */
  context: conversationContextSchema.nullable().default(null),
  /** Decisions taken from the user's habits instead of asking; also part of `choices`. */
  learned: z.array(choiceSchema).default([]),
  /** Decisions made by the question's words: they end conflicting habits, in this run and when its answer is reused. */
  settled: z.array(choiceSchema).default([]),
  /**
   * Keys of the ambiguities asked about so far, oldest first: none is asked again, except once after an uninformative
   * reply.
   */
  asked: z.array(z.string()).default([]),
  /** Version of the agent's file used for `cacheKey`; null without an agent. */
  agentVersion: z.string().nullable().default(null),
  semanticQuery: semanticQuerySchema.nullable(),
  disclosures: z.array(z.string()),
  /** Model version of the semantic query. */
  modelVersion: z.string().nullable(),
  /** Digest of the connection's login at submit: another one sees other values. Null: unknown then. */
  login: z.string().nullable().default(null),
  /** Physical names, most relevant first, and stored values that the question names. */
  retrieval: z
    .object({
      tables: z.array(z.string()),
      /** `id` of the sample, for feedback on the answer. */
      samples: z.array(z.object({ question: z.string(), sql: z.string(), id: z.string().optional() })),
      /** `how`: the kind of match (`linkKinds`); absent: exact. */
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
  /** Null: no language model is involved so far. */
  reasoning: reasoningSchema.nullable().default(null),
  /** Signs that the answer may not match the question. */
  doubts: z.array(doubtSchema).default([]),
  compiled: compiledQuerySchema.nullable(),
  attempts: z.array(attemptSchema),
  /** Number of attempts at the user's last reply: a clarified question gets new attempts. */
  triedBefore: z.number().int().default(0),
  result: resultRefSchema.nullable(),
  /** ECharts option; null: no chart. */
  chart: z.object({ spec: z.record(z.string(), z.unknown()) }).nullable(),
  answer: answerSchema.nullable(),
  cache: z.object({ level: z.enum(['none', 'l1', 'l2']), similarity: z.number().nullable() }),
  /** Comparison key for the semantic cache; null if it does not apply. */
  sharing: sharingSchema.nullable().default(null),
  /** The run that worked on the same question at submit: an answer that it has given since can be reused. */
  awaits: z.object({ runId: z.string(), /** ISO 8601 */ since: z.string() }).nullable().default(null),
  /**
   * Since when the run with that version has waited for a lost database, and how often it was in the middle of a
   * statement; null: never.
   */
  outage: z
    .object({ /** ISO 8601 */ since: z.string(), version: z.number().int(), lost: z.number().int() })
    .nullable()
    .default(null),
  /** The exact-cache entry that a success fills, computed at submit; null if caching does not apply. */
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
  /** Name of the requesting key; conversations and idempotency are private to it. */
  keyName: z.string(),
  version: z.number().int(),
  status: runStatusSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  finishedAt: z.string().nullable(),
  traceparent: z.string(),
  /** Its priority in every queue: jobs of smaller turns go first. Absent: before all others. */
  turn: z.number().int().min(1).optional(),
  request: runRequestSchema,
  data: runDataSchema,
});
export type Run = z.infer<typeof runSchema>;

/** The data of a newly submitted run. */
export const emptyRunData = (): RunData => ({
  mode: null,
  modeReason: null,
  intent: null,
  refinedQuestion: null,
  clarification: null,
  ambiguity: null,
  clarifications: [],
  passedOver: null,
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

/** The statements tried since the user's last reply. */
export const triedSinceReply = ({
  attempts,
  triedBefore,
}: Pick<RunData, 'attempts' | 'triedBefore'>): RunData['attempts'] => attempts.slice(triedBefore);
