import { createHash } from 'node:crypto';
import { normalizeQuestion } from '@querent/language';
import { z } from 'zod';
import type { Sample } from './sample-lines';

export const sampleSources = ['file', 'admin', 'feedback'] as const;
export const sampleStatuses = ['approved', 'pending', 'retired'] as const;

/**
 * A question and the statement that answers it, with where it comes from and whether it may be shown to a language
 * model.
 */
export const sampleEntrySchema = z.object({
  id: z.string(),
  question: z.string(),
  sql: z.string(),
  locale: z.enum(['zh', 'en']).optional(),
  source: z.enum(sampleSources),
  /** `pending` awaits an administrator. A retirement holds for the model version that it was made with. */
  status: z.enum(sampleStatuses),
  /** ISO 8601; null for those of files. */
  createdAt: z.string().nullable(),
  /** Name of the key that it comes from; null for those of files. */
  by: z.string().nullable(),
  /** The model version that the statement was last checked with. */
  modelVersion: z.string().optional(),
  /** Why it was retired; technical, for administrators. */
  reason: z.string().optional(),
  /** What the asker said about it; for administrators, never for a prompt. */
  comment: z.string().optional(),
  /** The administrator who approved it. */
  approvedBy: z.string().optional(),
  /**
   * Ratings of answers that it is or that a model wrote with it before its eyes; absent where there are none. Counted
   * beside the sample, not kept in it.
   */
  votes: z.object({ up: z.number().int(), down: z.number().int() }).optional(),
});
export type SampleEntry = z.infer<typeof sampleEntrySchema>;
export type SampleStatus = SampleEntry['status'];

/** Longest texts of a sample, in characters: of what is stored, so of what a prompt may hold of it. */
export const SAMPLE_LIMITS = { question: 1_000, sql: 8_000 } as const;

/** Equal for equal pairs of question and statement, wherever they come from. */
export const sampleHash = ({ question, sql }: Pick<Sample, 'question' | 'sql'>): string =>
  createHash('sha256')
    .update(JSON.stringify([question, sql]))
    .digest('hex')
    .slice(0, 24);

/**
 * Equal for samples that say the same: one question however it is spelt and one statement however it is laid out. The
 * statement is compared as text, so two spellings of one condition are two samples.
 */
export const sameSample = ({ question, sql }: Pick<Sample, 'question' | 'sql'>): string =>
  JSON.stringify([normalizeQuestion(question), plainSql(sql)]);

const plainSql = (sql: string): string =>
  sql
    .replace(/'(?:[^']|'')*'|"[^"]*"|[^'"]+/g, (part) =>
      /^['"]/.test(part) ? part : part.toLowerCase().replace(/\s+/g, ' '),
    )
    .replace(/[\s;]+$/, '')
    .trim();

/** Why a sample is not used, and the model version for which that holds. */
export interface Retirement {
  modelVersion: string;
  reason: string;
}

/** Whether a sample may be used with a model of this version, once its statement was found to fit. */
export const mayServe = ({ status, modelVersion }: SampleEntry, current: string): boolean =>
  status === 'approved' || (status === 'retired' && modelVersion !== current);
