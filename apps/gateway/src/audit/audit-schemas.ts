import { auditEntrySchema, auditKindSchema } from '@querent/contracts';
import { z } from 'zod';
import { nextCursorSchema } from '../runs/query-schemas';

const name = z.string().max(200).optional();
const time = (meaning: string) =>
  z.iso
    .datetime({ offset: true })
    .optional()
    .describe(meaning)
    .transform((text) => (text === undefined ? undefined : new Date(text)));

export const auditQuerySchema = z.strictObject({
  tenant: name.describe("name of a tenant; one other than the caller's needs the scope `operate`"),
  key: name.describe('name of an API key'),
  connection: name.describe('name of a connection'),
  kind: auditKindSchema.optional().describe('kind of the entries'),
  runId: name.describe('id of a run'),
  from: time('written at this time or later (RFC 3339)'),
  to: time('written at this time or earlier'),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional()
    .describe('1 to 1000; 100 when absent')
    .transform((text) => (text === undefined ? 100 : Number(text)))
    .pipe(z.number().min(1).max(1_000)),
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}(~\d{1,15}-\d{1,15})?$/)
    .optional()
    .describe('`nextCursor` of the previous page'),
  bom: z.enum(['0', '1']).optional().describe('CSV: a byte order mark first'),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const recordedEntrySchema = z.object({
  id: z.string().describe('position in the trail; ascending'),
  ...auditEntrySchema.shape,
  link: z.string().describe('SHA-1 of the previous link, a line feed and the stored entry'),
  broken: z.literal(true).optional().describe('the trail was altered at or immediately before this entry'),
});

export const auditPageSchema = z.object({
  entries: z.array(recordedEntrySchema).describe('oldest first'),
  nextCursor: nextCursorSchema.describe('a page may be short, even empty, while this is not null'),
});
