import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { CONVERSATIONS } from '../conversations/conversation-list';
import { useRun } from '../runs/use-run';
import { useTitle } from '../ui/use-title';
import { useRunOfAddress, useShareOfAddress, useShowRun } from '../use-pages';
import { AskPanel } from './ask-panel';
import { useObserved } from '../surface/surface';
import { keepDraft, readDraft } from './draft';
import { newQuestions } from './new-questions';

/** The page for questions. Below the field is the run of the address, or examples. */
export function AskPage(): ReactElement {
  const shownRun = useRunOfAddress();
  const showRun = useShowRun();
  const client = useQueryClient();
  const [text, setText] = useState(readDraft);
  useEffect(() => keepDraft(text), [text]);
  const run = useRun(shownRun, useShareOfAddress());
  useTitle(run.data?.question);
  return (
    <AskPanel
      shownRun={shownRun}
      run={run}
      text={text}
      onText={setText}
      focusKey={useObserved(newQuestions)}
      onAsked={({ id }) => {
        void client.invalidateQueries({ queryKey: CONVERSATIONS });
        showRun(id);
      }}
    />
  );
}
