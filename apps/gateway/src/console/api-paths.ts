/** First segments of paths that belong to the API, its documentation and its dashboards. */
const segments = [
  'v1',
  'mcp',
  'docs',
  'queues',
  'openapi.json',
  'healthz',
  'readyz',
  'metrics',
  'assets',
  'embed',
  '.well-known',
];

/**
 * Whether a path belongs to the API. The console has no page there, and an unknown path is answered with a problem, for
 * a browser too.
 */
export const isApiPath = (path: string): boolean => {
  const [, first = ''] = path.split('/');
  // Swagger has pages such as /docs-json.
  return segments.some((segment) => first === segment || first.startsWith(`${segment}-`));
};
