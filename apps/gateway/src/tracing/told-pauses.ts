import type { Run } from '@querent/contracts';
import { activeSpan, type Tracer } from '@querent/platform';
import type { RunStoreOptions } from '@querent/saga';

/**
 * Pauses as spans of their runs. Nobody holds one while it lasts: it is told of when it ends, by whoever ends it (a
 * reply, a cancellation, the sweeper), with the time when it began.
 */
export function toldPauses(tracer: Tracer | null): RunStoreOptions['onPauseEnded'] {
  if (tracer === null) return undefined;
  return (paused: Run, event): void => {
    const ending = activeSpan();
    tracer
      .start('await clarification', paused.traceparent, {
        startedAt: Date.parse(paused.updatedAt),
        links: ending === undefined ? [] : [ending.traceparent],
        attributes: {
          'querent.run.id': paused.id,
          'querent.connection': paused.request.connection,
          'querent.clarification.trigger': paused.data.clarification?.trigger,
          'querent.outcome': event,
        },
      })
      ?.end();
  };
}
