import { getEventListeners } from 'node:events';
import { startEmbeddingsServer, waitFor, type EmbeddingsReply, type EmbeddingsServer } from '@querent/testing';
import { cosine, type Embedder } from './embedder';
import { embedderEnv } from './embedder-env';
import type { EndpointTiming } from './endpoint-embedder';
import { openEmbedder } from './open-embedder';
import { z } from 'zod';

const KEY = 'sk-secret-0123456789';
const quick: Partial<EndpointTiming> = { pauseMs: 1, longestPauseMs: 20, breakerPauseMs: 60, timeoutMs: 5_000 };

describe('the embedder behind an endpoint', () => {
  let server: EmbeddingsServer;
  let opened: Embedder[] = [];
  let errors: unknown[] = [];
  beforeEach(async () => {
    server = await startEmbeddingsServer({ apiKey: KEY });
    errors = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((embedder) => embedder.close()));
    opened = [];
    await server.stop();
  });
  const open = (timing: Partial<EndpointTiming> = {}, env: Record<string, string> = {}): Embedder => {
    const parsed = z.object(embedderEnv).parse({
      EMBEDDINGS_BASE_URL: `${server.baseUrl}/`,
      EMBEDDINGS_API_KEY: KEY,
      EMBEDDINGS_MODEL: 'some-model',
      ...env,
    });
    const embedder = openEmbedder(parsed, { onError: (error) => errors.push(error), timing: { ...quick, ...timing } });
    if (embedder === null) throw new Error('no embedder');
    opened.push(embedder);
    return embedder;
  };
  const openReady = async (timing?: Partial<EndpointTiming>): Promise<Embedder> => {
    const embedder = open(timing);
    await waitFor(() => embedder.ready());
    return embedder;
  };

  it('is ready when its dimension is known, which is part of its model name', async () => {
    const embedder = open();
    expect([embedder.ready(), embedder.dimension]).toEqual([false, 0]);
    await waitFor(() => embedder.ready());
    expect([embedder.dimension, embedder.model]).toEqual([8, 'openai:some-model:8']);
    expect(server.seen).toEqual([{ input: ['ready'], model: 'some-model', authorization: `Bearer ${KEY}` }]);
  });

  it('distinguishes models without a name by their host', async () => {
    const embedder = open({}, { EMBEDDINGS_MODEL: undefined as unknown as string });
    await waitFor(() => embedder.ready());
    expect([embedder.model, server.seen[0]?.model]).toEqual([
      `openai:default@${new URL(server.baseUrl).host}:8`,
      'default',
    ]);
  });

  it('returns unit vectors in the order of the texts, whatever the order of the reply', async () => {
    const embedder = await openReady();
    const texts = Array.from({ length: 100 }, (_, i) => `文本 ${i % 70}`);
    server.always = () => ({ change: (reply) => ({ ...reply, data: [...reply.data].reverse() }) });
    const vectors = await embedder.embed(texts);
    for (const [i, vector] of vectors.entries()) {
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      expect(vector).toEqual((await embedder.embed([texts[i] ?? '']))[0]);
    }
    const sent = server.seen.slice(1).map(({ input }) => input);
    expect(sent.flat().sort()).toEqual([...new Set(texts)].sort());
    expect(Math.max(...sent.map((input) => input.length))).toBeLessThanOrEqual(32);
    expect(server.objections).toEqual([]);
  });

  it('sends normalised texts, keeps Chinese, and skips texts without words and long tails', async () => {
    const embedder = await openReady();
    const [a, b, empty, marks, long] = await embedder.embed([
      '  各医院的\t医生人数\n',
      '各医院的 医生人数',
      '',
      '？！…',
      `医${'😀'.repeat(9_000)}`,
    ]);
    expect(a).toEqual(b);
    expect([empty, marks].map((vector) => vector?.every((x) => x === 0))).toEqual([true, true]);
    expect(long).toHaveLength(8);
    expect(
      server.seen
        .slice(1)
        .flatMap(({ input }) => input)
        .map((text) => text.slice(0, 12)),
    ).toEqual(['各医院的 医生人数', expect.stringMatching(/^医😀/u)]);
    expect(JSON.stringify(server.seen)).not.toMatch(/\\ud[89a-f]/);
    expect(server.objections).toEqual([]);
  });

  it('returns zeros for a text without a word also before its dimension is known', async () => {
    expect((await open().embed(['']))[0]).toEqual(new Float32Array(8));
  });

  it.each<[string, EmbeddingsReply]>([
    ['too many requests', { status: 429, headers: { 'retry-after': '0' } }],
    ['a request to come back in an hour', { status: 429, headers: { 'retry-after': '3600' } }],
    ['a failing server', { status: 503 }],
    ['a cut-off reply', 'cut_off'],
    ['a page of HTML', { status: 200, body: '<html><body>Bad gateway</body></html>' }],
    ['too few embeddings', { change: (reply) => ({ ...reply, data: reply.data.slice(1) }) }],
    ['one text twice', { change: (reply) => ({ ...reply, data: reply.data.map((one) => ({ ...one, index: 0 })) }) }],
    [
      'an index of no text',
      { change: (reply) => ({ ...reply, data: reply.data.map((one) => ({ ...one, index: one.index + 7 })) }) },
    ],
    [
      'another dimension',
      {
        change: (reply) => ({
          ...reply,
          data: reply.data.map((one) => ({ ...one, embedding: [...one.embedding, 1] })),
        }),
      },
    ],
    [
      'no numbers',
      {
        change: (reply) => ({
          ...reply,
          data: reply.data.map((one) => ({ ...one, embedding: one.embedding.map(String) })),
        }),
      },
    ],
    [
      'values that are not numbers',
      {
        change: (reply) => ({
          ...reply,
          data: reply.data.map((one) => ({ ...one, embedding: one.embedding.map(() => NaN) })),
        }),
      },
    ],
    ['base64', { change: (reply) => ({ ...reply, data: reply.data.map((one) => ({ ...one, embedding: 'AAAA' })) }) }],
    ['no list', { change: () => ({ data: null }) }],
    ['null', { change: () => null }],
  ])('asks again after %s', async (_, reply) => {
    const embedder = await openReady();
    server.next(reply);
    expect(await embedder.embed(['one text', 'another text'])).toHaveLength(2);
    expect(server.seen).toHaveLength(3);
  });

  it('gives up on a permanent failure, reports it once, and exposes no text, reply or secret', async () => {
    const embedder = await openReady();
    server.always = () => ({ status: 500, body: `${KEY} a private text` });
    const failures = await Promise.all(
      ['a private text', 'b', 'c'].map((text) => embedder.embed([text]).catch((error: unknown) => error)),
    );
    expect(failures.map(String)).toEqual(
      Array(3).fill("EmbeddingsFailure: the embedding model's server answered with status 500"),
    );
    expect(errors).toHaveLength(1);
    expect(
      JSON.stringify(failures.concat(errors).map((error) => [error, (error as Error).stack, (error as Error).cause])),
    ).not.toMatch(/secret|private/);
  });

  it('retries no refused request and follows no redirect', async () => {
    const embedder = await openReady();
    for (const reply of [
      { status: 401 },
      { status: 404 },
      { status: 302, headers: { location: `${server.baseUrl}/embeddings` } },
    ]) {
      server.next(reply);
      await expect(embedder.embed([`text ${reply.status}`])).rejects.toThrow(String(reply.status));
    }
    expect(server.seen).toHaveLength(4);
  });

  it('fails no caller because of another’s text, and sends smaller batches to a server that requires them', async () => {
    const embedder = await openReady();
    server.always = ({ input }) => (input.includes('poison') || input.length > 8 ? { status: 422 } : null);
    const texts = Array.from({ length: 31 }, (_, i) => `text ${i}`);
    const [good, bad] = [embedder.embed(texts), embedder.embed(['poison'])];
    await expect(bad).rejects.toThrow('422');
    expect(await good).toHaveLength(31);
    const requests = server.seen.length;
    expect(await embedder.embed(Array.from({ length: 32 }, (_, i) => `another ${i}`))).toHaveLength(32);
    const learnt = server.seen.length;
    expect(await embedder.embed(Array.from({ length: 32 }, (_, i) => `a third ${i}`))).toHaveLength(32);
    expect([server.seen.length - learnt, learnt - requests >= 4]).toEqual([4, true]);
  });

  it('stops calling a failing server, and detects its recovery by itself', async () => {
    const embedder = await openReady({ failures: 3 });
    server.always = () => ({ status: 503 });
    await expect(embedder.embed(['a'])).rejects.toThrow('503');
    expect(embedder.ready()).toBe(false);
    const requests = server.seen.length;
    await expect(embedder.embed(['b'])).rejects.toThrow('circuit breaker');
    expect(server.seen).toHaveLength(requests);
    server.always = null;
    await waitFor(() => embedder.ready());
    expect(await embedder.embed(['b'])).toHaveLength(1);
  });

  it('becomes ready once an initially unavailable server answers', async () => {
    server.always = () => ({ status: 503 });
    const embedder = open();
    await waitFor(() => errors.length > 0);
    expect([embedder.ready(), embedder.dimension]).toEqual([false, 0]);
    server.always = null;
    await waitFor(() => embedder.ready());
    expect(embedder.dimension).toBe(8);
  });

  it('gives up on a silent server', async () => {
    const embedder = await openReady({ timeoutMs: 30 });
    server.always = () => 'silence';
    await expect(embedder.embed(['a'])).rejects.toThrow('no reply of the embedding model within 30 ms');
  });

  it('rejects with the reason of an aborted signal, and serves the others', async () => {
    const embedder = await openReady();
    const controller = new AbortController();
    const [aborted, kept] = [
      embedder.embed(['lighthouse', 'anchor'], controller.signal),
      embedder.embed(['lighthouse']),
    ];
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    expect(await kept).toHaveLength(1);
    await expect(embedder.embed(['x'], controller.signal)).rejects.toThrow('enough');
  });

  it('has one listener per signal, however many texts wait, and removes it afterwards', async () => {
    const embedder = await openReady();
    const controller = new AbortController();
    const texts = Array.from({ length: 100 }, (_, i) => `text ${i}`);
    const [first, second] = [embedder.embed(texts, controller.signal), embedder.embed(['another'], controller.signal)];
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    await Promise.all([first, second]);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('rejects pending and later calls when it is closed', async () => {
    const embedder = await openReady();
    server.always = () => 'silence';
    const waiting = ['a', 'b', 'c', 'd'].map((text) => embedder.embed([text]));
    await waitFor(() => server.seen.length === 2);
    await embedder.close();
    for (const one of waiting) await expect(one).rejects.toThrow('closed');
    await expect(embedder.embed(['e'])).rejects.toThrow('closed');
    expect(embedder.ready()).toBe(false);
  });
});

describe('the environment of embedders', () => {
  const parse = (env: Record<string, string>) => z.object(embedderEnv).safeParse(env);

  it.each([
    'ftp://x',
    'not an address',
    'http://user:pass@host/v1',
    'http://host/v1?key=x',
    'http://host/v1/embeddings',
    'http://host/v1/embeddings/',
  ])('refuses %s as an endpoint', (url) => {
    expect(parse({ EMBEDDINGS_BASE_URL: url }).success).toBe(false);
  });

  it('refuses a key that could not be sent', () => {
    expect(parse({ EMBEDDINGS_API_KEY: 'a b' }).success).toBe(false);
    expect(parse({ EMBEDDINGS_API_KEY: 'a\nb' }).success).toBe(false);
  });

  it('opens no embedder if none is wanted', () => {
    expect(openEmbedder(z.object(embedderEnv).parse({ EMBEDDER: 'none' }), { onError: () => undefined })).toBeNull();
  });
});
