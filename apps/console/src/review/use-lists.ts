import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** A page of one of the server's lists. */
export interface ListPage<T> {
  elements: readonly T[];
  nextCursor: string | null;
}

export interface Lists<T> {
  elements: readonly T[];
  /** Whether the first pages are not there yet. */
  isPending: boolean;
  hasMore: boolean;
  isFetching: boolean;
  error: unknown;
  loadMore: () => void;
  retry: () => void;
}

/**
 * Some lists of the server as one, in pages: each page has the next elements of every list that has more.
 * @param names of the lists; undefined: not known yet
 */
export function useLists<T>(
  queryKey: readonly string[],
  names: readonly string[] | undefined,
  read: (name: string, cursor: string | null, signal: AbortSignal) => Promise<ListPage<T>>,
): Lists<T> {
  const first = (names ?? []).map((name): Position => [name, null]);
  const query = useInfiniteQuery({
    queryKey: [...queryKey, ...(names ?? [])],
    enabled: names !== undefined,
    initialPageParam: first,
    queryFn: async ({ pageParam, signal }) => {
      const pages = await Promise.all(pageParam.map(([name, cursor]) => read(name, cursor, signal)));
      const next = pages.flatMap(({ nextCursor }, at): Position[] =>
        nextCursor === null ? [] : [[pageParam[at]?.[0] ?? '', nextCursor]],
      );
      return { elements: pages.flatMap(({ elements }) => elements), next };
    },
    getNextPageParam: ({ next }) => (next.length === 0 ? undefined : next),
  });
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  return {
    elements: useMemo(() => data?.pages.flatMap(({ elements }) => elements) ?? [], [data]),
    isPending,
    hasMore: hasNextPage,
    isFetching,
    error,
    // A second request would take the first one's place.
    loadMore: () => void (hasNextPage && !isFetching && fetchNextPage()),
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

type Position = readonly [list: string, cursor: string | null];
