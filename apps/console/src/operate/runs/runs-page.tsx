import '../operate.css';
import type { ReactElement } from 'react';
import { useScope } from '../../session/session';
import { ToggleRow } from '../../ui/toggle-row';
import { useTitle } from '../../ui/use-title';
import { DeadLetters } from '../letters/dead-letters';
import { useTexts } from '../texts';
import { useFilters } from '../use-filters';
import { FindRun } from './find-run';
import { RefusingConnections } from './refusing-connections';
import { RunList } from './run-list';

const views = ['questions', 'given_up'] as const;

/** All questions of the tenant, and the work that was given up. */
export default function RunsPage(): ReactElement {
  const { runs: words, needsScope } = useTexts();
  useTitle(words.title);
  const isAdmin = useScope('admin');
  const [{ view }, change] = useFilters(['view']);
  const shown = view === 'given_up' || !isAdmin ? 'given_up' : 'questions';
  return (
    <div className="operate">
      <header className="row">
        <h1 className="grow">{words.title}</h1>
        {isAdmin && (
          <ToggleRow
            label={words.views}
            choices={views.map((key) => ({ key, label: words.view[key] }))}
            chosen={shown}
            onChoose={(key) => change({ view: key === 'questions' ? '' : key })}
          />
        )}
      </header>
      {!isAdmin && <p className="quiet">{`${words.view.questions}: ${needsScope('admin')}`}</p>}
      {shown === 'questions' ? (
        <>
          <RefusingConnections />
          <FindRun />
          <RunList />
        </>
      ) : (
        <DeadLetters />
      )}
    </div>
  );
}
