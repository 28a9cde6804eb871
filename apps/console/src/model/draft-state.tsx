import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '../ui/button';
import type { LiveModel } from './live-model';
import { useTexts } from './texts';
import type { ModelDraft } from './use-draft';
import type { Validation } from './validation';
import { useRevision, useVersionName } from './version-name';

interface Props {
  live: LiveModel;
  draft: ModelDraft;
  validation: Validation;
  children: ReactNode;
}

/** What is in force, what is changed, whether it is correct, and what to do with it. */
export function DraftState({ live, draft, validation, children }: Props): ReactElement {
  const { state, draft: texts } = useTexts();
  const [asks, setAsks] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const nameOf = useVersionName();
  const published = useRevision(live.revision).data;
  const inForce =
    live.revision === null
      ? state[live.layer === 'file' ? 'file' : 'none']
      : state.revision(published ? nameOf(published) : null);
  const checked = {
    checking: state.checking,
    good: state.good,
    bad: state.bad(validation.mistakes.length),
    failed: state.unchecked,
  }[validation.state];
  return (
    <div className="draft-state" ref={whole} tabIndex={-1}>
      <ul>
        <li className="quiet">{inForce}</li>
        <li className={draft.isChanged ? 'changed' : 'quiet'} title={draft.isChanged ? texts.kept : undefined}>
          {draft.isChanged ? state.changed : state.same}
        </li>
        {draft.text.trim() !== '' && (
          <li className={validation.state === 'bad' ? 'bad' : 'quiet'}>
            <span role="status">{checked}</span>
          </li>
        )}
      </ul>
      <span className="grow" />
      {draft.isChanged && !asks && (
        <Button tone="plain" onPress={() => setAsks(true)}>
          {texts.discard}
        </Button>
      )}
      {draft.isChanged && asks && (
        <span role="group" aria-label={texts.confirm} className="row">
          <span>{texts.confirm}</span>
          <Button
            tone="danger"
            autoFocus
            onPress={() => {
              setAsks(false);
              draft.discard();
              whole.current?.focus();
            }}
          >
            {texts.discard}
          </Button>
          <Button
            tone="plain"
            onPress={() => {
              setAsks(false);
              whole.current?.focus();
            }}
          >
            {texts.keep}
          </Button>
        </span>
      )}
      {children}
    </div>
  );
}
