import { useEffect, useState, type ReactElement } from 'react';
import { messageOf } from '../message-of';
import { useConnections } from '../ask/connections';
import { useMessages } from '../i18n/use-messages';
import { useSearchState } from '../use-search';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useTitle } from '../ui/use-title';
import { isShown, ReviewFilters, useFilters } from './review-filters';
import { ReviewDetail } from './review-detail';
import { ReviewList } from './review-list';
import { useTexts } from './texts';
import { useDismissed } from './use-dismissed';
import { useOlderItems } from './use-older-items';
import { useReviewItems } from './use-review-items';
import './review.css';

/** What people thought of answers and what was not answered, to decide on one after the other. */
export default function ReviewPage(): ReactElement {
  const texts = useTexts();
  const { states, actions } = useMessages();
  useTitle(texts.title);
  const { search, change } = useSearchState();
  const { connections, error: unlisted } = useConnections();
  const loaded = useReviewItems(unlisted && !connections ? [] : connections?.map(({ name }) => name));
  const dismissed = useDismissed();
  const filters = useFilters();
  const { items } = loaded;
  const isPending = loaded.isPending || dismissed.isPending;
  const errors = [...loaded.errors, dismissed.error].filter((error) => error !== null);
  const retry = (): void => {
    loaded.retry();
    if (dismissed.error !== null) dismissed.retry();
  };
  const [news, setNews] = useState('');
  // A part of the list would be in another order than the whole.
  const shown = isPending ? [] : items.filter((item) => isShown(item, filters, dismissed));
  const left = shown.filter((item) => !dismissed.has(item)).length;
  const hasMore = loaded.hasMore(filters.kind);
  const isSearching = useOlderItems(loaded, filters, isPending ? null : shown.length);
  const wanted = search.get('item');
  const selected = shown.find(({ id }) => id === wanted) ?? shown[0];
  const at = selected === undefined ? -1 : shown.indexOf(selected);
  const select = (id: string | undefined, replace = false): void => change({ item: id ?? null }, { replace });
  const decided = (message: string): void => {
    // The list gets shorter: what follows is shown next, or what comes before the last one.
    select((shown[at + 1] ?? shown[at - 1])?.id, true);
    setNews(message);
  };
  useEffect(() => setNews(''), [filters.kind, filters.connection]);
  const selectedId = selected?.id;
  useEffect(() => {
    // What is shown stays, also when newer items come.
    if (selectedId !== undefined && selectedId !== wanted) change({ item: selectedId }, { replace: true });
  }, [selectedId, wanted, change]);
  return (
    <div className="review">
      <header>
        <h1>{texts.title}</h1>
        <p className="quiet">{texts.hint}</p>
      </header>
      <ReviewFilters
        filters={filters}
        items={isPending || errors.length > 0 ? null : items}
        connections={connections ?? []}
        dismissed={dismissed}
        hasMore={loaded.hasMore}
      />
      <p className="quiet" role="status">
        {news} {shown.length > 0 && (hasMore ? texts.leftOrMore : texts.left)(left)}
      </p>
      {isPending && <Loading />}
      {errors.length > 0 && (
        <Notice tone="bad" title={messageOf(errors[0], states.unreachable)} isAlert>
          {items.length > 0 && <p>{texts.partly}</p>}
          <Button onPress={retry}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {shown.length === 0 && isSearching && <p className="quiet">{texts.searching}</p>}
      {!isPending && errors.length === 0 && shown.length === 0 && !isSearching && (
        <Notice tone="calm" title={hasMore ? texts.noneYet : items.length === 0 ? texts.none : texts.noneHere}>
          {hasMore && <Button onPress={() => loaded.loadMore(filters.kind)}>{texts.older}</Button>}
        </Notice>
      )}
      {selected && (
        <div className="review-columns">
          <div className="review-list">
            <ReviewList items={shown} selected={selected.id} dismissed={dismissed} />
            {hasMore && (
              <Button isPending={loaded.isFetching} onPress={() => loaded.loadMore(filters.kind)}>
                {texts.older}
              </Button>
            )}
          </div>
          <ReviewDetail
            key={selected.id}
            item={selected}
            label={connections?.find(({ name }) => name === selected.connection)?.label ?? selected.connection}
            dismissed={dismissed}
            onDecided={decided}
            onReturned={() => setNews('')}
            onNext={() => select((shown[at + 1] ?? shown[0])?.id)}
            onPrevious={() => select((shown[at - 1] ?? shown.at(-1))?.id)}
          />
        </div>
      )}
    </div>
  );
}
