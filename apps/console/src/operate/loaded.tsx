import { QuerentError } from '@querent/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Title when the server knows nothing at this address. */
  missing?: string;
  children: (data: T) => ReactNode;
}

/** What a query has read. Until then that it is loading, or why it failed and how to try again. */
export function Loaded<T>({ query, missing, children }: Props<T>): ReactElement {
  const { states } = useMessages();
  const { data, error, refetch } = query;
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <Failure error={error} missing={missing} onRetry={() => void refetch()} />;
  return (
    <p className="quiet" role="status">
      {states.loading}
    </p>
  );
}

export function Failure({
  error,
  missing,
  onRetry,
}: {
  error: unknown;
  missing?: string | undefined;
  onRetry: () => void;
}): ReactElement {
  const { states, actions } = useMessages();
  const status = error instanceof QuerentError ? error.status : null;
  if (status === 404 && missing !== undefined) return <Notice tone="calm" isPage title={missing} />;
  if (status === 403)
    return (
      <Notice tone="calm" title={states.forbidden}>
        <p className="quiet">{states.forbiddenHint}</p>
      </Notice>
    );
  return (
    <Notice tone="bad" title={messageOf(error, states.unreachable)} isAlert>
      <Button onPress={onRetry}>{actions.tryAgain}</Button>
    </Notice>
  );
}
