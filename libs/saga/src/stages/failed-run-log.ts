import type { Run } from '@querent/contracts';
import type { Logger } from '@querent/platform';

/**
 * Logs each failed run, whether a stage or a sweeper ended it: for `RunStore`'s `onFailed`. Never logs the question, a
 * row or a driver's message.
 */
export const logFailedRuns =
  (logger: Pick<Logger, 'warn'>) =>
  ({ id, tenant, keyName, request, data }: Run): void =>
    logger.warn(
      {
        runId: id,
        code: data.error?.code ?? null,
        connection: request.connection,
        tenant,
        key: keyName,
        ms: data.usage.totalMs,
      },
      'run failed',
    );
