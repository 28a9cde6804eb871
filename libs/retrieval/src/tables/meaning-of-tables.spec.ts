import type { Embedder } from '../embedder/embedder';
import type { VectorHit } from '../vectors/vector-index';
import { schemaOf } from './fixture/schema';
import type { Gist } from './gist-vectors';
import { MeaningOfTables } from './meaning-of-tables';

describe('the semantic search of tables', () => {
  const embedder: Embedder = {
    model: 'm',
    dimension: 1,
    ready: () => true,
    embed: async (texts) => texts.map(() => Float32Array.of(1)),
    close: async () => undefined,
  };
  const model = schemaOf({ vessel: 'name', crew: 'sailor' });
  let kept: VectorHit[] = [];
  const put = jest.fn(
    async (_scope: unknown, gists: readonly Gist[]) =>
      void (kept = gists.map(({ id }) => ({ id, score: 0.5, payload: {} }))),
  );
  const meaning = new MeaningOfTables({
    embedder,
    vectors: { put, search: async () => kept },
    patienceMs: 1_000,
    onError: (error) => {
      throw error;
    },
    onProgress: () => undefined,
  });
  const found = async (): Promise<string[]> => [...(await meaning.of('ships', model, 'shop')).keys()];

  it('embeds tables once, and again after their vectors were removed', async () => {
    expect(await found()).toEqual([]);
    await meaning.prepare(model, 'shop');
    expect([await found(), await found()]).toEqual([
      ['vessel', 'crew'],
      ['vessel', 'crew'],
    ]);
    expect(put).toHaveBeenCalledTimes(1);
    kept = [];
    expect(await found()).toEqual([]);
    await meaning.prepare(model, 'shop');
    expect(await found()).toEqual(['vessel', 'crew']);
  });
});
