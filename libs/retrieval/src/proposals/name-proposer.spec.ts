import { waitFor } from '@querent/testing';
import { vocabularyOf } from '@querent/lexicon';
import { openLocalEmbedder } from '../embedder/local-embedder';
import { harbour } from './fixture/harbour';
import { ScriptedEmbedder } from './fixture/scripted-embedder';
import { modelNames } from './vocabulary-vectors';
import { nameProposer } from './name-proposer';

describe('what may be proposed', () => {
  const names = modelNames(harbour());

  it('is named by the model, and found there', () => {
    const known = new Set([...vocabularyOf(harbour())].map(({ text, value }) => `${text}=${value}`));
    expect(names.every(({ text, value }) => known.has(`${text}=${value}`))).toBe(true);
    expect(names.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['thing:t_shp', 'attribute:t_shp.wages', 'metric:total_weight', 'value:t_shp.kind=T']),
    );
  });

  it('is no unnamed stored value, no key and nothing hidden', () => {
    expect(names.filter(({ value }) => /t_shp\.(nm|home)=|\.id$|\.pin/.test(value))).toEqual([]);
  });

  it('is bounded, parts before values', () => {
    const many = modelNames(harbour({ extra: 3_000 }));
    expect(many).toHaveLength(5_000);
  });
});

describe('proposing by likeness', () => {
  const model = harbour();
  const proposing = (
    angles: Record<string, number>,
    options: { threshold?: number; patienceMs?: number; onError?: (error: unknown) => void } = {},
  ) => {
    const embedder = new ScriptedEmbedder(angles);
    return { embedder, proposer: nameProposer({ embedder, ...options }) };
  };

  it('proposes the nearest parts, best first, each once, at most three', async () => {
    const { proposer } = proposing({ boat: 0, ship: 10, 船: 5, cargo: 20, tanker: 15, ferry: 18, 'home port': 80 });
    await proposer.prepare(model);
    const proposals = await proposer.propose(['boat'], model);
    expect(proposals.map(({ value }) => value)).toEqual(['thing:t_shp', 'value:t_shp.kind=T', 'value:t_shp.kind=F']);
    expect(proposals[0]).toEqual({
      word: 'boat',
      value: 'thing:t_shp',
      score: expect.closeTo(Math.cos((5 * Math.PI) / 180), 4),
    });
    await proposer.close();
  });

  it('leaves out what is below the threshold or far below the best', async () => {
    const { proposer } = proposing(
      { boat: 0, ship: 5, cargo: 40, wages: 70, mud: 120, far: 55, near: 50 },
      { threshold: 0.6 },
    );
    await proposer.prepare(model);
    expect((await proposer.propose(['boat'], model)).map(({ value }) => value)).toEqual(['thing:t_shp']);
    expect(await proposer.propose(['mud'], model)).toEqual([
      expect.objectContaining({ value: 'attribute:t_shp.wages' }),
    ]);
    await proposer.close();
  });

  it('proposes for each word by itself, and nothing for blanks or for no words', async () => {
    const { proposer } = proposing({ boat: 0, ship: 5, pay: 90, wages: 95 });
    await proposer.prepare(model);
    expect((await proposer.propose(['boat', ' ', 'pay', 'boat'], model)).map(({ word }) => word)).toEqual([
      'boat',
      'pay',
    ]);
    expect(await proposer.propose([], model)).toEqual([]);
    await proposer.close();
  });

  it('proposes nothing until the names are embedded', async () => {
    const { embedder, proposer } = proposing({ boat: 0, ship: 5 });
    let release = (): void => undefined;
    embedder.hold = new Promise((resolve) => (release = resolve));
    expect(await proposer.propose(['boat'], model)).toEqual([]);
    embedder.hold = null;
    release();
    await proposer.prepare(model);
    expect(await proposer.propose(['boat'], model)).toHaveLength(1);
    await proposer.close();
  });

  it('proposes nothing while the model is being loaded', async () => {
    const { embedder, proposer } = proposing({ boat: 0, ship: 5 });
    await proposer.prepare(model);
    embedder.warm = false;
    expect([proposer.ready(), await proposer.propose(['boat'], model)]).toEqual([false, []]);
    await proposer.close();
  });

  it('embeds equal names of several models once, and other names separately', async () => {
    const { embedder, proposer } = proposing({ boat: 0, ship: 5 });
    await Promise.all([proposer.prepare(model), proposer.prepare(model)]);
    const once = embedder.asked.length;
    await proposer.prepare(harbour({ version: 'another' }));
    expect(embedder.asked).toHaveLength(once);
    await proposer.prepare({ ...model, metrics: {} });
    expect(embedder.asked.length).toBeGreaterThan(once);
    await proposer.close();
  });

  it('gives up on slow embeddings without reporting an error', async () => {
    const onError = jest.fn();
    const { embedder, proposer } = proposing({ boat: 0, ship: 5 }, { patienceMs: 20, onError });
    await proposer.prepare(model);
    embedder.hold = new Promise(() => undefined);
    expect(await proposer.propose(['boat'], model)).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
    await proposer.close();
  });

  it('proposes nothing when the embedder fails, reports it, and tries the names again', async () => {
    const onError = jest.fn();
    const { embedder, proposer } = proposing({ boat: 0, ship: 5 }, { onError });
    embedder.failure = new Error('the thread died');
    await proposer.prepare(model);
    expect(onError).toHaveBeenCalledWith(embedder.failure);
    embedder.failure = null;
    await proposer.prepare(model);
    expect(await proposer.propose(['boat'], model)).toHaveLength(1);
    await proposer.close();
  });

  it("rejects with its caller's reason alone", async () => {
    const { proposer } = proposing({});
    await expect(proposer.propose(['boat'], model, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    await proposer.close();
  });

  it('stops its work in the background when closed', async () => {
    const { embedder, proposer } = proposing({});
    embedder.hold = new Promise(() => undefined);
    const preparing = proposer.prepare(harbour({ extra: 500 }));
    await proposer.close();
    await preparing;
    expect(embedder.asked.length).toBeLessThanOrEqual(8);
  });
});

describe('proposing with the real model', () => {
  const embedder = openLocalEmbedder();
  const proposer = nameProposer({ embedder, patienceMs: 5_000 });
  beforeAll(async () => {
    // A thread that could not start is started again, as in the service.
    await waitFor(
      async () => {
        await proposer.prepare(harbour());
        return (await proposer.propose(['vessels'], harbour())).length > 0;
      },
      { timeoutMs: 60_000, intervalMs: 500 },
    );
  }, 90_000);
  afterAll(async () => {
    await proposer.close();
    await embedder.close();
  });

  it.each([
    ['vessels', 'thing:t_shp'],
    ['salary', 'attribute:t_shp.wages'],
    ['薪水', 'attribute:t_shp.wages'],
    ['freight', 'thing:t_crg'],
    ['船只', 'thing:t_shp'],
    ['轮渡', 'value:t_shp.kind=F'],
  ])('proposes for %s what it means', async (word, value) => {
    expect((await proposer.propose([word], harbour())).map((one) => one.value)).toContain(value);
  });

  it.each(['horoscope', '星座', 'toothache', '吉他', 'Paris'])('proposes nothing for %s', async (word) => {
    expect(await proposer.propose([word], harbour())).toEqual([]);
  });
});
