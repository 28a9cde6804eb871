import type { Run } from '@querent/contracts';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const sql = 'SELECT a FROM b';

/** A bar chart, as the chart service stores it. */
const bars = (title: string, categories: string[]): Record<string, unknown> => ({
  animation: false,
  title: { text: title },
  xAxis: { type: 'category', data: categories },
  yAxis: { type: 'value' },
  series: [{ type: 'bar', name: 'orders', data: categories.map((_, n) => ({ value: n + 1 })) }],
});

describe('the chart of a run', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const answered = async (spec: Record<string, unknown> | null, as: KeyName = 'alice'): Promise<Run> =>
    gateway.advance(
      (await gateway.ask({ cache: 'bypass' }, as)).id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator' },
      { event: 'executed', stage: 'executor' },
      {
        event: 'presented',
        stage: 'chart',
        patch: {
          chart: spec && { spec },
          answer: { text: 'Here it is.', chartType: 'bar', suggestions: [] },
        },
      },
    );
  const chart = ({ id }: Run, as: KeyName = 'alice', headers: Record<string, string> = {}) =>
    gateway.request({ url: `/v1/queries/${id}/chart.svg`, as, headers });
  const drawings = async (end: string): Promise<number> => {
    const { values } = (await gateway.services.metrics.registry
      .getSingleMetric('querent_chart_drawings_total')
      ?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['end'] === end)?.value ?? 0;
  };

  it('is drawn when it is read, and cached by its content', async () => {
    const [first, second] = [await answered(bars('Orders', ['Leeds'])), await answered(bars('Orders', ['Leeds']))];
    const before = [await drawings('drawn'), await drawings('cached')];
    const [drawn, same] = [await chart(first), await chart(second)];
    expect([drawn.statusCode, drawn.headers['content-type'], drawn.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'private, no-cache',
    ]);
    expect(drawn.body).toMatch(/^<svg width="960" height="540"[^]*>Leeds<[^]*>Orders<[^]*<\/svg>$/);
    expect(drawn.headers['content-security-policy']).toContain("default-src 'none'");
    expect([same.body, same.headers['etag']]).toEqual([drawn.body, drawn.headers['etag']]);
    expect([await drawings('drawn'), await drawings('cached')]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);
  });

  it('answers 304 to If-None-Match with its ETag, without drawing', async () => {
    const [run, other] = [await answered(bars('Once', ['York'])), await answered(bars('Twice', ['York']))];
    const tag = String((await chart(run)).headers['etag']);
    const before = await drawings('drawn');
    const unchanged = await chart(run, 'alice', { 'if-none-match': tag });
    expect([unchanged.statusCode, unchanged.body, unchanged.headers['etag']]).toEqual([304, '', tag]);
    expect(await drawings('drawn')).toBe(before);
    expect((await chart(other, 'alice', { 'if-none-match': tag })).statusCode).toBe(200);
  });

  it('shows the texts of the view of its reader', async () => {
    const run = await answered(bars(sql, ['t_order_2024', 'Leeds']), 'bob');
    const [gated, open] = [await chart(run, 'bob'), await chart(run, 'root')];
    expect(gated.body).toContain('>Result<');
    expect(gated.body).toContain('>Leeds<');
    expect(gated.body).not.toMatch(/t_order_2024|SELECT/);
    expect(open.body).toContain(`>${sql}<`);
    expect(open.body).toContain('>t_order_2024<');
    expect(gated.headers['etag']).not.toBe(open.headers['etag']);
    expect((await chart(run, 'bob', { 'if-none-match': String(open.headers['etag']) })).statusCode).toBe(200);
  });

  it('is not found without one', async () => {
    expect((await chart(await answered(null))).json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is a problem if ECharts cannot draw its option', async () => {
    const broken = await chart(await answered({ series: [{ type: 'bar', data: [1] }] }));
    expect(broken.json()).toEqual({
      type: 'urn:querent:problem:chart_not_drawn',
      code: 'chart_not_drawn',
      status: 422,
      title: 'Chart not drawn',
      detail: 'The chart of this result cannot be drawn. Its rows can still be read.',
      requestId: broken.headers['x-request-id'],
    });
    expect(broken.headers['etag']).toBeUndefined();
    expect((await chart(await answered(bars('After', ['Hull'])))).statusCode).toBe(200);
  });
});
