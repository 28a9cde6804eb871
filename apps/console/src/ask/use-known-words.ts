import { useQuery } from '@tanstack/react-query';
import { useLocale, useQuerent } from '../surface/surface';
import type { Connection } from './connections';

/** Words and questions for completions; empty until they are loaded. */
export function useKnownWords(connection: Connection | undefined): { words: string[]; questions: string[] } {
  const locale = useLocale();
  const querent = useQuerent();
  const name = connection?.name;
  const words = useQuery({
    queryKey: ['words', name, locale],
    enabled: name !== undefined && connection?.status === 'ready',
    queryFn: async ({ signal }) => {
      const known = await querent.connections.words(name ?? '', { locale, signal });
      return known.map(({ text }) => text);
    },
    staleTime: 300_000,
  });
  const earlier = useQuery({
    queryKey: ['earlier', name],
    enabled: name !== undefined,
    queryFn: async ({ signal }) =>
      (await querent.request('GET', '/v1/queries', { query: { status: 'succeeded', limit: 100 }, signal })).body.runs
        .filter((run) => run.connection === name)
        .map(({ question }) => question),
  });
  return { words: words.data ?? [], questions: [...(earlier.data ?? []), ...(connection?.examples ?? [])] };
}
