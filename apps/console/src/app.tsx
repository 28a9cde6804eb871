import { Suspense, type ReactElement } from 'react';
import { Route, Switch } from 'wouter';
import { AskPage } from './ask/ask-page';
import { consolePlace } from './console-place';
import { useMessages } from './i18n/use-messages';
import type { Messages } from './i18n/messages';
import { furtherPages, type FurtherPage } from './further-pages';
import { patternOf } from './pages';
import { ConsoleOffers } from './session/console-offers';
import { SessionGate, useSession } from './session/session';
import { Broken } from './shell/broken';
import { NotFound } from './shell/not-found';
import { Shell } from './shell/shell';
import { SurfaceProvider } from './surface/surface-provider';
import { Loading } from './ui/loading';
import { ErrorBoundary } from './ui/error-boundary';
import { Notice } from './ui/notice';
import { useIsAskPage } from './use-pages';

/** The whole application. `messages`: the texts of the first language. */
export function App({ messages }: { messages: Messages }): ReactElement {
  return (
    <SurfaceProvider place={consolePlace} messages={messages}>
      <ErrorBoundary fallback={<Broken />}>
        <SessionGate>
          <ConsoleOffers>
            <Shell>
              <Page />
            </Shell>
          </ConsoleOffers>
        </SessionGate>
      </ErrorBoundary>
    </SurfaceProvider>
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
    <Suspense fallback={<Loading isPage />}>
      <Shown />
    </Suspense>
  );
}
