import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { querent } from '../api';
import { forgetDrafts } from '../ask/draft';
import { useMessages } from '../i18n/use-messages';
import { SESSION } from '../session/session-query';
import { useSession } from '../session/session';
import { Icon } from '../ui/icon';
import { MenuButton } from '../ui/menu-button';

/** Who is signed in, and the way out. */
export function AccountMenu(): ReactElement {
  const { account } = useMessages();
  const { name, displayName, tenant } = useSession();
  const shown = displayName ?? name;
  const client = useQueryClient();
  const signOut = async (): Promise<void> => {
    const atIssuer = await querent.session.end().catch(() => null);
    forgetDrafts();
    client.clear();
    client.setQueryData(SESSION, null);
    // The next user of this browser starts without anything that this one has read.
    window.location.replace(atIssuer ?? '/');
  };
  return (
    <MenuButton
      label={account.title}
      description={`${account.title}: ${shown}`}
      className="plain round"
      entries={[
        { key: 'name', label: shown, description: tenant, isDisabled: true },
        { key: 'out', label: account.signOut },
      ]}
      onChoose={(key) => void (key === 'out' && signOut())}
    >
      <Icon name="person" />
    </MenuButton>
  );
}
