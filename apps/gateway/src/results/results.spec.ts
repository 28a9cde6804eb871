import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { ResultColumn, ResultRef, Run, Row } from '@querent/contracts';
import { tableFromIPC } from 'apache-arrow';
import { bearer, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

const columns: ResultColumn[] = [
  { key: 'c1', label: '编号', type: 'integer' },
  { key: 'c2', label: '名称', type: 'string' },
];

describe('the result of a run', () => {
  let gateway: GatewayUnderTest;
  let run: Run;
  beforeAll(async () => {
    gateway = await startGateway();
    run = await withRows(Array.from({ length: 1050 }, (_, n) => [n, `行"${n}`]));
  });
  afterAll(() => gateway.stop());

  const withRows = async (rows: Row[], more: Partial<ResultRef> = {}): Promise<Run> => {
    const { id } = await gateway.ask();
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator' },
    );
    const blob = await gateway.services.results.write(id, executing.version, rows);
    const result = { blob, columns, output: [], rowCount: rows.length, truncated: false, skipped: [], ...more };
    return gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      {
        event: 'presented',
        stage: 'chart',
        patch: { chart: { spec: {} }, answer: { text: 'Here it is.', chartType: 'table', suggestions: [] } },
      },
    );
  };
  const get = (query = '', accept?: string, id = run.id) =>
    gateway.request({ url: `/v1/queries/${id}/result${query}`, headers: accept ? { accept } : {} });

  it('returns pages that together are the whole result', async () => {
    const rows: Row[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const page: { rows: Row[]; nextCursor: string | null; columns: unknown; rowCount: number } = (
        await get(`?limit=300&cursor=${cursor}`)
      ).json();
      expect(page).toMatchObject({ columns, rowCount: 1050 });
      rows.push(...page.rows);
      cursor = page.nextCursor;
      pages++;
    }
    expect(pages).toBe(4);
    expect(rows.map(([n]) => n)).toEqual(Array.from({ length: 1050 }, (_, n) => n));
    expect((await get()).json().rows).toHaveLength(100);
  });

  it('shows the first 50 rows in the run view', async () => {
    const view = (await gateway.request({ url: `/v1/queries/${run.id}` })).json();
    expect(view.result).toMatchObject({ rowCount: 1050, href: `/v1/queries/${run.id}/result` });
    expect(view.result.rows).toHaveLength(50);
  });

  it('shows fewer rows in the run view and in webhooks if they are long', async () => {
    const long = await withRows(Array.from({ length: 60 }, (_, n) => [n, 'x'.repeat(200_000)]));
    const { body } = await gateway.request({ url: `/v1/queries/${long.id}` });
    expect(body.length).toBeLessThan(4.2 * 1024 * 1024);
    const { result } = JSON.parse(body) as { result: { rowCount: number; rows: Row[] } };
    expect([result.rowCount, result.rows.map(([n]) => n)]).toEqual([60, Array.from({ length: 20 }, (_, n) => n)]);
  });

  it('streams the whole result as CSV, with a byte order mark on request', async () => {
    const csv = await get('', 'text/csv');
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${run.id}.csv"`,
      vary: 'Accept',
    });
    const lines = csv.body.split('\r\n');
    expect(lines).toHaveLength(1052);
    expect(lines.slice(0, 2)).toEqual(['编号,名称', '0,"行""0"']);
    expect((await get('?bom=1', 'text/csv')).rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  it('streams the whole result as NDJSON', async () => {
    const lines = (await get('', 'application/x-ndjson')).body.trimEnd().split('\n');
    expect(lines).toHaveLength(1050);
    expect(JSON.parse(lines[1049] ?? '')).toEqual({ c1: 1049, c2: '行"1049' });
  });

  it('streams the whole result as Arrow IPC', async () => {
    const response = await get('', 'application/vnd.apache.arrow.stream');
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.apache.arrow.stream',
      'content-disposition': `attachment; filename="${run.id}.arrows"`,
    });
    const table = tableFromIPC(response.rawPayload);
    expect([table.numRows, table.schema.names, table.get(1049)?.toJSON()]).toEqual([
      1050,
      ['c1', 'c2'],
      { c1: 1049n, c2: '行"1049' },
    ]);
  });

  it('distinguishes numerics from texts, also as exact Arrow decimals of several pages', async () => {
    const shown: ResultColumn[] = [
      { key: 'c1', label: 'total', type: 'number', unit: '元' },
      { key: 'c2', label: 'code', type: 'string' },
    ];
    const last = '12345678901234567890.125';
    const rows = Array.from({ length: 3000 }, (_, n): Row => [n === 2999 ? last : `${n}.5`, `0${n}`]);
    const { id } = await withRows(rows, { columns: shown });
    const page = (await get('?limit=1', undefined, id)).json();
    expect([page.columns, page.rows]).toEqual([shown, [['0.5', '00']]]);
    const table = tableFromIPC((await get('', 'application/vnd.apache.arrow.stream', id)).rawPayload);
    expect(table.batches.length).toBeGreaterThan(1);
    expect(table.schema.fields.map(({ type }) => String(type))).toEqual(['Decimal[38e+3]', 'Utf8']);
    expect(table.schema.fields[0]?.metadata.get('unit')).toBe('元');
    const texts = [0, 2999].map((row) => String(table.getChild('c1')?.get(row) as Uint32Array));
    expect(texts).toEqual(['500', '12345678901234567890125']);
  });

  it('reports truncation in a header, in every stream format', async () => {
    const cut = await withRows([[1, 'x…']], { truncated: true, cutCells: 1 });
    for (const accept of ['text/csv', 'application/x-ndjson', 'application/vnd.apache.arrow.stream']) {
      expect((await get('', accept, cut.id)).headers).toMatchObject({
        'x-querent-truncated': 'true',
        'x-querent-cut-cells': '1',
      });
      expect((await get('', accept)).headers['x-querent-truncated']).toBeUndefined();
    }
    const page = await get('', 'application/json', cut.id);
    expect([page.json().truncated, page.headers['x-querent-cut-cells']]).toEqual([true, '1']);
  });

  it('answers HEAD without reading the rows', async () => {
    const reads = jest.spyOn(gateway.services.results, 'pages');
    const head = await gateway.request({
      method: 'HEAD',
      url: `/v1/queries/${run.id}/result`,
      headers: { accept: 'text/csv' },
    });
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8; header=present',
    ]);
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
  });

  describe('streaming to a slow client', () => {
    /** 40 pages of 250 kB, more than the socket's buffers hold. */
    const pages = 40;
    let base: string;
    let big: Run;
    let reads: jest.SpyInstance;
    beforeAll(async () => {
      base = await gateway.listen();
    });
    beforeEach(async () => {
      big = await withRows(Array.from({ length: 20_000 }, (_, n) => [n, 'x'.repeat(500)]));
      reads = jest.spyOn(gateway.services.redis, 'hgetBuffer');
    });
    afterEach(() => reads.mockRestore());
    const start = async (): Promise<IncomingMessage> => {
      const request = httpGet(`${base}/v1/queries/${big.id}/result`, {
        headers: { ...bearer('alice'), accept: 'text/csv' },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response, 'readable');
      return response;
    };

    it('reads the result page by page, with backpressure', async () => {
      const response = await start();
      expect(reads.mock.calls.length).toBeLessThan(pages - 5);
      let bytes = 0;
      for await (const part of response) bytes += (part as Buffer).length;
      expect(bytes).toBeGreaterThan(10_000_000);
      expect(reads.mock.calls.length).toBe(pages - 1);
    });

    it('stops reading when the client disconnects', async () => {
      const response = await start();
      response.destroy();
      await once(response, 'close');
      // Another whole response has been sent since, in which time further reading would have finished.
      await get('', 'text/csv');
      expect(reads.mock.calls.length).toBeLessThan(pages - 5);
    });

    it('cuts the response off when rows expire during the stream', async () => {
      const response = await start();
      await gateway.services.redis.del(gateway.services.store.keys.blob(big.id, big.data.result?.blob ?? ''));
      await expect(
        (async () => {
          for await (const part of response) expect(part).toBeDefined();
        })(),
      ).rejects.toThrow('aborted');
      expect(response.complete).toBe(false);
    });
  });

  it('answers 404 when the rows have expired, and the run view has no result then', async () => {
    const gone = await withRows([[1, 'x']]);
    await gateway.services.redis.del(gateway.services.store.keys.blob(gone.id, gone.data.result?.blob ?? ''));
    for (const accept of ['application/json', 'text/csv', 'application/vnd.apache.arrow.stream'])
      expect((await get('', accept, gone.id)).json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await gateway.request({ url: `/v1/queries/${gone.id}` })).json()).toMatchObject({
      status: 'succeeded',
      result: null,
      answer: { text: 'Here it is.' },
    });
  });

  it.each([['image/png'], ['application/vnd.apache.arrow.file'], ['application/json;q=0']])(
    'refuses to be %s',
    async (accept) => {
      expect((await get('', accept)).json()).toMatchObject({ status: 406, code: 'not_acceptable' });
    },
  );

  it.each(['?limit=0', '?limit=1001', '?limit=-1', '?cursor=zzz', '?colour=1', '?bom=yes'])(
    'refuses %s',
    async (query) => {
      expect((await get(query)).json()).toMatchObject({ status: 400, code: 'bad_request' });
    },
  );

  it('returns an empty result when no row was found', async () => {
    const empty = await withRows([]);
    expect((await get('', undefined, empty.id)).json()).toMatchObject({ rows: [], rowCount: 0, nextCursor: null });
    expect((await get('', 'text/csv', empty.id)).body).toBe('编号,名称\r\n');
    expect((await get('', 'application/x-ndjson', empty.id)).body).toBe('');
  });

  it('answers 409 while the run is in progress and 404 when it ended without a result', async () => {
    const waiting = await gateway.ask();
    expect((await get('', undefined, waiting.id)).json()).toMatchObject({ status: 409, code: 'result_not_ready' });
    await gateway.advance(waiting.id, { event: 'cancelled', stage: 'gateway' });
    expect((await get('', undefined, waiting.id)).json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});
