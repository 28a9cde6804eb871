import { randomVectors } from '../contract/random-vectors';
import { rowScore, rowScores } from './row-scores';

describe('the scores of rows', () => {
  // Less than one step, whole steps, more than a step and not whole, more than fits beside another row.
  it.each([1, 3, 16, 24, 100, 512, 17_000])(
    'are the dot products with the query, in any number of rows of %i numbers',
    (width) => {
      for (const count of [0, 1, 2, 33]) {
        const [query = new Float32Array(), ...others] = randomVectors(count + 1, width);
        const rows = new Float32Array(count * width);
        others.forEach((other, row) => rows.set(other, row * width));
        const expected = Array.from({ length: count }, (_, row) => rowScore(query, rows, row * width));
        const scores = [...rowScores(query, rows, count)];
        expect(scores).toHaveLength(count);
        for (const [row, score] of scores.entries()) expect(score).toBeCloseTo(expected[row] ?? NaN, 4);
      }
    },
  );
});
