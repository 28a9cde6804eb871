import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useMessages } from '../i18n/use-messages';
import { Button } from '../ui/button';
import { Failure } from './loaded';
import { useTexts } from './texts';

interface Props {
  query: UseInfiniteQueryResult;
  /** Beside the button that reads the list again. */
  above: ReactNode;
  /** Shown when the list was read and has no entry; undefined: it has some. */
  empty: string | undefined;
  /** Text of the button for the next page. Default: “Show more” */
  more?: string | undefined;
  children: ReactNode;
}

/** A list that is read in pages, with its states. */
export function PagedList({ query, above, empty, more, children }: Props): ReactElement {
  const { refresh } = useTexts();
  const { actions, states } = useMessages();
  const note = query.isPending ? states.loading : query.isSuccess ? empty : undefined;
  return (
    <>
      <div className="row spread">
        {above}
        <Button isPending={query.isRefetching} onPress={() => void query.refetch()}>
          {refresh}
        </Button>
      </div>
      {note !== undefined && (
        <p className="quiet" role="status">
          {note}
        </p>
      )}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {children}
      {query.hasNextPage && (
        <Button className="more" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {more ?? actions.more}
        </Button>
      )}
    </>
  );
}
