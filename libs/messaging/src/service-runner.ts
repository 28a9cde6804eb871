import type { JobKey, Run, StageFunction, StageName } from '@querent/contracts';
import { activeSpan, isRedisRefusal, traceIdOf } from '@querent/platform';
import { StageAbortedError, StagePostponedError, StageRunner, type JobTransport } from '@querent/saga';
import type { WorkerContext } from './worker-context';

type RunnerContext = Pick<WorkerContext, 'store' | 'results' | 'cancellations' | 'logger' | 'metrics'> & {
  transport: JobTransport;
};

/** Runs a service's stage for one of its jobs, with the logs and metrics that every stage has. */
export function stageRunner(
  service: StageName,
  job: JobKey,
  context: RunnerContext,
  stage: StageFunction,
): StageRunner {
  const { store, results, transport, cancellations, logger, metrics } = context;
  return new StageRunner({
    store,
    transport,
    cancellations,
    stage: service,
    job,
    run: async (run, signal) => {
      metrics.activeJobs.inc({ stage: service });
      tellOfRun(run);
      try {
        return await stage(run, signal);
      } catch (error) {
        // What its asker has cancelled has not failed, nor has what waits for its turn or for Redis; how it ended is
        // logged below.
        if (!isCancelled(signal) && !(error instanceof StagePostponedError) && !isRedisRefusal(error))
          logger.error(
            {
              runId: run.id,
              job,
              traceId: traceIdOf(run.traceparent),
              error: error instanceof Error ? error.stack : String(error),
            },
            'stage failed',
          );
        throw error;
      } finally {
        metrics.activeJobs.dec({ stage: service });
      }
    },
    onUnused: async ({ id }, { event, patch }) => {
      // Others refer to results that they have not written.
      if (event === 'executed' && patch.result) await results.drop(id, patch.result.blob);
    },
    onAbandoned: ({ runId, traceId, why, ms }) => {
      metrics.stagesAbandoned.inc({ stage: service, why });
      logger.error({ runId, job, traceId, why, ms: Math.round(ms) }, 'stage does not end: abandoned');
    },
    onEnd: ({ runId, traceId, result, event, ms }) => {
      metrics.stageSeconds.observe({ stage: service, event: event ?? result }, ms / 1_000);
      activeSpan()?.set({ 'querent.outcome': event ?? result });
      logger.info({ runId, job, traceId, result, event, ms: Math.round(ms) }, 'stage ended');
    },
  });
}

/** The current span is that of the attempt. What goes on after a reply belongs to its request, too. */
function tellOfRun({ request, data }: Run): void {
  const span = activeSpan();
  span?.set({ 'querent.connection': request.connection });
  if (data.repliedIn) span?.link(data.repliedIn);
}

const isCancelled = ({ reason }: AbortSignal): boolean =>
  reason instanceof StageAbortedError && reason.why === 'cancelled';
