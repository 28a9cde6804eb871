import { exactEntryOf } from '@querent/cache';
import type { Doubt, Run, RunData } from '@querent/contracts';
import { present } from './present';
import { remembering } from './remembering';
import { runOf, specimen, type Specimen } from './fixture/specimens';

const doubt: Doubt = { sign: 'rows_multiplied', about: '' };

/** The stage and what it leaves behind: what the exact cache keeps, and what its conversation remembers. */
async function left(from: Specimen, over: Partial<RunData> = {}): Promise<{ cached: number; conversed: Doubt[][] }> {
  const made = runOf(from);
  const run: Run = { ...made, data: { ...made.data, cacheKey: 'v1/k', ...over } };
  const cached: unknown[] = [];
  const conversed: Doubt[][] = [];
  const stage = present({ results: { readPage: async () => from.rows }, writeBlob: async () => undefined, model: async () => null, clock: () => 0 });
  const remember = async (answered: Run): Promise<void> => {
    const entry = exactEntryOf(answered, from.rows);
    if (entry !== null) cached.push(entry);
  };
  await remembering(stage, { share: () => undefined, firstRows: async () => from.rows, remember, converse: async ({ data }) => void conversed.push(data.doubts), onError: (error) => { throw error; } })(run, new AbortController().signal);
  return { cached: cached.length, conversed };
}

describe('what an answer leaves behind', () => {
  it('is an entry of the cache where nothing speaks against it', async () => {
    expect(await left(specimen('countZh'))).toEqual({ cached: 1, conversed: [[]] });
  });

  it.each<[string, Specimen, Partial<RunData>, Doubt[]]>([
    ['nothing was found', specimen('emptyZh'), {}, [{ sign: 'empty_result', about: '' }]],
    ['an earlier stage was in doubt', specimen('countZh'), { doubts: [doubt] }, [doubt]],
    ['there is no figure', specimen('countZh', { rows: [[null]] }), {}, [{ sign: 'all_null_column', about: '景区数量' }]],
  ])('is no entry where %s; its conversation goes on from it all the same', async (_why, from, over, doubts) => {
    expect(await left(from, over)).toEqual({ cached: 0, conversed: [doubts] });
  });
});
