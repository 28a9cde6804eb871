import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../message-of';
import { useConnections } from '../ask/connections';
import { useMessages } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useTitle } from '../ui/use-title';
import { useTexts } from './texts';
import './model.css';

/** Chooses the data whose model is shown. */
export default function ModelsPage(): ReactElement {
  const texts = useTexts();
  const { states, actions } = useMessages();
  useTitle(texts.title);
  const { connections, error, retry } = useConnections();
  return (
    <div className="models">
      <h1>{texts.title}</h1>
      <p className="quiet">{texts.chooseHint}</p>
      {!connections && !error && <Loading />}
      {!connections && Boolean(error) && (
        <Notice tone="bad" title={messageOf(error, states.unreachable)} isAlert>
          <Button onPress={retry}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {connections?.length === 0 && <Notice tone="calm" title={texts.noData} />}
      {connections && connections.length > 0 && (
        <section aria-labelledby="choose-model" className="choices">
          <h2 id="choose-model">{texts.choose}</h2>
          <ul>
            {connections.map(({ name, label, status }) => (
              <li key={name}>
                <Link href={addressOf('model', { name })}>
                  <span className="name">{label}</span>
                  {status !== 'ready' && <span className="quiet">{states.connection[status]}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
