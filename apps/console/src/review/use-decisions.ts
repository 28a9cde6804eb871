import { QuerentError } from '@querent/client';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { querent } from '../api';
import type { Proposal, ReviewItem, Sample } from './review-items';
import { useTexts } from './texts';
import type { Dismissed } from './use-dismissed';
import { proposalsKey, reviewKey } from './use-review-items';

interface Decisions {
  approve: () => void;
  correct: (corrected: { question: string; sql: string }) => void;
  dismiss: () => void;
  putBack: () => void;
  isBusy: boolean;
  error: unknown;
}

type Patch = Parameters<typeof querent.samples.update>[2];

/**
 * The decisions on an item. A proposal is changed on the server. A rating or a question becomes an example there when
 * it is approved or corrected, and is dismissed then.
 * @param sql the statement of its answer
 */
export function useDecisions(
  item: ReviewItem,
  sql: string | null,
  dismissed: Dismissed,
  onDecided: (message: string) => void,
  onReturned: () => void,
): Decisions {
  const { done } = useTexts();
  const client = useQueryClient();
  const connection = item.connection ?? '';
  const deciding = useMutation({
    mutationFn: async ({ patch, example }: { message: string; patch: Patch | null; example: Example | null }) => {
      const { sample } = item;
      if (sample !== null && patch !== null) {
        const { etag } = await querent.samples.get(connection, sample.id);
        await querent.samples.update(connection, sample.id, patch, { etag });
        return () => client.setQueriesData<LoadedProposals>({ queryKey: proposalsKey }, without(sample));
      }
      if (example !== null) await querent.samples.add(connection, example);
      return dismissed.dismiss(item);
    },
    onSuccess(removeFromList, { message }) {
      // The next one is chosen while this one is still in the list.
      onDecided(message);
      removeFromList();
    },
    onError(error) {
      // What the server refuses has changed or expired.
      if (error instanceof QuerentError) void client.invalidateQueries({ queryKey: reviewKey });
    },
  });
  const returning = useMutation({ mutationFn: () => dismissed.putBack(item), onSuccess: onReturned });
  const { mutate } = deciding;
  return {
    approve: () => {
      const example = item.question === null || sql === null ? null : { question: item.question, sql };
      mutate({ message: done.approved, patch: { status: 'approved' }, example });
    },
    correct: (example) => mutate({ message: done.corrected, patch: example, example }),
    dismiss: () => mutate({ message: done.dismissed, patch: { status: 'rejected' }, example: null }),
    putBack: () => returning.mutate(),
    isBusy: deciding.isPending || returning.isPending,
    error: deciding.error ?? returning.error,
  };
}

type LoadedProposals = InfiniteData<{ elements: readonly Proposal[] }>;

const without =
  (decided: Sample) =>
  (loaded: LoadedProposals | undefined): LoadedProposals | undefined =>
    loaded && {
      ...loaded,
      pages: loaded.pages.map((page) => ({
        ...page,
        elements: page.elements.filter(({ sample }) => sample.id !== decided.id),
      })),
    };

interface Example {
  question: string;
  sql: string;
}
