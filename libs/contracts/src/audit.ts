import { z } from 'zod';

/** Kinds of audit entries. One table, so that exports can be filtered by it. */
export const auditKinds = {
  asked: 'a question was taken in',
  answered_from_cache: 'a question was answered with rows that were read before',
  replied: 'a clarification was answered',
  cancel_asked: 'a run was cancelled by its asker',
  rated: 'an answer was rated by its asker',
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
  kind: auditKindSchema,
  /** ISO 8601, UTC. */
  at: z.string(),
  tenant: z.string(),
  /** Name of the API key. */
  key: z.string(),
  runId: z.string().nullable(),
  connection: z.string().nullable(),
  /** The database login that the statement ran as. */
  login: z.string().optional(),
  question: z.string().optional(),
  sql: z.string().optional(),
  params: z.array(z.json()).optional(),
  rows: z.number().int().optional(),
  ms: z.number().int().optional(),
  /** Guard code, error class or HTTP error code. */
  code: z.string().optional(),
  /** Further details for administrators. */
  detail: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
