import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chartSvgBlob, type ResultRef, type Run } from '@querent/contracts';
import { failExhausted } from '@querent/saga';
import { renderRun } from '../runs/own-run';
import { bearer, keys, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const reads = { relations: ['public.t_order_2024'], columns: ['public.t_order_2024.order_no_pk'] };

describe('a result whose data is closed to the caller since', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  afterEach(async () => {
    await change('models/shop.yaml', '{}\n');
  });

  const change = async (file: string, text: string): Promise<void> => {
    const path = join(gateway.configDir, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await gateway.services.catalog.reload();
  };
  const answered = async (more: Partial<ResultRef> = { reads }, as: KeyName = 'alice', connection = 'shop'): Promise<Run> => {
    const { id } = await gateway.ask({ connection, cache: 'bypass' }, as);
    const executing = await gateway.advance(id, { event: 'understood_fast', stage: 'intent' }, { event: 'generated', stage: 'sql-generator' });
    const blob = await gateway.services.results.write(id, executing.version, [[1]]);
    const result: ResultRef = { blob, columns: [{ key: 'c1', label: 'n', type: 'integer' }], output: [], rowCount: 1, truncated: false, skipped: [], ...more };
    await gateway.services.store.writeBlob(id, chartSvgBlob, '<svg/>');
    const answer = { text: '1', chartType: 'number' as const, suggestions: [] };
    return gateway.advance(id, { event: 'executed', stage: 'executor', patch: { result } }, { event: 'presented', stage: 'chart', patch: { chart: { spec: { secret: 1 } }, answer } });
  };
  const at = (run: Run, path = '', as: KeyName = 'alice', accept = 'application/json') => gateway.request({ url: `/v1/queries/${run.id}${path}`, headers: { accept }, as });

  const isOpen = async (run: Run, as: KeyName = 'alice'): Promise<void> => {
    expect((await at(run, '', as)).json()).toMatchObject({ answer: { text: '1' }, result: { rows: [[1]] }, chart: { spec: { secret: 1 } } });
    expect([(await at(run, '/result', as)).statusCode, (await at(run, '/chart.svg', as, 'image/svg+xml')).statusCode]).toEqual([200, 200]);
  };
  const isWithdrawn = async (run: Run, as: KeyName = 'alice'): Promise<void> => {
    expect((await at(run, '', as)).json()).toMatchObject({ status: 'succeeded', answer: null, result: null, chart: null });
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson', 'application/vnd.apache.arrow.stream']) {
      expect((await at(run, '/result', as, accept)).json()).toMatchObject({ status: 403, code: 'result_withdrawn' });
    }
    expect((await at(run, '/chart.svg', as)).json()).toMatchObject({ status: 403, code: 'result_withdrawn' });
    const events = await gateway.request({ url: `/v1/queries/${run.id}/events`, as });
    expect(events.body).toContain('event: end');
    expect(events.body).not.toContain('secret');
    const listed = (await gateway.request({ url: '/v1/queries', as })).json().runs as { id: string; answer: unknown }[];
    expect(listed.find(({ id }) => id === run.id)).toMatchObject({ answer: null });
  };

  it('is not asked for again by a replay, while whoever asked may not', async () => {
    const { store, letters } = gateway.services;
    const failing = async (id: string): Promise<string> => {
      const run = (await store.get(id)) as Run;
      await failExhausted(store, letters, { job: 'understand', payload: { runId: id, version: run.version, traceparent: run.traceparent } }, 'boom');
      return `${id}-${run.version}`;
    };
    const replay = (letter: string) => gateway.request({ method: 'POST', url: `/v1/dead-letters/${letter}/replay`, as: 'root' });
    const { id } = await gateway.ask({ connection: 'hall', cache: 'bypass' }, 'narrow');
    const letter = await failing(id);
    const hall = await readFile(join(gateway.configDir, 'connections/hall.yaml'), 'utf8');
    await change('connections/hall.yaml', hall.replace('[acme]', '[evil]'));
    expect([(await replay(letter)).statusCode, await store.get(`${id}_1`)]).toEqual([403, null]);
    await change('connections/hall.yaml', hall);
    expect((await replay(letter)).json()).toEqual({ runId: `${id}_1` });
    // However often it fails, the id does not grow.
    expect((await replay(await failing(`${id}_1`))).json()).toEqual({ runId: `${id}_2` });
  });

  it.each([
    ['a column is hidden', 'tables:\n  t_order_2024:\n    columns:\n      order_no_pk: { role: hidden }\n'],
    ['a table is hidden', 'tables:\n  t_order_2024: { hidden: true }\n'],
  ])('is withdrawn when %s, and back when it is open again', async (_, model) => {
    const run = await answered();
    await isOpen(run);
    const tag = String((await at(run)).headers['etag']);
    await change('models/shop.yaml', model);
    await isWithdrawn(run);
    const again = await gateway.request({ url: `/v1/queries/${run.id}`, headers: { 'if-none-match': tag } });
    expect([again.statusCode, again.json().result]).toEqual([200, null]);
    await change('models/shop.yaml', '{}\n');
    await isOpen(run);
  });

  it('is withdrawn when it read what the model never had', async () => isWithdrawn(await answered({ reads: { relations: ['other.t_order_2024'], columns: [] } })));

  it('is withdrawn when another login read it: that one sees other rows', async () => {
    await isOpen(await answered({ reads: { ...reads, login: '' } }));
    await isWithdrawn(await answered({ reads: { ...reads, login: 'a former one' } }));
  });

  it('depends on the connection alone where the result does not say what it read', async () => {
    const run = await answered({});
    await change('models/shop.yaml', 'tables:\n  t_order_2024: { hidden: true }\n');
    await isOpen(run);
  });

  it('is withdrawn when the connection is closed to the tenant', async () => {
    const run = await answered({ reads }, 'alice', 'hall');
    await isOpen(run);
    await change('connections/hall.yaml', 'url: postgres://u:secret@db:5432/hall\ntenants: [another]\n');
    await isWithdrawn(run);
    await change('connections/hall.yaml', 'url: postgres://u:secret@db:5432/hall\ntenants: [acme]\n');
    await isOpen(run);
  });

  it('is withdrawn from the last event of a stream, and from a webhook, whose key lost the connection meanwhile', async () => {
    const run = await answered();
    const caller = gateway.services.catalog.keyNamed('alice');
    if (caller === null) throw new Error('no key');
    const listed = Object.entries(keys).map(([name, key]) => ({ name, sha256: createHash('sha256').update(`${name}-key`).digest('hex'), ...key, connections: ['hall'] }));
    expect((await renderRun(gateway.services, caller, run)).json).toContain('secret');
    const before = await readFile(join(gateway.configDir, 'keys.yaml'), 'utf8');
    await change('keys.yaml', JSON.stringify(listed));
    expect((await renderRun(gateway.services, caller, run)).json).not.toContain('secret');
    await change('keys.yaml', JSON.stringify(listed.filter(({ name }) => name !== 'alice')));
    expect((await renderRun(gateway.services, caller, run)).json).not.toContain('secret');
    await change('keys.yaml', before);
    await isOpen(run);
  });

  it('is open to an administrator of the tenant only as far as the key goes', async () => {
    const run = await answered({ reads }, 'bob');
    await isOpen(run, 'bob');
    await change('models/shop.yaml', 'tables:\n  t_order_2024: { hidden: true }\n');
    expect((await at(run, '/result', 'root')).json()).toMatchObject({ code: 'result_withdrawn' });
    expect((await gateway.request({ url: `/v1/queries/${run.id}/result`, headers: bearer('eve'), as: 'eve' })).statusCode).toBe(404);
  });
});
