import { QuerentError, type Querent } from '@querent/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useQuerent } from '../surface/surface';

/** Whose rights the page has. */
export type Session = Awaited<ReturnType<Querent['session']['get']>>;

export const SESSION = ['session'] as const;

/** Whose rights the client has; null: there is no session. */
export function useSessionQuery(enabled = true): UseQueryResult<Session | null> {
  const querent = useQuerent();
  return useQuery({
    enabled,
    queryKey: SESSION,
    queryFn: ({ signal }) =>
      querent.session.get({ signal }).catch((error: unknown) => {
        if (error instanceof QuerentError && error.status === 401) return null;
        throw error;
      }),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
}
