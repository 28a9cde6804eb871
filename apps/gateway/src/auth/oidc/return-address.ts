import { isApiPath } from '../../console/api-paths';

/** Any origin: only the path, the query and the fragment of an address are used. */
const ORIGIN = 'http://console.invalid';
const LONGEST = 2_000;

/**
 * The page of the console to which a sign-in returns: its path, query and fragment. `/` for an address of another
 * origin, of the API, or in another form.
 */
export function returnAddress(given: string | undefined): string {
  // A browser reads `//host` and `/\host` as addresses of another origin.
  if (given === undefined || given.length > LONGEST || !/^\/(?![/\\])/.test(given)) return '/';
  if (!URL.canParse(given, ORIGIN)) return '/';
  const { origin, pathname, search, hash } = new URL(given, ORIGIN);
  // The parsed path may begin with `//` although the text did not: `/..//host`.
  if (origin !== ORIGIN || pathname.startsWith('//') || isApiPath(pathname)) return '/';
  return `${pathname}${search}${hash}`;
}

/** The page with a problem that the console explains. @param returnTo of `returnAddress` */
export function addressOfProblem(returnTo: string, problem: string): string {
  const address = new URL(returnTo, ORIGIN);
  address.searchParams.set('problem', problem);
  return `${address.pathname}${address.search}${address.hash}`;
}
