import { z } from 'zod';
import { planResultSchema } from './plan';
import { readsSchema } from './reads';

/**
 * What a run carries while a language model works on it. A model never holds anything: each round of the generator
 * re-enters from here, so a crash between two rounds costs one round.
 */

/** So many exploratory statements may be run for one question. */
export const MAX_EXPLORATIONS = 3;
/** Values that an exploration brings back at most, of all its columns together. */
export const MAX_EXPLORED_VALUES = 50;
/** Statements tried for one question, counted anew after each reply of the asker. */
export const MAX_ATTEMPTS = 3;

/**
 * Keys of the ambiguities that a model asked about: `model:1`, counted within the run. What was answered stands in the
 * next prompt.
 */
export const modelKey = (n: number): string => `model:${n}`;
export const isModelKey = (key: string): boolean => key.startsWith('model:');

/** A look at stored values that the model asked for before it writes the statement. */
export const explorationSchema = z.object({
  /** As the model wrote it; the executor guards it like any other. */
  sql: z.string(),
  /** `wanted`: the executor has not looked yet. */
  state: z.enum(['wanted', 'done', 'failed']),
  /** Names of the statement's columns. */
  columns: z.array(z.string()).default([]),
  /** Rows of texts, MAX_EXPLORED_VALUES in all, each text cut; untrusted, as every value of a database. */
  values: z.array(z.array(z.string().nullable())).default([]),
  truncated: z.boolean().default(false),
  /** Whether the values were known from an earlier exploration. */
  cached: z.boolean().default(false),
  /** What it looked at. Absent until it has, and where a version that did not keep it has. */
  reads: readsSchema.optional(),
  /** Why it failed; for the log and the model, never for the asker. */
  error: z.string().nullable().default(null),
});
export type Exploration = z.infer<typeof explorationSchema>;

export const reasoningSchema = z.object({
  /**
   * What the planner concluded by itself: where no model can help, the run asks or ends so. Null: the planner's
   * statement is being repaired.
   */
  fallback: planResultSchema.nullable(),
  /** Version of the prompts that the last call was made with, e.g. `generate-sql-1`. */
  promptVersion: z.string().nullable().default(null),
  /** A complete statement that came together with an exploration: it is run where the exploration fails. */
  draft: z.string().nullable().default(null),
  explorations: z.array(explorationSchema).default([]),
});
export type Reasoning = z.infer<typeof reasoningSchema>;

/**
 * Cheap signs that an answer may not be what was asked for. They are disclosed with it and keep it out of the caches.
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
/** `about`: what it concerns, in business words of the asker's language; '' where it concerns the whole. */
export const doubtSchema = z.object({ sign: doubtSignSchema, about: z.string() });
export type Doubt = z.infer<typeof doubtSchema>;
