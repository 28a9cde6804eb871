import { modelFileSchema } from '@querent/model';
import { z } from 'zod';
import { agentFileSchema } from './agent-file';
import { connectionFileSchema } from './connection-file';
import { keysFileSchema } from '../key-ring';
import { sampleSchema } from '../samples/sample-lines';
import { tenantsFileSchema } from '../tenant-limits';

/** What each kind of configuration file is checked against; of samples, each line. */
const KINDS = {
  connection: { schema: connectionFileSchema, title: 'Querent: connections/<name>.yaml, a database that may be asked' },
  model: {
    schema: modelFileSchema,
    title: 'Querent: models/<name>.yaml, what the business calls the data of a connection',
  },
  sample: {
    schema: sampleSchema,
    title: 'Querent: one line of samples/<name>.jsonl, a question whose SQL is known to be right',
  },
  agent: { schema: agentFileSchema, title: 'Querent: agents/<name>.yaml, a way of answering' },
  keys: { schema: keysFileSchema, title: 'Querent: keys.yaml, who may ask' },
  tenants: { schema: tenantsFileSchema, title: 'Querent: tenants.yaml, what a tenant may use' },
} as const;

/**
 * The JSON Schema (draft 7, which every editor reads) of each kind of file, by kind, made from the schemas that the
 * services check with.
 */
export function configurationSchemas(): Record<keyof typeof KINDS, object> {
  const made = Object.entries(KINDS).map(([kind, { schema, title }]) => [kind, { ...jsonSchemaOf(schema), title }]);
  return Object.fromEntries(made) as Record<keyof typeof KINDS, object>;
}

/** As authors write it: before defaults are filled in and texts are sorted into languages. */
const jsonSchemaOf = (schema: z.ZodType): object => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
