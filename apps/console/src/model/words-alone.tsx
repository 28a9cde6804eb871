import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { useLocale } from '../surface/surface';
import { addressOf } from '../pages';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { isMissing } from './live-model';
import { useTexts } from './texts';

const kinds = ['entity', 'metric', 'dimension', 'filter'] as const;

/** The words of a model, for a key that sees no physical names. */
export function WordsAlone({ name }: { name: string }): ReactElement {
  const texts = useTexts();
  const { states, actions } = useMessages();
  const locale = useLocale();
  const { data, error, refetch } = useQuery({
    queryKey: ['labels', 'model words', name, locale],
    queryFn: ({ signal }) => querent.connections.words(name, { locale, signal }),
  });
  return (
    <>
      <Notice tone="calm" title={texts.wordsAlone}>
        <p className="quiet">{texts.wordsAloneHint}</p>
      </Notice>
      {!data && !error && <Loading />}
      {isMissing(error) && (
        <Notice tone="calm" title={texts.notFound}>
          <Link href={addressOf('models', {})}>{texts.back}</Link>
        </Notice>
      )}
      {Boolean(error) && !isMissing(error) && (
        <Notice tone="bad" title={messageOf(error, states.unreachable)} isAlert>
          <Button onPress={() => void refetch()}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {data?.length === 0 && <p className="quiet">{texts.noWords}</p>}
      {data &&
        kinds
          .map((kind) => ({ kind, words: data.filter((word) => word.kind === kind) }))
          .filter(({ words }) => words.length > 0)
          .map(({ kind, words }) => (
            <section key={kind} className="known-words">
              <h2>{texts.wordKinds[kind]}</h2>
              <ul>
                {words.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </section>
          ))}
    </>
  );
}
