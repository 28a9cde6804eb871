import type { Run } from '@querent/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { querent } from '../api';
import { ReadingChips } from '../ask/reading-chips';
import type { Preview } from '../ask/use-preview';
import { useMessages } from '../i18n/use-messages';

/** How a run's question was read, with other choices for its parts. Choosing one asks a new question. */
export function RunReading({ run, onAsk }: { run: Run; onAsk: (question: string) => void }): ReactElement | null {
  const { reading } = useMessages();
  const { question, refinedQuestion, connection, locale } = run;
  const { data } = useQuery({
    queryKey: ['reading', connection, locale, question, refinedQuestion],
    queryFn: ({ signal }) => readingOf(run, signal),
    staleTime: 60_000,
  });
  if (!refinedQuestion && !data?.parts.length) return null;
  return (
    <div className="run-reading">
      {refinedQuestion && !data?.parts.length && (
        <p className="understood">
          <span className="quiet">{reading.understood}</span> {refinedQuestion}
        </p>
      )}
      {data && data.parts.length > 0 && <ReadingChips parts={data.parts} onReplace={onAsk} />}
    </div>
  );
}

/**
 * The reading of the question as it was typed, if alone it means what the run has answered. A follow-up or a question
 * that was clarified means something else alone: then the reading of its explicit words.
 */
async function readingOf(
  { question, refinedQuestion, connection, locale }: Run,
  signal: AbortSignal,
): Promise<Preview | null> {
  const read = (words: string): Promise<Preview | null> =>
    querent.preview({ question: words, connection, locale }, { signal }).catch(() => null);
  const typed = await read(question);
  if (refinedQuestion === null) return typed;
  if (typed?.kind === 'planned' && typed.text === refinedQuestion) return typed;
  const explicit = await read(refinedQuestion);
  return explicit?.kind === 'planned' ? explicit : null;
}
