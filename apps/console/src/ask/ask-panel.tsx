import { QuerentError, type Run } from '@querent/client';
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type Dispatch, type ReactElement, type RefObject, type SetStateAction } from 'react';
import { useMessages } from '../i18n/use-messages';
import { messageOf } from '../message-of';
import { RunView } from '../runs/run-view';
import { runKey } from '../runs/use-run';
import { usePlace, useQuerent } from '../surface/surface';
import { Notice } from '../ui/notice';
import { Button } from '../ui/button';
import { useConnections } from './connections';
import { QuestionBox } from './question-box';
import { Welcome } from './welcome';

interface Asked {
  question: string;
  connection: string;
  conversationId: string;
  /** The same when the question is sent again, so that it is asked once. */
  idempotencyKey: string;
}

interface Props {
  /** The run below the field; null: none. */
  shownRun: string | null;
  /** That run. */
  run: UseQueryResult<Run>;
  /** Called with a run that was just asked, which is the next to show. */
  onAsked: (run: Run) => void;
  /** Shown to a user who may ask no data. */
  noData?: string;
  /** The text of the field. */
  text: string;
  onText: Dispatch<SetStateAction<string>>;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Asks questions. Below the field is a run, or examples. */
export function AskPanel({ shownRun, run, onAsked, noData, field, text, onText: setText }: Props): ReactElement {
  const { ask, states, actions } = useMessages();
  const querent = useQuerent();
  const { sharedRuns } = usePlace();
  const client = useQueryClient();
  const connections = useConnections();
  /** The run that the user does not want to continue. */
  const [left, setLeft] = useState<string | null>(null);
  const continued =
    run.data === undefined || run.data.id === left || sharedRuns.has(run.data.id) ? null : continuedBy(run.data);
  // The next question is about the data of the run that is shown.
  const { choose } = connections;
  const connectionOfRun = run.data?.connection;
  useEffect(() => {
    if (connectionOfRun !== undefined) choose(connectionOfRun);
  }, [connectionOfRun, choose]);

  const asking = useMutation({
    mutationFn: async ({ idempotencyKey, ...question }: Asked) =>
      (await querent.ask(question, { idempotencyKey })).run(),
    onSuccess: (asked) => {
      client.setQueryData(runKey(asked.id), asked);
      setText((typed) => (typed.trim() === asked.question ? '' : typed));
      onAsked(asked);
    },
  });
  const askAbout = (question: string, connection: string): void => {
    const conversationId = continued?.conversationId ?? randomId();
    asking.mutate({ question, connection, conversationId, idempotencyKey: randomId() });
  };
  const chosen = connections.connection?.name;
  /** A question that was asked before it was known what data there are. */
  const [early, setEarly] = useState<string | null>(null);
  const askChosen = (question: string): void =>
    chosen === undefined ? setEarly(question) : askAbout(question, chosen);
  useEffect(() => {
    if (early === null || chosen === undefined) return;
    setEarly(null);
    askAbout(early, chosen);
  });
  const problem = asking.error;
  const hasNoData = connections.connections?.length === 0;
  return (
    <div className="ask">
      {!hasNoData && (
        <QuestionBox
          field={field}
          text={text}
          onText={(next) => {
            setText(next);
            setEarly(null);
            asking.reset();
          }}
          onAsk={askChosen}
          isAsking={asking.isPending || (early !== null && !connections.error)}
          connections={connections}
          continued={continued}
          onForgetContinued={() => setLeft(shownRun)}
        />
      )}
      {problem && (
        <Notice tone="bad" title={messageOf(problem, states.unreachable)} isAlert>
          {problem instanceof QuerentError && problem.actions.length > 0 && (
            <ul>
              {problem.actions.map((action) => (
                <li key={action}>{action}</li>
              ))}
            </ul>
          )}
          <Button onPress={() => asking.variables && asking.mutate(asking.variables)}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {Boolean(connections.error) && !connections.connections && (
        <Notice tone="bad" title={messageOf(connections.error, states.unreachable)}>
          <Button onPress={connections.retry}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {hasNoData && (
        <Notice tone="calm" title={noData ?? ask.noData}>
          <Button onPress={connections.retry}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {shownRun === null ? (
        <Welcome connection={connections.connection} onAsk={askChosen} />
      ) : (
        <RunView
          key={shownRun}
          query={run}
          onAsk={askAbout}
          onEdit={(question) => {
            setText(question);
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** What the next question continues: an answered question of the user in a conversation. */
const continuedBy = ({ status, conversationId, question }: Run): { conversationId: string; question: string } | null =>
  status === 'succeeded' && conversationId !== null ? { conversationId, question } : null;

/** 24 random hex digits. `crypto.randomUUID` is missing in pages without HTTPS. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
