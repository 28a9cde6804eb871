import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { useMessages } from '../i18n/use-messages';
import { furtherPages, type FurtherPage } from '../further-pages';
import { addressOf } from '../pages';
import { useSession } from '../session/session';
import type { Session } from '../session/session-query';

/** The pages of the bar at the top, and the scopes of which one is needed to see them. */
const navigation: readonly Pick<FurtherPage | { page: 'ask'; scopes: Session['scopes'] }, 'page' | 'scopes'>[] = [
  { page: 'ask', scopes: ['query'] },
  ...furtherPages,
];

/** Links to the pages that the user may see; none if there is only one. */
export function Navigation(): ReactElement | null {
  const { shell } = useMessages();
  const { scopes } = useSession();
  const [location] = useLocation();
  const shown = navigation.filter((entry) => entry.scopes.some((scope) => scopes.includes(scope)));
  if (shown.length < 2) return null;
  return (
    <nav className="pages" aria-label={shell.pages}>
      {shown.map(({ page }) => {
        const address = addressOf(page, {});
        const isCurrent = location === address || location.startsWith(`${address}/`);
        return (
          <Link key={page} href={address} aria-current={isCurrent ? 'page' : undefined}>
            {shell.page[page]}
          </Link>
        );
      })}
    </nav>
  );
}
