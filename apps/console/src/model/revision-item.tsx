import type { Routes } from '@querent/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type ReactElement } from 'react';
import { querent } from '../api';
import { useFormats, useMessages } from '../i18n/use-messages';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { useTexts } from './texts';
import { useSearchState } from '../use-search';

const Difference = lazy(() => import('./editor/difference'));

type Revision = Routes['GET /v1/revisions']['output']['revisions'][number];
type State = 'after' | 'before';

interface Props {
  revision: Revision;
  isInForce: boolean;
  isBusy: boolean;
  onRestore: (state: State) => void;
}

/** A change of the model. The address names the one whose difference is open. */
export function RevisionItem({ revision, isInForce, isBusy, onRestore }: Props): ReactElement {
  const { history } = useTexts();
  const { time } = useFormats();
  const { search, change } = useSearchState();
  const { id, at, by, action, of, ofState } = revision;
  const isOpen = search.get('revision') === id;
  const [asked, setAsked] = useState<State | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  /** The question had the focus. */
  const answered = (): void => {
    setAsked(null);
    first.current?.focus();
  };
  return (
    <li className="revision">
      <p>
        <strong>{history.version(id)}</strong>
        {isInForce && <span className="in-force"> {history.inForce}</span>}
      </p>
      <p className="quiet">
        {history.actions[action]}
        {of === undefined ? '' : ` ${history.of(of, ofState === 'before')}`} · {by.key} · {time(at)}
      </p>
      <div className="row">
        <Button ref={first} aria-expanded={isOpen} onPress={() => change({ revision: isOpen ? null : id })}>
          {isOpen ? history.hide : history.show}
        </Button>
        {!isInForce && asked === null && <Button onPress={() => setAsked('after')}>{history.restore}</Button>}
        {isInForce && asked === null && <Button onPress={() => setAsked('before')}>{history.before}</Button>}
      </div>
      {asked !== null && (
        <div className="row" role="group" aria-label={history.restore}>
          <span>{asked === 'after' ? history.confirm(id) : history.confirmBefore(id)}</span>
          <Button
            tone="main"
            autoFocus
            isDisabled={isBusy}
            onPress={() => {
              answered();
              onRestore(asked);
            }}
          >
            {history.yes}
          </Button>
          <Button tone="plain" onPress={answered}>
            {history.no}
          </Button>
        </div>
      )}
      {isOpen && <RevisionDifference id={id} />}
    </li>
  );
}

function RevisionDifference({ id }: { id: string }): ReactElement {
  const { difference, history } = useTexts();
  const { states, actions } = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ['revision', id],
    staleTime: Infinity,
    queryFn: ({ signal }) => querent.revisions.get(id, { signal }),
  });
  if (error)
    return (
      <p className="bad">
        {states.listFailed} <Button onPress={() => void refetch()}>{actions.tryAgain}</Button>
      </p>
    );
  if (!data) return <Loading />;
  if (data.after?.layer === 'file') return <p className="quiet">{history.file}</p>;
  return (
    <Suspense fallback={<Loading />}>
      <Difference label={difference.of(id)} before={data.before?.text ?? ''} after={data.after?.text ?? ''} />
    </Suspense>
  );
}
