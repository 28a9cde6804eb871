import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { useMessages } from '../i18n/use-messages';
import { addressOf, type PageName } from '../pages';
import { useSession } from '../session/session';
import type { Session } from '../session/session-query';

type Scope = Session['scopes'][number];

/** The pages of the bar at the top, and the scopes of which one is needed to see them. */
export const navigation: readonly { page: Exclude<PageName, 'run' | 'start'>; scopes: readonly Scope[] }[] = [
  { page: 'ask', scopes: ['query'] },
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
