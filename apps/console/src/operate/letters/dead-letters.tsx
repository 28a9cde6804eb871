import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { querent } from '../../api';
import { messageOf } from '../../message-of';
import { useMessages } from '../../i18n/use-messages';
import { addressOf } from '../../pages';
import { PagedList } from '../paged-list';
import { useTexts } from '../texts';
import { LetterEntry, type Letter } from './letter-entry';

export const LETTERS = ['dead letters'] as const;

/** Work and messages that used up their attempts. */
export function DeadLetters(): ReactElement {
  const { letters: words } = useTexts();
  const query = useInfiniteQuery({
    queryKey: LETTERS,
    queryFn: ({ pageParam, signal }) =>
      querent.request('GET', '/v1/dead-letters', {
        query: { limit: 30, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ body }) => body.nextCursor,
    staleTime: 0,
  });
  const letters = query.data?.pages.flatMap(({ body }) => body.deadLetters) ?? [];
  return (
    <PagedList
      query={query}
      above={<p className="quiet hint">{words.hint}</p>}
      empty={letters.length === 0 ? words.empty : undefined}
    >
      <LetterList letters={letters} />
    </PagedList>
  );
}

/** Dead letters, each with its actions, and below what came of the last one. */
export function LetterList({
  letters,
  isOfRun = false,
}: {
  letters: readonly Letter[];
  /** They are shown on the page of their run. */
  isOfRun?: boolean;
}): ReactElement {
  const { letters: words } = useTexts();
  const { states } = useMessages();
  const client = useQueryClient();
  const [news, setNews] = useState<{ text: string; run?: string } | null>(null);
  const status = useRef<HTMLDivElement>(null);
  const settled = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: LETTERS });
    await client.invalidateQueries({ queryKey: ['diagnosis'] });
    // The entry that had the focus may be removed.
    status.current?.focus();
  };
  const replay = useMutation({
    mutationFn: ({ id }: Letter) => querent.deadLetters.replay(id),
    onSuccess: ({ runId }, letter) =>
      setNews({ text: words.replayed, ...(runId === letter.runId && isOfRun ? {} : { run: runId }) }),
    onSettled: settled,
  });
  const discard = useMutation({
    mutationFn: ({ id }: Letter) => querent.deadLetters.discard(id),
    onSuccess: () => setNews({ text: words.discarded }),
    onSettled: settled,
  });
  const error = replay.error ?? discard.error;
  const act = (mutation: typeof replay | typeof discard, letter: Letter): void => {
    setNews(null);
    replay.reset();
    discard.reset();
    mutation.mutate(letter);
  };
  return (
    <>
      <div ref={status} tabIndex={-1} role="status" className={news ? 'news' : ''}>
        {news?.text}{' '}
        {news?.run !== undefined && <Link href={addressOf('runDetails', { id: news.run })}>{words.openNew}</Link>}
      </div>
      {error && (
        <p className="bad" role="alert">
          {messageOf(error, states.unreachable)}
        </p>
      )}
      {letters.length > 0 && (
        <ul className="entries" aria-label={words.list}>
          {letters.map((letter) => (
            <LetterEntry
              key={letter.id}
              letter={letter}
              isOfRun={isOfRun}
              onReplay={() => act(replay, letter)}
              onDiscard={() => act(discard, letter)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
