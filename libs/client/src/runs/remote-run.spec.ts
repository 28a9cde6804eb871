import {
  answered,
  clarification,
  cut,
  json,
  problem,
  runView,
  ScriptedApi,
  silence,
  events,
} from '../fixture/scripted-api';
import type { Run } from '../api-names';
import { Unreachable } from '../http/errors';
import { Transport } from '../http/transport';
import { followRun, type RunEvent } from './run-events';
import { NeedsReply, RunFailed, StillRunning } from './run-errors';

const step = (seq: number) => ({ seq, at: '', stage: 'intent', kind: 'planned', message: 'ok', durationMs: 1 });
const done = runView('succeeded');
const paused = runView('awaiting_clarification');

describe('The handle of a run', () => {
  const api = new ScriptedApi();
  beforeAll(() => api.start());
  afterAll(() => api.stop());
  const handle = () => api.client().handle('q1');

  async function collected(source: AsyncIterable<RunEvent>): Promise<string[]> {
    const found: string[] = [];
    for await (const { id, event } of source) found.push(`${id} ${event}`);
    return found;
  }

  it('sends the share token with every request that reads, and with no other', async () => {
    const shared = api.client().handle('q1', { share: 'token' });
    const page = { columns: [], rows: [], rowCount: 0, truncated: false, nextCursor: null };
    api.play(
      json(done),
      events([[1, 'end', done]]),
      json(page),
      json('csv'),
      json('arrow'),
      json('svg'),
      json(done),
      json({ token: 'own' }),
    );
    await shared.run();
    await collected(shared.events());
    expect(await shared.rows().next()).toMatchObject({ done: true });
    await shared.csv();
    await shared.arrow();
    await shared.chart();
    await shared.cancel();
    expect(await handle().share()).toBe('own');
    expect(api.received.map(({ line, headers }) => [line.split('?')[0], headers['querent-share']])).toEqual([
      ['GET /v1/queries/q1', 'token'],
      ['GET /v1/queries/q1/events', 'token'],
      ['GET /v1/queries/q1/result', 'token'],
      ['GET /v1/queries/q1/result', 'token'],
      ['GET /v1/queries/q1/result', 'token'],
      ['GET /v1/queries/q1/chart.svg', 'token'],
      ['POST /v1/queries/q1/cancel', undefined],
      ['POST /v1/queries/q1/share', undefined],
    ]);
  });

  describe('events', () => {
    it('continue after the last event when the connection was cut', async () => {
      api.play(
        events([
          [1, 'status', { status: 'understanding' }],
          [2, 'step', step(2)],
        ]),
        cut,
        events([[3, 'step', step(3)]]),
        events([[4, 'end', done]]),
      );
      expect(await collected(handle().events())).toEqual(['1 status', '2 step', '3 step', '4 end']);
      expect(api.received.map(({ headers }) => headers['last-event-id'])).toEqual(['0', '2', '2', '3']);
      // Between half and all of the delay that the server asks for.
      expect(Math.min(...api.pauses.filter((pause) => pause >= 1_000))).toBeLessThanOrEqual(2_000);
    });

    it('end when the server has no further events', async () => {
      api.play((response) => void response.writeHead(204).end());
      expect(await collected(handle().events({ after: 9 }))).toEqual([]);
      expect(api.received[0]?.headers['last-event-id']).toBe('9');
    });

    it('skip events of kinds that a newer server may send', async () => {
      api.play(
        events([
          [1, 'novelty', {}],
          [2, 'end', done],
        ]),
      );
      expect(await collected(handle().events())).toEqual(['2 end']);
    });

    it('fail when the stream breaks again and again without an event', async () => {
      api.play(...Array.from({ length: 9 }, () => events([])));
      await expect(collected(handle().events({ reconnects: 3 }))).rejects.toBeInstanceOf(Unreachable);
      expect(api.received).toHaveLength(4);
    });

    it('do not fail when a stream with heartbeats is cut many times, as by a proxy during a long pause', async () => {
      const heartbeat = events([], { head: 'retry: 1\n\n: heartbeat\n\n' });
      api.play(heartbeat, heartbeat, heartbeat, heartbeat, events([[1, 'end', done]]));
      expect(await collected(handle().events({ reconnects: 1 }))).toEqual(['1 end']);
    });

    it('continue on a new connection when the old one is silent', async () => {
      api.play(events([[1, 'step', step(1)]], { hold: true }), events([[2, 'end', done]]));
      const transport = Reflect.get(Reflect.get(api.client(), 'api') as object, 'transport') as Transport;
      expect(await collected(followRun(transport, { id: 'q1', idleMs: 50 }))).toEqual(['1 step', '2 end']);
    });

    it('report an error of the server, such as a revoked key', async () => {
      api.play(events([[1, 'step', step(1)]]), problem(401, 'unauthorized'));
      await expect(collected(handle().events())).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('stop with the reason of the signal', async () => {
      const controller = new AbortController();
      api.play(events([[1, 'step', step(1)]], { hold: true }));
      const following = (async () => {
        for await (const _ of handle().events({ signal: controller.signal })) controller.abort(new Error('enough'));
      })();
      await expect(following).rejects.toThrow('enough');
    });

    it('close the connection when the caller stops early', async () => {
      let closed = (): void => undefined;
      const closing = new Promise<void>((resolve) => (closed = resolve));
      api.play((response, request) => {
        response.on('close', closed);
        events([[1, 'step', step(1)]], { hold: true })(response, request);
      });
      for await (const _ of handle().events()) break;
      await closing;
      expect(api.received).toHaveLength(1);
    });
  });

  describe('result', () => {
    it('needs no further request when the run has ended at its submission', async () => {
      api.play(json(done, 202));
      const asked = await api.client().ask({ question: 'revenue', connection: 'shop' });
      expect(await asked.result()).toEqual(done);
      expect(api.received).toHaveLength(1);
    });

    it('passes each pause to the caller, sends the reply and waits on', async () => {
      api.play(
        json(runView('queued')),
        events([[1, 'clarification', clarification]], { hold: true }),
        json(paused),
        json(runView('understanding', { clarifications: [answered({ optionId: 'o1' })] }), 202),
        events([
          [2, 'step', step(2)],
          [3, 'end', done],
        ]),
      );
      const seen: string[] = [];
      const run = await handle().result({
        onClarification: ({ question, options: [first] }) => {
          seen.push(question);
          return { optionId: first?.id ?? '' };
        },
      });
      expect([run, seen]).toEqual([done, ['Which score?']]);
      expect(api.received[3]?.body).toEqual({ clarificationId: 'c1', optionId: 'o1' });
      expect(api.received[4]?.headers['last-event-id']).toBe('1');
    });

    it.each([
      ['without a choice', undefined],
      ['when the caller chooses nothing', () => undefined],
    ])('(%s) leaves the pause and keeps the handle', async (_, onClarification) => {
      api.play(json(paused), json(runView('understanding'), 202));
      const reason = await handle()
        .result({ onClarification })
        .catch((error: unknown) => error);
      expect(reason).toBeInstanceOf(NeedsReply);
      const { handle: kept, clarification: open, message } = reason as NeedsReply;
      expect([kept.id, open, message]).toEqual(['q1', clarification, 'Which score?']);
      await kept.reply({ clarificationId: open.id, text: 'composite' });
      expect(api.lines).toEqual(['GET /v1/queries/q1', 'POST /v1/queries/q1/clarification']);
    });

    it('waits on when another reply was first', async () => {
      const working = runView('generating', { clarifications: [answered({ text: 'each' })] });
      api.play(json(paused), problem(409, 'clarification_not_awaited'), json(working), events([[5, 'end', done]]));
      expect(await handle().result({ onClarification: () => ({ optionId: 'o1' }) })).toEqual(done);
    });

    it('asks once about a clarification that has just expired', async () => {
      const onClarification = jest.fn(() => ({ optionId: 'o1' }));
      const expired = runView('expired', { error: { code: 'clarification_expired', message: 'over', actions: [] } });
      api.play(json(paused), problem(409, 'clarification_not_awaited'), json(paused), events([[5, 'end', expired]]));
      await expect(handle().result({ onClarification })).rejects.toMatchObject({ code: 'clarification_expired' });
      expect(onClarification).toHaveBeenCalledTimes(1);
    });

    it('polls when too many event streams are open', async () => {
      const refusals = Array.from({ length: 5 }, () => problem(429, 'too_many_requests', { 'retry-after': '5' }));
      api.play(json(runView('queued')), ...refusals, json(runView('executing')), json(done));
      expect(await handle().result()).toEqual(done);
      expect(api.lines.slice(-2)).toEqual(['GET /v1/queries/q1', 'GET /v1/queries/q1']);
      expect(api.pauses.at(-1)).toBe(1_000);
    });

    it('polls with the ETag of the last state', async () => {
      api.play(
        json(runView('queued'), 200, { etag: '"1"' }),
        events([]),
        events([]),
        (response) => void response.writeHead(304).end(),
        json(done, 200, { etag: '"2"' }),
      );
      expect(await handle().result()).toEqual(done);
      expect(api.received.slice(-2).map(({ headers }) => headers['if-none-match'])).toEqual(['"1"', '"1"']);
    });

    it('ends the wait after the time limit of the caller, and keeps the handle', async () => {
      api.play(json(runView('executing')), events([[1, 'step', step(1)]], { hold: true }));
      const reason = await handle()
        .result({ timeout: 60 })
        .catch((error: unknown) => error);
      expect(reason).toBeInstanceOf(StillRunning);
      expect((reason as StillRunning).run?.status).toBe('executing');
      api.play(events([[2, 'end', done]]));
      expect(await (reason as StillRunning).handle.result()).toEqual(done);
    });

    it('stops with the reason of the signal', async () => {
      const controller = new AbortController();
      api.play(json(runView('executing')), (response, request) => {
        silence(response, request);
        controller.abort(new Error('enough'));
      });
      const waiting = handle().result({ signal: controller.signal, timeout: 5_000 });
      await expect(waiting).rejects.toThrow('enough');
    });

    it.each<[Run['status'], Run['error'], string]>([
      ['failed', { code: 'query_timeout', message: 'too slow', actions: ['Narrow it'] }, 'query_timeout'],
      ['cancelled', null, 'cancelled'],
    ])('(%s) rejects with the code, the actions and the run', async (status, error, code) => {
      api.play(json(runView(status, { error })));
      const reason = await handle()
        .result()
        .catch((failure: unknown) => failure);
      expect(reason).toBeInstanceOf(RunFailed);
      expect(reason).toMatchObject({ code, actions: error?.actions ?? [], run: { id: 'q1', status } });
    });
  });

  describe('reply', () => {
    it('is accepted when its answer was lost and the run has recorded it', async () => {
      const recorded = runView('understanding', { clarifications: [answered({ text: 'composite' })] });
      api.play(json(paused), cut, problem(409, 'clarification_not_awaited'), json(recorded));
      expect(await handle().reply({ text: ' composite ' })).toEqual(recorded);
      expect(api.lines.slice(1)).toEqual([
        'POST /v1/queries/q1/clarification',
        'POST /v1/queries/q1/clarification',
        'GET /v1/queries/q1',
      ]);
    });

    it('is refused when its answer was lost and the run has recorded another', async () => {
      const recorded = runView('understanding', { clarifications: [answered({ optionId: 'o2' })] });
      api.play(json(paused), cut, problem(409, 'clarification_not_awaited'), json(recorded));
      await expect(handle().reply({ optionId: 'o1' })).rejects.toMatchObject({ code: 'clarification_not_awaited' });
    });

    it('is refused when another reply was first, even an equal one', async () => {
      api.play(json(paused), problem(409, 'clarification_not_awaited'));
      await expect(handle().reply({ optionId: 'o1' })).rejects.toMatchObject({ status: 409 });
      expect(api.received).toHaveLength(2);
    });
  });

  it('a cancellation is repeated after a cut', async () => {
    api.play(cut, json(runView('cancelled'), 202));
    expect((await handle().cancel()).status).toBe('cancelled');
  });

  describe('rows', () => {
    const columns = [
      { key: 'month', label: 'month', type: 'string' },
      { key: '__proto__', label: 'revenue', type: 'number' },
    ];
    const page = (rows: unknown[][], nextCursor: string | null) =>
      json({ columns, rows, rowCount: 3, truncated: false, nextCursor });

    it('come from all pages as objects by the keys of the columns', async () => {
      api.play(
        page(
          [
            ['jan', 1],
            ['feb', 2],
          ],
          'n1',
        ),
        page([['mar', 3]], null),
      );
      const rows: [string, unknown][][] = [];
      for await (const row of handle().rows({ pageSize: 2 })) rows.push(Object.entries(row));
      expect(rows.map((row) => row.map(([, value]) => value))).toEqual([
        ['jan', 1],
        ['feb', 2],
        ['mar', 3],
      ]);
      expect(rows[0]?.map(([key]) => key)).toEqual(['month', '__proto__']);
      expect(api.lines).toEqual(['GET /v1/queries/q1/result?limit=2', 'GET /v1/queries/q1/result?limit=2&cursor=n1']);
    });

    it('come as arrays on request', async () => {
      api.play(page([['jan', 1]], null));
      for await (const [month] of handle().rows({ as: 'arrays' })) expect(month).toBe('jan');
      expect(api.lines).toEqual(['GET /v1/queries/q1/result?limit=1000']);
    });
  });

  describe('downloads', () => {
    const bytes = (text: string) => (response: Parameters<typeof cut>[0]) =>
      void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(text);
    const broken = (response: Parameters<typeof cut>[0]): void => {
      response.writeHead(200, { 'content-length': '99' });
      response.write('half', () => response.destroy());
    };

    it('are requested again when they break, and keep a byte order mark', async () => {
      api.play(broken, bytes('\ufeffmonth\r\n'));
      expect(await handle().csv({ bom: true, raw: true })).toBe('\ufeffmonth\r\n');
      expect(api.lines).toEqual(Array(2).fill('GET /v1/queries/q1/result?bom=1&raw=1'));
      expect(api.received[0]?.headers.accept).toBe('text/csv');
    });

    it('are bytes or a stream', async () => {
      api.play(bytes('abc'), bytes('abc'), bytes('<svg/>'));
      expect(new TextDecoder().decode(await handle().arrow())).toBe('abc');
      expect(await new Response(await handle().arrow({ stream: true })).text()).toBe('abc');
      expect(await handle().chart()).toBe('<svg/>');
      expect(api.received.map(({ headers }) => headers.accept)).toEqual([
        'application/vnd.apache.arrow.stream',
        'application/vnd.apache.arrow.stream',
        'image/svg+xml',
      ]);
    });
  });

  it('a rating is sent to the run', async () => {
    api.play(json({ rating: 'up', comment: null, corrected: false, sample: null, at: '' }));
    expect(await handle().feedback({ rating: 'up' })).toMatchObject({ rating: 'up' });
    expect(api.received[0]).toMatchObject({ line: 'POST /v1/queries/q1/feedback', body: { rating: 'up' } });
  });
});
