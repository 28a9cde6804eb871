import { provideSenses } from '../dictionary';
import { englishOf, keysOfWords, nearWordsOf, provideNearWords } from './near-words';

describe('words near to names', () => {
  beforeAll(() => provideNearWords(() => 'arena\tstadium;bowl\tstructure\nbank\t\tinstitution\nboat\tvessel\t'));
  afterAll(() => provideNearWords(() => null));

  it('reads the near words of the wanted words', () => {
    expect(nearWordsOf(new Set(['arena', 'bank', 'none']))).toEqual(
      new Map([
        ['arena', { same: ['stadium', 'bowl'], above: ['structure'] }],
        ['bank', { same: [], above: ['institution'] }],
      ]),
    );
  });

  it('has no near words without a table', () => {
    provideNearWords(() => null);
    expect(nearWordsOf(new Set(['arena'])).size).toBe(0);
    provideNearWords(() => 'boat\tvessel\t');
    expect(nearWordsOf(new Set(['boat'])).size).toBe(1);
  });

  it('compares nouns in the singular and verbs in their base form', () => {
    expect(keysOfWords('Mailing Addresses')).toEqual(['mailing address']);
    expect(keysOfWords('created')).toEqual(['created', 'create']);
  });

  it('finds the English senses of a Chinese word', () => {
    provideSenses(() => '歌手\tsinger\n体育场\tstadium;arena');
    expect(englishOf('体育场')).toEqual(['stadium', 'arena']);
    provideSenses(() => null);
    expect(englishOf('体育场')).toEqual([]);
  });
});
