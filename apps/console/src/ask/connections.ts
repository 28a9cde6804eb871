import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { querent } from '../api';
import { keptObservable } from '../observable';

const chosen = keptObservable<string | null>('querent-connection', (kept) => kept);

export type Connection = Awaited<ReturnType<typeof list>>[number];

const list = async (signal?: AbortSignal) =>
  (await querent.request('GET', '/v1/connections', { signal })).body.connections;

/** The data that the user may ask about, and which of it the next question is about. */
export function useConnections(): {
  connections: Connection[] | undefined;
  connection: Connection | undefined;
  choose: (name: string) => void;
  error: unknown;
  retry: () => void;
} {
  const name = useSyncExternalStore(chosen.subscribe, chosen.get);
  const { data, error, refetch } = useQuery({
    queryKey: ['labels', 'connections'],
    queryFn: ({ signal }) => list(signal),
    // A connection that is being prepared is ready in seconds.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'preparing') ? 1_000 : false),
  });
  const connection =
    data?.find((one) => one.name === name) ?? data?.find(({ status }) => status === 'ready') ?? data?.[0];
  return { connections: data, connection, choose: chosen.set, error, retry: () => void refetch() };
}
