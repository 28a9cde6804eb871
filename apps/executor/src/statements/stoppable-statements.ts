import type { Datasource, ReadOnlyResult, ReadOnlyStatement } from '@querent/datasource';

type Run = (datasource: Datasource, statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;

/** The service is stopping: the statement was cancelled, and another process continues its job. */
export class ServiceStopping extends Error {
  override readonly name = 'ServiceStopping';
}

/**
 * Running statements, which can all be cancelled together. A stopping service waits for its jobs for a limited time.
 * A statement that still runs then may take minutes, and closing its connection would wait for it.
 */
export class StoppableStatements {
  private readonly underWay = new Set<AbortController>();

  constructor(private readonly runner: Run) {}

  /** @throws ServiceStopping, or what the runner throws */
  readonly run: Run = async (datasource, statement) => {
    const stopping = new AbortController();
    const onAbort = (): void => stopping.abort(statement.signal?.reason);
    if (statement.signal?.aborted) onAbort();
    statement.signal?.addEventListener('abort', onAbort);
    this.underWay.add(stopping);
    try {
      return await this.runner(datasource, { ...statement, signal: stopping.signal });
    } catch (error) {
      throw stopping.signal.reason instanceof ServiceStopping ? stopping.signal.reason : error;
    } finally {
      statement.signal?.removeEventListener('abort', onAbort);
      this.underWay.delete(stopping);
    }
  };

  stopAll(): void {
    for (const one of this.underWay) one.abort(new ServiceStopping('the service is stopping'));
  }
}
