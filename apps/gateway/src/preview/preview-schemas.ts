import { clarificationSchema, clarificationTriggerSchema, submitBodySchema } from '@querent/contracts';
import { SPOKEN_KINDS } from '@querent/lexicon';
import { ALTERNATIVES_SOUGHT, PART_KINDS } from '@querent/planner';
import { z } from 'zod';

export const previewBodySchema = submitBodySchema
  .pick({ question: true, connection: true, locale: true, timezone: true, conversationId: true, agent: true })
  .extend({
    alternatives: z
      .enum(ALTERNATIVES_SOUGHT)
      .optional()
      .describe(
        'how many other meanings of the parts are sought: `none`; `few`, as many as a few milliseconds allow (default); `all`, up to 8 a part, which counts as 10 previews',
      ),
  });
export type PreviewBody = z.infer<typeof previewBodySchema>;

/** A stretch of the question as sent. */
const stretch = {
  from: z.number().int().describe('index of its first UTF-16 unit in the question as sent'),
  to: z.number().int().describe('index after its last UTF-16 unit'),
};

export const previewAlternativeSchema = z.object({
  label: z.string().describe('the other meaning, in business words'),
  replacement: z.string().describe('the whole question with the other meaning'),
});

export const previewPartSchema = z.object({
  ...stretch,
  kind: z.enum(PART_KINDS).describe('role of the words in the question'),
  label: z.string().describe('meaning of the words, in business words'),
  definition: z.string().optional().describe('how the model defines the measure, e.g. which orders it counts'),
  alternatives: z
    .array(previewAlternativeSchema)
    .optional()
    .describe('other meanings of the words, at most 8, nearest first; absent: there are none'),
});

export const previewClarificationSchema = z.object({
  trigger: clarificationTriggerSchema.describe('why the question is ambiguous'),
  question: z.string().describe('the question that the asker would be asked'),
  options: z.array(clarificationSchema.shape.options.element).describe('the replies to choose from'),
  allowText: z.boolean().describe('the asker could reply in own words'),
});

export const previewGapSchema = z.object({ ...stretch, text: z.string().describe('the words that cannot be read') });

export const previewViewSchema = z.object({
  kind: z
    .enum(['planned', 'ambiguous', 'uncovered', 'unsupported'])
    .describe(
      '`planned`: read without a doubt; `ambiguous`: the asker would be asked; `uncovered`: some words cannot be read; `unsupported`: no question about the data',
    ),
  text: z
    .string()
    .describe('the question in explicit words, the question to the asker, or the reason why it cannot be read'),
  parts: z.array(previewPartSchema).describe('the words with a meaning, in their order'),
  clarification: previewClarificationSchema.optional().describe('of an ambiguous question'),
  uncovered: z.array(previewGapSchema).describe('the words without a meaning, in their order'),
});

export const wordsQuerySchema = z.strictObject({
  locale: z
    .enum(['zh', 'en'])
    .optional()
    .describe('language of the words; absent: that of `Accept-Language`, else `en`'),
});

export const spokenWordSchema = z.object({
  text: z.string().describe('a label, a synonym, or a name of a value'),
  kind: z.enum(SPOKEN_KINDS).describe('role of the word in a question, as in a preview'),
});

export const wordListSchema = z.object({
  words: z.array(spokenWordSchema).describe('each text once; at most 2,000'),
});
