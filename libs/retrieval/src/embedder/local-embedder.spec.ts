import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { cosine, type Embedder } from './embedder';
import { embedderFiles } from './embedder-files';
import { openLocalEmbedder } from './local-embedder';

describe('the local embedder', () => {
  let embedder: Embedder;
  const vectorOf = async (text: string): Promise<Float32Array> =>
    (await embedder.embed([text]))[0] ?? new Float32Array();
  const likeness = async (a: string, b: string): Promise<number> => cosine(await vectorOf(a), await vectorOf(b));

  beforeAll(async () => {
    embedder = openLocalEmbedder();
    await embedder.embed(['warm']);
  });
  afterAll(() => embedder.close());

  it('returns unit vectors of its dimension', async () => {
    const vector = await vectorOf('a cat sat on the mat');
    expect(vector).toHaveLength(embedder.dimension);
    expect(cosine(vector, vector)).toBeCloseTo(1, 4);
  });

  it.each([
    [
      'how many patients were admitted last week',
      'number of patients admitted last week',
      'the price of a train ticket',
    ],
    ['上周入院的病人有多少', '上周住院病人的数量', '火车票的价格'],
    ['doctor', 'physician', 'bridge'],
    ['医生', '医师', '桥'],
    ['图书馆', 'library', 'motorcycle'],
  ])('finds %s more like %s than like %s', async (text, alike, unlike) => {
    expect(await likeness(text, alike)).toBeGreaterThan((await likeness(text, unlike)) + 0.1);
  });

  it('returns the same vector whatever the batch, and after cache eviction', async () => {
    const alone = openLocalEmbedder({ rememberedBytes: 2_500 });
    const [first] = await alone.embed(['a red boat']);
    const [, , again] = await alone.embed(['x', '一艘很长很长很长的船在河上', 'a red boat', 'y']);
    await alone.close();
    expect(cosine(first ?? new Float32Array(), again ?? new Float32Array())).toBeCloseTo(1, 5);
  });

  it('returns zeros for a text without a word, in order', async () => {
    const [empty, boat, marks] = await embedder.embed(['', 'boat', '的？！']);
    expect([empty?.every((x) => x === 0), boat?.every((x) => x === 0), marks?.every((x) => x === 0)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('answers many concurrent callers correctly', async () => {
    const words = Array.from({ length: 60 }, (_, i) => `ward ${i % 40}`);
    const vectors = await Promise.all(words.map((word) => vectorOf(word)));
    for (const [i, vector] of vectors.entries()) expect(vector).toEqual(await vectorOf(words[i] ?? ''));
  });

  it('leaves the event loop free while it works', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await embedder.embed(
      Array.from({ length: 120 }, (_, i) => `a sentence of some length that is not in the cache, number ${i}`),
    );
    delay.disable();
    // Work on the main thread would block it for a batch at a time, tens of milliseconds; a busy machine blocks it now
    // and then.
    expect(delay.percentile(50) / 1e6).toBeLessThan(30);
  });

  it('rejects with the reason of an aborted signal, and serves the others', async () => {
    const controller = new AbortController();
    const aborted = embedder.embed(['a lighthouse', 'an anchor'], controller.signal);
    const kept = embedder.embed(['a lighthouse']);
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await expect(kept).resolves.toHaveLength(1);
    await expect(embedder.embed(['x'], controller.signal)).rejects.toThrow('enough');
  });
});

describe('the life of the embedder', () => {
  it('is not ready until it is warm, and answers earlier calls then', async () => {
    const embedder = openLocalEmbedder();
    expect(embedder.ready()).toBe(false);
    expect(await embedder.embed(['early'])).toHaveLength(1);
    expect(embedder.ready()).toBe(true);
    await embedder.close();
    expect(embedder.ready()).toBe(false);
  });

  it('rejects pending and later calls when it is closed', async () => {
    const embedder = openLocalEmbedder();
    const waiting = embedder.embed(['too late']);
    const closed = embedder.close();
    await expect(waiting).rejects.toThrow('closed');
    await closed;
    await expect(embedder.embed(['still'])).rejects.toThrow('closed');
  });

  it('rejects with the cause when its thread dies, and does not start it again at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedder-'));
    const thread = join(folder, 'thread.cjs');
    writeFileSync(thread, `throw new Error('no weights here')`);
    const embedder = openLocalEmbedder({ files: { ...embedderFiles(), thread } });
    await expect(embedder.embed(['hello'])).rejects.toThrow('no weights here');
    await expect(embedder.embed(['hello'])).rejects.toThrow('stopped');
    expect(embedder.ready()).toBe(false);
    await embedder.close();
    rmSync(folder, { recursive: true });
  });

  it('explains what to do if nothing was built', () => {
    expect(() => embedderFiles(tmpdir())).toThrow('npm run build');
  });
});
