import { useId, type ReactElement } from 'react';
import type { Connection } from '../ask/connections';
import { useSearchState } from '../use-search';
import { ToggleRow } from '../ui/toggle-row';
import { kinds, type Kind, type ReviewItem } from './review-items';
import { useTexts } from './texts';
import type { Dismissed } from './use-dismissed';

export interface Filters {
  kind: Kind | 'all';
  connection: string | null;
  withDismissed: boolean;
}

/** The filters of the address. */
export function useFilters(): Filters {
  const { search } = useSearchState();
  return {
    kind: kinds.find((one) => one === search.get('kind')) ?? 'all',
    connection: search.get('connection'),
    withDismissed: search.get('dismissed') === '1',
  };
}

export const isShown = (item: ReviewItem, filters: Filters, dismissed: Dismissed): boolean =>
  (filters.kind === 'all' ? item.isUrgent : item.kind === filters.kind) &&
  (filters.connection === null || item.connection === filters.connection) &&
  (filters.withDismissed || !dismissed.has(item));

interface Props {
  filters: Filters;
  /** Null: they are not known, so neither are their numbers. */
  items: readonly ReviewItem[] | null;
  connections: readonly Connection[];
  dismissed: Dismissed;
  /** Whether older items of a kind are not loaded. */
  hasMore: (kind: Filters['kind']) => boolean;
}

/** Chooses which items are shown. */
export function ReviewFilters({ filters, items, connections, dismissed, hasMore }: Props): ReactElement {
  const texts = useTexts();
  const { change } = useSearchState();
  const id = useId();
  const count = (kind: Filters['kind']): string =>
    items === null
      ? ''
      : ` ${items.filter((item) => isShown(item, { ...filters, kind }, dismissed)).length}${hasMore(kind) ? '+' : ''}`;
  return (
    <div className="review-filters">
      <ToggleRow
        label={texts.filters}
        choices={(['all', ...kinds] as const).map((key) => ({ key, label: `${texts.kinds[key]}${count(key)}` }))}
        chosen={filters.kind}
        onChoose={(kind) => change({ kind: kind === 'all' ? null : kind, item: null })}
      />
      <label htmlFor={`${id}-data`} className="sr">
        {texts.data}
      </label>
      <select
        id={`${id}-data`}
        value={filters.connection ?? ''}
        onChange={({ target }) => change({ connection: target.value === '' ? null : target.value, item: null })}
      >
        <option value="">{texts.allData}</option>
        {connections.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <label className="row">
        <input
          type="checkbox"
          checked={filters.withDismissed}
          onChange={({ target }) => change({ dismissed: target.checked ? '1' : null, item: null })}
        />
        {texts.dismissed}
      </label>
    </div>
  );
}
