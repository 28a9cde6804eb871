import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useConnections } from '../ask/connections';
import { keepDraft } from '../ask/draft';
import { addressOf } from '../pages';

/** Opens the page for questions with a connection, and a question in its field that is not asked yet. */
export function useAskAbout(): (connection: string, question?: string) => void {
  const { choose } = useConnections();
  const [, navigate] = useLocation();
  return useCallback(
    (connection, question = '') => {
      choose(connection);
      if (question !== '') keepDraft(question);
      navigate(addressOf('ask', {}));
    },
    [choose, navigate],
  );
}
