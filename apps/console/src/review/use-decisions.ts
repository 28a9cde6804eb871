import { useMutation, useQueryClient } from '@tanstack/react-query';
import { querent } from '../api';
import type { Dismissed } from './dismissed';
import type { ReviewItem } from './review-items';
import { useTexts } from './texts';
import { reviewKey } from './use-review-items';

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
 * it is approved or corrected, and is then dismissed in the browser.
 * @param sql the statement of its answer
 */
export function useDecisions(
  item: ReviewItem,
  sql: string | null,
  dismissed: Dismissed,
  onDecided: (message: string) => void,
): Decisions {
  const { done } = useTexts();
  const client = useQueryClient();
  const connection = item.connection ?? '';
  const deciding = useMutation({
    mutationFn: async ({ patch, example }: { message: string; patch: Patch | null; example: Example | null }) => {
      if (item.sample !== null && patch !== null) {
        const { etag } = await querent.samples.get(connection, item.sample.id);
        await querent.samples.update(connection, item.sample.id, patch, { etag });
      } else if (example !== null) await querent.samples.add(connection, example);
    },
    onSuccess: (_, { message }) => {
      onDecided(message);
      dismissed.set(item.id, true);
      void client.invalidateQueries({ queryKey: [...reviewKey, 'proposals'] });
    },
  });
  const { mutate } = deciding;
  return {
    approve: () => {
      const example = item.question === null || sql === null ? null : { question: item.question, sql };
      mutate({ message: done.approved, patch: { status: 'approved' }, example });
    },
    correct: (example) => mutate({ message: done.corrected, patch: example, example }),
    dismiss: () => mutate({ message: done.dismissed, patch: { status: 'rejected' }, example: null }),
    putBack: () => dismissed.set(item.id, false),
    isBusy: deciding.isPending,
    error: deciding.error,
  };
}

interface Example {
  question: string;
  sql: string;
}
