import type { Datasource, ReadOnlyResult, ReadOnlyStatement } from '@querent/datasource';
import { ServiceStopping, StoppableStatements } from './stoppable-statements';

const nowhere = {} as Datasource;
/** Runs until its signal aborts, and then fails like a cancelled statement. */
const endless = (_: Datasource, { signal }: ReadOnlyStatement): Promise<ReadOnlyResult> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(new Error('cancelled'));
    signal?.addEventListener('abort', () => reject(new Error('cancelled')));
  });

describe('StoppableStatements', () => {
  it('cancels all statements when the service stops, with an error that does not blame them', async () => {
    const statements = new StoppableStatements(endless);
    const ends = [1, 2].map(() => statements.run(nowhere, { sql: 'SELECT 1', signal: new AbortController().signal }));
    statements.stopAll();
    for (const end of await Promise.allSettled(ends))
      expect(end).toMatchObject({ reason: expect.any(ServiceStopping) });
  });

  it('cancels a statement when its signal aborts', async () => {
    const statements = new StoppableStatements(endless);
    const cancel = new AbortController();
    const late = statements.run(nowhere, { sql: 'SELECT 1', signal: AbortSignal.abort() });
    const running = statements.run(nowhere, { sql: 'SELECT 1', signal: cancel.signal });
    cancel.abort();
    statements.stopAll();
    for (const end of await Promise.allSettled([late, running]))
      expect(end).toMatchObject({ reason: { message: 'cancelled' } });
  });
});
