import type { querent } from '../../api';
import type { Connection } from '../../ask/connections';
import type { Tone } from '../state-badge';

/** What the API answers about one connection. */
export type ConnectionDetail = Awaited<ReturnType<typeof querent.connections.get>>['value'];

export type ConnectionState = Connection['status'];

export const toneOfConnection: Record<ConnectionState, Tone> = {
  ready: 'good',
  preparing: 'busy',
  unavailable: 'bad',
  misconfigured: 'bad',
};
