import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { Messages } from '../i18n/messages';
import { loadMessages, MessagesContext } from '../i18n/use-messages';
import { SurfaceContext, useObserved, type Place } from './surface';

interface Props {
  place: Place;
  /** The texts of the first language; another one is loaded when it is chosen. */
  messages: Messages;
  children: ReactNode;
}

/** Gives the components below it the client, the texts and the language of their place. */
export function SurfaceProvider({ place, messages: first, children }: Props): ReactElement {
  const { queryClient, connect } = place;
  const wanted = useObserved(place.locale);
  const [{ messages, locale }, show] = useState({ messages: first, locale: wanted });
  useEffect(() => {
    let isCurrent = true;
    void loadMessages(wanted).then((loaded) => {
      if (isCurrent) show({ messages: loaded, locale: wanted });
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  const surface = useMemo(() => ({ place, locale, querent: connect(locale) }), [place, locale, connect]);
  useEffect(() => {
    // Labels, examples and problems come from the server in the language of the page.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'labels' });
  }, [locale, queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={locale === 'zh' ? 'zh-CN' : 'en-US'}>
        <SurfaceContext value={surface}>
          <MessagesContext value={messages}>{children}</MessagesContext>
        </SurfaceContext>
      </I18nProvider>
    </QueryClientProvider>
  );
}
