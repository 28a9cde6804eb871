import { startTraceCollector, waitFor, type TraceCollector } from '@querent/testing';
import { Registry } from 'prom-client';
import { createLogger } from '../logging/logger';
import { productVersion } from '../product-version';
import { redacted } from '../logging/redacted';
import { openTracer } from './open-tracer';
import { activeSpan, inSpan, within, type Span, type Tracer } from './span';
import { exportable } from './span-attributes';
import { BoundedSpanProcessor } from './bounded-span-processor';
import { errorAttributes } from './error-attributes';

const loaded: string[] = [];
jest.mock('@opentelemetry/exporter-trace-otlp-http', () => {
  loaded.push('exporter');
  return jest.requireActual<object>('@opentelemetry/exporter-trace-otlp-http');
});

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const silent = { logger: createLogger('spec', 'silent'), registry: new Registry() };

describe('tracing', () => {
  let collector: TraceCollector;
  const opened: Tracer[] = [];
  beforeAll(async () => {
    collector = await startTraceCollector();
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await collector.stop();
  });

  async function tracer(share = 1, headers?: string, name?: string): Promise<Tracer> {
    const one = await openTracer(
      'spec',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: headers,
        OTEL_TRACES_SAMPLER_ARG: share,
        OTEL_SERVICE_NAME: name,
        OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=analytics,deployment.environment.name=staging',
      },
      { ...silent, registry: new Registry() },
    );
    if (one === null) throw new Error('no tracer');
    opened.push(one);
    return one;
  }
  function started(one: Tracer, ...args: Parameters<Tracer['start']>): Span {
    const span = one.start(...args);
    if (span === null) throw new Error('not sampled');
    return span;
  }

  it('is off without an endpoint, loads no packages, and runs the work', async () => {
    expect(await openTracer('spec', { OTEL_TRACES_SAMPLER_ARG: 1 }, silent)).toBeNull();
    expect(await inSpan('part', {}, async (span) => ({ span, active: activeSpan() }))).toEqual({
      span: undefined,
      active: undefined,
    });
    expect(within(null, () => 5)).toBe(5);
    expect(loaded).toEqual([]);
    await tracer();
    expect(loaded).toEqual(['exporter']);
  });

  it('sends the attributes of the process with its spans', async () => {
    const one = await tracer(1, undefined, 'asker');
    started(one, 'named', null).end();
    await one.close();
    const { service, resource } = collector.spans.find(({ name }) => name === 'named') ?? {};
    expect(service).toBe('asker');
    expect(resource).toEqual({
      'service.name': 'asker',
      'service.namespace': 'analytics',
      'service.version': productVersion,
      'service.instance.id': expect.any(String),
      'deployment.environment.name': 'staging',
    });
  });

  it('sends spans with children, links, times and the configured headers, which are redacted from logs', async () => {
    const one = await tracer(1, 'authorization=Bearer%20secret-of-collector, x-team = data ');
    const root = started(one, 'request', CALLER, {
      kind: 'server',
      startedAt: 1_700_000_000_000,
      attributes: { 'http.request.method': 'POST' },
    });
    const linked = started(one, 'reply', null, { links: [root.traceparent, 'no trace context'] });
    await within(root, () =>
      inSpan('part', { kind: 'client' }, async (span) => span?.set({ 'querent.cache.result': 'hit' })),
    );
    linked.end();
    root.end();
    await one.close();
    const of = (name: string) => collector.spans.find((span) => span.name === name);
    const [, traceId, callerSpan] = CALLER.split('-');
    expect(of('request')).toMatchObject({
      service: 'querent-spec',
      traceId,
      parentSpanId: callerSpan,
      kind: 2,
      startedAt: 1_700_000_000_000,
      attributes: { 'http.request.method': 'POST' },
      links: [],
      failed: false,
    });
    expect(of('part')).toMatchObject({
      traceId,
      parentSpanId: of('request')?.spanId,
      kind: 3,
      attributes: { 'querent.cache.result': 'hit' },
    });
    expect(of('reply')).toMatchObject({ parentSpanId: '', links: [{ traceId, spanId: of('request')?.spanId }] });
    expect(of('reply')?.traceId).not.toBe(traceId);
    expect(collector.headers.at(-1)).toMatchObject({ authorization: 'Bearer secret-of-collector', 'x-team': 'data' });
    expect(redacted('sent secret-of-collector')).toBe('sent [redacted]');
  });

  it('exports an error’s class and code, but not its message', async () => {
    class StatementFailed extends Error {
      override readonly name = 'StatementFailed';
      readonly sqlstate = '42P01';
    }
    const one = await tracer();
    const root = started(one, 'failing', null);
    const failing = within(root, () =>
      inSpan('failing part', {}, () => Promise.reject(new StatementFailed('relation "secret_wages" does not exist'))),
    );
    await expect(failing).rejects.toThrow('secret_wages');
    root.end();
    await one.close();
    expect(collector.spans.find(({ name }) => name === 'failing part')).toMatchObject({
      failed: true,
      attributes: { 'error.type': 'StatementFailed', 'querent.error.code': '42P01' },
      events: [],
    });
    expect(collector.bodies.join()).not.toMatch(/secret_wages|does not exist/);
    expect(errorAttributes('just words')).toEqual({ 'error.type': 'string' });
    expect(errorAttributes(Object.assign(new Error('x'), { code: 'a sentence as a code' }))).toEqual({
      'error.type': 'Error',
      'querent.error.code': undefined,
    });
  });

  it.each<[string, string | number | undefined, string | number | undefined]>([
    ['querent.connection', 'sales_eu-1', 'sales_eu-1'],
    ['http.route', '/v1/queries/:id', '/v1/queries/:id'],
    ['gen_ai.request.model', 'qwen/qwen2.5-coder:32b', 'qwen/qwen2.5-coder:32b'],
    ['querent.queue.wait_ms', 12.5, 12.5],
    ['querent.outcome', undefined, undefined],
    ['querent.outcome', '各城市的订单数', '(withheld)'],
    ['querent.outcome', 'how many orders', '(withheld)'],
    ['gen_ai.request.model', 'SELECT count(*) FROM t', '(withheld)'],
    ['error.type', 'x'.repeat(101), '(withheld)'],
    ['querent.question', 'orders', undefined],
    ['db.query.text', 'orders', undefined],
  ])('lets %s = %s leave as %s', (name, value, told) => {
    expect(exportable({ [name]: value })).toEqual(told === undefined ? {} : { [name]: told });
  });

  it('follows the caller’s sampling decision, the ratio for new traces, and the linked trace for new traces with a link', async () => {
    const [all, none] = [await tracer(1), await tracer(0)];
    const unsampled = CALLER.replace(/01$/, '00');
    const startsAt = (one: Tracer, parent: string | null, links: string[] = []): boolean => {
      const span = one.start('sampling', parent, { links });
      span?.end();
      return span !== null;
    };
    expect([startsAt(all, null), startsAt(all, CALLER), startsAt(all, unsampled), startsAt(all, 'rubbish')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([startsAt(none, null), startsAt(none, CALLER), startsAt(none, unsampled)]).toEqual([false, true, false]);
    expect([startsAt(none, null, [CALLER]), startsAt(all, null, [unsampled])]).toEqual([true, false]);
    const half = await tracer(0.5);
    const exported = Array.from({ length: 400 }, () => startsAt(half, null)).filter(Boolean).length;
    expect(Math.abs(exported - 200)).toBeLessThan(80);
  });

  it('closes in time even if the collector does not answer', async () => {
    const mute = await startTraceCollector();
    mute.answerWith(null);
    const one = await openTracer(
      'spec',
      { OTEL_EXPORTER_OTLP_ENDPOINT: mute.url, OTEL_TRACES_SAMPLER_ARG: 1 },
      { ...silent, registry: new Registry() },
    );
    one?.start('unheard', null)?.end();
    await one?.close();
    expect(mute.spans).toEqual([]);
    // Refused spans are not sent again.
    mute.answerWith(400);
    await mute.stop();
  }, 4_000);
});

describe('the bounded span processor', () => {
  it('drops and counts spans that a slow or unavailable collector does not accept, and logs one warning', async () => {
    const registry = new Registry();
    const warnings: object[] = [];
    const logger = { warn: (fields: object) => void warnings.push(fields) } as unknown as Parameters<
      typeof openTracer
    >[2]['logger'];
    const sent: { count: number; done: (code: number) => void }[] = [];
    const exporter = {
      export: (spans: unknown[], done: (result: { code: number; error?: Error }) => void) =>
        void sent.push({
          count: spans.length,
          done: (code) => done({ code, error: new Error('connect ECONNREFUSED') }),
        }),
      shutdown: () => Promise.resolve(),
    };
    let now = 0;
    const outlet = new BoundedSpanProcessor(
      exporter,
      { queue: 4, batch: 2, delayMs: 60_000, exportMs: 60_000 },
      { logger, registry, now: () => now },
    );
    const end = (count: number): void => {
      for (let n = 0; n < count; n++)
        outlet.onEnd({ spanContext: () => ({ traceFlags: 1 }), resource: {} } as unknown as Parameters<
          BoundedSpanProcessor['onEnd']
        >[0]);
    };
    const dropped = async (why: string): Promise<number | undefined> =>
      (await registry.getSingleMetric('querent_spans_dropped_total')?.get())?.values.find(
        ({ labels }) => labels['why'] === why,
      )?.value;

    end(7);
    expect(sent.map(({ count }) => count)).toEqual([2]);
    expect(await dropped('queue_full')).toBe(3);
    sent[0]?.done(1);
    expect(await dropped('not_sent')).toBe(2);
    expect(warnings).toEqual([{ why: 'queue_full', error: undefined }]);
    // The next batch follows, and there is room again.
    await waitFor(() => sent.length === 2);
    now = 61_000;
    sent[1]?.done(1);
    expect(warnings).toEqual([
      { why: 'queue_full', error: undefined },
      { why: 'not_sent', error: 'connect ECONNREFUSED' },
    ]);
    end(1);
    expect(await dropped('queue_full')).toBe(3);
  });
});
