import { z } from 'zod';
import { semanticQuerySchema, spanSchema } from './semantic-query';

/** What the planner concludes from a question; crosses from the intent worker into the run record. */

export const intentTypeSchema = z.enum(['query', 'summary', 'spatial', 'metric', 'chitchat', 'unsupported']);
export type IntentType = z.infer<typeof intentTypeSchema>;

/** A run pauses at most so often; after that it ends instead of nagging. */
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
 * One decision that the asker took, by the key of the ambiguity that asked for it. The planner is
 * given the question and all choices so far, and asks for a key at most once; so a paused run
 * re-enters from its record and needs no saved position.
 */
export const choiceSchema = z.object({
  key: z.string(),
  value: z.string(),
  /** Further values, where the asker wants several options together ("both", "all of them"). */
  also: z.array(z.string()).optional(),
});
export type Choice = z.infer<typeof choiceSchema>;

/**
 * A reading of a word that nothing explains, found by likeness of meaning. It never decides: the planner may offer it
 * as an option when it asks about the word. `value` names a part of the model as the options of an unknown term do
 * (`thing:orders`, `metric:revenue`, `attribute:orders.channel`, `value:customers.city=杭州市`); what it names must exist.
 */
export const proposalSchema = z.object({ word: z.string(), value: z.string(), /** 0 to 1 */ score: z.number() });
export type Proposal = z.infer<typeof proposalSchema>;

export const ambiguitySchema = z.object({
  trigger: clarificationTriggerSchema,
  /** Names the decision, e.g. `metric:infrastructure` or `value:杭州`. */
  key: z.string(),
  /** One sentence in the asker's language. */
  question: z.string(),
  /** Two to four, best first; `value` is what the choice will hold (never shown to the asker). */
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
  /** 0 to 1: the share of content words accounted for, lowered by every fuzzy match. */
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
    /** The question as understood: explicit, in business words of the asker's language. */
    refinedQuestion: z.string(),
    /** What the answer must disclose: filled-in defaults, time conventions, matched values. */
    disclosures: z.array(z.string()),
    /**
     * Decisions that the question's own words took where it would else have been asked: they outrank, and unlearn,
     * habits.
     */
    settled: z.array(choiceSchema).default([]),
    /** Whether it was read as a continuation of the query before. */
    continued: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('ambiguous'),
    understood: understoodSchema,
    ambiguity: ambiguitySchema,
    /** Words of content that nothing explains. */
    unknown: z.array(z.string()).default([]),
  }),
  /** A kind greeting or a question about the product itself; `reply` is the whole answer. */
  z.object({
    kind: z.literal('chitchat'),
    understood: understoodSchema,
    reply: z.string(),
    suggestions: z.array(z.string()),
  }),
  /** Honest refusal: nothing here answers this; says what can be asked instead. */
  z.object({
    kind: z.literal('unsupported'),
    understood: understoodSchema,
    reason: z.string(),
    suggestions: z.array(z.string()),
    /** Words of content that nothing explains. */
    unknown: z.array(z.string()).default([]),
    /**
     * Nobody could answer it from this data, a language model no better than the planner: a write, a forecast, a time
     * without records.
     */
    conclusive: z.boolean().default(false),
  }),
]);
export type PlanResult = z.infer<typeof planResultSchema>;
