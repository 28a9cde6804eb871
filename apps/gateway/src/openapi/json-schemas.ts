import { z } from 'zod';
import { componentExamples, componentNames } from './component-names';
import { routes } from './route-table';

export type Json = Record<string, unknown>;

/**
 * The named schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1, with references to each other and examples.
 * Bodies of requests are described as they are sent, all other schemas as they are received.
 */
export function componentSchemas(): Record<string, Json> {
  const requests = new Set(routes.flatMap(({ body }) => (body === undefined ? [] : [componentNames.get(body)])));
  const [sent, received] = [schemasAs('input'), schemasAs('output')];
  return Object.fromEntries(
    Object.entries(received).map(([name, schema]) => {
      const example = componentExamples[name];
      return [
        name,
        {
          ...(requests.has(name) ? (sent[name] as Json) : schema),
          ...(example === undefined ? {} : { examples: [example] }),
        },
      ];
    }),
  );
}

/** A reference for a named schema, else the inline schema. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = componentNames.get(schema);
  if (name !== undefined) return { $ref: reference(name) };
  const { $schema: _, ...inline } = z.toJSONSchema(schema, { ...options, io }) as Json;
  return inline;
}

const reference = (name: string): string => `#/components/schemas/${name}`;
const options = { unrepresentable: 'any', reused: 'inline' } as const;

function schemasAs(io: 'input' | 'output'): Record<string, Json> {
  const names = z.registry<{ id: string }>();
  for (const [schema, id] of componentNames) names.add(schema, { id });
  const { schemas } = z.toJSONSchema(names, { ...options, io, uri: reference });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: _id, ...schema }]) => [name, schema]),
  );
}
