import { Querent, QuerentError, type Fetch } from '@querent/client';
import { QueryClient } from '@tanstack/react-query';
import { observable } from './observable';

/** The requests that end a session call this; `session/session.tsx` asks the user to sign in again. */
let whenUnauthorized = (): void => undefined;

export function onUnauthorized(listener: () => void): void {
  whenUnauthorized = listener;
}

const watchingFetch: Fetch = async (url, init) => {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted !== true) reachability.set(false);
    throw error;
  });
  reachability.set(response.status !== 502 && response.status !== 504);
  if (response.status === 401 && !url.endsWith('/v1/session')) whenUnauthorized();
  return response;
};

/** Whether the last request reached the server. A page with old content shows a notice. */
export const reachability = observable(true);

/** The client of the page: it has the rights of the session's cookie. Its texts are in the page's language. */
export let querent = clientFor('en');

export function speak(locale: 'zh' | 'en'): void {
  querent = clientFor(locale);
}

function clientFor(locale: 'zh' | 'en'): Querent {
  return new Querent({ url: window.location.origin, key: null, locale, fetch: watchingFetch, retries: 2 });
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client repeats requests itself.
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The text of an error for the user; `fallback` for errors that are not the server's. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof QuerentError ? error.detail : fallback;
}
