import type { Connection } from '../../ask/connections';
import type { Tone } from '../state-badge';

export type ConnectionState = Connection['status'];

export const toneOfConnection: Record<ConnectionState, Tone> = {
  ready: 'good',
  preparing: 'busy',
  unavailable: 'bad',
  misconfigured: 'bad',
};
