import { seededRandom } from '@querent/testing';
import { editDistance } from './edit-distance';

/** The full table, computed from the definition. */
function slowly(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const costs = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) costs.push(at(i - 2, j - 2) + 1);
      (table[i] ?? [])[j] = Math.min(...costs);
    }
  return at(a.length, b.length);
}

describe('the distance of two texts', () => {
  it('counts substituted, missing and swapped letters, ignoring case', () => {
    expect(editDistance('Revenue', 'revnue')).toBe(1);
    expect(editDistance('amuont', 'amount')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('城市', '城市名')).toBe(1);
  });

  it('equals the distance of the full table up to the limit, and exceeds the limit above it', () => {
    const random = seededRandom(7);
    const upTo = (end: number): number => Math.floor(random.next() * end);
    const word = (): string => Array.from({ length: upTo(9) }, () => 'abc'[upTo(3)]).join('');
    for (let n = 0; n < 3000; n++) {
      const [a, b, most] = [word(), word(), upTo(6)];
      const whole = slowly(a, b);
      expect([a, b, editDistance(a, b)]).toEqual([a, b, whole]);
      const bounded = editDistance(a, b, most);
      if (whole <= most) expect([a, b, most, bounded]).toEqual([a, b, most, whole]);
      else expect(bounded).toBeGreaterThan(most);
    }
  });
});
