import { useEffect, useRef, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { useSearchState } from '../use-search';
import type { ReviewItem } from './review-items';
import { useTexts } from './texts';

/** The items to review, as links that keep the filters. */
export function ReviewList({ items, selected }: { items: readonly ReviewItem[]; selected: string }): ReactElement {
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
        {items.map(({ id, kind, question, at, times }) => (
          <li key={id}>
            <Link
              href={addressOf('review', {}, { ...Object.fromEntries(search), item: id })}
              aria-current={id === selected ? 'true' : undefined}
              ref={id === selected ? current : undefined}
            >
              <span className="question">{question ?? texts.withoutQuestion}</span>
              <span className="quiet">
                {[texts.kind[kind], at === null ? '' : ago(at), times > 1 ? texts.times(times) : '']
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
