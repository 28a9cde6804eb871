import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { CONVERSATIONS } from '../conversations/conversation-list';
import { useRun } from '../runs/use-run';
import { useTitle } from '../ui/use-title';
import { useRunOfAddress, useShareOfAddress, useShowRun } from '../use-pages';
import { AskPanel } from './ask-panel';
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
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => newQuestions.subscribe(() => field.current?.focus()), []);
  return (
    <AskPanel
      field={field}
      shownRun={shownRun}
      run={run}
      text={text}
      onText={setText}
      onAsked={({ id }) => {
        void client.invalidateQueries({ queryKey: CONVERSATIONS });
        showRun(id);
      }}
    />
  );
}
