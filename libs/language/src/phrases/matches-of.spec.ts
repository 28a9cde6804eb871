import fc from 'fast-check';
import { matchesOf } from './matches-of';

describe('matches of a pattern', () => {
  it('returns the non-empty matches of matchAll for any text, also when repeated', () => {
    const patterns = [/a+/g, /a*/g, /a*/gu, /(?<x>[甲乙])|b?/giu, /(?<!a)😀|\u{1f601}*/gu];
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.array(fc.constantFrom('a', 'b', '甲', '乙', '😀', '😁', ' ')),
        (pattern, parts) => {
          const text = parts.join('');
          const found = Array.from(text.matchAll(pattern)).filter(([all]) => all !== '');
          for (let time = 0; time < 2; time++)
            expect(matchesOf(pattern, text).map(({ index, 0: all, groups }) => [index, all, groups?.['x']])).toEqual(
              found.map(({ index, 0: all, groups }) => [index, all, groups?.['x']]),
            );
        },
      ),
    );
  });
});
