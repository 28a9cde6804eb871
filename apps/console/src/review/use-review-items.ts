import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { querent } from '../api';
import { reviewItems, type Proposal, type ReviewItem } from './review-items';

/** Items of each source that are read at most. */
const MOST = 200;
const REVIEW = ['labels', 'review'] as const;

export interface LoadedItems {
  items: ReviewItem[];
  isPending: boolean;
  /** Errors of sources that could not be read; the other items are shown. */
  errors: unknown[];
  retry: () => void;
}

/** Everything to review about some connections. @param connections undefined: not known yet */
export function useReviewItems(connections: readonly string[] | undefined): LoadedItems {
  const names = connections ?? [];
  const rated = useQuery({
    queryKey: [...REVIEW, 'ratings'],
    queryFn: ({ signal }) => firstOf(querent.feedback.list({ limit: 100 }, { signal })),
  });
  const failed = useQuery({
    queryKey: [...REVIEW, 'unanswered'],
    queryFn: async ({ signal }) => [
      ...(await firstOf(querent.runs.list({ status: 'failed', limit: 100 }, { signal }))),
      ...(await firstOf(querent.runs.list({ status: 'expired', limit: 100 }, { signal }))),
    ],
  });
  const proposed = useQuery({
    queryKey: [...REVIEW, 'proposals', ...names],
    enabled: connections !== undefined,
    queryFn: async ({ signal }) => {
      const lists = names.map(async (connection) => {
        const samples = await firstOf(querent.samples.list(connection, { status: 'pending', limit: 100 }, { signal }));
        return samples.map((sample): Proposal => ({ connection, sample }));
      });
      return (await Promise.all(lists)).flat();
    },
  });
  const sources = [rated, failed, proposed];
  const items = useMemo(
    () => reviewItems(rated.data ?? [], failed.data ?? [], proposed.data ?? []),
    [rated.data, failed.data, proposed.data],
  );
  return {
    items,
    isPending: sources.some(({ isPending }) => isPending),
    errors: sources.flatMap(({ error }) => (error === null ? [] : [error])),
    retry: () => sources.forEach(({ error, refetch }) => error !== null && void refetch()),
  };
}

async function firstOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) {
    found.push(one);
    if (found.length === MOST) break;
  }
  return found;
}

export const reviewKey = REVIEW;
