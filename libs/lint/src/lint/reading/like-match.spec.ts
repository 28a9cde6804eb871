import { likeMatches } from './like-match';

describe('a LIKE pattern', () => {
  it.each([
    ['gold', 'gold', true],
    ['gold', 'Gold', false],
    ['gold', 'g%', true],
    ['gold', '%ld', true],
    ['gold', '%o%', true],
    ['gold', 'g__d', true],
    ['gold', 'g_d', false],
    ['gold', '%', true],
    ['', '%', true],
    ['', '_', false],
    ['50%', '50\\%', true],
    ['500', '50\\%', false],
    ['a_b', 'a\\_b', true],
    ['axb', 'a\\_b', false],
    ['杭州市', '杭_市', true],
    ['😀😀', '__', true],
    ['abcabd', '%ab_', true],
    ['line\nbreak', '%break', true],
  ])('matches %j with %j: %s', (text, pattern, passes) => {
    expect(likeMatches(text, pattern)).toBe(passes);
  });

  it('takes no longer for many wildcards than for one', () => {
    expect(likeMatches('a'.repeat(2_000), `${'%a'.repeat(500)}b`)).toBe(false);
  });
});
