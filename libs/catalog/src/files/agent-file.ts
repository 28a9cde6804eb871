import { chartTypeSchema, scalarSchema } from '@querent/contracts';
import { bilingual, type BilingualText } from '@querent/language';
import { z } from 'zod';
import { localizedTextSchema } from './localized-text';

const columnName = z.string().regex(/^[^.\s]+\.[^.\s]+$/, bilingual('Must be table.column.'));

/**
 * A default condition of the agent's answers, unless the question constrains its column: on a column, on the column of
 * one of the model's filters, or one of the model's terms.
 */
const agentFilterSchema = z
  .strictObject({
    column: columnName.optional(),
    filter: z.string().min(1).optional(),
    term: z.string().min(1).optional(),
    equals: scalarSchema.optional(),
    in: z.array(scalarSchema).min(1).max(200).optional(),
  })
  .superRefine((filter, context) => {
    const wrong = (message: BilingualText): void => context.addIssue({ code: 'custom', message });
    const about = [filter.column, filter.filter, filter.term].filter((name) => name !== undefined);
    if (about.length !== 1) return wrong(bilingual('Names one of "column", "filter" and "term".'));
    const given = [filter.equals, filter.in].filter((value) => value !== undefined).length;
    if (filter.term !== undefined ? given !== 0 : given !== 1)
      wrong(
        bilingual(filter.term === undefined ? 'Needs "equals" or "in".' : 'A term takes neither "equals" nor "in".'),
      );
  });
export type AgentFilter = z.infer<typeof agentFilterSchema>;

/** `agents/<name>.yaml`: a style of answering that a question may select. */
export const agentFileSchema = z.strictObject({
  label: localizedTextSchema.optional(),
  instructions: z.string().max(8_000).default(''),
  /** Absent: all connections. */
  connections: z.array(z.string().min(1)).optional(),
  /** Filters restrict the data; permissions come from the connection and the key. */
  filters: z.array(agentFilterSchema).max(20).default([]),
  chart: z
    .strictObject({
      /** Preferred chart types if the data allows them, best first. */
      prefer: z
        .array(chartTypeSchema.exclude(['clarification']))
        .min(1)
        .optional(),
      maxCategories: z.number().int().min(2).max(200).optional(),
    })
    .optional(),
  answer: z
    .strictObject({
      style: z.enum(['concise', 'full']).optional(),
      maxSentences: z.number().int().min(1).max(20).optional(),
      /** For answers written by a model. */
      tone: z.string().min(1).max(100).optional(),
    })
    .optional(),
});
/**
 * `version`: SHA-256 of the file; cached answers of other versions are not reused. `tenant`: the tenant that owns the
 * agent; absent: shared.
 */
export type Agent = z.infer<typeof agentFileSchema> & { name: string; tenant?: string; version: string };

export const serves = (agent: Agent, connection: string): boolean =>
  agent.connections === undefined || agent.connections.includes(connection);
