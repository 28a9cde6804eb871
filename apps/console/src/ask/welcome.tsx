import type { ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { Connection } from './connections';

/** What can be asked, before the first question. */
export function Welcome({
  connection,
  onAsk,
}: {
  connection: Connection | undefined;
  onAsk: (question: string) => void;
}): ReactElement {
  const { ask, states } = useMessages();
  if (connection === undefined) return <></>;
  if (connection.status !== 'ready') return <Notice tone="calm" isPage title={states.connection[connection.status]} />;
  return (
    <section className="welcome">
      <h1>{ask.welcome(connection.label)}</h1>
      {connection.examples.length > 0 && (
        <>
          <p className="quiet">{ask.examples}</p>
          <ul className="examples">
            {connection.examples.map((example) => (
              <li key={example}>
                <Button onPress={() => onAsk(example)}>{example}</Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
