import { createContext, useContext, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { onUnauthorized } from '../api';
import { forgetDrafts } from '../ask/draft';
import { useMessages } from '../i18n/use-messages';
import { Loading } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Button } from '../ui/button';
import { SESSION, useSessionQuery, type Session } from './session-query';
import { SignIn } from './sign-in';

const SessionContext = createContext<Session | null>(null);

/** The session of the page. Only below `SessionGate`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('SessionGate is missing');
  return session;
}

export const useScope = (scope: Session['scopes'][number]): boolean => useSession().scopes.includes(scope);

/**
 * Shows its children to a user with a session, and the sign-in otherwise. A session that ends while the page is open
 * keeps the page as it was below the sign-in, so that no typed word is lost.
 */
export function SessionGate({ children }: { children: ReactNode }): ReactElement {
  const messages = useMessages();
  const query = useSessionQuery();
  const client = useQueryClient();
  const [last, setLast] = useState<Session | null>(null);
  const { data: session, isPending, isError, refetch } = query;
  useEffect(() => onUnauthorized(() => client.setQueryData(SESSION, null)), [client]);
  useEffect(() => {
    if (!session) return;
    // Another user's page must not show what the last one has read.
    if (last && (last.tenant !== session.tenant || last.name !== session.name)) {
      client.clear();
      forgetDrafts();
    }
    if (last !== session) setLast(session);
  }, [session, last, client]);
  if (isPending) return <Waiting />;
  if (isError && last === null)
    return (
      <main className="alone">
        <Notice tone="bad" isPage title={messages.states.unreachable}>
          <Button onPress={() => void refetch()}>{messages.actions.tryAgain}</Button>
        </Notice>
      </main>
    );
  const shown = session ?? last;
  return (
    <>
      {shown && (
        <SessionContext value={shown}>
          <div inert={session === null} className="app" key={`${shown.tenant} ${shown.name}`}>
            {children}
          </div>
        </SessionContext>
      )}
      {session === null && <SignIn hasEnded={last !== null} />}
    </>
  );
}

/** The page before it is known whose it is. Its text appears after a moment, because that is seldom long. */
function Waiting(): ReactElement {
  return (
    <main className="waiting" aria-busy="true">
      <Loading isPage />
    </main>
  );
}
