import { keySettingsShape, layers, revisionKinds, revisionSummarySchema } from '@querent/catalog';
import { z } from 'zod';
import { nextCursorSchema } from '../runs/query-schemas';

/** Schemas of the routes that change the configuration. */

export const modelMistakeSchema = z.object({
  path: z.string().describe('path of the member in the model'),
  message: z.string().describe('the mistake, and what is allowed'),
  line: z.number().int().optional().describe('line of the text, from 1; absent: unknown'),
});

/** Where an item comes from. */
export const originShape = {
  layer: z.enum(layers).describe('`file`: the configuration folder; `revision`: written over the API, over the folder'),
  revision: z.string().nullable().describe('number of the revision; null unless the layer is `revision`'),
};

export const writtenSchema = z.object({
  kind: z.enum(revisionKinds).describe('kind of the item'),
  name: z.string().describe('name of the item'),
  ...originShape,
});

export const validationSchema = z.object({
  valid: z.boolean().describe('there is no mistake'),
  problems: z.array(modelMistakeSchema).describe('every mistake, with its path and line'),
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
  kind: z.enum(revisionKinds).optional().describe('only changes of this kind of item'),
  name: z.string().min(1).max(64).optional().describe('only changes of the item with this name'),
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

export const itemStateSchema = z.object({
  layer: z.enum(layers).describe('where the text came from; `none`: there was none'),
  text: z.string().nullable().describe('YAML without secrets; null: there was none'),
});
export const revisionPageSchema = z.object({
  revisions: z.array(revisionSummarySchema).describe('newest first'),
  nextCursor: nextCursorSchema,
});
export const revisionViewSchema = revisionSummarySchema.extend({
  before: itemStateSchema
    .nullable()
    .describe('the item before the change; null: shown to keys with the scope `sql:read`'),
  after: itemStateSchema
    .nullable()
    .describe('the item after the change; null: shown to keys with the scope `sql:read`'),
});

export const withheldSchema = z.object({
  file: z.string().describe('path of the file'),
  path: z.string().describe('path of the secret in the file'),
});

export const exportSchema = z.object({
  files: z.record(z.string(), z.string()).describe('texts by path in a configuration folder'),
  withheld: z
    .array(withheldSchema)
    .describe('secrets that are not part of the export, because they are stored as plain text; they are null in it'),
});
