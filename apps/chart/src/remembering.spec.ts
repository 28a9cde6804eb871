import { exactEntryOf } from '@querent/cache';
import { vectorBlob, type Doubt, type Run, type RunData } from '@querent/contracts';
import { present } from './present';
import { remembering } from './remembering';
import { runOf, specimen, type Specimen } from './fixture/specimens';
import { storeStatement } from './store-statement';

const doubt: Doubt = { sign: 'rows_multiplied', about: '' };

/** Runs the stage and returns what it stores: the entry of the exact cache and the conversation. */
async function left(from: Specimen, over: Partial<RunData> = {}): Promise<{ cached: number; conversed: Doubt[][] }> {
  const made = runOf(from);
  const run: Run = { ...made, data: { ...made.data, cacheKey: 'v1/k', ...over } };
  const cached: unknown[] = [];
  const conversed: Doubt[][] = [];
  const stage = present({
    results: { readPage: async () => from.rows },
    model: async () => null,
    clock: () => 0,
  });
  const remember = async (answered: Run): Promise<void> => {
    const entry = exactEntryOf(answered, from.rows);
    if (entry !== null) cached.push(entry);
  };
  await remembering(stage, {
    share: () => undefined,
    firstRows: async () => from.rows,
    remember,
    converse: async ({ data }) => void conversed.push(data.doubts),
    onError: (error) => {
      throw error;
    },
  })(run, new AbortController().signal);
  return { cached: cached.length, conversed };
}

describe('caching of answers', () => {
  it('stores a plain answer in the exact cache', async () => {
    expect(await left(specimen('countZh'))).toEqual({ cached: 1, conversed: [[]] });
  });

  it.each<[string, Specimen, Partial<RunData>, Doubt[]]>([
    ['nothing was found', specimen('emptyZh'), {}, [{ sign: 'empty_result', about: '' }]],
    ['an earlier stage was in doubt', specimen('countZh'), { doubts: [doubt] }, [doubt]],
    [
      'there is no figure',
      specimen('countZh', { rows: [[null]] }),
      {},
      [{ sign: 'all_null_column', about: '景区数量' }],
    ],
  ])('stores no cache entry if %s, but still the conversation', async (_why, from, over, doubts) => {
    expect(await left(from, over)).toEqual({ cached: 0, conversed: [doubts] });
  });
});

describe('sharing of statements', () => {
  const sharing = { kind: 'planned' as const, signature: 's', text: 'number of sights', entry: null };
  const compiled = { sql: 'SELECT 1', params: [], columns: [], probes: [] };
  const blob = (text: string, x: number): string =>
    JSON.stringify({ model: 'm', text, vector: Buffer.from(Float32Array.of(x, 0).buffer).toString('base64') });

  /** Vectors with which a run's statement is stored, if reads of the run's blob return these texts in order. */
  async function kept(
    over: Partial<RunData>,
    blobs: string[] = [blob(sharing.text, 1)],
  ): Promise<(number | undefined)[]> {
    const made = runOf(specimen('countZh'));
    const vectors: (number | undefined)[] = [];
    const index = {
      upsert: async () => undefined,
      remove: async () => undefined,
      known: async () => new Map<string, string>(),
    };
    await storeStatement(
      { ...made, data: { ...made.data, sharing, compiled, modelVersion: 'v', ...over } },
      {
        cache: { put: async (_place, _question, _statement, { vector }) => void vectors.push(vector[0]) },
        index: () => index,
        scopeOf: () => ({ tenant: 't', audience: 'c' }),
        readBlob: async (_id, name) =>
          name === vectorBlob ? ((blobs.length > 1 ? blobs.shift() : blobs[0]) ?? null) : null,
      },
    );
    return vectors;
  }

  it('stores a statement with the vector of the final reading, not of the reading before a reply', async () => {
    expect(await kept({}, [blob('what was meant first', 0.5), blob(sharing.text, 1)])).toEqual([1]);
  });

  it.each<[string, Partial<RunData>]>([
    ['it was taken over itself', { sharing: { ...sharing, entry: 'e' } }],
    ['there are doubts', { doubts: [doubt] }],
    ['a model wrote it instead of the planner', { compiled: { ...compiled, source: 'model' } }],
    [
      'its rows were cut, which its disclosures mention',
      {
        sharing: { ...sharing, kind: 'words' },
        result: { blob: 'rows.5', output: [], columns: [], rowCount: 1, truncated: false, skipped: [], cutCells: 2 },
      },
    ],
  ])('does not store a statement if %s', async (_why, over) => {
    expect(await kept(over)).toEqual([]);
  });
});
