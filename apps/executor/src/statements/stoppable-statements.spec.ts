import type { Datasource, ReadOnlyResult, ReadOnlyStatement } from '@querent/datasource';
import { ServiceStopping, StoppableStatements } from './stoppable-statements';

const nowhere = {} as Datasource;
/** Runs until it is told to stop, and then fails as a cancelled statement does. */
const endless = (_: Datasource, { signal }: ReadOnlyStatement): Promise<ReadOnlyResult> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(new Error('cancelled'));
    signal?.addEventListener('abort', () => reject(new Error('cancelled')));
  });

describe('statements when the service stops', () => {
  it('are all stopped, and fail as what is no fault of theirs', async () => {
    const statements = new StoppableStatements(endless);
    const ends = [1, 2].map(() => statements.run(nowhere, { sql: 'SELECT 1', signal: new AbortController().signal }));
    statements.stopAll();
    for (const end of await Promise.allSettled(ends))
      expect(end).toMatchObject({ reason: expect.any(ServiceStopping) });
  });

  it('are cancelled by their own signal as before', async () => {
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
