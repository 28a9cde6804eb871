import { z } from 'zod';
import { cellSchema } from './run';

/** Kinds of audit entries. One table, so that exports can be filtered by it. */
export const auditKinds = {
  asked: 'a question was taken in',
  answered_from_cache: 'a question was answered with rows that were read before',
  replied: 'a clarification was answered',
  cancel_asked: 'a run was cancelled by its asker',
  rated: 'an answer was rated by its asker',
  shared: 'others of the tenant were given the token to read a run',
  pinned: 'a question was pinned to the board of its asker, or its pin was changed or removed',
  started: 'a statement is about to run',
  ran: 'a statement ran to its end',
  refused: 'the guard or the admission kept a statement from running',
  failed: 'a statement failed, was cancelled or timed out',
  result_read: 'stored rows were handed out',
  denied: 'a request was refused for want of a right',
  administered: 'an administrator changed or exported something',
} as const;
export type AuditKind = keyof typeof auditKinds;
export const auditKindSchema = z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]]);

/** One entry of the audit trail. It contains statements and their parameters, never rows, addresses or passwords. */
export const auditEntrySchema = z.object({
  kind: auditKindSchema.describe('what happened'),
  at: z.string().describe('time of the event, ISO 8601 in UTC'),
  tenant: z.string().describe('tenant of the key'),
  key: z.string().describe('name of the API key'),
  runId: z.string().nullable().describe('id of the run; null: not about a run'),
  connection: z.string().nullable().describe('name of the connection; null: not about one'),
  login: z.string().optional().describe('database login that the statement ran as'),
  question: z.string().optional().describe('question of the run'),
  sql: z.string().optional().describe('the statement'),
  params: z.array(cellSchema).optional().describe('parameters of the statement'),
  rows: z.number().int().optional().describe('number of rows that were read or handed out'),
  ms: z.number().int().optional().describe('milliseconds that the statement took'),
  code: z.string().optional().describe('code of the guard, class of the database error, or code of the problem'),
  detail: z.string().optional().describe('further details for administrators'),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
