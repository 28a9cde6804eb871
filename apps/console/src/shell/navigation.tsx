import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { useMessages } from '../i18n/use-messages';
import { furtherPages } from '../further-pages';
import { addressOf, isPlainPage, type PlainPageName } from '../pages';
import { useSession } from '../session/session';
import type { Session } from '../session/session-query';
import { useRunOfAddress } from '../use-pages';

interface Entry {
  page: Exclude<PlainPageName, 'start'>;
  /** A user needs one of them. */
  scopes: Session['scopes'];
}

/** The pages of the bar at the top. */
const navigation: readonly Entry[] = [
  { page: 'ask', scopes: ['query'] },
  ...furtherPages.flatMap(({ page, scopes }) => (isPlainPage(page) ? [{ page, scopes }] : [])),
];

/** Links to the pages that the user may see; none if there is only one. */
export function Navigation(): ReactElement | null {
  const { shell } = useMessages();
  const { scopes } = useSession();
  const [location] = useLocation();
  // The page of a run belongs to the page for questions, although its address begins with that of the runs.
  const isAsking = useRunOfAddress() !== null || location === addressOf('start', {});
  const shown = navigation.filter((entry) => entry.scopes.some((scope) => scopes.includes(scope)));
  if (shown.length < 2) return null;
  return (
    <nav className="pages" aria-label={shell.pages}>
      {shown.map(({ page }) => {
        const address = addressOf(page, {});
        const isBelow = location === address || location.startsWith(`${address}/`);
        const isCurrent = isAsking ? page === 'ask' : isBelow;
        return (
          <Link key={page} href={address} aria-current={isCurrent ? 'page' : undefined}>
            {shell.page[page]}
          </Link>
        );
      })}
    </nav>
  );
}
