import { z } from 'zod';

/** The kinds of configuration that can be changed over the API. */
export const revisionKinds = ['connection', 'model', 'agent', 'key'] as const;
export type RevisionKind = (typeof revisionKinds)[number];

/** What a revision is about: one file of the configuration folder. */
export interface ConfigItem {
  kind: RevisionKind;
  /** Of the connection, agent or key; a model has the name of its connection. */
  name: string;
  /** The tenant that owns an agent or key; null: shared, or unknown for a key. */
  tenant: string | null;
}

/** Where an item's text comes from: the folder, a revision on top of it, or nowhere. */
export const layers = ['file', 'revision', 'none'] as const;

const stateSchema = z.object({
  layer: z.enum(layers),
  /** Null: there is no such item, or it was deleted. */
  text: z.string().nullable(),
});
/** The text of an item, and its layer. */
export type ItemState = z.infer<typeof stateSchema>;

const summaryShape = {
  id: z.string().describe('number of the revision in decimal digits, from 1 without gaps'),
  at: z.string().describe('time of the change, ISO 8601 in UTC'),
  kind: z.enum(revisionKinds).describe('kind of the item'),
  name: z.string().describe('name of the connection, agent or key; a model has the name of its connection'),
  tenant: z.string().nullable().describe('tenant that owns the agent or key; null: shared'),
  action: z.enum(['put', 'delete', 'restore']).describe('what was done'),
  of: z.string().optional().describe('number of the revision that was restored'),
  ofState: z.literal('before').optional().describe('the state before that revision was restored, not the one after it'),
  by: z
    .object({
      tenant: z.string().describe('tenant of the key'),
      key: z.string().describe('name of the key'),
    })
    .describe('the key that changed it'),
};
export const revisionSummarySchema = z.object(summaryShape);
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;

/** A change of one item. */
export const revisionSchema = z.object({ ...summaryShape, before: stateSchema, after: stateSchema });
export type Revision = z.infer<typeof revisionSchema>;

const folders = { connection: 'connections', model: 'models', agent: 'agents', key: 'keys' } as const;

/** Names that can be written over the API, except for keys. */
export const itemName = /^[a-z0-9][a-z0-9_-]{0,63}$/i;

/**
 * The path of an item in the configuration folder. A tenant's agent is `agents/<name>@<tenant>.yaml`. Names of keys and
 * tenants are free text and percent-encoded.
 */
export function pathOf({ kind, name, tenant }: ConfigItem): string {
  const file = kind === 'key' ? fileNamePart(name) : name;
  const owner = kind === 'agent' && tenant !== null ? `@${fileNamePart(tenant)}` : '';
  return `${folders[kind]}/${file}${owner}.yaml`;
}

/** A dot is encoded too: a name may not hide a file or change its extension. */
export const fileNamePart = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E');
