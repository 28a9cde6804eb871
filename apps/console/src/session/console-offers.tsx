import type { Run } from '@querent/client';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { Link } from 'wouter';
import { PinButton } from '../board/pin-button';
import { useMessages } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { ShareButton } from '../runs/share-button';
import { OffersContext, type Offers } from '../surface/offers';
import { usePlace } from '../surface/surface';
import { useScope } from './session';

/** What the console offers with the rights of its user. */
export function ConsoleOffers({ children }: { children: ReactNode }): ReactElement {
  const [sql, isAdministrator] = [useScope('sql:read'), useScope('admin')];
  const offers = useMemo(
    (): Offers => ({
      sql,
      files: true,
      AnswerActions: ShareAndPin,
      ...(isAdministrator && { RunDetails: DetailsLink }),
    }),
    [sql, isAdministrator],
  );
  return <OffersContext value={offers}>{children}</OffersContext>;
}

function ShareAndPin({ run }: { run: Run }): ReactElement {
  const { sharedRuns } = usePlace();
  return (
    <>
      {!sharedRuns.has(run.id) && <ShareButton run={run} />}
      <PinButton run={run} />
    </>
  );
}

function DetailsLink({ run }: { run: Run }): ReactElement {
  const { run: words } = useMessages();
  return (
    <Link href={addressOf('runDetails', { id: run.id })} className="quiet">
      {words.details}
    </Link>
  );
}
