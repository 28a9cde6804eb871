import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { querent } from '../api';
import { newQuestions } from '../ask/new-questions';
import { useFormats, useMessages } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { useRunOfAddress, useShowRun } from '../use-pages';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { useRunsOfConversation } from './runs-of-conversation';

export const CONVERSATIONS = ['conversations'] as const;

/**
 * The user's conversations, the one with the last question first.
 * @param onNew called when a new question is begun, also on the page that is shown already
 */
export function ConversationList({ onNew }: { onNew: () => void }): ReactElement {
  const { shell, actions, states } = useMessages();
  const shown = useRunOfAddress();
  const query = useInfiniteQuery({
    queryKey: CONVERSATIONS,
    queryFn: ({ pageParam, signal }) =>
      querent.request('GET', '/v1/conversations', {
        query: { owner: 'self', limit: 30, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ body }) => body.nextCursor,
  });
  const conversations = query.data?.pages.flatMap(({ body }) => body.conversations) ?? [];
  return (
    <nav className="conversations" aria-label={shell.conversations}>
      <Link
        href={addressOf('ask', {})}
        className="new"
        // Begun again, it is not a step to go back to.
        replace={shown === null}
        onClick={() => {
          onNew();
          newQuestions.set(newQuestions.get() + 1);
        }}
      >
        <Icon name="plus" />
        {actions.newQuestion}
      </Link>
      {query.isError && <p className="quiet">{states.listFailed}</p>}
      {query.isSuccess && conversations.length === 0 && <p className="quiet">{shell.noConversations}</p>}
      <ul>
        {conversations.map((conversation) => (
          <ConversationItem key={`${conversation.owner} ${conversation.id}`} conversation={conversation} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button tone="plain" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {actions.more}
        </Button>
      )}
    </nav>
  );
}

interface Conversation {
  id: string;
  lastQuestion: string;
  runs: number;
  updatedAt: string;
}

/** A conversation; opened, it lists its questions. */
function ConversationItem({ conversation }: { conversation: Conversation }): ReactElement {
  const { id, lastQuestion, runs, updatedAt } = conversation;
  const { shell, states } = useMessages();
  const { ago } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const shown = useRunOfAddress();
  const showRun = useShowRun();
  const questions = useRunsOfConversation(id, isOpen);
  const only = runs === 1 ? questions.data?.[0]?.id : undefined;
  // A conversation of one question has nothing to choose from.
  useEffect(() => {
    if (!isOpen || only === undefined) return;
    setOpen(false);
    showRun(only);
  }, [isOpen, only, showRun]);
  return (
    <li>
      <Button
        tone="plain"
        className="conversation"
        aria-expanded={runs === 1 ? undefined : isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <span className="last">{lastQuestion}</span>
        <span className="quiet">
          {ago(updatedAt)} · {shell.questions(runs)}
        </span>
      </Button>
      {isOpen && questions.isError && <p className="quiet">{states.listFailed}</p>}
      {isOpen && questions.data?.length === 0 && <p className="quiet">{shell.expired}</p>}
      {isOpen && questions.data && (
        <ol>
          {questions.data.map((run) => (
            <li key={run.id}>
              <Link href={addressOf('run', { id: run.id })} aria-current={run.id === shown ? 'page' : undefined}>
                {run.question}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
