import { z } from 'zod';
import { semanticQuerySchema, spanSchema } from './semantic-query';

/** What the planner concludes from a question; crosses from the intent worker into the run record. */

export const intentTypeSchema = z.enum(['query', 'summary', 'spatial', 'metric', 'chitchat', 'unsupported']);
export type IntentType = z.infer<typeof intentTypeSchema>;

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
export const choiceSchema = z.object({ key: z.string(), value: z.string() });
export type Choice = z.infer<typeof choiceSchema>;

export const ambiguitySchema = z.object({
  trigger: clarificationTriggerSchema,
  /** Names the decision, e.g. `metric:infrastructure` or `value:杭州`. */
  key: z.string(),
  /** One sentence in the asker's language. */
  question: z.string(),
  /** Two to four, best first; `value` is what the choice will hold (never shown to the asker). */
  options: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional(), value: z.string(), /** words that also pick it, e.g. 综合评分 总分 */ aliases: z.array(z.string()) })),
  allowText: z.boolean(),
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
  }),
  z.object({ kind: z.literal('ambiguous'), understood: understoodSchema, ambiguity: ambiguitySchema }),
  /** A kind greeting or a question about the product itself; `reply` is the whole answer. */
  z.object({ kind: z.literal('chitchat'), understood: understoodSchema, reply: z.string(), suggestions: z.array(z.string()) }),
  /** Honest refusal: nothing here answers this; says what can be asked instead. */
  z.object({ kind: z.literal('unsupported'), understood: understoodSchema, reason: z.string(), suggestions: z.array(z.string()) }),
]);
export type PlanResult = z.infer<typeof planResultSchema>;
