import type { Querent } from '@querent/client';
import { useQuery } from '@tanstack/react-query';
import { useObserved, usePlace, useQuerent } from '../surface/surface';

export type Connection = Awaited<ReturnType<typeof list>>[number];

const list = async (querent: Querent, signal?: AbortSignal) =>
  (await querent.request('GET', '/v1/connections', { signal })).body.connections;

/**
 * The data that the user may ask about, and which of it the next question is about.
 * @param everyMs how often the states are read again while the page is looked at; 0: not
 */
export function useConnections(everyMs = 0): {
  connections: Connection[] | undefined;
  connection: Connection | undefined;
  choose: (name: string) => void;
  error: unknown;
  retry: () => void;
} {
  const { connection: chosen, onlyConnection } = usePlace();
  const querent = useQuerent();
  const name = useObserved(chosen);
  const { data, error, refetch } = useQuery({
    queryKey: ['labels', 'connections'],
    queryFn: ({ signal }) => list(querent, signal),
    select: (all) => (onlyConnection === null ? all : all.filter((one) => one.name === onlyConnection)),
    // A connection that is being prepared is ready in seconds.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'preparing') ? 1_000 : everyMs || false,
  });
  const connection =
    data?.find((one) => one.name === name) ?? data?.find(({ status }) => status === 'ready') ?? data?.[0];
  return { connections: data, connection, choose: chosen.set, error, retry: () => void refetch() };
}
