import { bearerOf, type RingKey } from './key-ring';

/** One operation of the OpenAPI document. */
export interface DescribedRoute {
  method: string;
  path: string;
  /** Alternative scopes, one of which is required. Empty for an open route. */
  scopes: readonly string[];
  /** Names of query parameters. */
  query: readonly string[];
  takesBody: boolean;
  /** Media types of the response. */
  types: readonly string[];
}

/** A response with all its bytes: headers, then the body. */
export interface Answered {
  key: RingKey;
  route: DescribedRoute;
  asked: string;
  status: number;
  bytes: string;
}

export interface WalkValues {
  /**
   * Values of each path or query parameter. A route with an unknown path parameter fails the walk: add its values
   * here.
   */
  of: Readonly<Record<string, readonly string[]>>;
  /** Bodies by `METHOD /path`. Default: an empty object. */
  bodies: Readonly<Record<string, readonly object[]>>;
  /** Whether an address is an endless stream, which the walk skips. */
  endless(address: string): boolean;
}

type Parameter = { name: string; in: string };
type Operation = {
  parameters?: Parameter[];
  requestBody?: unknown;
  'x-required-scope'?: string;
  responses: Record<string, { content?: object }>;
};

/** Every operation in a running gateway's OpenAPI document, plus the dashboard under `/queues`, which it lacks. */
export async function describedRoutes(url: string): Promise<DescribedRoute[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): DescribedRoute => ({
      method: method.toUpperCase(),
      path,
      scopes: operation['x-required-scope']?.split(' or ') ?? [],
      query: (operation.parameters ?? []).flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
      takesBody: operation.requestBody !== undefined,
      types: Object.keys(operation.responses['200']?.content ?? {}),
    })),
  );
  const dashboard = [
    '/queues',
    '/queues/api/queues',
    '/queues/api/queues?activeQueue=executor&status=completed&page=1&jobsPerPage=50',
    '/queues/api/queues?activeQueue=executor&status=failed&page=1&jobsPerPage=50',
    '/docs',
  ];
  return [
    ...described,
    ...dashboard.map((path) => ({
      method: 'GET',
      path,
      scopes: path === '/docs' ? [] : ['operate'],
      query: [],
      takesBody: false,
      types: [],
    })),
  ];
}

/** Requests a route with one key and every combination of the values, in sequence. */
export async function* walked(
  url: string,
  route: DescribedRoute,
  key: RingKey,
  values: WalkValues,
): AsyncGenerator<Answered> {
  const bodies =
    route.method === 'GET'
      ? [undefined]
      : (values.bodies[`${route.method} ${route.path}`] ?? [route.takesBody ? {} : undefined]);
  for (const address of addresses(route.path, values).filter((one) => !values.endless(one))) {
    for (const search of searches(route, values)) {
      for (const body of bodies) {
        for (const accept of acceptsOf(route))
          yield await answered(url, { key, route, address: `${address}${search}`, body, accept });
      }
    }
  }
}

/** One media type after the other; an MCP client must accept both of its types. */
function acceptsOf({ path, types }: DescribedRoute): readonly string[] {
  if (types.length === 0) return ['*/*'];
  return path === '/mcp' ? [types.join(', ')] : types;
}

function addresses(path: string, values: WalkValues): string[] {
  const part = /\{(\w+)\}/.exec(path)?.[1];
  if (part === undefined) return [path];
  const known = values.of[part];
  if (known === undefined) throw new Error(`no values for the parameter {${part}} of ${path}`);
  return known.flatMap((value) => addresses(path.replace(`{${part}}`, encodeURIComponent(value)), values));
}

/** The empty query, and one query for each value of each parameter. */
const searches = ({ query }: DescribedRoute, values: WalkValues): string[] => [
  '',
  ...query.flatMap((name) => (values.of[name] ?? []).map((value) => `?${name}=${encodeURIComponent(value)}`)),
];

async function answered(
  url: string,
  {
    key,
    route,
    address,
    body,
    accept,
  }: { key: RingKey; route: DescribedRoute; address: string; body: object | undefined; accept: string },
): Promise<Answered> {
  const headers = {
    ...bearerOf(key),
    accept,
    'accept-language': 'en',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(`${url}${address}`, {
    method: route.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  return {
    key,
    route,
    asked: `${route.method} ${address} ${accept}`,
    status: response.status,
    bytes: `${JSON.stringify([...response.headers])}\n${text}`,
  };
}
