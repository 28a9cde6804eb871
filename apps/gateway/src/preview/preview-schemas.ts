import { clarificationTriggerSchema, submitBodySchema } from '@querent/contracts';
import { PART_KINDS } from '@querent/planner';
import { z } from 'zod';

export const previewBodySchema = submitBodySchema.pick({
  question: true,
  connection: true,
  locale: true,
  timezone: true,
  conversationId: true,
  agent: true,
});
export type PreviewBody = z.infer<typeof previewBodySchema>;

/** A stretch of the question as sent, in UTF-16 units; `to` is excluded. */
const stretch = { from: z.number().int(), to: z.number().int() };

export const previewViewSchema = z.object({
  kind: z.enum(['planned', 'ambiguous', 'uncovered', 'unsupported']),
  text: z.string(),
  parts: z.array(
    z.object({
      ...stretch,
      kind: z.enum(PART_KINDS),
      label: z.string(),
      alternatives: z.array(z.object({ label: z.string(), replacement: z.string() })).optional(),
    }),
  ),
  clarification: z
    .object({
      trigger: clarificationTriggerSchema,
      question: z.string(),
      options: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional() })),
      allowText: z.boolean(),
    })
    .optional(),
  uncovered: z.array(z.object({ ...stretch, text: z.string() })),
});
