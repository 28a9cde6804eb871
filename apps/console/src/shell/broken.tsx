import type { ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

/** Instead of a page that failed. The typed question survives the reload. */
export function Broken(): ReactElement {
  const { states, actions } = useMessages();
  return (
    <Notice tone="bad" isPage title={states.broken}>
      <Button onPress={() => window.location.reload()}>{actions.reload}</Button>
    </Notice>
  );
}
