import type { Run } from '@querent/client';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useConnections } from '../../ask/connections';
import { addressOf } from '../../pages';
import { useScope } from '../../session/session';
import { Notice } from '../../ui/notice';
import { toneOfConnection } from '../connections/connection-state';
import { StateBadge } from '../state-badge';
import { Technical } from '../technical';
import { useTexts } from '../texts';

/** Why a run has no answer: in words for its user, its technical cause, and the state of its connection now. */
export function WhyNot({ run, cause }: { run: Run; cause: string | null }): ReactElement | null {
  const { run: words, connections: connectionWords } = useTexts();
  const { connections } = useConnections();
  const isAdmin = useScope('admin');
  const connection = connections?.find(({ name }) => name === run.connection);
  if (run.status !== 'failed' && run.status !== 'expired') return null;
  return (
    <Notice tone={run.status === 'failed' ? 'bad' : 'calm'} title={run.error?.message ?? words.whyExpired}>
      {cause !== null && (
        <>
          <h2>{words.cause}</h2>
          <Technical text={cause} />
        </>
      )}
      {run.error?.code === 'definition_failing' && isAdmin && (
        <p>
          <Link href={addressOf('model', { name: run.connection })}>{words.openModel}</Link>
        </p>
      )}
      {connection && connection.status !== 'ready' && (
        <p className="row">
          <span>{words.connectionNow(connection.label)}</span>
          <StateBadge tone={toneOfConnection[connection.status]} text={connectionWords.state[connection.status]} />
          <Link href={addressOf('connection', { name: connection.name })}>{words.openConnection}</Link>
        </p>
      )}
      {run.error && run.error.actions.length > 0 && (
        <p className="quiet">{words.advised(run.error.actions.join(' · '))}</p>
      )}
    </Notice>
  );
}
