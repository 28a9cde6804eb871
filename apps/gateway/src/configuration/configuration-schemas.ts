import {
  keySettingsShape,
  layers,
  revisionKinds,
  revisionSummarySchema as configurationSummarySchema,
} from '@querent/catalog';
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

/** Kinds of items that have revisions: those of the configuration, and samples. */
const changedKinds = [...revisionKinds, 'sample'] as const;

export const revisionQuery = z.strictObject({
  kind: z.enum(changedKinds).optional().describe('only changes of this kind of item'),
  name: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('only changes of the item with this name; for samples: of this connection'),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional()
    .describe('1 to 200; 50 when absent')
    .transform((text) => (text === undefined ? 50 : Number(text)))
    .pipe(z.number().min(1).max(200)),
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/)
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
/** A change of the configuration, or of a sample of the caller's tenant. */
export const revisionSummarySchema = configurationSummarySchema.extend({
  id: z.string().describe('id of the revision: a number from 1 without gaps, and for samples `s` and a number'),
  kind: z.enum(changedKinds).describe('kind of the item'),
  name: z
    .string()
    .describe('name of the connection, agent or key; a model and a sample have the name of their connection'),
  tenant: z.string().nullable().describe('tenant that owns the agent, key or sample; null: shared'),
  sample: z.string().optional().describe('id of the sample; absent for other kinds'),
  of: z.string().optional().describe('id of the revision that was restored'),
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
