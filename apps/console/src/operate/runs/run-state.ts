import type { RunStatus } from '@querent/client';
import type { Tone } from '../state-badge';

export const toneOfRun: Record<RunStatus, Tone> = {
  queued: 'busy',
  understanding: 'busy',
  awaiting_clarification: 'warn',
  retrieving: 'busy',
  generating: 'busy',
  exploring: 'busy',
  executing: 'busy',
  presenting: 'busy',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'calm',
  expired: 'calm',
};

/** States, those that an operator searches for first. */
export const statusesToFilter: readonly RunStatus[] = [
  'failed',
  'succeeded',
  'awaiting_clarification',
  'expired',
  'cancelled',
  'queued',
  'understanding',
  'retrieving',
  'generating',
  'exploring',
  'executing',
  'presenting',
];
