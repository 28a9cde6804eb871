import type { ReactElement } from 'react';
import { Link, useParams } from 'wouter';
import { messageOf } from '../message-of';
import { useConnections } from '../ask/connections';
import { useMessages } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { useScope } from '../session/session';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useTitle } from '../ui/use-title';
import { isMissing, useLiveModel } from './live-model';
import { ModelWorkbench } from './model-workbench';
import { useTexts } from './texts';
import { WordsAlone } from './words-alone';
import './model.css';

/** The model of the data that the address names. */
export default function ModelPage(): ReactElement {
  const { name = '' } = useParams<{ name: string }>();
  const texts = useTexts();
  const { connections } = useConnections();
  const connection = connections?.find((one) => one.name === name);
  const title = texts.titleOf(connection?.label ?? name);
  useTitle(title);
  const seesNames = useScope('sql:read');
  return (
    <div className="model" key={name}>
      <header>
        <p className="quiet">
          <Link href={addressOf('models', {})}>{texts.back}</Link>
        </p>
        <h1>{title}</h1>
      </header>
      {seesNames ? <LoadedModel name={name} /> : <WordsAlone name={name} />}
    </div>
  );
}

function LoadedModel({ name }: { name: string }): ReactElement {
  const texts = useTexts();
  const { states, actions } = useMessages();
  const { data, error, refetch } = useLiveModel(name, true);
  const { connections } = useConnections();
  const isPreparing = connections?.some((one) => one.name === name && one.status === 'preparing') ?? false;
  if (data) return <ModelWorkbench key={name} name={name} live={data} />;
  if (!error) return <Loading />;
  if (isPreparing)
    return (
      <Notice tone="calm" title={texts.preparing}>
        <Button onPress={() => void refetch()}>{actions.tryAgain}</Button>
      </Notice>
    );
  return isMissing(error) ? (
    <Notice tone="calm" title={texts.notFound}>
      <Link href={addressOf('models', {})}>{texts.back}</Link>
    </Notice>
  ) : (
    <Notice tone="bad" title={messageOf(error, states.unreachable)} isAlert>
      <Button onPress={() => void refetch()}>{actions.tryAgain}</Button>
    </Notice>
  );
}
