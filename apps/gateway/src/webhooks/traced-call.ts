import type { Run } from '@querent/contracts';
import type { Tracer } from '@querent/platform';
import type { CallResult } from './call-back';

/**
 * Makes a call within a span of the run's trace.
 * @param call gets the trace context for the receiver
 */
export async function tracedCall(
  tracer: Tracer | null,
  run: Run,
  call: (traceparent: string) => Promise<CallResult>,
): Promise<CallResult> {
  const span = tracer?.start('webhook', run.traceparent, {
    kind: 'client',
    attributes: { 'querent.run.id': run.id, 'querent.connection': run.request.connection },
  });
  const result = await call(span?.traceparent ?? run.traceparent);
  span?.set({ 'querent.outcome': result.kind });
  span?.end();
  return result;
}
