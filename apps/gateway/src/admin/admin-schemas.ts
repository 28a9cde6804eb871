import { z } from 'zod';
import { originShape } from '../configuration/configuration-schemas';

/** Response schemas of the administration routes. */

export const labelSchema = z.object({
  zh: z.string().optional().describe('in Chinese'),
  en: z.string().optional().describe('in English'),
});
export const mistakeSchema = z.object({
  file: z.string().describe('file of the configuration, relative to its folder'),
  path: z.string().describe('path of the member in the file'),
  message: z.string().describe('the mistake, and what is allowed, in the language of `Accept-Language`'),
  line: z.number().int().optional().describe('line of the file, from 1; absent: unknown'),
  severity: z.literal('warning').optional().describe('the file is used in spite of it; absent: it is not'),
  entry: z
    .literal(true)
    .optional()
    .describe('this one entry of the model is out of use; the connection answers other questions'),
});
export type MistakeView = z.infer<typeof mistakeSchema>;

export const statusSchema = z.object({
  state: z
    .enum(['ready', 'preparing', 'unavailable', 'misconfigured'])
    .describe(
      '`ready`: it can be asked; `preparing`: its schema is being read; `unavailable`: the database is not reached; `misconfigured`: its files have mistakes',
    ),
  since: z.string().nullable().describe('time of the last change of the state; null: unknown'),
  detail: z.string().nullable().describe('reason of a failure; null: there is none'),
});
export type StatusView = z.infer<typeof statusSchema>;

export const findingSchema = z.object({
  rule: z.string().describe('stable name of the rule'),
  severity: z.enum(['refuse', 'warn']).describe('`refuse`: the login is not used'),
  what: z.string().describe('the privilege, in the language of `Accept-Language`'),
  fix: z.array(z.string()).describe('SQL statements that resolve the finding'),
});

export const loginSchema = z.object({
  tenant: z.string().nullable().describe('the tenant that uses this login; null: all tenants share it'),
  status: statusSchema.describe('state of the last reading of the schema with this login'),
  schemaReadAt: z
    .string()
    .nullable()
    .describe('time when this login last read the schema; null: it has not, or an older version read it'),
  findings: z
    .array(findingSchema)
    .nullable()
    .describe('privileges that the login has and should not have; null until the executor has checked'),
  notes: z
    .array(mistakeSchema)
    .describe(
      'parts of the model file that are left out for this login because it may not read the tables or columns they name',
    ),
});
export type LoginView = z.infer<typeof loginSchema>;

/** Limits of a connection; each comes from its file, else from the environment. */
export const limitsSchema = z.object({
  statementTimeoutMs: z.number().describe('longest time of a statement, ms'),
  slowTimeoutMs: z.number().describe('longest time of a statement in the slow queue, ms'),
  maxRows: z.number().describe('most rows of a result'),
  maxBytes: z.number().describe('most bytes of a result'),
  maxCellBytes: z.number().describe('bytes of a value; a longer one is cut'),
  maxCost: z
    .number()
    .nullable()
    .describe('highest cost that the planner of PostgreSQL may estimate for a statement; null: no limit'),
  maxScannedRows: z
    .number()
    .nullable()
    .describe('most rows that a step of its plan may read, by the same estimate; null: no limit'),
  slowCost: z
    .number()
    .nullable()
    .describe('estimated cost above which a statement goes to the slow queue; null: never'),
  maxConcurrent: z.number().describe('most statements at the same time in each executor process'),
  maxConcurrentPerTenant: z.number().describe('most of them for one tenant'),
  maxWaiting: z
    .number()
    .describe('most statements in line in each executor process; others are tried again for a minute'),
  outageWaitMs: z
    .number()
    .nullable()
    .describe('longest wait of a run for an unreachable database, ms; null: the default'),
});

export const problemListSchema = z.object({ problems: z.array(mistakeSchema).describe('by file') });

export const connectionDetailSchema = z.object({
  name: z.string().describe('name of the connection'),
  ...originShape,
  file: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('the file in force; secrets are null. Null: shown to keys with the scope `sql:read`'),
  label: labelSchema.describe('name for users'),
  schema: z.string().nullable().describe('schema of the database; null: shown to keys with the scope `sql:read`'),
  tenants: z.array(z.string()).nullable().describe('the tenants that may ask it; null: every tenant'),
  limits: limitsSchema.describe('limits of its statements'),
  functions: z
    .array(z.string())
    .nullable()
    .describe('user-defined functions that statements may call; null: shown to keys with the scope `sql:read`'),
  allowSuperuser: z.boolean().describe('its login may be a superuser'),
  tls: z
    .enum(['disable', 'require', 'verify-ca', 'verify-full'])
    .nullable()
    .describe('null: as the connection URL sets it'),
  examples: z
    .object({
      zh: z.array(z.string()).describe('in Chinese'),
      en: z.array(z.string()).describe('in English'),
    })
    .describe('example questions'),
  status: statusSchema.describe('of the login with the worst status'),
  logins: z.array(loginSchema).describe('the database logins that its statements run as'),
  problems: z.array(mistakeSchema).describe('mistakes in its files'),
});
export type ConnectionDetail = z.infer<typeof connectionDetailSchema>;

export const agentViewSchema = z.object({
  name: z.string().describe('name of the agent'),
  ...originShape,
  label: labelSchema.nullable().describe('name for users; null: none'),
  instructions: z.string().describe('text that language models receive with its questions'),
  connections: z.array(z.string()).nullable().describe('connections that it may be used with; null: every connection'),
  filters: z
    .array(z.record(z.string(), z.unknown()))
    .nullable()
    .describe('conditions that hold for all its questions; null: shown to keys with the scope `sql:read`'),
  chart: z.record(z.string(), z.unknown()).nullable().describe('settings of its charts; null: none'),
  answer: z.record(z.string(), z.unknown()).nullable().describe('settings of its answers; null: none'),
  problems: z.array(mistakeSchema).describe('mistakes that make the agent unusable on a connection'),
});
export type AgentView = z.infer<typeof agentViewSchema>;

export const preferencesQuery = z.strictObject({
  key: z.string().max(64).optional().describe('name of the API key that asked; all when absent'),
  connection: z.string().max(64).optional().describe('all when absent'),
});

export const preferenceSchema = z.object({
  key: z.string().describe('name of the API key that asked'),
  connection: z.string().describe('name of the connection'),
  question: z.string().describe('the clarification'),
  choice: z.string().nullable().describe('the last choice; null when the option no longer has a label'),
  count: z.number().int().describe('consecutive equal choices'),
  automatic: z.boolean().describe('the choice is applied without a clarification'),
  lastUsed: z.string().describe('time of the last choice'),
});

export const preferenceListSchema = z.object({
  preferences: z.array(preferenceSchema).describe('the last used first'),
});
export type PreferenceList = z.infer<typeof preferenceListSchema>;

export const cacheQuery = z.strictObject({
  connection: z.string().max(64).optional().describe('only entries of this connection'),
  tenant: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("name of a tenant; when absent the caller's tenant, or all tenants for a key with the scope `operate`"),
});
