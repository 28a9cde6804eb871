import { z } from 'zod';
import { planResultSchema } from './plan';
import { readsSchema } from './reads';

/**
 * The state of a run while a language model works on it. A model keeps no state: each round of the generator resumes
 * from here, so a crash costs one round.
 */

/** Maximum exploratory statements per question. */
export const MAX_EXPLORATIONS = 3;
/** Maximum values of an exploration, over all its columns. */
export const MAX_EXPLORED_VALUES = 50;
/** Maximum statements tried per question, counted again after each reply of the user. */
export const MAX_ATTEMPTS = 3;

/**
 * Keys of the ambiguities that a model asked about: `model:1`, counted within the run. Their answers are in the next
 * prompt.
 */
export const modelKey = (n: number): string => `model:${n}`;
export const isModelKey = (key: string): boolean => key.startsWith('model:');

/** An exploration of stored values that the model requests before it writes the statement. */
export const explorationSchema = z.object({
  /** The model's statement; the executor guards it like any other. */
  sql: z.string(),
  /** `wanted`: not executed yet. */
  state: z.enum(['wanted', 'done', 'failed']),
  /** Names of the statement's columns. */
  columns: z.array(z.string()).default([]),
  /** Rows of texts, at most MAX_EXPLORED_VALUES values, each text cut; untrusted, like all database values. */
  values: z.array(z.array(z.string().nullable())).default([]),
  truncated: z.boolean().default(false),
  /** Whether the values come from an earlier exploration. */
  cached: z.boolean().default(false),
  /** What it read. Absent before execution, and in records of older versions. */
  reads: readsSchema.optional(),
  /** Why it failed; for the log and the model, never for the user. */
  error: z.string().nullable().default(null),
});
export type Exploration = z.infer<typeof explorationSchema>;

export const reasoningSchema = z.object({
  /**
   * The planner's own result, with which the run asks or ends if no model can help. Null: the planner's statement is
   * being repaired.
   */
  fallback: planResultSchema.nullable(),
  /** Prompt version of the last call, e.g. `generate-sql-1`. */
  promptVersion: z.string().nullable().default(null),
  /** A complete statement in the same reply as an exploration: it runs if the exploration fails. */
  draft: z.string().nullable().default(null),
  explorations: z.array(explorationSchema).default([]),
});
export type Reasoning = z.infer<typeof reasoningSchema>;

/**
 * Cheap signs that an answer may not match the question. They are disclosed with the answer and keep it out of the
 * caches.
 */
export const doubtSignSchema = z.enum([
  'empty_result',
  'all_null_column',
  'unknown_value',
  'rows_multiplied',
  'ignored_words',
  'unusual_magnitude',
]);
export type DoubtSign = z.infer<typeof doubtSignSchema>;
/** `about`: its subject, in business words of the user's language; '' if it concerns the whole. */
export const doubtSchema = z.object({ sign: doubtSignSchema, about: z.string() });
export type Doubt = z.infer<typeof doubtSchema>;
