import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactElement } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Route, Switch } from 'wouter';
import { queryClient, speak } from './api';
import { AskPage } from './ask/ask-page';
import { loadMessages, MessagesContext, useLocale, useMessages } from './i18n/use-messages';
import type { Messages } from './i18n/messages';
import { furtherPages, type FurtherPage } from './further-pages';
import { patternOf } from './pages';
import { SessionGate, useSession } from './session/session';
import { Broken } from './shell/broken';
import { NotFound } from './shell/not-found';
import { Shell } from './shell/shell';
import { ErrorBoundary } from './ui/error-boundary';
import { Notice } from './ui/notice';
import { useIsAskPage } from './use-pages';

/** The whole application. `messages`: the texts of the first language; another one is loaded when it is chosen. */
export function App({ messages: first }: { messages: Messages }): ReactElement {
  const language = useLocale();
  const [messages, setMessages] = useState(first);
  useEffect(() => {
    let isCurrent = true;
    void loadMessages(language).then((loaded) => {
      if (!isCurrent) return;
      speak(language);
      setMessages(loaded);
      // Labels, examples and problems come from the server in the language of the page.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'labels' });
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={language === 'zh' ? 'zh-CN' : 'en-US'}>
        <MessagesContext value={messages}>
          <ErrorBoundary fallback={<Broken />}>
            <SessionGate>
              <Shell>
                <Page />
              </Shell>
            </SessionGate>
          </ErrorBoundary>
        </MessagesContext>
      </I18nProvider>
    </QueryClientProvider>
  );
}

/** The page of the address. A run and the page without one are one page, whose field keeps its text. */
function Page(): ReactElement {
  if (useIsAskPage()) return <AskPage />;
  return (
    <Switch>
      {furtherPages.map((further) => (
        <Route key={further.page} path={patternOf(further.page)}>
          <Guarded {...further} />
        </Route>
      ))}
      <Route component={NotFound} />
    </Switch>
  );
}

function Guarded({ scopes, component: Shown }: FurtherPage): ReactElement {
  const session = useSession();
  const { states } = useMessages();
  if (!scopes.some((scope) => session.scopes.includes(scope)))
    return (
      <Notice tone="calm" isPage title={states.forbidden}>
        <p className="quiet">{states.forbiddenHint}</p>
      </Notice>
    );
  return (
    <Suspense fallback={<p className="quiet">{states.loading}</p>}>
      <Shown />
    </Suspense>
  );
}
