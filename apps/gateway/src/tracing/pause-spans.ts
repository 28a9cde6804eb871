import type { Run } from '@querent/contracts';
import { activeSpan, type Tracer } from '@querent/platform';
import type { RunStoreOptions } from '@querent/saga';

/**
 * Records pauses as spans of their runs. No process keeps a span open during a pause: the process that ends the pause
 * (by a reply, a cancellation or the sweeper) records it with its start time.
 */
export function pauseSpans(tracer: Tracer | null): RunStoreOptions['onPauseEnded'] {
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
