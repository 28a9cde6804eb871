import { createHash } from 'node:crypto';
import { normalizeQuestion } from '@querent/language';
import { z } from 'zod';
import type { Sample } from './sample-lines';

export const sampleSources = ['file', 'admin', 'feedback'] as const;
export const sampleStatuses = ['approved', 'pending', 'retired'] as const;

/** Samples belong to one tenant and one connection, and are shown to no other. */
export interface SampleScope {
  tenant: string;
  connection: string;
}

/** A question and its SQL statement, with its source and whether it may be shown to a language model. */
export const sampleEntrySchema = z.object({
  id: z.string().describe('id of the sample'),
  question: z.string().describe('a question as users ask it'),
  sql: z.string().describe('its statement'),
  locale: z.enum(['zh', 'en']).optional().describe('language of the question; absent: not known'),
  source: z
    .enum(sampleSources)
    .describe('`file`: the configuration folder; `admin`: an administrator; `feedback`: a rating'),
  /** `pending` awaits an administrator. A retirement applies to the model version for which it was made. */
  status: z.enum(sampleStatuses),
  createdAt: z.string().nullable().describe('time of its creation, ISO 8601 in UTC; null for samples of files'),
  by: z.string().nullable().describe('name of the key that added it; null for samples of files'),
  modelVersion: z.string().optional().describe('model version for which the statement was last checked'),
  reason: z.string().optional().describe('technical reason of the retirement'),
  comment: z.string().optional().describe("the rater's comment; for administrators, never for a prompt"),
  approvedBy: z.string().optional().describe('key of the administrator who approved it'),
  /**
   * The administrator who rejected it. The status is `pending` then, which earlier versions do not use either; equal
   * pairs of question and statement are not proposed again.
   */
  rejectedBy: z.string().optional().describe('key of the administrator who rejected it'),
  /**
   * Ratings of answers that used it directly or that a model wrote with it in its prompt; absent if there are none.
   * Stored separately from the sample.
   */
  votes: z
    .object({
      up: z.number().int().describe('answers rated right'),
      down: z.number().int().describe('answers rated wrong'),
    })
    .optional()
    .describe('ratings of answers that used it'),
});
export type SampleEntry = z.infer<typeof sampleEntrySchema>;
export type SampleStatus = SampleEntry['status'];

/** Maximum lengths of a sample's texts, in characters, for storage and for prompts. */
export const SAMPLE_LIMITS = { question: 1_000, sql: 8_000 } as const;

/** Equal for equal pairs of question and statement, from any source. */
export const sampleHash = ({ question, sql }: Pick<Sample, 'question' | 'sql'>): string =>
  createHash('sha256')
    .update(JSON.stringify([question, sql]))
    .digest('hex')
    .slice(0, 24);

/**
 * Equal for equivalent samples: the same question in any spelling and the same statement in any layout. Statements are
 * compared as text, so two spellings of one condition differ.
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

/** Reason why a sample is not used, and the model version for which it applies. */
export interface Retirement {
  modelVersion: string;
  reason: string;
}

/** Whether a sample may be used with a model version, provided that its statement fits. */
export const mayServe = ({ status, modelVersion }: SampleEntry, current: string): boolean =>
  status === 'approved' || (status === 'retired' && modelVersion !== current);
