import { errorTable, type ErrorCode } from '@querent/contracts';
import type { z } from 'zod';
import { REQUEST_ID_HEADER } from '../tracing/request-id';
import { problemExample } from './examples/questions';
import { modelFileExample } from './examples/texts';
import { componentSchemas, schemaOf, type Json } from './json-schemas';
import { routes } from './route-table';
import { problemsOf, tags, type Answer, type Route } from './route-parts';

/**
 * The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), generated from the route table and the schemas that
 * parse requests.
 */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Querent',
      version,
      description: 'Ask a PostgreSQL database questions in Chinese or English.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key with the scopes `query`, `sql:read`, `admin` or `operate`, or a token (JWT) of the configured issuer.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-querent',
          description: 'For browsers: the cookie of `POST /v1/session`, in requests of pages of the same origin.',
        },
      },
      parameters: {
        RequestId: {
          name: REQUEST_ID_HEADER,
          in: 'header',
          required: false,
          description: `Id of the request, 1 to 128 characters of letters, digits and \`._:-\`. Without one, or with another value, the gateway makes an id.`,
          schema: { type: 'string' },
        },
      },
      headers: {
        RequestId: {
          description: 'Id of the request. The log lines of the gateway about the request contain it.',
          schema: { type: 'string' },
        },
      },
      examples: problemExamples(),
      schemas: componentSchemas(),
    },
  };
}

function operation(route: Route): Json {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.demands === null ? [] : [{ key: [] }, { session: [] }],
    ...(route.demands === null
      ? {}
      : {
          'x-required-scope': route.demands.scopes.join(' or '),
          ...(route.demands.sqlRead === undefined ? {} : { 'x-required-besides': 'sql:read' }),
        }),
    parameters: [...pathParameters(route), ...headerParameters(route), ...queryParameters(route), requestId.parameter],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.isBodyOptional !== true,
            content: Object.fromEntries(
              ['application/json', ...(route.takesYaml ? ['application/yaml'] : [])].map((type) => [
                type,
                type === 'application/yaml'
                  ? { schema: { type: 'string' }, example: modelFileExample }
                  : { schema: schemaOf(route.body as z.ZodType, 'input') },
              ]),
            ),
          },
        }),
    responses: {
      ...Object.fromEntries(Object.entries(route.answers).map(([status, answer]) => [status, response(answer)])),
      ...problemResponses(problemsOf(route), route.answers),
    },
  };
}

/** Every request may have an id, and every response has it. */
const requestId = {
  parameter: { $ref: '#/components/parameters/RequestId' },
  header: { [REQUEST_ID_HEADER]: { $ref: '#/components/headers/RequestId' } },
};

const operationId = ({ method, path }: Route): string =>
  `${method.toLowerCase()}${path
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '' && part !== 'v1')
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('')}`;

/** What a parameter of a path is, by the segment before it. */
const pathMeanings: Readonly<Record<string, string>> = {
  queries: 'id of the run',
  connections: 'name of the connection',
  samples: 'id of the sample',
  pins: 'id of the pin',
  dismissals: 'id of the dismissal',
  agents: 'name of the agent',
  keys: 'name of the key',
  revisions: 'id of the revision',
  impact: 'id of the comparison',
  'dead-letters': 'id of the dead letter',
  tenants: 'name of the tenant',
};

const pathParameters = ({ path }: Route): Json[] =>
  [...path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(([, segment = '', name]) => ({
    name,
    in: 'path',
    required: true,
    description: pathMeanings[segment],
    schema: { type: 'string' },
  }));

const headerParameters = ({ headers }: Route): Json[] =>
  Object.entries(headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: Route): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, member]) => {
    const { description, ...schema } = schemaOf(member as z.ZodType, 'input');
    return { name, in: 'query', required: false, description, schema };
  });
}

const response = ({ description, content, headers }: Answer): Json => ({
  description,
  ...(content === undefined
    ? {}
    : {
        content: Object.fromEntries(
          Object.entries(content).map(([type, schema]) => [type, { schema: schemaOf(schema, 'output') }]),
        ),
      }),
  headers: {
    ...Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
    ),
    ...requestId.header,
  },
});

/** Problem responses by status; several codes may share a status, also with an answer that is no problem. */
function problemResponses(codes: ErrorCode[], answers: Route['answers']): Record<string, Json> {
  return Object.fromEntries(
    [...grouped(codes)].map(([status, same]) => {
      const other = answers[status];
      const texts = same.map((code) => `\`${code}\`: ${errorTable[code].detail.en}`);
      return [
        String(status),
        {
          description: [...(other === undefined ? [] : [other.description]), ...texts].join(' '),
          headers: requestId.header,
          content: {
            ...(other === undefined ? {} : (response(other)['content'] as Json)),
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              examples: Object.fromEntries(same.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
            },
          },
        },
      ];
    }),
  );
}

/** A problem of each code that a route may answer. */
function problemExamples(): Record<string, Json> {
  const codes = new Set(routes.flatMap(problemsOf));
  return Object.fromEntries(
    [...codes].sort().map((code) => [code, { summary: errorTable[code].title.en, value: problemExample(code) }]),
  );
}

function grouped(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) groups.set(errorTable[code].status, [...(groups.get(errorTable[code].status) ?? []), code]);
  return groups;
}
