import { chartSvgBlob, type ResultColumn, type Run, type Row } from '@querent/contracts';
import { bearer, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

const columns: ResultColumn[] = [{ key: 'c1', label: '编号', type: 'integer' }, { key: 'c2', label: '名称', type: 'string' }];

describe('the result of a run', () => {
  let gateway: GatewayUnderTest;
  let run: Run;
  beforeAll(async () => {
    gateway = await startGateway();
    run = await withRows(Array.from({ length: 1050 }, (_, n) => [n, `行"${n}`]));
  });
  afterAll(() => gateway.stop());

  const withRows = async (rows: Row[]): Promise<Run> => {
    const { id } = await gateway.ask();
    const executing = await gateway.advance(id, { event: 'understood_fast', stage: 'intent' }, { event: 'generated', stage: 'sql-generator' });
    const blob = await gateway.services.results.write(id, executing.version, rows);
    const result = { blob, columns, output: [], rowCount: rows.length, truncated: false, skipped: [] };
    return gateway.advance(id, { event: 'executed', stage: 'executor', patch: { result } }, { event: 'presented', stage: 'chart', patch: { chart: { spec: {} } } });
  };
  const get = (query = '', accept?: string, id = run.id) => gateway.request({ url: `/v1/queries/${id}/result${query}`, headers: accept ? { accept } : {} });

  it('comes in pages that join up to the whole', async () => {
    const rows: Row[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const page: { rows: Row[]; nextCursor: string | null; columns: unknown; rowCount: number } = (await get(`?limit=300&cursor=${cursor}`)).json();
      expect(page).toMatchObject({ columns, rowCount: 1050 });
      rows.push(...page.rows);
      cursor = page.nextCursor;
      pages++;
    }
    expect(pages).toBe(4);
    expect(rows.map(([n]) => n)).toEqual(Array.from({ length: 1050 }, (_, n) => n));
    expect((await get()).json().rows).toHaveLength(100);
  });

  it('shows its first 50 rows in the run', async () => {
    const view = (await gateway.request({ url: `/v1/queries/${run.id}` })).json();
    expect(view.result).toMatchObject({ rowCount: 1050, href: `/v1/queries/${run.id}/result` });
    expect(view.result.rows).toHaveLength(50);
  });

  it('comes whole as CSV, with a byte order mark on request', async () => {
    const csv = await get('', 'text/csv');
    expect(csv.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8; header=present', 'content-disposition': `attachment; filename="${run.id}.csv"`, vary: 'Accept' });
    const lines = csv.body.split('\r\n');
    expect(lines).toHaveLength(1052);
    expect(lines.slice(0, 2)).toEqual(['编号,名称', '0,"行""0"']);
    expect((await get('?bom=1', 'text/csv')).rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  it('comes whole as NDJSON', async () => {
    const lines = (await get('', 'application/x-ndjson')).body.trimEnd().split('\n');
    expect(lines).toHaveLength(1050);
    expect(JSON.parse(lines[1049] ?? '')).toEqual({ 编号: 1049, 名称: '行"1049' });
  });

  it('is read page by page while the client takes it, not all at once', async () => {
    const big = await withRows(Array.from({ length: 20_000 }, (_, n) => [n, 'x'.repeat(500)]));
    const base = await gateway.listen();
    const reads = jest.spyOn(gateway.services.results, 'readPage');
    const response = await fetch(`${base}/v1/queries/${big.id}/result`, { headers: { ...bearer('alice'), accept: 'text/csv' } });
    const reader = response.body?.getReader();
    await reader?.read();
    // 100 pages of 100 kB: the socket's buffers hold some, the rest is not read yet.
    expect(reads.mock.calls.length).toBeLessThan(90);
    let bytes = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) bytes += part.value.length;
    expect(bytes).toBeGreaterThan(10_000_000 - 70_000);
    expect(reads.mock.calls.length).toBe(100);
    reads.mockRestore();
  });

  it.each([['image/png'], ['application/vnd.apache.arrow.stream'], ['application/json;q=0']])('refuses to be %s', async (accept) => {
    expect((await get('', accept)).json()).toMatchObject({ status: 406, code: 'not_acceptable' });
  });

  it.each(['?limit=0', '?limit=1001', '?limit=-1', '?cursor=zzz', '?colour=1', '?bom=yes'])('refuses %s', async (query) => {
    expect((await get(query)).json()).toMatchObject({ status: 400, code: 'bad_request' });
  });

  it('is empty, but there, when no row was found', async () => {
    const empty = await withRows([]);
    expect((await get('', undefined, empty.id)).json()).toMatchObject({ rows: [], rowCount: 0, nextCursor: null });
    expect((await get('', 'text/csv', empty.id)).body).toBe('编号,名称\r\n');
    expect((await get('', 'application/x-ndjson', empty.id)).body).toBe('');
  });

  it('is 409 while the run is under way and 404 when the run ended without one', async () => {
    const waiting = await gateway.ask();
    expect((await get('', undefined, waiting.id)).json()).toMatchObject({ status: 409, code: 'result_not_ready' });
    await gateway.advance(waiting.id, { event: 'cancelled', stage: 'gateway' });
    expect((await get('', undefined, waiting.id)).json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('has a drawing where the chart worker left one', async () => {
    const chart = () => gateway.request({ url: `/v1/queries/${run.id}/chart.svg` });
    expect((await chart()).statusCode).toBe(404);
    await gateway.services.store.writeBlob(run.id, chartSvgBlob, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const drawn = await chart();
    expect([drawn.statusCode, drawn.headers['content-type'], drawn.body]).toEqual([200, 'image/svg+xml; charset=utf-8', '<svg xmlns="http://www.w3.org/2000/svg"/>']);
    expect(drawn.headers['content-security-policy']).toContain("default-src 'none'");
  });
});
