import { QuerentError, type Run, type RunEvent } from '@querent/client';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePlace, useQuerent } from '../surface/surface';
import { isOver, withEvent } from './run-after-event';

export const runKey = (id: string | null): readonly unknown[] => ['run', id];

/** Wait between two looks at a run whose events cannot be read, ms. */
const POLL_MS = 1_500;
/** Wait before a stream that broke for good is opened again, ms. */
const REOPEN_MS = 3_000;

/**
 * A run, and its progress while it goes on. Every tab and every device with the address sees the same.
 * @param id null: there is none
 * @param token of the address of a run that a colleague has shared
 */
export function useRun(id: string | null, token: string | null = null): UseQueryResult<Run> {
  const client = useQueryClient();
  const querent = useQuerent();
  const { sharedRuns, progress } = usePlace();
  const query = useQuery({
    enabled: id !== null,
    queryKey: runKey(id),
    queryFn: ({ signal }) => sharedRuns.open(querent, id ?? '', token, signal),
    refetchInterval: ({ state: { data } }) => (progress === 'polling' && data && !isOver(data) ? POLL_MS : false),
    staleTime: 5_000,
  });
  const { data: run } = query;
  const isFollowed = progress === 'events' && run !== undefined && !isOver(run);
  useEffect(() => {
    if (!isFollowed || id === null) return;
    const abort = new AbortController();
    const apply = (event: RunEvent): void => {
      client.setQueryData<Run>(runKey(id), (known) => known && withEvent(known, event));
      // The replies that were accepted meanwhile are part of the run alone.
      if (event.event === 'clarification') void client.invalidateQueries({ queryKey: runKey(id) });
    };
    const follow = async (): Promise<void> => {
      while (!abort.signal.aborted) {
        try {
          for await (const event of sharedRuns.handle(querent, id).events({ signal: abort.signal })) apply(event);
          await client.invalidateQueries({ queryKey: runKey(id) });
          return;
        } catch (error) {
          if (abort.signal.aborted) return;
          // The session has ended, or the run: the page shows why.
          if (error instanceof QuerentError && error.status < 500 && error.status !== 429) {
            await client.invalidateQueries({ queryKey: runKey(id) });
            return;
          }
          await new Promise((resolve) => setTimeout(resolve, REOPEN_MS));
        }
      }
    };
    void follow();
    return () => abort.abort();
  }, [id, isFollowed, client, querent, sharedRuns]);
  return query;
}
