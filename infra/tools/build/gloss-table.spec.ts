import { corrections } from './gloss-corrections.mjs';
import { glossTable } from './gloss-table.mjs';

describe('The table of glosses', () => {
  const glosses = (entries: Parameters<typeof glossTable>[0]) =>
    new Map(
      glossTable(entries)
        .split('\n')
        .map((line) => line.split('\t') as [string, string]),
    );

  it.each<[string, string | string[], string | undefined]>([
    ['the first sense', ['tea', 'tea plant'], 'tea'],
    ['the first of several words for a sense', 'monkey; ape', 'monkey'],
    ['a verb without `to`', ['to swim', 'swimming'], 'swim'],
    ['a sense without remarks', '(coll.) (of a horse) lively [huo2]', 'lively'],
    ['a sense without nested remarks', '(literary (said of (old) things)) ancient', 'ancient'],
    ['a short sense rather than a long one', ['something said at length about one thing', 'chat'], 'chat'],
    [
      'the beginning of a long sense if there is no short one',
      'a person who sells fruit in the street',
      'person who sells fruit',
    ],
    ['nothing for a measure word', ['classifier for long thin things', 'CL:根[gen1]'], undefined],
    ['nothing for a word that is only a surname', 'surname Ma', undefined],
    ['the name of a city without its description', 'Lima, capital of Peru', 'Lima'],
  ])('keeps %s', (_, meanings, expected) => {
    expect(glosses([['猴', '猴', 'hou2', meanings]]).get('猴')).toBe(expected);
  });

  it('prefers the common reading of a character to a name', () => {
    expect(
      glosses([
        ['馬', '马', 'Ma3', 'Macau'],
        ['馬', '马', 'ma3', 'horse'],
      ]).get('马'),
    ).toBe('horse');
  });

  it('follows a reference from one word to another', () => {
    expect(
      glosses([
        ['蘇州', '苏州', 'Su1 zhou1', 'see 蘇州市|苏州市[Su1 zhou1 Shi4]'],
        ['蘇州市', '苏州市', 'Su1 zhou1 Shi4', 'Suzhou, city in Jiangsu'],
      ]).get('苏州'),
    ).toBe('Suzhou');
  });

  it('omits words that are not written in Han characters, and proverbs', () => {
    const made = glosses([
      ['T恤', 'T恤', 'T xu4', 'T-shirt'],
      ['一二三四五六七八九', '一二三四五六七八九', 'x', 'counting'],
    ]);
    expect([made.has('T恤'), made.has('一二三四五六七八九')]).toEqual([false, false]);
  });

  it('prefers the corrections to the dictionary', () => {
    expect(glosses([['渠道', '渠道', 'qu2 dao4', 'irrigation ditch']]).get('渠道')).toBe(corrections['渠道']);
  });
});
