import { Querent, type Fetch } from '@querent/client';
import { observable } from './observable';
import type { Locale } from './surface/surface';
import { newQueryClient } from './surface/query-client';
import { watchedFetch } from './surface/watched-fetch';

/** The requests that end a session call this; `session/session.tsx` asks the user to sign in again. */
let whenUnauthorized = (): void => undefined;

export function onUnauthorized(listener: () => void): void {
  whenUnauthorized = listener;
}

/** Whether the last request reached the server. A page with old content shows a notice. */
export const reachability = observable(true);

const watched = watchedFetch(reachability);

const sessionFetch: Fetch = async (url, init) => {
  const response = await watched(url, init);
  if (response.status === 401 && !url.endsWith('/v1/session')) whenUnauthorized();
  return response;
};

/**
 * The client of the console: it has the rights of the session's cookie. Its texts are in the page's language.
 * Components that are also shown elsewhere use `useQuerent`.
 */
export let querent = clientFor('en');

/** Changes the language of the console's client. */
export function speak(locale: Locale): Querent {
  return (querent = clientFor(locale));
}

function clientFor(locale: Locale): Querent {
  return new Querent({ url: window.location.origin, key: null, locale, fetch: sessionFetch, retries: 2 });
}

export const queryClient = newQueryClient();
