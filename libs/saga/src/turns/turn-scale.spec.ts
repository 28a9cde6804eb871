import * as fc from 'fast-check';
import { timeOf, turnAt } from './turn-scale';

describe('the scale of turns', () => {
  it('never goes down, from any time to a turn and back', () => {
    const times = fc
      .integer({ min: 0, max: 46 })
      .chain((bits) => fc.nat(2 ** 30).map((n) => Math.floor((n / 2 ** 30) * 2 ** bits)));
    fc.assert(
      fc.property(times, times, (one, another) => {
        const [early, late] = [Math.min(one, another), Math.max(one, another)];
        expect(turnAt(early)).toBeLessThanOrEqual(turnAt(late));
        expect(turnAt(timeOf(turnAt(one)))).toBe(turnAt(one));
        expect(timeOf(turnAt(one))).toBeLessThanOrEqual(one);
        expect(turnAt(one)).toBeLessThanOrEqual(2 ** 21 - 1);
      }),
    );
    expect([
      turnAt(0),
      turnAt(2 ** 20 - 1),
      turnAt(2 ** 20),
      turnAt(2 ** 20 + 63),
      turnAt(2 ** 20 + 64),
      turnAt(2 ** 53),
    ]).toEqual([1, 2 ** 20, 2 ** 20 + 1, 2 ** 20 + 1, 2 ** 20 + 2, 2 ** 21 - 1]);
  });
});
