import type { ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';

/** What is shown in the position of content that is being read. `isPage`: that is the whole page, with its heading. */
export function Loading({ isPage = false }: { isPage?: boolean }): ReactElement {
  const { states } = useMessages();
  if (isPage)
    return (
      <h1 className="quiet loading">
        <span role="status">{states.loading}</span>
      </h1>
    );
  return (
    <p className="quiet" role="status">
      {states.loading}
    </p>
  );
}
