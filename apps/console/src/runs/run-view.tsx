import { QuerentError, type Run } from '@querent/client';
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { messageOf } from '../message-of';
import { useOffers } from '../surface/offers';
import { usePlace, useQuerent } from '../surface/surface';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { AnswerView } from './answer-view';
import { ClarificationForm } from './clarification-form';
import { RunReading } from './run-reading';
import { Steps } from './steps';
import { useFocusAfterReply } from './use-focus-after-reply';
import { isOver } from './run-after-event';
import { runKey } from './use-run';

interface Props {
  /** The run of the address. */
  query: UseQueryResult<Run>;
  onAsk: (question: string, connection: string) => void;
  /** Puts a question into the field, to be changed; null: there is no field. */
  onEdit: ((question: string) => void) | null;
}

/** One question with everything that became of it. */
export function RunView({ query, onAsk: onAskAbout, onEdit }: Props): ReactElement {
  const { actions, run: words } = useMessages();
  const { sharedRuns } = usePlace();
  const { data: run, error } = query;
  const article = useFocusAfterReply(run?.clarification?.id ?? null);
  if (!run) {
    if (error) return <Missing error={error} onRetry={() => void query.refetch()} />;
    return <Loading isPage />;
  }
  const isShared = sharedRuns.has(run.id);
  const onAsk = (asked: string): void => onAskAbout(asked, run.connection);
  return (
    <article ref={article} tabIndex={-1} className="run" aria-labelledby="question">
      <header>
        <Question text={run.question} />
        {onEdit && (
          <Button tone="plain" className="round" aria-label={actions.edit} onPress={() => onEdit(run.question)}>
            <Icon name="edit" />
          </Button>
        )}
      </header>
      {isShared && <p className="quiet">{words.sharedBy}</p>}
      {!run.clarification && <RunReading run={run} onAsk={onAsk} />}
      <Progress run={run} />
      {run.clarifications.length > 0 && (
        <ul className="replies" aria-label={words.replies}>
          {run.clarifications.map((reply) => (
            <li key={reply.id}>
              <span className="quiet">{reply.question}</span>{' '}
              <strong>
                {reply.answer.text ?? reply.options.find((option) => option.id === reply.answer.optionId)?.label}
              </strong>
            </li>
          ))}
        </ul>
      )}
      {run.clarification && !isShared && (
        <ClarificationForm key={run.clarification.id} run={run} clarification={run.clarification} />
      )}
      {run.status === 'succeeded' && <AnswerView run={run} onAsk={onAsk} />}
      {isOver(run) && run.status !== 'succeeded' && <Unanswered run={run} onAsk={onAsk} onEdit={onEdit} />}
    </article>
  );
}

/** Longer questions are smaller, and scroll. */
const LONG = 240;

function Question({ text }: { text: string }): ReactElement {
  const isLong = text.length > LONG;
  return (
    <h1 id="question" className={isLong ? 'long' : ''} tabIndex={isLong ? 0 : undefined}>
      {text}
    </h1>
  );
}

/** The steps of a run, and the way to stop it. */
function Progress({ run }: { run: Run }): ReactElement {
  const { actions, run: words } = useMessages();
  const client = useQueryClient();
  const querent = useQuerent();
  const { sharedRuns } = usePlace();
  const { RunDetails } = useOffers();
  const stopping = useMutation({
    mutationFn: () => querent.handle(run.id).cancel(),
    onSuccess: (stopped) => client.setQueryData(runKey(run.id), stopped),
  });
  const isWaiting = run.status === 'awaiting_clarification';
  return (
    <div className="progress">
      <p className="sr" role="status">
        {words.status[run.status]}
        {!isOver(run) && !isWaiting && run.steps.length > 0 ? `: ${run.steps.at(-1)?.message}` : ''}
      </p>
      <Steps run={run} />
      {isOver(run) && RunDetails && <RunDetails run={run} />}
      {!isOver(run) && !sharedRuns.has(run.id) && (
        <Button tone={isWaiting ? 'plain' : undefined} isPending={stopping.isPending} onPress={() => stopping.mutate()}>
          <Icon name="stop" />
          {actions.stop}
        </Button>
      )}
    </div>
  );
}

/** Errors of questions that would fail again: they are not understood, or a definition cannot be calculated. */
const failsAgain: ReadonlySet<string> = new Set(['question_unsupported', 'definition_failing']);

/** Why there is no answer, and what the user can do. */
function Unanswered({
  run,
  onAsk,
  onEdit,
}: {
  run: Run;
  onAsk: (question: string) => void;
  onEdit: Props['onEdit'];
}): ReactElement {
  const { actions, run: words } = useMessages();
  const title = run.error?.message ?? words.status[run.status];
  return (
    <Notice tone={run.status === 'failed' ? 'bad' : 'calm'} title={title}>
      {run.error && run.error.actions.length > 0 && (
        <ul>
          {run.error.actions.map((action) => (
            <li key={action}>{action}</li>
          ))}
        </ul>
      )}
      <p className="row">
        {!failsAgain.has(run.error?.code ?? '') && (
          <Button onPress={() => onAsk(run.question)}>{actions.askAgain}</Button>
        )}
        {onEdit && <Button onPress={() => onEdit(run.question)}>{actions.edit}</Button>}
      </p>
    </Notice>
  );
}

/** A run that cannot be shown: it does not exist for this user, or the server cannot be reached. */
function Missing({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const { states, actions } = useMessages();
  const isUnknown = error instanceof QuerentError && error.status === 404;
  return (
    <Notice tone="calm" isPage title={isUnknown ? states.noRun : messageOf(error, states.unreachable)}>
      {isUnknown ? <p className="quiet">{states.noRunHint}</p> : <Button onPress={onRetry}>{actions.tryAgain}</Button>}
    </Notice>
  );
}
