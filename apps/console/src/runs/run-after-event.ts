import type { Run, RunEvent } from '@querent/client';

const terminal: readonly Run['status'][] = ['succeeded', 'failed', 'cancelled', 'expired'];

export const isOver = ({ status }: Pick<Run, 'status'>): boolean => terminal.includes(status);

/** A run after one of its events. */
export function withEvent(run: Run, { event, data }: RunEvent): Run {
  switch (event) {
    case 'step':
      if (run.steps.some(({ seq }) => seq === data.seq)) return run;
      return { ...run, steps: [...run.steps, data].sort((a, b) => a.seq - b.seq) };
    case 'status':
      // Events are repeated from the first one: an old status must not reopen a run. The end comes with the whole run.
      if (isOver(run) || isOver(data)) return run;
      return {
        ...run,
        status: data.status,
        clarification: data.status === 'awaiting_clarification' ? run.clarification : null,
      };
    case 'clarification':
      return isOver(run) ? run : { ...run, status: 'awaiting_clarification', clarification: data };
    case 'end':
      return data;
  }
}
