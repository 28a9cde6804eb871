type Json = { readonly [key: string]: unknown };

/** The part of an OpenAPI document that the types are made of. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

interface Operation {
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

/**
 * TypeScript types of an OpenAPI document that the gateway generates: one type for each component, and the table
 * `Routes`, whose keys are method and path.
 * @throws if a schema uses a keyword that has no rule here
 */
export function apiTypes(document: object): string {
  const { paths, components } = document as Document;
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => route(`${method.toUpperCase()} ${path}`, operation)),
  );
  return [
    '/* Generated from the OpenAPI document by infra/tools/client/api-types.spec.ts with UPDATE_PAGES=1. */',
    '/* eslint-disable max-len */',
    '',
    ...Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')};\n`),
    '/** Input and output of each route, by method and path. */',
    'export interface Routes {',
    ...routes,
    '}',
    '',
  ].join('\n');
}

function route(name: string, operation: Operation): string {
  const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => typeOf(schema, '      '));
  const members = [
    parameters('path', operation),
    parameters('query', operation),
    ...(bodies.length === 0
      ? []
      : [`body${operation.requestBody?.required === false ? '?' : ''}: ${[...new Set(bodies)].join(' | ')};`]),
  ].filter((member) => member !== '');
  return [
    `  /** ${comment(operation.summary)} */`,
    `  '${name}': {`,
    members.length === 0
      ? '    input: object;'
      : `    input: {\n${members.map((member) => `      ${member}`).join('\n')}\n    };`,
    `    output: ${outputOf(operation)};`,
    '  };',
  ].join('\n');
}

function parameters(kind: 'path' | 'query', operation: Operation): string {
  const found = operation.parameters.filter((parameter) => parameter.in === kind);
  if (found.length === 0) return '';
  const lines = found.map(({ name, required, schema }) => {
    // A query string holds numbers as digits; callers may pass a number.
    const isNumber = kind === 'query' && /^\^\\d\{[\d,]+\}\$$/.test(String(schema['pattern']));
    return member({ name, required, schema, type: isNumber ? 'number | string' : undefined }, '        ');
  });
  return `${kind}${found.some(({ required }) => required) ? '' : '?'}: {\n${lines.join('\n')}\n      };`;
}

/** JSON bodies of all successful responses, else text; undefined without a body; never without such a response. */
function outputOf({ responses }: Operation): string {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = answers.map(([, { content = {} }]) => {
    const json = content['application/json']?.schema;
    if (json !== undefined) return typeOf(json, '    ');
    return Object.keys(content).length > 0 ? 'string' : 'undefined';
  });
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ');
}

/** Keywords that limit values and do not change their type. */
const limits = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'format',
  'pattern',
  'description',
  'default',
  'examples',
];
/** Keywords that each rule of `typeOf` reads. */
const understood = new Set([
  ...limits,
  ...['$ref', 'const', 'enum', 'anyOf', 'type', 'items', 'properties', 'required'],
  ...['additionalProperties', 'propertyNames', 'minItems', 'maxItems'],
]);

function typeOf(schema: Json, indent: string): string {
  const unknown = Object.keys(schema).filter((keyword) => !understood.has(keyword));
  if (unknown.length > 0) throw new Error(`No rule for the keywords ${unknown.join(', ')} of JSON Schema`);
  const { $ref, anyOf, type } = schema as { $ref?: string; anyOf?: Json[]; type?: string | string[] };
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if ('const' in schema) return literal(schema['const']);
  if ('enum' in schema) return (schema['enum'] as unknown[]).map(literal).join(' | ');
  if (anyOf !== undefined) return [...new Set(anyOf.map((one) => typeOf(one, indent)))].join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ');
  if (type === 'array') return arrayOf(typeOf((schema['items'] as Json | undefined) ?? {}, indent));
  if (type === 'object') return objectType(schema, indent);
  if (type === 'integer') return 'number';
  return type ?? 'unknown';
}

function objectType(schema: Json, indent: string): string {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const further = schema['additionalProperties'];
  const lines = Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {}).map(([name, found]) =>
    member({ name, required: required.has(name), schema: found }, `${indent}  `),
  );
  // An index signature, because a `Record` may not refer to itself.
  if (typeof further === 'object' && further !== null)
    lines.push(`${indent}  [key: string]: ${typeOf(further as Json, `${indent}  `)};`);
  return lines.length === 0 ? 'object' : `{\n${lines.join('\n')}\n${indent}}`;
}

function member(
  { name, required, schema, type }: { name: string; required: boolean; schema: Json; type?: string | undefined },
  indent: string,
): string {
  const text = schema['description'];
  const doc = typeof text === 'string' ? `${indent}/** ${comment(text)} */\n` : '';
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
  return `${doc}${indent}${key}${required ? '' : '?'}: ${type ?? typeOf(schema, indent)};`;
}

const arrayOf = (item: string): string => (/^[\w]+$/.test(item) ? `${item}[]` : `(${item})[]`);
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
const comment = (text: string): string => text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ');
