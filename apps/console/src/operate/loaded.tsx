import { QuerentError } from '@querent/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Title when the server knows nothing at this address. */
  missing?: string;
  /** What is read is the whole page, with its heading. */
  isPage?: boolean;
  children: (data: T) => ReactNode;
}

/** What a query has read. Until then that it is loading, or why it failed and how to try again. */
export function Loaded<T>({ query, missing, isPage = false, children }: Props<T>): ReactElement {
  const { data, error, refetch } = query;
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <Failure error={error} missing={missing} isPage={isPage} onRetry={() => void refetch()} />;
  return <Loading isPage={isPage} />;
}

export function Failure({
  error,
  missing,
  isPage = false,
  onRetry,
}: {
  error: unknown;
  missing?: string | undefined;
  isPage?: boolean;
  onRetry: () => void;
}): ReactElement {
  const { states, actions } = useMessages();
  const status = error instanceof QuerentError ? error.status : null;
  if (status === 404 && missing !== undefined) return <Notice tone="calm" isPage title={missing} />;
  if (status === 403)
    return (
      <Notice tone="calm" isPage={isPage} title={states.forbidden}>
        <p className="quiet">{states.forbiddenHint}</p>
      </Notice>
    );
  return (
    <Notice tone="bad" isPage={isPage} title={messageOf(error, states.unreachable)} isAlert>
      <Button onPress={onRetry}>{actions.tryAgain}</Button>
    </Notice>
  );
}
