import type { RunSummary } from '@querent/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { querent } from '../../api';
import { useConnections } from '../../ask/connections';
import { useFormats } from '../../i18n/use-messages';
import { addressOf } from '../../pages';
import { useAmounts } from '../amounts';
import { PagedList } from '../paged-list';
import { StateBadge } from '../state-badge';
import { useTexts } from '../texts';
import { useFilters } from '../use-filters';
import { RunFilterBar, runFilters, type RunFilters } from './run-filters';
import { toneOfRun } from './run-state';

/** The questions of the tenant that match the filters of the address. */
export function RunList(): ReactElement {
  const { runs: words } = useTexts();
  const [filters, change] = useFilters(runFilters);
  const query = useInfiniteQuery({
    queryKey: ['runs', filters],
    queryFn: ({ pageParam, signal }) =>
      querent.request('GET', '/v1/queries', {
        query: { limit: 30, ...asQuery(filters), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ body }) => body.nextCursor,
    staleTime: 0,
  });
  const runs = query.data?.pages.flatMap(({ body }) => body.runs) ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  const empty = query.hasNextPage ? words.keptOpen : isFiltered ? words.emptyFiltered : words.empty;
  return (
    <PagedList
      query={query}
      above={<RunFilterBar filters={filters} onChange={change} />}
      empty={runs.length === 0 ? empty : undefined}
      more={runs.length === 0 ? words.searchOlder : undefined}
    >
      {runs.length > 0 && (
        <ul className="entries" aria-label={words.list}>
          {runs.map((run) => (
            <RunEntry key={run.id} run={run} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function RunEntry({ run }: { run: RunSummary }): ReactElement {
  const { runs: words } = useTexts();
  const { ago, time } = useFormats();
  const { duration } = useAmounts();
  const { connections } = useConnections();
  const { id, status, question, connection, askedBy, createdAt, finishedAt, usage, error } = run;
  const label = connections?.find(({ name }) => name === connection)?.label ?? connection;
  return (
    <li className="entry">
      <StateBadge tone={toneOfRun[status]} text={words.state[status]} />
      <div className="what">
        <Link href={addressOf('runDetails', { id })}>{question}</Link>
        {error && <p className="bad reason">{error.message}</p>}
        <p className="quiet parts">
          <span>{askedBy}</span>
          <span>{label}</span>
          <time dateTime={createdAt} title={time(createdAt)}>
            {ago(createdAt)}
          </time>
          {finishedAt !== null && <span>{words.took(duration(usage.totalMs))}</span>}
        </p>
      </div>
    </li>
  );
}

/** The address may hold a state that does not exist: the server refuses it with its reason. */
const asQuery = ({ status, ...more }: RunFilters): object => ({
  ...more,
  ...(status === undefined ? {} : { status }),
});
