import { emptyRunData, jobs, type Outcome, type Run, type RunStatus } from '@querent/contracts';
import { newRun } from '@querent/testing';
import type { CancellationWatch } from './cancellation-watch';
import type { Outbox } from '../runs/outbox';
import type { Change } from '../runs/run-change';
import type { RunStore } from '../runs/run-store';
import { StageAbortedError, StageRunner } from './stage-runner';

const run: Run = {
  ...newRun({ id: 'run00001' }),
  version: 1,
  status: 'understanding',
  createdAt: '',
  updatedAt: '',
  finishedAt: null,
  data: emptyRunData(),
};
const job = { runId: run.id, version: run.version, traceparent: run.traceparent };
const outbox: Outbox = { job: 'understand', payload: job };
const unplanned: Outcome = { event: 'unplanned', patch: {}, steps: [] };
const never = <T>(): Promise<T> => new Promise(() => undefined);

/**
 * A stage that settles when the test tells it to. The record answers immediately, except for the command chosen as
 * silent. The test advances the time.
 */
class Attempt {
  readonly events: string[] = [];
  status: RunStatus = 'understanding';
  signal: AbortSignal | undefined;
  end = (): void => undefined;
  fail = (): void => undefined;
  cancel = (): void => undefined;
  readonly runner: StageRunner;

  constructor({ silent }: { silent?: 'claim' | 'advance' | 'publish' } = {}) {
    const answers = <T>(command: string, answer: T): Promise<T> =>
      command === silent ? never() : Promise.resolve(answer);
    const store = {
      claim: () => answers('claim', { run, outbox, attempt: 1 }),
      advance: (_run: Run, _change: Change, onSent: () => void) => (
        onSent(),
        answers('advance', { kind: 'advanced', run, outbox: null })
      ),
      outboxAfter: () => outbox,
      statusOf: async () => this.status,
    };
    this.runner = new StageRunner({
      store: store as unknown as RunStore,
      transport: { publish: () => answers('publish', undefined), stateOf: () => never() },
      cancellations: {
        onCancelled: (listener: (id: string) => void) => void (this.cancel = () => listener(run.id)),
      } as unknown as CancellationWatch,
      stage: 'intent',
      job: 'understand',
      run: (_run, signal) =>
        new Promise((resolve, reject) => {
          this.signal = signal;
          this.end = () => resolve(unplanned);
          this.fail = () => reject(new Error('late'));
        }),
      onUnused: async (_run, { event }) => void this.events.push(`${event} unused`),
      onEnd: ({ result }) => void this.events.push(result),
      onAbandoned: ({ runId, why, ms }) => void this.events.push(`${runId}: ${why}, abandoned after ${ms / 1_000} s`),
    });
  }

  /** How the attempt ended: '' while it runs, `done`, or its error's message. */
  readonly outcome = { is: '' };
  begin(): this {
    this.runner.handle(job).then(
      () => (this.outcome.is = 'done'),
      (error: Error) => (this.outcome.is = error.message),
    );
    return this;
  }
}

describe('a stage that does not end when it is aborted', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('is abandoned a few seconds after its time is over, which frees its worker and fails the attempt', async () => {
    const attempt = new Attempt().begin();
    await pass(jobs.understand.timeoutMs + 4_999);
    expect({ aborted: attempt.signal?.aborted, ...attempt }).toMatchObject({
      aborted: true,
      outcome: { is: '' },
      events: [],
    });
    await pass(1);
    expect(attempt).toMatchObject({
      outcome: { is: new StageAbortedError('timeout').message },
      events: ['run00001: timeout, abandoned after 65 s', 'threw'],
    });
  });

  it.each([
    ['when the message arrives', (attempt: Attempt) => attempt.cancel(), 0],
    ['when that is found out', (attempt: Attempt) => void (attempt.status = 'cancelled'), 2_000],
  ])('is left alone as soon after its run was cancelled, %s', async (_, cancel, foundMs) => {
    const attempt = new Attempt().begin();
    await pass(0);
    cancel(attempt);
    await pass(foundMs + 5_000);
    expect(attempt).toMatchObject({
      outcome: { is: 'done' },
      events: [`run00001: cancelled, abandoned after ${foundMs / 1_000 + 5} s`, 'over'],
    });
  });

  it.each([
    ['end', ['unplanned unused']],
    ['fail', []],
  ] as const)('may %s later: nothing comes of it, and what it made goes', async (how, more) => {
    const attempt = new Attempt().begin();
    await pass(jobs.understand.timeoutMs + 5_000);
    const { is } = attempt.outcome;
    attempt[how]();
    await pass(60_000);
    expect(attempt.outcome.is).toBe(is);
    expect(attempt.events.slice(1)).toEqual(['threw', ...more]);
  });

  it('is not abandoned if it ends soon after its abort signal, and its outcome is accepted', async () => {
    const attempt = new Attempt().begin();
    await pass(jobs.understand.timeoutMs + 4_000);
    attempt.end();
    await pass(60_000);
    expect(attempt).toMatchObject({ outcome: { is: 'done' }, events: ['advanced'] });
  });

  it.each(['claim', 'advance', 'publish'] as const)(
    'nor does a Redis that never answers to a %s hold the worker',
    async (silent) => {
      const attempt = new Attempt({ silent }).begin();
      await pass(0);
      attempt.end();
      await pass(29_999);
      expect(attempt.outcome.is).toBe('');
      await pass(1);
      // Nothing is started before the claim, so that does not use up an attempt.
      expect(attempt.outcome.is).toBe(
        `${silent === 'claim' ? 'The stage is postponed: ' : ''}Redis did not answer in 30 s: ${silent}`,
      );
    },
  );
});
