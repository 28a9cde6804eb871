import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useConnections } from '../../ask/connections';
import { addressOf } from '../../pages';
import { Notice } from '../../ui/notice';
import { toneOfConnection } from '../connections/connection-state';
import { StateBadge } from '../state-badge';
import { useTexts } from '../texts';

/** Connections whose questions are refused before they become runs, so that the list below does not show them. */
export function RefusingConnections(): ReactElement | null {
  const { runs: words, connections: connectionWords } = useTexts();
  const { connections = [] } = useConnections();
  const refusing = connections.filter(({ status }) => status === 'unavailable' || status === 'misconfigured');
  if (refusing.length === 0) return null;
  return (
    <Notice tone="warn" title={words.refusing}>
      <ul className="unmarked">
        {refusing.map(({ name, label, status }) => (
          <li key={name} className="row">
            <Link href={addressOf('connection', { name })}>{label}</Link>
            <StateBadge tone={toneOfConnection[status]} text={connectionWords.state[status]} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
