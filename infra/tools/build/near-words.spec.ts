import { nearWords } from './near-words.mjs';

/** Lines of WordNet's files: a header, then senses with their words and hypernyms. */
const DATA = [
  '  1 This software and database is being provided to you',
  '00000010 06 n 01 building 0 001 ~ 00000020 n 0000 | a structure',
  '00000020 06 n 03 stadium 0 arena 0 sports_stadium 0 001 @ 00000010 n 0000 | a large structure',
  '00000030 15 n 02 Wembley 0 wembley 0 001 @i 00000020 n 0000 | a stadium in London',
  '00000040 26 n 01 scene_of_action 0 000 | a place',
].join('\n');
const INDEX = [
  '  1 This software and database is being provided to you',
  'arena n 2 1 @ 2 1 00000020 00000040  ',
  'building n 1 1 ~ 1 0 00000010  ',
  'stadium n 1 1 @ 1 1 00000020  ',
].join('\n');

describe('The table of near words', () => {
  it('lists the synonyms and the hypernyms of a word', () => {
    expect(nearWords(INDEX, DATA)).toBe(
      'arena\tstadium;sports stadium;scene of action\tbuilding\nstadium\tarena;sports stadium\tbuilding',
    );
  });

  it('omits names, and words without synonyms and hypernyms', () => {
    const words = nearWords(INDEX, DATA);
    expect(words).not.toMatch(/wembley/i);
    expect(words).not.toMatch(/^building/mu);
  });
});
