import { z } from 'zod';
import { originShape } from '../configuration/configuration-schemas';

/** Response schemas of the administration routes. */

const labelSchema = z.object({ zh: z.string().optional(), en: z.string().optional() });
const problemSchema = z.object({
  file: z.string(),
  path: z.string(),
  message: z.string(),
  line: z.number().int().optional(),
  severity: z.literal('warning').optional(),
  entry: z
    .literal(true)
    .optional()
    .describe('this one entry of the model is out of use; the connection answers other questions'),
});

const statusSchema = z.object({
  state: z.enum(['ready', 'preparing', 'unavailable', 'misconfigured']),
  since: z.string().nullable(),
  detail: z.string().nullable(),
});
export type StatusView = z.infer<typeof statusSchema>;

const loginSchema = z.object({
  tenant: z.string().nullable().describe('the tenant that uses this login; null: all tenants share it'),
  status: statusSchema,
  findings: z
    .array(
      z.object({
        rule: z.string(),
        severity: z.enum(['refuse', 'warn']).describe('`refuse`: the login is not used'),
        what: z.string(),
        fix: z.array(z.string()).describe('SQL statements that resolve the finding'),
      }),
    )
    .nullable()
    .describe('privileges that the login has and should not have; null until the executor has checked'),
  notes: z
    .array(problemSchema)
    .describe(
      'parts of the model file that are left out for this login because it may not read the tables or columns they name',
    ),
});
export type LoginView = z.infer<typeof loginSchema>;

export const connectionDetailSchema = z.object({
  name: z.string(),
  ...originShape,
  file: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('the file in force; secrets are null. Null: shown to keys with the scope `sql:read`'),
  label: labelSchema,
  schema: z.string().nullable().describe('null: shown to keys with the scope `sql:read`'),
  tenants: z.array(z.string()).nullable(),
  limits: z.object({
    statementTimeoutMs: z.number(),
    slowTimeoutMs: z.number(),
    maxRows: z.number(),
    maxBytes: z.number(),
    maxCellBytes: z.number(),
    maxCost: z.number().nullable(),
    maxScannedRows: z.number().nullable(),
    slowCost: z.number().nullable(),
    maxConcurrent: z.number(),
    maxConcurrentPerTenant: z.number(),
    maxWaiting: z.number(),
    outageWaitMs: z.number().nullable(),
  }),
  functions: z
    .array(z.string())
    .nullable()
    .describe('user-defined functions that statements may call; null: shown to keys with the scope `sql:read`'),
  allowSuperuser: z.boolean(),
  tls: z
    .enum(['disable', 'require', 'verify-ca', 'verify-full'])
    .nullable()
    .describe('null: as the connection URL sets it'),
  examples: z.object({ zh: z.array(z.string()), en: z.array(z.string()) }),
  status: statusSchema.describe('of the login with the worst status'),
  logins: z.array(loginSchema),
  problems: z.array(problemSchema),
});
export type ConnectionDetail = z.infer<typeof connectionDetailSchema>;

export const agentViewSchema = z.object({
  name: z.string(),
  ...originShape,
  label: labelSchema.nullable(),
  instructions: z.string(),
  connections: z.array(z.string()).nullable(),
  filters: z
    .array(z.record(z.string(), z.unknown()))
    .nullable()
    .describe('null: shown to keys with the scope `sql:read`'),
  chart: z.record(z.string(), z.unknown()).nullable(),
  answer: z.record(z.string(), z.unknown()).nullable(),
  /** Mistakes that make the agent unusable on a connection. */
  problems: z.array(problemSchema),
});
export type AgentView = z.infer<typeof agentViewSchema>;

export const preferencesQuery = z.strictObject({
  key: z.string().max(64).optional().describe('name of the API key that asked; all when absent'),
  connection: z.string().max(64).optional().describe('all when absent'),
});

export const preferenceListSchema = z.object({
  preferences: z.array(
    z.object({
      key: z.string(),
      connection: z.string(),
      question: z.string(),
      choice: z.string().nullable().describe('the last choice; null when the option no longer has a label'),
      count: z.number().int().describe('consecutive equal choices'),
      automatic: z.boolean().describe('the choice is applied without a clarification'),
      lastUsed: z.string(),
    }),
  ),
});
export type PreferenceList = z.infer<typeof preferenceListSchema>;
