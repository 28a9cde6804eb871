import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { liveModelKey, type LiveModel } from './live-model';
import { RevisionItem } from './revision-item';
import { useTexts } from './texts';

/** Who changed the model when, each change with its difference, and the way back. */
export function HistoryPanel({ name, live }: { name: string; live: LiveModel }): ReactElement {
  const { history } = useTexts();
  const { actions, states } = useMessages();
  const client = useQueryClient();
  const [isRestored, setRestored] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['revisions', name],
    queryFn: ({ pageParam, signal }) =>
      querent.request('GET', '/v1/revisions', {
        query: { kind: 'model', name, limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ body }) => body.nextCursor,
    staleTime: 0,
  });
  const restoring = useMutation({
    mutationFn: ({ id, state }: { id: string; state: 'after' | 'before' }) =>
      querent.revisions.restore(id, { state }, live.etag === null ? {} : { etag: live.etag }),
    onSuccess: () => setRestored(true),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: liveModelKey(name) });
      void client.invalidateQueries({ queryKey: ['revisions', name] });
    },
  });
  const revisions = query.data?.pages.flatMap(({ body }) => body.revisions) ?? [];
  return (
    <div className="history">
      {query.isPending && <Loading />}
      {query.isError && (
        <Notice tone="bad" title={messageOf(query.error, states.listFailed)} isAlert>
          <Button onPress={() => void query.refetch()}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {query.isSuccess && revisions.length === 0 && <p className="quiet">{history.none}</p>}
      {restoring.error && (
        <p className="bad" role="alert">
          {messageOf(restoring.error, history.failed)}
        </p>
      )}
      {isRestored && !restoring.isPending && !restoring.error && <p role="status">{history.restored}</p>}
      <ol>
        {revisions.map((revision, at) => (
          <RevisionItem
            key={revision.id}
            revision={revision}
            restored={revisions.find(({ id }) => id === revision.of)}
            // The newest one has put the file in force, if it is.
            isInForce={live.revision === null ? at === 0 : revision.id === live.revision}
            isBusy={restoring.isPending}
            onRestore={(state) => restoring.mutate({ id: revision.id, state })}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {actions.more}
        </Button>
      )}
    </div>
  );
}
