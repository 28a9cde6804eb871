import type { Run } from '@querent/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Preview } from '../ask/use-preview';
import { useQuerent } from '../surface/surface';

/** A question that alone means what the run has answered, and how it is read. */
export interface Reading {
  question: string;
  preview: Preview;
}

/**
 * The question as it was typed, if alone it means what the run has answered. A follow-up or a question that was
 * clarified means something else alone: then its explicit words. Null: neither is read.
 */
export function useReading(run: Run): UseQueryResult<Reading | null> {
  const querent = useQuerent();
  const { question, refinedQuestion, connection, locale } = run;
  return useQuery({
    queryKey: ['reading', connection, locale, question, refinedQuestion],
    queryFn: async ({ signal }): Promise<Reading | null> => {
      const read = async (words: string): Promise<Reading> => {
        const preview = await querent.preview({ question: words, connection, locale, alternatives: 'all' }, { signal });
        return { question: words, preview };
      };
      const typed = await read(question);
      if (refinedQuestion === null) return typed;
      if (typed.preview.kind === 'planned' && typed.preview.text === refinedQuestion) return typed;
      const explicit = await read(refinedQuestion);
      return explicit.preview.kind === 'planned' ? explicit : null;
    },
    staleTime: 60_000,
  });
}
