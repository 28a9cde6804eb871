import type { Span, SpanOptions, Tracer } from '@querent/platform';
import { activeSpan } from '@querent/platform';
import { DelayedError, UnrecoverableError, type Job } from 'bullmq';
import { tracedAttempts } from './traced-attempts';

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

interface RecordedSpan {
  name: string;
  parent: string | null;
  options: SpanOptions;
  failed: unknown;
  ended: boolean;
}

function recorder(): { spans: RecordedSpan[]; tracer: Tracer } {
  const spans: RecordedSpan[] = [];
  const start = (name: string, parent: string | null, options: SpanOptions = {}): Span => {
    const one: RecordedSpan = { name, parent, options, failed: null, ended: false };
    spans.push(one);
    return {
      traceparent: TRACE,
      set: () => undefined,
      link: () => undefined,
      fail: (error) => void (one.failed = error),
      child: () => start('child', null),
      end: () => void (one.ended = true),
    };
  };
  return {
    spans,
    tracer: {
      start: (name, parent, options) => (parent === TRACE ? start(name, parent, options) : null),
      close: () => Promise.resolve(),
    },
  };
}

const jobOf = (more: Partial<Job> = {}): Job =>
  ({
    id: 'run00001-1-1',
    name: 'understand',
    queueName: 'intent',
    timestamp: 1_000,
    processedOn: 1_250,
    attemptsStarted: 1,
    stalledCounter: 0,
    data: { runId: 'run00001', version: 1, traceparent: TRACE },
    ...more,
  }) as Job;

describe('an attempt at a job', () => {
  it('is the current span, in its run’s trace, with its wait in the queue', async () => {
    const { spans, tracer } = recorder();
    let seen: Span | undefined;
    await tracedAttempts(tracer)(jobOf(), async () => void (seen = activeSpan()));
    expect(seen?.traceparent).toBe(TRACE);
    expect(spans).toEqual([expect.objectContaining({ name: 'understand', parent: TRACE, failed: null, ended: true })]);
    expect(spans[0]?.options).toMatchObject({
      kind: 'consumer',
      attributes: {
        'querent.run.id': 'run00001',
        'querent.job.attempt': 1,
        'querent.queue.wait_ms': 250,
        'messaging.destination.name': 'intent',
      },
    });
  });

  it('is a further span if its worker was lost, without a wait whose start is unknown', async () => {
    const { spans, tracer } = recorder();
    await tracedAttempts(tracer)(jobOf({ attemptsStarted: 3, stalledCounter: 2 }), () => Promise.resolve());
    expect(spans[0]?.options.attributes).toMatchObject({
      'querent.job.attempt': 3,
      'querent.job.stalls': 2,
      'querent.queue.wait_ms': undefined,
    });
  });

  it.each<[string, Error, boolean]>([
    ['failed', new UnrecoverableError('no'), true],
    ['comes back later', new DelayedError(), false],
  ])('that %s throws what the work threw, and records it as a failure: %s', async (_, error, isFailure) => {
    const { spans, tracer } = recorder();
    await expect(tracedAttempts(tracer)(jobOf(), () => Promise.reject(error))).rejects.toBe(error);
    expect(spans[0]).toMatchObject({ failed: isFailure ? error : null, ended: true });
  });

  it.each<[string, unknown]>([
    ['not sampled', { runId: 'run00001', version: 1, traceparent: '' }],
    ['of an unknown shape', { anything: 1 }],
    ['empty', undefined],
  ])('whose job is %s is just worked on', async (_, data) => {
    const { spans, tracer } = recorder();
    let worked = false;
    await tracedAttempts(tracer)(jobOf({ data }), async () => void (worked = true));
    expect({ worked, spans }).toEqual({ worked: true, spans: [] });
  });
});
