/**
 * The pages, by the patterns of their paths; `:id` matches one segment. The gateway answers these paths with the
 * console, and the console shows the page.
 */
const patterns = {
  start: '/',
  ask: '/ask',
  run: '/runs/:id',
  board: '/board',
  models: '/model',
  model: '/model/:name',
  review: '/review',
  runs: '/runs',
  runDetails: '/runs/:id/details',
  connections: '/connections',
  connection: '/connections/:name',
  keys: '/keys',
  usage: '/usage',
} as const;

export type PageName = keyof typeof patterns;

export const pagePatterns: readonly string[] = Object.values(patterns);

/** Parameters of a pattern: `/runs/:id` has `id`. */
type Parameters<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameters<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** The pages whose pattern is an address by itself. */
export type PlainPageName = {
  [N in PageName]: Parameters<(typeof patterns)[N]> extends never ? N : never;
}[PageName];

export const isPlainPage = (page: PageName): page is PlainPageName => !patterns[page].includes(':');

type Given<N extends PageName> = { [K in Parameters<(typeof patterns)[N]>]: string };

/** The address of a page, with its parameters and the search parameters that are given. */
export function addressOf<N extends PageName>(
  page: N,
  parameters: Given<N>,
  search: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = patterns[page].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((parameters as Record<string, string>)[name] ?? ''),
  );
  const given = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const patternOf = (page: PageName): string => patterns[page];
