import { lazy, Suspense, useRef, useState, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { useTexts } from './texts';
import { useSearchState } from '../use-search';
import { useRevision, useVersionName, type Revision } from './version-name';

const Difference = lazy(() => import('./editor/difference'));

type State = 'after' | 'before';

interface Props {
  revision: Revision;
  /** The one that it restored, if that is in the list. */
  restored: Revision | undefined;
  isInForce: boolean;
  isBusy: boolean;
  onRestore: (state: State) => void;
}

/** A change of the model. The address names the one whose difference is open. */
export function RevisionItem({ revision, restored, isInForce, isBusy, onRestore }: Props): ReactElement {
  const { history } = useTexts();
  const nameOf = useVersionName();
  const { search, change } = useSearchState();
  const { id, action, of, ofState } = revision;
  const name = nameOf(revision);
  const older = useRevision(of === undefined || restored ? null : of).data;
  const source = restored ?? older;
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
        <strong>{name}</strong>
        {isInForce && <span className="in-force"> {history.inForce}</span>}
      </p>
      <p className="quiet">
        {history.actions[action]}
        {of === undefined ? '' : ` ${history.of(source ? nameOf(source) : null, ofState === 'before')}`}
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
          <span>{asked === 'after' ? history.confirm(name) : history.confirmBefore(name)}</span>
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
      {isOpen && <RevisionDifference id={id} name={name} />}
    </li>
  );
}

function RevisionDifference({ id, name }: { id: string; name: string }): ReactElement {
  const { difference, history } = useTexts();
  const { states, actions } = useMessages();
  const { data, error, refetch } = useRevision(id);
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
      <Difference label={difference.of(name)} before={data.before?.text ?? ''} after={data.after?.text ?? ''} />
    </Suspense>
  );
}
