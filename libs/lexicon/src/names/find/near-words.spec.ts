import { provideSenses } from '../dictionary';
import { englishOf, keysOfWords, nearWordsOf, provideNearWords } from './near-words';

describe('words near to names', () => {
  beforeAll(() => provideNearWords(() => 'arena\tstadium;bowl\tstructure\nbank\t\tinstitution\nboat\tvessel\t'));
  afterAll(() => provideNearWords(() => null));

  it('are those of the table, for the words that are wanted', () => {
    expect(nearWordsOf(new Set(['arena', 'bank', 'none']))).toEqual(
      new Map([
        ['arena', { same: ['stadium', 'bowl'], above: ['structure'] }],
        ['bank', { same: [], above: ['institution'] }],
      ]),
    );
  });

  it('are none where no table was built', () => {
    provideNearWords(() => null);
    expect(nearWordsOf(new Set(['arena'])).size).toBe(0);
    provideNearWords(() => 'boat\tvessel\t');
    expect(nearWordsOf(new Set(['boat'])).size).toBe(1);
  });

  it('are compared in the singular, and verbs in their first form', () => {
    expect(keysOfWords('Mailing Addresses')).toEqual(['mailing address']);
    expect(keysOfWords('created')).toEqual(['created', 'create']);
  });

  it('are found for Chinese words by their English senses', () => {
    provideSenses(() => '歌手\tsinger\n体育场\tstadium;arena');
    expect(englishOf('体育场')).toEqual(['stadium', 'arena']);
    provideSenses(() => null);
    expect(englishOf('体育场')).toEqual([]);
  });
});
