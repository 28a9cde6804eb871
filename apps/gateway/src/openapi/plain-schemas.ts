import { connectionViewSchema } from '@querent/contracts';
import { z } from 'zod';
import { agentViewSchema } from '../admin/admin-schemas';
import { keyViewSchema, originShape } from '../configuration/configuration-schemas';
import { nextCursorSchema } from '../runs/query-schemas';
import { runSummarySchema } from '../runs/run-summary';

/** Schemas of bodies that no other module parses. */

const anyObject = z.record(z.string(), z.unknown());

export const runPageSchema = z.object({
  runs: z.array(runSummarySchema).describe('newest first'),
  nextCursor: nextCursorSchema,
});
export const connectionListSchema = z.object({ connections: z.array(connectionViewSchema).describe('by name') });
export const snapshotSchema = anyObject.describe('the tables and columns that the login can read');
export const modelViewSchema = z.object({
  ...originShape,
  file: anyObject.nullable().describe('the file in force; null: there is none'),
  model: anyObject.describe('the derived model with the overrides of the file'),
  problems: z.array(anyObject).describe('mistakes in the file, with path and line'),
  notes: z.array(anyObject).optional().describe('remarks about the file that do not prevent its use'),
});
export const modelDraftSchema = z.object({ yaml: z.string().describe('text of a model file') });
export const agentListSchema = z.object({ agents: z.array(agentViewSchema).describe('by name') });
export const keyListSchema = z.object({ keys: z.array(keyViewSchema).describe('by name') });
export const continuedRunSchema = z.object({ runId: z.string().describe('the run that continues the dead letter') });
export const forgottenSchema = z.object({ forgotten: z.number().int().describe('number of forgotten choices') });
export const clearedSchema = z.object({ cleared: z.number().int().describe('number of forgotten entries') });
export const webhookSecretSchema = z.object({
  secret: z.string().describe('64 hex digits; the text itself is the key'),
  standardSecret: z.string().describe('the same key for libraries of Standard Webhooks: `whsec_` and base64'),
});
/** An item of the configuration; its own parser checks it. */
export const itemBodySchema = anyObject.describe('members as in the file of the item');
export const rpcSchema = anyObject.describe('a JSON-RPC 2.0 message of the Model Context Protocol');
export const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']).describe('`ok`: alive, or ready; a check may fail nevertheless'),
  checks: z.record(z.string(), z.string()).describe('result of each check, by name'),
});
export const documentSchema = anyObject.describe('an OpenAPI 3.1 document');
