import { modelFileSchema } from '@querent/model';
import { z } from 'zod';
import { agentFileSchema } from './agent-file';
import { connectionFileSchema } from './connection-file';
import { keysFileSchema } from '../key-ring';
import { sampleSchema } from '../samples/sample-lines';
import { tenantsFileSchema } from '../tenant-limits';

/** Schema of each kind of configuration file; for samples, of each line. */
const KINDS = {
  connection: {
    schema: connectionFileSchema,
    title: 'Querent: connections/<name>.yaml, a database that can be queried',
  },
  model: {
    schema: modelFileSchema,
    title: 'Querent: models/<name>.yaml, business terms for the data of a connection',
  },
  sample: {
    schema: sampleSchema,
    title: 'Querent: one line of samples/<name>.jsonl, a question whose SQL is known to be right',
  },
  agent: { schema: agentFileSchema, title: 'Querent: agents/<name>.yaml, a style of answering' },
  keys: { schema: keysFileSchema, title: 'Querent: keys.yaml, API keys and their permissions' },
  tenants: { schema: tenantsFileSchema, title: 'Querent: tenants.yaml, limits of tenants' },
} as const;

/**
 * The JSON Schema (draft 7, which every editor supports) of each kind of file, generated from the schemas that the
 * services validate with.
 */
export function configurationSchemas(): Record<keyof typeof KINDS, object> {
  const made = Object.entries(KINDS).map(([kind, { schema, title }]) => [kind, { ...jsonSchemaOf(schema), title }]);
  return Object.fromEntries(made) as Record<keyof typeof KINDS, object>;
}

/** The input form: before defaults are added and texts are split by language. */
const jsonSchemaOf = (schema: z.ZodType): object => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
