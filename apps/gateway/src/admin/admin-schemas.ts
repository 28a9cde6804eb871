import { localeSchema } from '@querent/contracts';
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

export const sampleListSchema = z.object({ samples: z.array(z.object({ question: z.string(), sql: z.string(), locale: localeSchema.optional() })) });

export const agentViewSchema = z.object({
  name: z.string(),
  label: labelSchema.nullable(),
  instructions: z.string(),
  connections: z.array(z.string()).nullable(),
});
export type AgentView = z.infer<typeof agentViewSchema>;
