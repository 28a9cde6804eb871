import type { Run } from '@querent/client';
import type { ReactElement } from 'react';
import { ReadingChips } from '../ask/reading-chips';
import { useMessages } from '../i18n/use-messages';
import { useReading } from './use-reading';

/** How a run's question was read, with other choices for its parts. Choosing one asks a new question. */
export function RunReading({ run, onAsk }: { run: Run; onAsk: (question: string) => void }): ReactElement | null {
  const { reading } = useMessages();
  const { data } = useReading(run);
  if (data?.preview.parts.length) {
    const defined = data.preview.parts.filter(({ definition }) => definition !== undefined);
    return (
      <>
        <ReadingChips question={data.question} preview={data.preview} onReplace={onAsk} />
        {defined.length > 0 && (
          <ul className="definitions quiet" aria-label={reading.definitions}>
            {defined.map(({ from, label, definition }) => (
              <li key={from}>
                <strong>{label}</strong>
                {reading.colon}
                {definition}
              </li>
            ))}
          </ul>
        )}
      </>
    );
  }
  if (run.refinedQuestion === null) return null;
  return (
    <p className="understood">
      <span className="quiet">{reading.understood}</span> {run.refinedQuestion}
    </p>
  );
}
