import { z } from 'zod';

/** What administrators are shown. */

const labelSchema = z.object({ zh: z.string().optional(), en: z.string().optional() });
const problemSchema = z.object({ file: z.string(), path: z.string(), message: z.string(), line: z.number().int().optional() });

export const connectionDetailSchema = z.object({
  name: z.string(),
  label: labelSchema,
  schema: z.string(),
  tenants: z.array(z.string()).nullable(),
  limits: z.object({ statementTimeoutMs: z.number(), maxRows: z.number(), maxBytes: z.number(), maxCost: z.number().nullable() }),
  examples: z.object({ zh: z.array(z.string()), en: z.array(z.string()) }),
  status: z.object({ state: z.enum(['ready', 'preparing', 'unavailable', 'misconfigured']), since: z.string().nullable(), detail: z.string().nullable() }),
  problems: z.array(problemSchema),
});
export type ConnectionDetail = z.infer<typeof connectionDetailSchema>;

export const agentViewSchema = z.object({
  name: z.string(),
  label: labelSchema.nullable(),
  instructions: z.string(),
  connections: z.array(z.string()).nullable(),
  filters: z.array(z.record(z.string(), z.unknown())),
  chart: z.record(z.string(), z.unknown()).nullable(),
  answer: z.record(z.string(), z.unknown()).nullable(),
  /** What makes it unusable on a connection. */
  problems: z.array(problemSchema),
});
export type AgentView = z.infer<typeof agentViewSchema>;

export const preferencesQuery = z.strictObject({
  key: z.string().max(64).optional().describe('name of an asking key; all when absent'),
  connection: z.string().max(64).optional().describe('all when absent'),
});

export const preferenceListSchema = z.object({
  preferences: z.array(
    z.object({
      key: z.string(),
      connection: z.string(),
      question: z.string(),
      choice: z.string().nullable().describe('what was chosen last; null where its words are not known any more'),
      count: z.number().int().describe('equal choices in a row'),
      automatic: z.boolean().describe('taken without asking'),
      lastUsed: z.string(),
    }),
  ),
});
export type PreferenceList = z.infer<typeof preferenceListSchema>;
