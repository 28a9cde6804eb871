import { localeSchema } from '@querent/contracts';
import { z } from 'zod';

/**
 * How a draft of a model changes the reading of a question, the most severe first. `broken`: it was answered or asked
 * about and is no longer; `changed`: it is answered with other rows; `asked_otherwise`: other options; `cleared`: it is
 * answered or asked about now; `wording`: the same meaning in other words.
 */
export const changeClasses = ['broken', 'changed', 'asked_otherwise', 'cleared', 'wording'] as const;
export const impactClasses = [...changeClasses, 'unchanged'] as const;
export type ImpactClass = (typeof impactClasses)[number];

/** Where a question is known from, the most trusted first. */
export const questionSources = ['gold', 'sample', 'question'] as const;

export const impactStatuses = ['queued', 'working', 'done', 'cancelled', 'failed'] as const;
export const isEnded = (status: (typeof impactStatuses)[number]): boolean =>
  status !== 'queued' && status !== 'working';

const readingSchema = z.object({
  kind: z.enum(['planned', 'ambiguous', 'uncovered', 'unsupported']),
  text: z.string().describe('the question in explicit words, the question to the asker, or the reason of a refusal'),
  options: z.array(z.string()).optional().describe('of an ambiguous question'),
});
/** A reading in the asker's words. */
export type Reading = z.infer<typeof readingSchema>;

const changeSchema = z.object({
  question: z.string(),
  locale: localeSchema,
  class: z.enum(changeClasses),
  source: z
    .enum(questionSources)
    .describe('`gold`: a sample in a file; `sample`: an approved sample; `question`: asked in the last month'),
  asked: z.number().int().describe('how often it was asked in the last month'),
  before: readingSchema.describe('with the model in force'),
  after: readingSchema.describe('with the draft'),
});
export type ImpactChange = z.infer<typeof changeSchema>;

export const impactResultSchema = z.object({
  summary: z.record(z.enum(impactClasses), z.number().int()).describe('distinct questions by class'),
  changes: z.array(changeSchema).describe('the most severe first, then the most asked'),
  changesLeftOff: z.number().int().describe('changes beyond the first 500'),
  questionsLeftOff: z.number().int().describe('distinct questions beyond the first 2,000, which were not read'),
});
export type ImpactResult = z.infer<typeof impactResultSchema>;

/** A measurement of a draft: its state, and its result once it is done. */
export const impactSchema = z.object({
  id: z.string(),
  connection: z.string(),
  status: z.enum(impactStatuses),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  progress: z.object({ done: z.number().int(), of: z.number().int() }),
  summary: impactResultSchema.shape.summary.nullable(),
  changes: impactResultSchema.shape.changes,
  changesLeftOff: impactResultSchema.shape.changesLeftOff,
  questionsLeftOff: impactResultSchema.shape.questionsLeftOff,
  error: z.string().nullable(),
});
export type Impact = z.infer<typeof impactSchema>;
