import '../operate.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { querent } from '../../api';
import { useFormats } from '../../i18n/use-messages';
import { useScope } from '../../session/session';
import { Button } from '../../ui/button';
import { useTitle } from '../../ui/use-title';
import { Facts } from '../facts';
import { Loaded } from '../loaded';
import { useTexts } from '../texts';
import { UsageTable } from './usage-table';

/** What the tenant has used of its limits, and the state of the installation. */
export default function UsagePage(): ReactElement {
  const { usage: words } = useTexts();
  useTitle(words.title);
  const isAdmin = useScope('admin');
  const operates = useScope('operate');
  return (
    <div className="operate">
      <h1>{words.title}</h1>
      {isAdmin ? <TenantUsage /> : <p className="quiet">{words.noUsage}</p>}
      {operates && <Installation />}
    </div>
  );
}

function TenantUsage(): ReactElement {
  const { usage: words, refresh } = useTexts();
  const { number } = useFormats();
  const query = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => querent.usage({ signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return (
    <Loaded query={query}>
      {(usage) => (
        <section aria-labelledby="usage">
          <div className="row spread">
            <h2 id="usage">{words.of(usage.tenant)}</h2>
            <Button isPending={query.isRefetching} onPress={() => void query.refetch()}>
              {refresh}
            </Button>
          </div>
          <p className="quiet">{words.day(usage.day)}</p>
          <UsageTable usage={usage} />
          <p className="quiet">{words.keptHint}</p>
          {usage.weight !== 1 && <p className="quiet">{words.weight(number(usage.weight))}</p>}
        </section>
      )}
    </Loaded>
  );
}

/** The checks of the gateway that answers, and the queues, which are a page of another program. */
function Installation(): ReactElement {
  const { usage: words } = useTexts();
  const checks = useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => querent.request('GET', '/readyz', { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return (
    <section aria-labelledby="installation">
      <h2 id="installation">{words.services}</h2>
      <Loaded query={checks}>
        {({ body }) => (
          <>
            <p className="quiet">{words.checks}</p>
            <Facts
              facts={Object.entries(body.checks).map(
                ([name, result]) => [name, result === 'ok' ? words.ok : <span className="bad">{result}</span>] as const,
              )}
            />
          </>
        )}
      </Loaded>
      <p>
        <a href="/queues">{words.queues}</a> <span className="quiet">{words.queuesHint}</span>
      </p>
    </section>
  );
}
