import type { Fetch } from '@querent/client';
import type { Observable } from '../observable';

/** A fetch that records whether the last request reached the server. */
export const watchedFetch =
  (reachability: Observable<boolean>): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (init.signal?.aborted !== true) reachability.set(false);
      throw error;
    });
    reachability.set(response.status !== 502 && response.status !== 504);
    return response;
  };
