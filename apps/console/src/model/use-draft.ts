import { useState } from 'react';
import { useSession } from '../session/session';
import { keepModelDraft, readModelDraft, type Draft } from './draft-store';
import type { LiveModel } from './live-model';

export interface ModelDraft {
  /** The text that is being written; that in force if there are no changes. */
  text: string;
  /** Tag of the version that the next change replaces. */
  base: string | null;
  isChanged: boolean;
  /** Another version was published since the draft was begun. */
  isOvertaken: boolean;
  change: (text: string) => void;
  /** Goes on with the draft on top of the version in force. */
  rebase: () => void;
  discard: () => void;
}

/** The changes of the user, kept in the tab until they are published or discarded. */
export function useDraft(name: string, live: LiveModel): ModelDraft {
  const session = useSession();
  const owner = `${session.tenant} ${session.name}`;
  const [stored, setStored] = useState(() => readModelDraft(owner, name));
  const inForce = live.text ?? '';
  const draft = stored?.text === inForce ? null : stored;
  const keep = (next: Draft | null): void => {
    setStored(next);
    keepModelDraft(owner, name, next);
  };
  const base = draft === null ? live.etag : draft.base;
  return {
    text: draft?.text ?? inForce,
    base,
    isChanged: draft !== null,
    isOvertaken: base !== live.etag,
    change: (text) => keep(text === inForce ? null : { text, base }),
    rebase: () => draft && keep({ ...draft, base: live.etag }),
    discard: () => keep(null),
  };
}
