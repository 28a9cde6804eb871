import { lazy, Suspense, type ReactElement } from 'react';
import { useTexts } from './texts';
import { Loading } from '../ui/loading';

const Difference = lazy(() => import('./editor/difference'));

interface Props {
  before: string;
  after: string;
  onText: (text: string) => void;
}

/** What a draft changes in the file in force. Single changes can be undone. */
export function DifferencePanel({ before, after, onText }: Props): ReactElement {
  const { difference, panels } = useTexts();
  if (before === after) return <p className="quiet">{difference.none}</p>;
  return (
    <>
      <p className="quiet">{difference.hint}</p>
      <Suspense fallback={<Loading />}>
        <Difference label={panels.difference} before={before} after={after} onText={onText} />
      </Suspense>
    </>
  );
}
