import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { querent } from '../api';

export type Pin = Awaited<ReturnType<typeof querent.pins.list>>[number];

const PINS = ['pins'] as const;

/** The user's pinned questions, in the order of the board. */
export function usePins(): UseQueryResult<Pin[]> {
  return useQuery({ queryKey: PINS, queryFn: ({ signal }) => querent.pins.list({ signal }) });
}

/** Changes the board, and shows the change at once. */
export function usePinChange<T>(change: (given: T) => Promise<unknown>): UseMutationResult<unknown, Error, T> {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: PINS }) });
}
