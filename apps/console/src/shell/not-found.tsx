import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { Notice } from '../ui/notice';

/** The page for an address that no page has. */
export function NotFound(): ReactElement {
  const { states, actions } = useMessages();
  return (
    <Notice tone="calm" isPage title={states.noPage}>
      <Link href={addressOf('ask', {})}>{actions.askQuestion}</Link>
    </Notice>
  );
}
