import { QuerentError, type Run, type RunEvent } from '@querent/client';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { handleOf, openRun } from './shared-runs';

export const runKey = (id: string): readonly unknown[] => ['run', id];

const terminal: readonly Run['status'][] = ['succeeded', 'failed', 'cancelled', 'expired'];

export const isOver = ({ status }: Pick<Run, 'status'>): boolean => terminal.includes(status);

/** Wait before a stream that broke for good is opened again, ms. */
const REOPEN_MS = 3_000;

/**
 * A run, and its progress while it goes on. Every tab and every device with the address sees the same.
 * @param token of the address of a run that a colleague has shared
 */
export function useRun(id: string, token: string | null = null): UseQueryResult<Run> {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: runKey(id),
    queryFn: ({ signal }) => openRun(id, token, signal),
    staleTime: 5_000,
  });
  const { data: run } = query;
  const isFollowed = run !== undefined && !isOver(run);
  useEffect(() => {
    if (!isFollowed) return;
    const abort = new AbortController();
    const apply = (event: RunEvent): void => {
      client.setQueryData<Run>(runKey(id), (known) => known && withEvent(known, event));
      // The replies that were accepted meanwhile are part of the run alone.
      if (event.event === 'clarification') void client.invalidateQueries({ queryKey: runKey(id) });
    };
    const follow = async (): Promise<void> => {
      while (!abort.signal.aborted) {
        try {
          for await (const event of handleOf(id).events({ signal: abort.signal })) apply(event);
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
  }, [id, isFollowed, client]);
  return query;
}

/** A run after one of its events. */
export function withEvent(run: Run, { event, data }: RunEvent): Run {
  switch (event) {
    case 'step':
      if (run.steps.some(({ seq }) => seq === data.seq)) return run;
      return { ...run, steps: [...run.steps, data].sort((a, b) => a.seq - b.seq) };
    case 'status':
      // Events are repeated from the first one: an old status must not reopen a run. The end comes with the whole run.
      if (isOver(run) || isOver(data)) return run;
      return {
        ...run,
        status: data.status,
        clarification: data.status === 'awaiting_clarification' ? run.clarification : null,
      };
    case 'clarification':
      return isOver(run) ? run : { ...run, status: 'awaiting_clarification', clarification: data };
    case 'end':
      return data;
  }
}
