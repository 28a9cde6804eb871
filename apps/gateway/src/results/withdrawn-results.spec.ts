import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ResultRef, Run } from '@querent/contracts';
import { failExhausted } from '@querent/saga';
import { renderRun } from '../runs/own-run';
import { bearer, keys, pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const reads = { relations: ['public.t_order_2024'], columns: ['public.t_order_2024.order_no_pk'] };

describe('a result whose data is no longer open to the caller', () => {
  let gateway: GatewayUnderTest;
  let listening: Promise<string> | undefined;
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
  const answered = async (
    more: Partial<ResultRef> = { reads },
    as: KeyName = 'alice',
    connection = 'shop',
  ): Promise<Run> => {
    const { id } = await gateway.ask({ connection, cache: 'bypass' }, as);
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator' },
    );
    const blob = await gateway.services.results.write(id, executing.version, [[1]]);
    const result: ResultRef = {
      blob,
      columns: [{ key: 'c1', label: 'n', type: 'integer' }],
      output: [],
      rowCount: 1,
      truncated: false,
      skipped: [],
      ...more,
    };
    const answer = { text: '1', chartType: 'number' as const, suggestions: [] };
    return gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart', patch: { chart: { spec: { secret: 1 } }, answer } },
    );
  };
  const at = (run: Run, path = '', as: KeyName = 'alice', accept = 'application/json') =>
    gateway.request({ url: `/v1/queries/${run.id}${path}`, headers: { accept }, as });

  const isOpen = async (run: Run, as: KeyName = 'alice'): Promise<void> => {
    expect((await at(run, '', as)).json()).toMatchObject({
      answer: { text: '1' },
      result: { rows: [[1]] },
      chart: { spec: { secret: 1 } },
    });
    expect([
      (await at(run, '/result', as)).statusCode,
      (await at(run, '/chart.svg', as, 'image/svg+xml')).statusCode,
    ]).toEqual([200, 200]);
  };
  const isWithdrawn = async (run: Run, as: KeyName = 'alice'): Promise<void> => {
    expect((await at(run, '', as)).json()).toMatchObject({
      status: 'succeeded',
      answer: null,
      result: null,
      chart: null,
    });
    for (const accept of [
      'application/json',
      'text/csv',
      'application/x-ndjson',
      'application/vnd.apache.arrow.stream',
    ]) {
      expect((await at(run, '/result', as, accept)).json()).toMatchObject({ status: 403, code: 'result_withdrawn' });
    }
    expect((await at(run, '/chart.svg', as)).json()).toMatchObject({ status: 403, code: 'result_withdrawn' });
    const events = await gateway.request({ url: `/v1/queries/${run.id}/events`, as });
    expect(events.body).toContain('event: end');
    expect(events.body).not.toContain('secret');
    const listed = (await gateway.request({ url: '/v1/queries', as })).json().runs as { id: string; answer: unknown }[];
    expect(listed.find(({ id }) => id === run.id)).toMatchObject({ answer: null });
  };

  describe('shows none of the stored values of its run', () => {
    const mark = 'Queen of Hearts';
    const option = (id: string, column: string) => ({
      id,
      label: `${mark} ${id}`,
      value: `t_order_2024.${column}=${mark}`,
      aliases: [],
    });
    const offered = (column: string): Partial<Run['data']> => ({
      ambiguity: {
        trigger: 'ambiguous_value',
        key: 'value:x',
        question: `Which ${mark}?`,
        options: [option('o1', column), option('o2', column)],
        allowText: true,
      },
    });
    const asking = (question = 'how many orders') => gateway.ask({ question, connection: 'shop', cache: 'bypass' });
    const pausedWith = async (patch: Partial<Run['data']>): Promise<Run> => {
      const { id } = await asking();
      const paused = pause('cl1', {
        trigger: 'ambiguous_value',
        question: `Which ${mark}?`,
        options: [
          { id: 'o1', label: mark },
          { id: 'o2', label: `${mark} 2` },
        ],
      });
      return gateway.advance(id, {
        ...paused,
        patch: { ...paused.patch, refinedQuestion: `orders of ${mark}`, ...patch },
        steps: [{ kind: 'clarification', message: `I found ${mark}` }],
      });
    };
    const seen = async (run: Run): Promise<string> => {
      const { services } = gateway;
      const view = await gateway.request({ url: `/v1/queries/${run.id}` });
      const { runs } = (await gateway.request({ url: '/v1/queries?limit=100' })).json<{ runs: { id: string }[] }>();
      const webhook = await renderRun(
        services,
        { name: 'alice', tenant: 'acme', scopes: ['query'] },
        (await services.store.get(run.id)) as Run,
      );
      return [view.body, JSON.stringify(runs.find(({ id }) => id === run.id)), webhook.json].join();
    };
    const events = async (run: Run, lastId = 0): Promise<string> => {
      const { id } = run;
      await gateway.request({ method: 'POST', url: `/v1/queries/${id}/cancel` });
      return (await gateway.request({ url: `/v1/queries/${id}/events`, headers: { 'last-event-id': String(lastId) } }))
        .body;
    };

    it.each<[string, string, string]>([
      [
        'a column is hidden whose values were offered',
        'models/shop.yaml',
        'tables:\n  t_order_2024:\n    columns:\n      order_no_pk: { role: hidden }\n',
      ],
      [
        'the connection is closed',
        'connections/shop.yaml',
        'url: postgres://u:secret@db:5432/shop\ntenants: [another]\n',
      ],
    ])('once %s: not in its view, lists, webhooks, steps or replayed events', async (_, file, text) => {
      const before = await readFile(join(gateway.configDir, file), 'utf8').catch(() => '{}\n');
      const run = await pausedWith(offered('order_no_pk'));
      expect(await seen(run)).toContain(mark);
      await change(file, text);
      expect(await seen(run)).not.toContain(mark);
      const reply = await gateway.request({
        method: 'POST',
        url: `/v1/queries/${run.id}/clarification`,
        payload: { clarificationId: 'cl1', optionId: 'o1' },
      });
      expect([reply.json(), (await gateway.services.store.get(run.id))?.status]).toMatchObject([
        { status: 403, code: 'result_withdrawn' },
        'awaiting_clarification',
      ]);
      const replayed = await events(run);
      expect(replayed).toContain('event: end');
      expect(replayed).not.toContain(mark);
      expect(replayed).not.toContain('event: clarification');
      for (const at of [0, 1, 2, 3]) expect(await events(run, at)).not.toContain(mark);
      await change(file, before);
      expect((await gateway.request({ url: `/v1/queries/${run.id}/events` })).body).toContain(mark);
    });

    it('hides values of conditions of the question and of the previous question', async () => {
      const query = {
        subject: { kind: 'table' as const, name: 't_order_2024' },
        strategy: 'summary' as const,
        measures: [],
        dimensions: [],
        select: [],
        distinct: false,
        having: [],
        compare: null,
        near: null,
        order: [],
        limit: null,
        limitPer: null,
        filters: [
          {
            kind: 'or' as const,
            filters: [
              {
                kind: 'in' as const,
                column: { table: 't_order_2024', column: 'gone_since' },
                values: [mark],
                negated: false,
              },
            ],
          },
        ],
      };
      for (const patch of [{ semanticQuery: query }, { context: { runId: 'q0000000000', question: mark, query } }])
        expect(await seen(await pausedWith(patch))).not.toContain(mark);
    });

    it('hides the error details of a failed run, and refuses a rating of it', async () => {
      const { id } = await asking();
      const run = await gateway.advance(id, {
        event: 'failed',
        stage: 'intent',
        patch: { ...offered('gone_since'), error: { code: 'query_failed', message: `no ${mark}`, actions: [mark] } },
      });
      expect(await seen(run)).not.toContain(mark);
      expect(
        (
          await gateway.request({ method: 'POST', url: `/v1/queries/${id}/feedback`, payload: { rating: 'up' } })
        ).json(),
      ).toMatchObject({ code: 'result_withdrawn' });
    });

    it('hides the reason of a dead letter from an administrator who may not read the run', async () => {
      const { store, letters } = gateway.services;
      const run = await pausedWith(offered('order_no_pk'));
      await letters.add({
        id: `${run.id}-x`,
        runId: run.id,
        tenant: 'acme',
        job: 'execute',
        version: run.version,
        reason: `(name)=(${mark})`,
        at: new Date().toISOString(),
      });
      const listedLetters = async () => (await gateway.request({ url: '/v1/dead-letters', as: 'root' })).body;
      expect(await listedLetters()).toContain(mark);
      await change('models/shop.yaml', 'tables:\n  t_order_2024: { hidden: true }\n');
      expect(await listedLetters()).not.toContain(mark);
      expect(await store.get(run.id)).not.toBeNull();
    });
  });

  it('is not computed again by a replay while its asker has no access', async () => {
    const { store, letters } = gateway.services;
    const failing = async (id: string): Promise<string> => {
      const run = (await store.get(id)) as Run;
      await failExhausted(
        store,
        letters,
        { job: 'understand', payload: { runId: id, version: run.version, traceparent: run.traceparent } },
        'boom',
      );
      return `${id}-${run.version}`;
    };
    const replay = (letter: string) =>
      gateway.request({ method: 'POST', url: `/v1/dead-letters/${letter}/replay`, as: 'root' });
    const { id } = await gateway.ask({ connection: 'hall', cache: 'bypass' }, 'narrow');
    const letter = await failing(id);
    const hall = await readFile(join(gateway.configDir, 'connections/hall.yaml'), 'utf8');
    await change('connections/hall.yaml', hall.replace('[acme]', '[evil]'));
    expect([(await replay(letter)).statusCode, await store.get(`${id}_1`)]).toEqual([403, null]);
    await change('connections/hall.yaml', hall);
    expect((await replay(letter)).json()).toEqual({ runId: `${id}_1` });
    // The id does not grow with the number of failures.
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

  it('is withdrawn when it read something that the model never had', async () =>
    isWithdrawn(await answered({ reads: { relations: ['other.t_order_2024'], columns: [] } })));

  it('is withdrawn when another login read it, because that one sees other rows', async () => {
    await isOpen(await answered({ reads: { ...reads, login: '' } }));
    await isWithdrawn(await answered({ reads: { ...reads, login: 'a former one' } }));
  });

  it('depends only on the connection if the result does not record what it read', async () => {
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

  it.each(['text/csv', 'application/x-ndjson', 'application/vnd.apache.arrow.stream'])(
    'is cut off while it is being read as %s',
    async (accept) => {
      const { results, store } = gateway.services;
      const run = await answered();
      const rows = Array.from({ length: 60_000 }, (_, n) => [`${n} `.padEnd(600, String(n))]);
      const blob = await results.write(run.id, run.version, rows);
      const read = results.pages.bind(results);
      const long = {
        ...run,
        data: {
          ...run.data,
          result: run.data.result && {
            ...run.data.result,
            blob,
            rowCount: rows.length,
            columns: [{ key: 'c1', label: 'n', type: 'string' as const }],
          },
        },
      };
      jest.spyOn(store, 'get').mockResolvedValueOnce(long);
      let pages = 0;
      jest.spyOn(results, 'pages').mockImplementationOnce(async function* (...of) {
        for await (const page of read(...of)) {
          if ((pages += 1) === 5)
            await change(
              'models/shop.yaml',
              'tables: { t_order_2024: { columns: { order_no_pk: { role: hidden } } } }\n',
            );
          yield page;
        }
      });
      const url = await (listening ??= gateway.listen());
      const response = await fetch(`${url}/v1/queries/${run.id}/result`, { headers: { ...bearer('alice'), accept } });
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
      expect(pages).toBe(5);
    },
  );

  it('is withdrawn from the last event of a stream and from a webhook if the key lost the connection meanwhile', async () => {
    const run = await answered();
    const caller = gateway.services.catalog.keyNamed('alice');
    if (caller === null) throw new Error('no key');
    const listed = Object.entries(keys).map(([name, key]) => ({
      name,
      sha256: createHash('sha256').update(`${name}-key`).digest('hex'),
      ...key,
      connections: ['hall'],
    }));
    expect((await renderRun(gateway.services, caller, run)).json).toContain('secret');
    const before = await readFile(join(gateway.configDir, 'keys.yaml'), 'utf8');
    await change('keys.yaml', JSON.stringify(listed));
    expect((await renderRun(gateway.services, caller, run)).json).not.toContain('secret');
    await change('keys.yaml', JSON.stringify(listed.filter(({ name }) => name !== 'alice')));
    expect((await renderRun(gateway.services, caller, run)).json).not.toContain('secret');
    await change('keys.yaml', before);
    await isOpen(run);
  });

  it('is open to an administrator of the tenant only within the rights of the key', async () => {
    const run = await answered({ reads }, 'bob');
    await isOpen(run, 'bob');
    await change('models/shop.yaml', 'tables:\n  t_order_2024: { hidden: true }\n');
    expect((await at(run, '/result', 'root')).json()).toMatchObject({ code: 'result_withdrawn' });
    expect(
      (await gateway.request({ url: `/v1/queries/${run.id}/result`, headers: bearer('eve'), as: 'eve' })).statusCode,
    ).toBe(404);
  });
});
