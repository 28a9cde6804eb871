import { assert, double, integer, property, record } from 'fast-check';
import { IntegerMatrices, type Rows } from './integer-matrix';

const MOST_ROWS = 16;

function drawn(rows: number, width: number, seed: number): Rows {
  return {
    rows,
    width,
    numbers: Float32Array.from({ length: rows * width }, (_, at) => Math.sin(seed + 7.3 * at) * (1 + (at % 5))),
  };
}

function exact(rows: Rows, at: (depth: number, column: number) => number, columns: number): number[] {
  return Array.from({ length: rows.rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    let sum = 0;
    for (let depth = 0; depth < rows.width; depth++)
      sum += (rows.numbers[row * rows.width + depth] ?? 0) * at(depth, column);
    return sum;
  });
}

const shape = record({
  rows: integer({ min: 1, max: MOST_ROWS }),
  depth: integer({ min: 1, max: 12 }),
  columns: integer({ min: 1, max: 8 }),
  seed: double({ min: 0, max: 100, noNaN: true }),
});

/** Tolerance of a sum of that many products of numbers below 5. */
const closeTo = (numbers: Float32Array, wanted: readonly number[], depth: number): void => {
  expect(numbers).toHaveLength(wanted.length);
  for (const [at, number] of wanted.entries()) expect(Math.abs((numbers[at] ?? 0) - number)).toBeLessThan(0.02 * depth);
};

describe('matrices of whole numbers', () => {
  it('multiply as those of fractions do, their bias on top', () => {
    const matrices = new IntegerMatrices(MOST_ROWS);
    assert(
      property(shape, ({ rows: count, depth, columns, seed }) => {
        const [rows, weights] = [drawn(count, depth * 8, seed), drawn(depth * 8, columns * 2, seed + 1)];
        const bias = Float32Array.from({ length: columns * 2 }, (_, at) => at);
        const wanted = exact(
          rows,
          (at, column) => weights.numbers[at * weights.width + column] ?? 0,
          weights.width,
        ).map((sum, cell) => sum + (cell % weights.width));
        closeTo(matrices.matrix(weights, bias).times(rows).numbers, wanted, depth * 8);
      }),
      { numRuns: 40 },
    );
  });

  it('multiply parts of rows with each other, whatever their sizes', () => {
    const matrices = new IntegerMatrices(MOST_ROWS);
    assert(
      property(shape, ({ rows: count, depth, columns, seed }) => {
        const [rows, others] = [drawn(count, depth, seed), drawn(depth, columns, seed + 1)];
        const found = matrices.products(
          { ...rows, from: 0, step: 1, rowStep: depth },
          { numbers: others.numbers, rows: columns, width: depth, from: 0, step: columns, rowStep: 1 },
        );
        closeTo(
          found.numbers,
          exact(rows, (at, column) => others.numbers[at * columns + column] ?? 0, columns),
          depth,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('sum the most that they may hold', () => {
    const depth = 1_536;
    const ones = (rows: number, width: number): Rows => ({
      rows,
      width,
      numbers: new Float32Array(rows * width).fill(1),
    });
    const [sum] = new IntegerMatrices(1).matrix(ones(depth, 2), new Float32Array(2)).times(ones(1, depth)).numbers;
    expect(sum).toBeCloseTo(depth, 2);
  });

  it('refuse what does not fit', () => {
    const matrices = new IntegerMatrices(2);
    expect(() => matrices.matrix(drawn(7, 2, 0), new Float32Array(2))).toThrow('No matrix of 7 by 2 fits');
    expect(() => matrices.matrix(drawn(8, 2, 0), new Float32Array(2)).times(drawn(3, 8, 0))).toThrow('3 rows of 8');
  });
});
