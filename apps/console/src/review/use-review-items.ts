import { useMemo } from 'react';
import { querent } from '../api';
import { reviewItems, sourcesOf, type Kind, type Proposal, type Rated, type ReviewItem } from './review-items';
import type { RunSummary } from '@querent/client';
import { useLists } from './use-lists';

/** Items of each list that are read at once. */
const AT_ONCE = 100;
export const reviewKey = ['labels', 'review'] as const;

export interface LoadedItems {
  items: ReviewItem[];
  isPending: boolean;
  /** Whether older items of a kind are not loaded. */
  hasMore: (kind: Kind | 'all') => boolean;
  isFetching: boolean;
  loadMore: (kind: Kind | 'all') => void;
  /** Errors of sources that could not be read; the other items are shown. */
  errors: unknown[];
  retry: () => void;
}

/** What is to be reviewed about some connections, in pages. @param connections undefined: not known yet */
export function useReviewItems(connections: readonly string[] | undefined): LoadedItems {
  const ratings = useLists<Rated>([...reviewKey, 'ratings'], ['all'], async (_, cursor, signal) => {
    const { body } = await querent.request('GET', '/v1/feedback', { query: pageAt(cursor), signal });
    return { elements: body.feedback, nextCursor: body.nextCursor };
  });
  const runs = useLists<RunSummary>(
    [...reviewKey, 'unanswered'],
    ['failed', 'unclear'],
    async (name, cursor, signal) => {
      const wanted = name === 'failed' ? ({ status: 'failed' } as const) : ({ clarification: 'unanswered' } as const);
      const { body } = await querent.request('GET', '/v1/queries', { query: { ...wanted, ...pageAt(cursor) }, signal });
      return { elements: body.runs, nextCursor: body.nextCursor };
    },
  );
  const proposals = useLists<Proposal>(proposalsKey, connections, async (connection, cursor, signal) => {
    const given = { path: { name: connection }, query: { status: 'pending', ...pageAt(cursor) }, signal } as const;
    const { body } = await querent.request('GET', '/v1/connections/{name}/samples', given);
    return { elements: body.samples.map((sample) => ({ connection, sample })), nextCursor: body.nextCursor };
  });
  const sources = { ratings, runs, proposals };
  const all = Object.values(sources);
  return {
    items: useMemo(
      () => reviewItems(ratings.elements, runs.elements, proposals.elements),
      [ratings.elements, runs.elements, proposals.elements],
    ),
    isPending: all.some(({ isPending }) => isPending),
    hasMore: (kind) => sourcesOf(kind).some((name) => sources[name].hasMore),
    isFetching: all.some(({ isFetching }) => isFetching),
    loadMore: (kind) => sourcesOf(kind).forEach((name) => sources[name].loadMore()),
    errors: all.flatMap(({ error }) => (error === null ? [] : [error])),
    retry: () => all.forEach(({ error, retry }) => error !== null && retry()),
  };
}

export const proposalsKey = [...reviewKey, 'proposals'] as const;

const pageAt = (cursor: string | null): { limit: number; cursor?: string } => ({
  limit: AT_ONCE,
  ...(cursor === null ? {} : { cursor }),
});
