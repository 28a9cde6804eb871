import type { RunSummary } from '@querent/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { querent } from '../api';

/** The questions of a conversation, oldest first; at most the newest hundred. */
export function useRunsOfConversation(conversationId: string, enabled: boolean): UseQueryResult<RunSummary[]> {
  return useQuery({
    queryKey: ['conversations', 'runs', conversationId],
    enabled,
    queryFn: async ({ signal }) => {
      const { body } = await querent.request('GET', '/v1/queries', { query: { conversationId, limit: 100 }, signal });
      return [...body.runs].reverse();
    },
  });
}
