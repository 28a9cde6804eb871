import '../operate.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useParams } from 'wouter';
import { querent } from '../../api';
import { messageOf } from '../../message-of';
import { useConnections, type Connection } from '../../ask/connections';
import { useMessages } from '../../i18n/use-messages';
import { useLocale } from '../../surface/surface';
import { addressOf } from '../../pages';
import { useScope } from '../../session/session';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { useTitle } from '../../ui/use-title';
import { Loaded } from '../loaded';
import { StateBadge } from '../state-badge';
import { Technical } from '../technical';
import { useTexts } from '../texts';
import { useAskAbout } from '../use-ask-about';
import { toneOfConnection, type ConnectionDetail } from './connection-state';
import { Limits } from './limits';
import { Logins } from './logins';
import { Mistakes } from './mistakes';

/** A state that changes by itself is read again after this time, ms. */
const FOLLOW_MS = 2_000;

/** One connection: whether it works, why not, and what its login may do. */
export default function ConnectionPage(): ReactElement {
  const { name = '' } = useParams<{ name: string }>();
  const { connection: words } = useTexts();
  const { connections, error, retry } = useConnections();
  const listed = connections?.find((one) => one.name === name);
  useTitle(listed?.label ?? name);
  const operates = useScope('operate');
  return (
    <div className="operate">
      <nav aria-label={words.back}>
        <Link href={addressOf('connections', {})}>← {words.back}</Link>
      </nav>
      {operates ? (
        <Detail name={name} listed={listed} />
      ) : (
        <Loaded query={{ data: connections, error: error as Error | null, refetch: retry as never }} isPage>
          {() =>
            listed ? (
              <>
                <Heading name={name} label={listed.label} state={listed.status} />
                <TryIt name={name} examples={listed.examples} />
                <p className="quiet">{words.onlyOperators}</p>
              </>
            ) : (
              <Notice tone="calm" isPage title={words.unknown} />
            )
          }
        </Loaded>
      )}
    </div>
  );
}

function Detail({ name, listed }: { name: string; listed: Connection | undefined }): ReactElement {
  const { connection: words } = useTexts();
  const language = useLocale();
  const query = useQuery({
    queryKey: ['labels', 'connection', name],
    queryFn: async ({ signal }) => (await querent.connections.get(name, { signal })).value,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status.state === 'ready' ? false : FOLLOW_MS),
  });
  return (
    <Loaded query={query} missing={words.unknown} isPage>
      {(detail) => {
        const { label, status, examples, problems } = detail;
        const other = language === 'zh' ? 'en' : 'zh';
        const shown = examples[language].length > 0 ? examples[language] : examples[other];
        return (
          <>
            <Heading name={name} label={label[language] ?? label[other] ?? name} state={status.state} />
            <StateOf detail={detail} />
            {listed && <TryIt name={name} examples={shown} />}
            <section aria-labelledby="problems">
              <h2 id="problems">{words.problems}</h2>
              {problems.length === 0 ? <p className="quiet">{words.noProblems}</p> : <Mistakes mistakes={problems} />}
            </section>
            <Logins detail={detail} />
            <Limits detail={detail} />
          </>
        );
      }}
    </Loaded>
  );
}

function Heading({ name, label, state }: { name: string; label: string; state: Connection['status'] }): ReactElement {
  const { connections: words } = useTexts();
  return (
    <header className="heading">
      <StateBadge tone={toneOfConnection[state]} text={words.state[state]} />
      <h1>{label}</h1>
      {label !== name && <code>{name}</code>}
    </header>
  );
}

/** What the state means, why it is so, and the way to check again. */
function StateOf({ detail: { name, status } }: { detail: ConnectionDetail }): ReactElement {
  const { connection: words, connections, withheld } = useTexts();
  const { states } = useMessages();
  const client = useQueryClient();
  const seesSql = useScope('sql:read');
  const refreshing = useMutation({
    mutationFn: () => querent.connections.refresh(name),
    onSuccess: async () => {
      // The executors need a moment; the state is followed from then on.
      await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
      await client.invalidateQueries({ queryKey: ['labels'] });
    },
  });
  const isReady = status.state === 'ready';
  return (
    <Notice tone={isReady || status.state === 'preparing' ? 'calm' : 'bad'} title={connections.stateHint[status.state]}>
      {status.detail !== null && (seesSql ? <Technical text={status.detail} /> : <p className="quiet">{withheld}</p>)}
      <p className="row">
        <Button isPending={refreshing.isPending} onPress={() => refreshing.mutate()}>
          {words.refresh}
        </Button>
        <span className="quiet" role="status">
          {refreshing.isSuccess || refreshing.isPending ? words.refreshing : ''}
        </span>
      </p>
      {refreshing.isError && (
        <p className="bad" role="alert">
          {messageOf(refreshing.error, states.unreachable)}
        </p>
      )}
    </Notice>
  );
}

/** Example questions that open the page for questions. */
function TryIt({ name, examples }: { name: string; examples: readonly string[] }): ReactElement | null {
  const { connection: words } = useTexts();
  const askAbout = useAskAbout();
  const mayAsk = useScope('query');
  if (!mayAsk) return null;
  return (
    <section aria-labelledby="try">
      <h2 id="try">{words.tryIt}</h2>
      <ul className="try">
        {examples.slice(0, 3).map((example) => (
          <li key={example}>
            <Button onPress={() => askAbout(name, example)}>{example}</Button>
          </li>
        ))}
        <li>
          <Button onPress={() => askAbout(name)}>{words.ask}</Button>
        </li>
      </ul>
    </section>
  );
}
