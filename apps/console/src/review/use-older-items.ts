import { useEffect, useRef } from 'react';
import type { Filters } from './review-filters';
import type { LoadedItems } from './use-review-items';

/** Items that are ready after the shown ones, so that the next one follows at once. */
const READY = 20;
/** Pages that are loaded without a decision of the user in between: filters may match very few items. */
const MOST_PAGES = 20;

/**
 * Loads older items before the shown ones are all decided on.
 * @param shown number of items that match the filters; null: not known yet
 * @returns whether a page is being loaded, or will be at once
 */
export function useOlderItems(loaded: LoadedItems, filters: Filters, shown: number | null): boolean {
  const { kind, connection, withDismissed } = filters;
  const pages = useRef(0);
  const before = useRef<unknown>(null);
  const current = JSON.stringify([kind, connection, withDismissed]);
  if (before.current !== current) [before.current, pages.current] = [current, 0];
  if (shown !== null && shown >= READY) pages.current = 0;
  const isWanted =
    shown !== null && shown < READY && loaded.hasMore(kind) && loaded.errors.length === 0 && pages.current < MOST_PAGES;
  const { isFetching, items } = loaded;
  const load = useRef(loaded.loadMore);
  load.current = loaded.loadMore;
  useEffect(() => {
    if (!isWanted || isFetching) return;
    pages.current += 1;
    load.current(kind);
  }, [isWanted, isFetching, kind, items]);
  return isWanted || (isFetching && loaded.hasMore(kind));
}
