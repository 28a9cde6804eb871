import { z } from 'zod';
import { semanticQuerySchema, spanSchema } from './semantic-query';

/** The planner's result for a question; passed from the intent worker into the run record. */

export const intentTypeSchema = z.enum(['query', 'summary', 'spatial', 'metric', 'chitchat', 'unsupported']);
export type IntentType = z.infer<typeof intentTypeSchema>;

/** Maximum pauses of a run; after that it ends instead of asking again. */
export const MAX_PAUSES = 3;

export const clarificationTriggerSchema = z.enum([
  'ambiguous_metric',
  'ambiguous_term',
  'ambiguous_value',
  'missing_filter',
  'unknown_term',
  'too_vague',
  'sql_execution_error',
  'too_expensive',
]);
export type ClarificationTrigger = z.infer<typeof clarificationTriggerSchema>;

/**
 * One decision of the user, by the key of its ambiguity. The planner gets the question and all choices so far, and asks
 * for a key at most once; so a paused run resumes from its record and needs no saved position.
 */
export const choiceSchema = z.object({
  key: z.string(),
  value: z.string(),
  /** Further values, if the user wants several options together ("both", "all of them"). */
  also: z.array(z.string()).optional(),
});
export type Choice = z.infer<typeof choiceSchema>;

/**
 * A meaning of an unknown word, found by semantic similarity. It never decides: the planner may offer it as an option
 * when it asks about the word. `value` names a part of the model as the options of an unknown term do (`thing:orders`,
 * `metric:revenue`, `attribute:orders.channel`, `value:customers.city=杭州市`); the part must exist.
 */
export const proposalSchema = z.object({ word: z.string(), value: z.string(), /** 0 to 1 */ score: z.number() });
export type Proposal = z.infer<typeof proposalSchema>;

export const ambiguitySchema = z.object({
  trigger: clarificationTriggerSchema,
  /** Key of the decision, e.g. `metric:infrastructure` or `value:杭州`. */
  key: z.string(),
  /** One sentence in the user's language. */
  question: z.string(),
  /** Two to four, best first; `value` is stored in the choice and never shown to the user. */
  options: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      description: z.string().optional(),
      value: z.string(),
      /** words that also pick it, e.g. 综合评分 总分 */ aliases: z.array(z.string()),
    }),
  ),
  allowText: z.boolean(),
  /** Whether several options may be taken together. */
  combinable: z.boolean().optional(),
  span: spanSchema.optional(),
});
export type Ambiguity = z.infer<typeof ambiguitySchema>;

const understoodSchema = z.object({
  type: intentTypeSchema,
  /** 0 to 1: the share of understood content words, lowered by every fuzzy match. */
  confidence: z.number(),
  /** The words that decided the type. */
  keywords: z.array(z.string()),
  metrics: z.array(z.object({ id: z.string(), label: z.string(), level: z.number().int() })),
});

export const planResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('planned'),
    understood: understoodSchema,
    query: semanticQuerySchema,
    /** The interpreted question: explicit, in business words of the user's language. */
    refinedQuestion: z.string(),
    /** Facts that the answer must disclose: default values, time conventions, matched values. */
    disclosures: z.array(z.string()),
    /**
     * Decisions that the question's words made instead of a clarification: they take precedence over habits and end
     * them.
     */
    settled: z.array(choiceSchema).default([]),
    /** Whether it was read as a continuation of the previous query. */
    continued: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('ambiguous'),
    understood: understoodSchema,
    ambiguity: ambiguitySchema,
    /** Words of content that nothing explains. */
    unknown: z.array(z.string()).default([]),
  }),
  /** A greeting or a question about the product itself; `reply` is the whole answer. */
  z.object({
    kind: z.literal('chitchat'),
    understood: understoodSchema,
    reply: z.string(),
    suggestions: z.array(z.string()),
  }),
  /** A refusal: the data cannot answer the question; the text suggests what can be asked instead. */
  z.object({
    kind: z.literal('unsupported'),
    understood: understoodSchema,
    reason: z.string(),
    suggestions: z.array(z.string()),
    /** Words of content that nothing explains. */
    unknown: z.array(z.string()).default([]),
    /** Known words that no reading combines with the rest. */
    uncombined: z.array(z.string()).optional(),
    /**
     * No component can answer it from this data, including a language model: a write, a forecast, a time without
     * records.
     */
    conclusive: z.boolean().default(false),
  }),
]);
export type PlanResult = z.infer<typeof planResultSchema>;
