import { localeSchema } from '@querent/contracts';
import { z } from 'zod';
import { definitionChecksSchema, type KeptChecks } from './definition-checks';

/** How a draft of a model changes the reading of a question, the most severe first. */
const classMeanings = {
  broken: 'no longer answered or asked about',
  changed: 'answered with other rows',
  asked_otherwise: 'the asker gets other options',
  cleared: 'answered or asked about now',
  wording: 'the same meaning in other words',
  unchanged: 'read as before',
} as const;
export type ImpactClass = keyof typeof classMeanings;
export const impactClasses = Object.keys(classMeanings) as ImpactClass[];
export const changeClasses = ['broken', 'changed', 'asked_otherwise', 'cleared', 'wording'] as const;

/** Where a question is known from, the most trusted first. */
export const questionSources = ['gold', 'sample', 'question'] as const;

export const impactStatuses = ['queued', 'working', 'done', 'cancelled', 'failed'] as const;
export const isEnded = (status: (typeof impactStatuses)[number]): boolean =>
  status !== 'queued' && status !== 'working';

export const readingSchema = z.object({
  kind: z
    .enum(['planned', 'ambiguous', 'uncovered', 'unsupported'])
    .describe(
      '`planned`: answered; `ambiguous`: the asker is asked; `uncovered`: some words cannot be read; `unsupported`: refused',
    ),
  text: z.string().describe('the question in explicit words, the question to the asker, or the reason of a refusal'),
  options: z.array(z.string()).optional().describe('of an ambiguous question'),
});
/** A reading in the asker's words. */
export type Reading = z.infer<typeof readingSchema>;

export const changeSchema = z.object({
  question: z.string().describe('the question'),
  locale: localeSchema.describe('its language'),
  class: z.enum(changeClasses).describe(changeClasses.map((name) => `\`${name}\`: ${classMeanings[name]}`).join('; ')),
  source: z
    .enum(questionSources)
    .describe('`gold`: a sample in a file; `sample`: an approved sample; `question`: asked in the last month'),
  asked: z.number().int().describe('how often it was asked in the last month'),
  before: readingSchema.describe('with the model in force'),
  after: readingSchema.describe('with the draft'),
});
export type ImpactChange = z.infer<typeof changeSchema>;

const count = z.number().int();
const counted = (name: ImpactClass) => count.describe(classMeanings[name]);
export const impactSummarySchema = z.object({
  broken: counted('broken'),
  changed: counted('changed'),
  asked_otherwise: counted('asked_otherwise'),
  cleared: counted('cleared'),
  wording: counted('wording'),
  unchanged: counted('unchanged'),
} satisfies Record<ImpactClass, z.ZodType>);

export const impactResultSchema = z.object({
  summary: impactSummarySchema.describe('distinct questions by class'),
  changes: z.array(changeSchema).describe('the most severe first, then the most asked'),
  changesLeftOff: z.number().int().describe('changes beyond the first 500'),
  questionsLeftOff: z.number().int().describe('distinct questions beyond the first 2,000, which were not read'),
});
export type ImpactResult = z.infer<typeof impactResultSchema>;

/** A measurement of a draft: its state, and its result once it is done. */
export const impactSchema = z.object({
  id: z.string().describe('id of the comparison'),
  connection: z.string().describe('name of the connection'),
  status: z.enum(impactStatuses).describe('state of the comparison; `done`, `cancelled` and `failed` are final'),
  createdAt: z.string().describe('time of the request, ISO 8601 in UTC'),
  finishedAt: z.string().nullable().describe('time of the end; null: it goes on'),
  progress: z
    .object({
      done: z.number().int().describe('questions that were read'),
      of: z.number().int().describe('questions in all'),
    })
    .describe('progress in questions'),
  summary: impactResultSchema.shape.summary.nullable().describe('distinct questions by class; null: not done yet'),
  changes: impactResultSchema.shape.changes,
  changesLeftOff: impactResultSchema.shape.changesLeftOff,
  questionsLeftOff: impactResultSchema.shape.questionsLeftOff,
  definitions: definitionChecksSchema.describe(
    'whether the changed definitions can be calculated on the data; ends independently of `status`',
  ),
  error: z.string().nullable().describe('why it failed; null: it did not'),
});

/** A measurement as it is stored. */
export const keptImpactSchema = impactSchema.omit({ definitions: true });
export type Impact = z.infer<typeof keptImpactSchema> & { definitions: KeptChecks };
