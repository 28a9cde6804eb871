import { keySettingsShape, layers, revisionKinds, revisionSummarySchema } from '@querent/catalog';
import { z } from 'zod';

/** Schemas of the routes that change the configuration. */

const problemSchema = z.object({ path: z.string(), message: z.string(), line: z.number().int().optional() });

/** Where an item comes from. */
export const originShape = {
  layer: z.enum(layers).describe('`file`: the configuration folder; `revision`: written over the API, over the folder'),
  revision: z.string().nullable().describe('number of the revision; null unless the layer is `revision`'),
};

export const writtenSchema = z.object({
  kind: z.enum(revisionKinds),
  name: z.string(),
  ...originShape,
});

export const validationSchema = z.object({
  valid: z.boolean(),
  problems: z.array(problemSchema).describe('every mistake, with its path and line'),
});

export const keyBodySchema = z.strictObject({
  ...keySettingsShape,
  tenant: keySettingsShape.tenant.optional().describe("another tenant than the caller's needs the scope `operate`"),
});

export const keyViewSchema = z.object({ ...keySettingsShape, ...originShape });
export const createdKeySchema = keyViewSchema.extend({
  secret: z.string().describe('the bearer token; it is shown here alone'),
});

export const revisionQuery = z.strictObject({
  kind: z.enum(revisionKinds).optional(),
  name: z.string().min(1).max(64).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional()
    .describe('1 to 200; 50 when absent')
    .transform((text) => (text === undefined ? 50 : Number(text)))
    .pipe(z.number().min(1).max(200)),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('`nextCursor` of the previous page'),
});

export const restoreQuery = z.strictObject({
  state: z
    .enum(['after', 'before'])
    .optional()
    .describe('the state after this revision (default), or the one before it: that undoes it'),
});

const itemStateSchema = z.object({
  layer: z.enum(layers),
  text: z.string().nullable().describe('YAML without secrets; null: there was none'),
});
export const revisionPageSchema = z.object({
  revisions: z.array(revisionSummarySchema),
  nextCursor: z.string().nullable(),
});
export const revisionViewSchema = revisionSummarySchema.extend({
  before: itemStateSchema.nullable().describe('null: shown to keys with the scope `sql:read`'),
  after: itemStateSchema.nullable().describe('null: shown to keys with the scope `sql:read`'),
});

export const exportSchema = z.object({
  files: z.record(z.string(), z.string()).describe('texts by path in a configuration folder'),
  withheld: z
    .array(z.object({ file: z.string(), path: z.string() }))
    .describe('secrets that are not part of the export, because they are stored as plain text; they are null in it'),
});
