import { runError } from '@querent/contracts';
import { logFailedRuns } from './failed-run-log';
import { jobOf, SagaUnderTest, understood } from '../fixture/saga-under-test';
import { failExhausted, failTimedOut } from '../runs/run-failure';
import { newRunId } from '../runs/run-store';

describe('a run that fails', () => {
  let saga: SagaUnderTest;
  const logged: object[] = [];
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(async () => {
    await saga.startOver();
    logged.splice(0);
    saga.store = saga.storeWith({
      onFailed: logFailedRuns({ warn: (fields: unknown) => void logged.push(fields as object) }),
    });
  });

  it('is logged once with its code, connection and tenant, whether a stage, used-up attempts or its time ended it', async () => {
    const [byStage, exhausted, late] = [
      await saga.submit(),
      await saga.submit({ id: newRunId() }),
      await saga.submit({ id: newRunId() }),
    ];
    const error = runError('connection_unavailable', 'en');
    const fails = async () => ({
      event: 'failed' as const,
      patch: { error, technicalError: 'connect ECONNREFUSED db:5432' },
      steps: [],
    });
    await saga.runner(fails).handle(jobOf(byStage));
    await saga.runner(fails).handle(jobOf(byStage));
    await failExhausted(
      saga.store,
      saga.letters,
      {
        job: 'understand',
        payload: { runId: exhausted.id, version: exhausted.version, traceparent: exhausted.traceparent },
      },
      'boom',
    );
    await failTimedOut(saga.store, late);
    const { request, tenant } = byStage;
    const about = { connection: request.connection, tenant };
    expect(logged).toMatchObject([
      { runId: byStage.id, code: 'connection_unavailable', ...about },
      { runId: exhausted.id, code: 'worker_failed', ...about },
      { runId: late.id, code: 'run_timeout', ...about },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/ECONNREFUSED|boom/);
  });

  it('is the only kind that is logged; active and successful runs are not', async () => {
    const run = await saga.submit();
    await saga.runner(async () => understood).handle(jobOf(run));
    expect(logged).toEqual([]);
  });
});
