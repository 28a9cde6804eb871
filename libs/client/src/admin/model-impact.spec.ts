import { json, problem, ScriptedApi } from '../fixture/scripted-api';

const impact = (status: string, done = 0): object => ({
  id: 'i0000001',
  connection: 'shop',
  status,
  createdAt: '2026-11-29T00:00:00.000Z',
  finishedAt: null,
  progress: { done, of: 2 },
  summary: null,
  changes: [],
  changesLeftOff: 0,
  questionsLeftOff: 0,
  error: null,
});

describe('A comparison of models', () => {
  const api = new ScriptedApi();
  beforeAll(() => api.start());
  afterAll(() => api.stop());

  it('is polled until it has ended, and reports each state', async () => {
    api.play(json(impact('queued'), 202), json(impact('working', 1)), json(impact('done', 2)));
    const seen: string[] = [];
    const draft = 'tables: {}';
    const ended = await api.client().models.impact('shop', draft, {
      onProgress: ({ status, progress }) => seen.push(`${status} ${progress.done}`),
    });
    expect(ended.status).toBe('done');
    expect(seen).toEqual(['queued 0', 'working 1', 'done 2']);
    expect(api.received.map(({ line }) => line)).toEqual([
      'POST /v1/connections/shop/model/impact',
      'GET /v1/connections/shop/model/impact/i0000001',
      'GET /v1/connections/shop/model/impact/i0000001',
    ]);
    expect(api.received[0]?.body).toBe(draft);
  });

  it('is polled until the definitions have been tried on the data, unless it has failed', async () => {
    const trying = (status: string, definitions: string): object => ({
      ...impact(status, 2),
      definitions: { status: definitions, checks: [] },
    });
    api.play(json(trying('done', 'working'), 202), json(trying('done', 'done')));
    expect(await api.client().models.impact('shop', 'tables: {}')).toMatchObject({ definitions: { status: 'done' } });
    api.play(json(trying('failed', 'working'), 202));
    expect(await api.client().models.impact('shop', 'tables: {}')).toMatchObject({ status: 'failed' });
  });

  it('without a draft compares with no model file', async () => {
    api.play(json(impact('done'), 202));
    await api.client().models.impact('shop', null);
    expect(api.received[0]?.body).toBe('');
  });

  it('is cancelled by the signal, and rejects with its reason', async () => {
    const stop = new AbortController();
    api.play(json(impact('queued'), 202), json(impact('cancelled'), 202));
    const reason = new Error('no longer needed');
    const waiting = api.client().models.impact(
      'shop',
      {},
      {
        signal: stop.signal,
        onProgress: () => stop.abort(reason),
      },
    );
    await expect(waiting).rejects.toBe(reason);
    expect(api.received.map(({ line }) => line)).toEqual([
      'POST /v1/connections/shop/model/impact',
      'POST /v1/connections/shop/model/impact/i0000001/cancel',
    ]);
  });

  it('rejects with the mistakes of the draft', async () => {
    api.play(problem(422, 'configuration_invalid'));
    await expect(api.client().models.impact('shop', {})).rejects.toMatchObject({ code: 'configuration_invalid' });
  });
});
