import {
  constant,
  downFrom,
  get,
  loadVector,
  advance,
  openFunction,
  plus,
  set,
  storeFloat,
  sumOfLanes,
  upTo,
  zeroVector,
  type KernelMemory,
} from '../../wasm/one-function';

/** Dot products of one row of 32-bit floats with many, sixteen numbers per step in four partial sums of four. */
export interface RowKernel {
  /**
   * @param query address of the one row
   * @param rows address of the others, `rowBytes` apart
   * @param out address of one float per row
   * @param rowBytes a multiple of `STEP_BYTES`, padded with zeros
   * @param count at least one
   */
  scores(query: number, rows: number, out: number, rowBytes: number, count: number): void;
}

export const STEP_BYTES = 64;

export function openRowKernel(memory: KernelMemory): RowKernel {
  return openFunction(
    { name: 'scores', parameters: 5, integerLocals: 1, vectorLocals: SUMS.length, code: scoresCode() },
    memory,
  ) as RowKernel;
}

const [QUERY, ROW, OUT, ROW_BYTES, COUNT, AT] = [0, 1, 2, 3, 4, 5] as const;
/** Several partial sums, so that none waits for the previous one. */
const SUMS = [6, 7, 8, 9];
const FIRST = SUMS[0] ?? 0;

const plusVectors = [0xfd, 0xe4, 0x01];
const timesVectors = [0xfd, 0xe6, 0x01];

function scoresCode(): number[] {
  const number = (row: number, offset: number): number[] => [...get(row), ...get(AT), plus, ...loadVector(offset)];
  const step = SUMS.flatMap((sum, i) => [
    ...get(sum),
    ...number(QUERY, 16 * i),
    ...number(ROW, 16 * i),
    ...timesVectors,
    ...plusVectors,
    ...set(sum),
  ]);
  const inOne = SUMS.slice(1).flatMap((sum) => [...get(FIRST), ...get(sum), ...plusVectors, ...set(FIRST)]);
  const result = [...get(OUT), ...sumOfLanes(FIRST), ...storeFloat(0)];
  const row = [
    ...SUMS.flatMap((sum) => [...zeroVector, ...set(sum)]),
    ...upTo(AT, ROW_BYTES, STEP_BYTES, step),
    ...inOne,
    ...result,
  ];
  return downFrom(COUNT, [...row, ...advance(ROW, get(ROW_BYTES)), ...advance(OUT, constant(4))]);
}
