import { useEffect, useRef, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { useSearchState } from '../use-search';
import type { ReviewItem } from './review-items';
import { useTexts } from './texts';
import type { Dismissed } from './use-dismissed';

interface Props {
  items: readonly ReviewItem[];
  /** Id of the shown one. */
  selected: string;
  dismissed: Pick<Dismissed, 'has'>;
}

/** The items to review, as links that keep the filters. */
export function ReviewList({ items, selected, dismissed }: Props): ReactElement {
  const texts = useTexts();
  const { ago } = useFormats();
  const { search } = useSearchState();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // New browsers return a promise, which React would take for the effect's end.
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <nav aria-label={texts.list}>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={addressOf('review', {}, { ...Object.fromEntries(search), item: item.id })}
              aria-current={item.id === selected ? 'true' : undefined}
              ref={item.id === selected ? current : undefined}
            >
              <span className="question">{item.question ?? texts.withoutQuestion}</span>
              <span className="quiet">
                {[
                  dismissed.has(item) ? texts.dismissedHint : '',
                  texts.kind[item.kind],
                  item.at === null ? '' : ago(item.at),
                  item.times > 1 ? texts.times(item.times) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
