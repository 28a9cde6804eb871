import '../operate.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { querent } from '../../api';
import { useConnections } from '../../ask/connections';
import { addressOf } from '../../pages';
import { useScope } from '../../session/session';
import { Loading } from '../../ui/loading';
import { Notice } from '../../ui/notice';
import { useTitle } from '../../ui/use-title';
import { Failure } from '../loaded';
import { StateBadge } from '../state-badge';
import { useTexts } from '../texts';
import { toneOfConnection } from './connection-state';
import { Mistakes } from './mistakes';

/** Time after which the states are read again, ms. */
const REFRESH_MS = 10_000;

/** The connections of the tenant with their states, and for operators the mistakes in all files. */
export default function ConnectionsPage(): ReactElement {
  const { connections: words } = useTexts();
  useTitle(words.title);
  const { connections, error, retry } = useConnections(REFRESH_MS);
  const operates = useScope('operate');
  return (
    <div className="operate">
      <h1>{words.title}</h1>
      {!connections && !error && <Loading />}
      {!connections && Boolean(error) && <Failure error={error} onRetry={retry} />}
      {connections?.length === 0 && (
        <Notice tone="calm" title={words.empty}>
          <p className="quiet">{words.emptyHint}</p>
        </Notice>
      )}
      {connections && connections.length > 0 && (
        <ul className="entries" aria-label={words.list}>
          {connections.map(({ name, label, status }) => (
            <li key={name} className="entry">
              <StateBadge tone={toneOfConnection[status]} text={words.state[status]} />
              <div className="what">
                <Link href={addressOf('connection', { name })}>{label}</Link>
                <p className="quiet">{name}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {operates && connections && <AllMistakes />}
    </div>
  );
}

/** A connection whose file has never been valid is in no list: its mistakes are here. */
function AllMistakes(): ReactElement | null {
  const { connections: words } = useTexts();
  const query = useQuery({
    queryKey: ['labels', 'problems'],
    queryFn: ({ signal }) => querent.problems({ signal }),
    staleTime: 0,
  });
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{words.problems}</h2>
      <p className="quiet">{words.problemsHint}</p>
      <Mistakes mistakes={query.data} />
    </section>
  );
}
