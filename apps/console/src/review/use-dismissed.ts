import type { Routes } from '@querent/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { querent } from '../api';
import type { ReviewItem, Reviewed } from './review-items';
import { reviewKey } from './use-review-items';

type Dismissal = Routes['GET /v1/dismissals']['output']['dismissals'][number];

/** What administrators of the tenant have dismissed. The server keeps it. */
export interface Dismissed {
  isPending: boolean;
  error: unknown;
  retry: () => void;
  has: (item: ReviewItem) => boolean;
  /** Resolves with a function that shows it. @throws QuerentError */
  dismiss: (item: ReviewItem) => Promise<() => void>;
  /** @throws QuerentError */
  putBack: (item: ReviewItem) => Promise<void>;
}

const queryKey = [...reviewKey, 'dismissals'];

export function useDismissed(): Dismissed {
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery({
    queryKey,
    // Others decide at the same time.
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const found: Dismissal[] = [];
      for await (const one of querent.dismissals.list({ limit: 1_000 }, { signal })) found.push(one);
      return found;
    },
  });
  const known = useMemo(() => new Map(data?.map((one) => [keyOf(one), one])), [data]);
  const change = (edit: (before: Dismissal[]) => Dismissal[]): void => {
    // A response that is on its way would not have the change.
    void client.cancelQueries({ queryKey });
    client.setQueryData<Dismissal[]>(queryKey, (before = []) => edit(before));
  };
  return {
    isPending,
    error,
    retry: () => void refetch(),
    has: ({ reviewed }) => reviewed.some((one) => known.has(keyOf(one))),
    async dismiss({ reviewed: [newest] }) {
      if (newest === undefined) return () => undefined;
      const dismissal = await querent.dismissals.add(newest);
      return () => change((before) => [dismissal, ...before.filter(({ id }) => id !== dismissal.id)]);
    },
    async putBack({ reviewed }) {
      const ids = reviewed.flatMap((one) => known.get(keyOf(one))?.id ?? []);
      await Promise.all(ids.map((id) => querent.dismissals.remove(id)));
      change((before) => before.filter(({ id }) => !ids.includes(id)));
    },
  };
}

const keyOf = ({ runId, rating }: Pick<Dismissal, 'runId' | 'rating'> | Reviewed): string =>
  JSON.stringify(rating == null ? [runId] : [runId, rating.by, rating.at]);
