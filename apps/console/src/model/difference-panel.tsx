import { lazy, Suspense, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { useTexts } from './texts';

const Difference = lazy(() => import('./editor/difference'));

interface Props {
  before: string;
  after: string;
  onText: (text: string) => void;
}

/** What a draft changes in the file in force. Single changes can be undone. */
export function DifferencePanel({ before, after, onText }: Props): ReactElement {
  const { difference, panels } = useTexts();
  const { states } = useMessages();
  if (before === after) return <p className="quiet">{difference.none}</p>;
  return (
    <>
      <p className="quiet">{difference.hint}</p>
      <Suspense fallback={<p className="quiet">{states.loading}</p>}>
        <Difference label={panels.difference} before={before} after={after} onText={onText} />
      </Suspense>
    </>
  );
}
