import { problemSchema } from '@querent/contracts';
import { z } from 'zod';
import { bodyNames, componentNames } from './component-names';
import { openApiDocument } from './openapi-document';

interface Schema {
  $ref?: string;
  description?: string;
  format?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
}
interface Body {
  content?: Record<string, { schema: Schema; example?: unknown; examples?: object }>;
  headers?: Record<string, Described>;
}
interface Described {
  $ref?: string;
  name?: string;
  description?: string;
}
interface Operation {
  parameters: Described[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

const { paths, components, ...document } = openApiDocument('1.2.3') as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; examples: Record<string, { value: unknown }> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, ...operation })),
);
const contents = operations.flatMap(({ at, requestBody, responses }) =>
  [requestBody, ...Object.values(responses)].flatMap((body) =>
    Object.entries(body?.content ?? {}).map(([type, content]) => ({ at: `${at} ${type}`, type, ...content })),
  ),
);

/** Paths of the members without a description. */
function undescribed(schema: Schema, at: string): string[] {
  const { properties = {}, additionalProperties: further, items, anyOf = [] } = schema;
  const parts = [...anyOf, ...(items ? [items] : []), ...(typeof further === 'object' ? [further] : [])];
  const members = Object.entries(properties).flatMap(([name, member]) => [
    ...(member.description === undefined ? [`${at}.${name}`] : []),
    ...undescribed(member, `${at}.${name}`),
  ]);
  return [...parts.flatMap((part) => undescribed(part, at)), ...members];
}

/** Names of the components that a part refers to, directly and by others. */
function referredBy(part: object, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (known.has(name)) continue;
    known.add(name);
    referredBy(components.schemas[name] ?? {}, known);
  }
  return known;
}

describe('the OpenAPI document', () => {
  it('describes every member of every component', () => {
    expect(Object.keys(components.schemas)).toHaveLength(componentNames.size);
    const members = Object.entries(components.schemas).flatMap(([name, schema]) => undescribed(schema, name));
    expect(members).toEqual([]);
  });

  it('describes every parameter and every header of a response', () => {
    const described = operations.flatMap(({ at, parameters, responses }) =>
      [
        ...parameters,
        ...Object.values(responses).flatMap(({ headers = {} }) =>
          Object.entries(headers).map(([name, header]) => ({ name, ...header })),
        ),
      ].map((one) => ({ at, ...one })),
    );
    expect(described.length).toBeGreaterThan(operations.length);
    expect(described.filter(({ $ref, description }) => $ref === undefined && description === undefined)).toEqual([]);
  });

  it('has a named component for each JSON body of a request and a response', () => {
    const json = contents.filter(({ type }) => /\Wjson$/.test(type));
    expect(json.length).toBeGreaterThan(operations.length);
    expect(json.filter(({ schema }) => schema.$ref === undefined)).toEqual([]);
  });

  it.each(bodyNames)('has a valid example of %s', (name) => {
    const [schema] = [...componentNames].find(([, named]) => named === name) ?? [];
    const [example] = components.schemas[name]?.examples ?? [];
    expect(schema?.parse(example)).toEqual(example);
  });

  it('has an example of every text, and of every problem', () => {
    const texts = contents.filter(({ schema }) => schema.$ref === undefined && schema.format !== 'binary');
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter(({ schema, example }) => example === undefined && schema.examples === undefined)).toEqual([]);
    const problems = contents.filter(({ type }) => type === 'application/problem+json');
    expect(problems.length).toBeGreaterThan(operations.length);
    expect(problems.filter(({ examples = {} }) => Object.keys(examples).length === 0)).toEqual([]);
    for (const { value } of Object.values(components.examples)) expect(problemSchema.parse(value)).toEqual(value);
  });

  it('has one schema for a component that is part of requests and of responses', () => {
    const sent = referredBy(operations.map(({ requestBody }) => requestBody ?? {}));
    const differ = [...componentNames].filter(
      ([schema, name]) =>
        sent.has(name) &&
        !bodyNames.includes(name) &&
        JSON.stringify(z.toJSONSchema(schema, { io: 'input' })) !== JSON.stringify(z.toJSONSchema(schema)),
    );
    expect(sent.size).toBeGreaterThan(10);
    expect(differ).toEqual([]);
  });

  it('has no unresolved reference', () => {
    const whole = { ...document, paths, components };
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(100);
    const missing = references.filter(
      (path) =>
        path.split('/').reduce((part: Record<string, never> | undefined, name) => part?.[name], whole as never) ===
        undefined,
    );
    expect(missing).toEqual([]);
  });
});
