import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useMessages } from '../i18n/use-messages';
import { messageOf } from '../message-of';
import { useSessionQuery } from '../session/session-query';
import { useObserved, usePlace } from '../surface/surface';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useTexts } from './texts';
import type { Tokens } from './tokens';

interface Props {
  tokens: Tokens;
  /** Shown to a user who may ask. */
  children: ReactNode;
}

/** A host page sets its function at once or soon, ms. */
const SOON_MS = 2_000;

/** Shows its children to a user with a token that permits questions, and otherwise why not. */
export function TokenGate({ tokens, children }: Props): ReactElement {
  const texts = useTexts();
  const { states, actions } = useMessages();
  const client = useQueryClient();
  const state = useObserved(tokens.state);
  const isReachable = useObserved(usePlace().reachability);
  const { data: session, error } = useSessionQuery(state === 'ready');
  /** Further tries begin new connections to the server. */
  const [tries, setTries] = useState(0);
  const isLate = useIsLate(state === 'missing');
  const tryAgain = (): void => {
    tokens.retry();
    setTries(tries + 1);
    void client.invalidateQueries();
  };
  const again = <Button onPress={tryAgain}>{actions.tryAgain}</Button>;
  const waiting = (
    <p className="quiet" role="status">
      {texts.waiting}
    </p>
  );
  if (state === 'missing' && !isLate) return waiting;
  const problem = state === 'ready' ? null : state;
  const notice = problem && (
    <Notice tone="calm" title={texts[problem]} isAlert={Boolean(session)}>
      <p className="quiet">{texts[`${problem}Hint`]}</p>
      {again}
    </Notice>
  );
  if (!session) {
    if (notice) return notice;
    if (!error) return waiting;
    return (
      <Notice tone="bad" title={messageOf(error, states.unreachable)}>
        {again}
      </Notice>
    );
  }
  if (!session.scopes.includes('query'))
    return (
      <Notice tone="calm" title={texts.forbidden}>
        <p className="quiet">{texts.forbiddenHint}</p>
        {again}
      </Notice>
    );
  return (
    <>
      {notice}
      {!notice && !isReachable && (
        <p className="strip" role="status">
          {states.reconnecting}
        </p>
      )}
      <div className="content" key={tries}>
        {children}
      </div>
    </>
  );
}

/** Whether a condition has lasted. */
function useIsLate(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isSo) return;
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isLate;
}
