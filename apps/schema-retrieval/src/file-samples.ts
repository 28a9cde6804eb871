import type { Sample } from '@querent/catalog';
import { LexicalIndex } from '@querent/retrieval';
import type { FindSamples } from './retrieve';

/** So many sample questions are worth showing beside a question. */
const MAX_SAMPLES = 3;

/** The samples of the files, an index per connection, rebuilt when they were read anew (the catalog then hands out another list). */
export function fileSamples(samplesOf: (connection: string) => Sample[]): FindSamples {
  const built = new Map<string, { samples: Sample[]; index: LexicalIndex<Sample> }>();
  const indexOf = (connection: string): LexicalIndex<Sample> => {
    const samples = samplesOf(connection);
    const known = built.get(connection);
    if (known !== undefined && known.samples === samples) return known.index;
    const index = new LexicalIndex(samples, ({ question }) => question);
    built.set(connection, { samples, index });
    return index;
  };
  return async ({ request }, { text }) => indexOf(request.connection).search(text, MAX_SAMPLES).map(({ item: { question, sql } }) => ({ question, sql }));
}
