import { useEffect, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { reachability } from '../api';
import { ConversationList } from '../conversations/conversation-list';
import { useMessages } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { useIsAskPage } from '../use-pages';
import { Button } from '../ui/button';
import { ErrorBoundary } from '../ui/error-boundary';
import { Icon } from '../ui/icon';
import { AccountMenu } from './account-menu';
import { Broken } from './broken';
import { Navigation } from './navigation';
import { PreferencesMenu } from './preferences-menu';

/** The frame of every page: a bar at the top, and the page; beside the page for questions, earlier conversations. */
export function Shell({ children }: { children: ReactNode }): ReactElement {
  const { product, shell, states } = useMessages();
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.get);
  const [isListOpen, setListOpen] = useState(false);
  const [address] = useLocation();
  const hasList = useIsAskPage();
  useEffect(() => setListOpen(false), [address]);
  return (
    <>
      <a className="skip" href="#page">
        {shell.skip}
      </a>
      <header className="bar">
        {hasList && (
          <Button
            tone="plain"
            className="round only-narrow"
            aria-label={shell.conversations}
            aria-expanded={isListOpen}
            aria-controls="conversations"
            onPress={() => setListOpen(!isListOpen)}
          >
            <Icon name={isListOpen ? 'close' : 'menu'} />
          </Button>
        )}
        <Link href={addressOf('ask', {})} className="product">
          {product}
        </Link>
        <Navigation />
        <span className="grow" />
        <PreferencesMenu />
        <AccountMenu />
      </header>
      {!isReachable && (
        <p className="strip" role="status">
          {states.reconnecting}
        </p>
      )}
      <div className="columns">
        {hasList && (
          <aside id="conversations" className={isListOpen ? 'side open' : 'side'} aria-label={shell.conversations}>
            <ConversationList onNew={() => setListOpen(false)} />
          </aside>
        )}
        <main id="page" tabIndex={-1}>
          <ErrorBoundary resetBy={address} fallback={<Broken />}>
            {children}
          </ErrorBoundary>
        </main>
      </div>
    </>
  );
}
