import {
  constant,
  downFrom,
  get,
  loadFloat,
  loadVector,
  advance,
  openFunction,
  plus,
  plusFloat,
  set,
  storeFloat,
  sumOfLanes,
  times,
  timesFloat,
  upTo,
  zeroVector,
  type KernelMemory,
} from '../../wasm/one-function';

/**
 * Products of 16-bit matrices in WebAssembly, four rows by two columns at a time, eight numbers an instruction
 * (`i32x4.dot_i16x8_s`).
 */
export interface DotKernel {
  /**
   * Each row of one times each column of the other, times the row's and the column's scale, plus the column's bias, in
   * 32-bit floats, row after row.
   *
   * @param rows address of the rows, `depthBytes` apart, a multiple of four of them
   * @param rowScales of a float a row
   * @param columns of the columns, `depthBytes` apart, an even number of them
   * @param columnScales of two floats a column: scale and bias
   * @param out of the results; a row of them is `8 * columnPairs` bytes
   * @param depthBytes of a row and of a column: a multiple of 16
   */
  multiply(
    rows: number,
    rowScales: number,
    columns: number,
    columnScales: number,
    out: number,
    depthBytes: number,
    rowGroups: number,
    columnPairs: number,
  ): void;
}

/** Of a number in a row or a column: 1536 / 4 products of two such stay below 2^31. */
export const LARGEST = 2_047;
export const DEPTH_MOST = 1_536;
export const ROWS_AT_ONCE = 4;
export const COLUMNS_AT_ONCE = 2;

export function openDotKernel(memory: KernelMemory): DotKernel {
  return openFunction(
    {
      name: 'multiply',
      parameters: PARAMETERS,
      integerLocals: INTEGER_LOCALS,
      vectorLocals: VECTOR_LOCALS,
      code: multiplyCode(),
    },
    memory,
  ) as DotKernel;
}

/** Parameters, then counters and addresses, then vectors. */
const [ROWS, ROW_SCALES, COLUMNS, COLUMN_SCALES, OUT, DEPTH, GROUPS, PAIRS] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const PARAMETERS = 8;
const [GROUP, AT, CELL, STRIDE, SCALE, RIGHT_COLUMN, ROW] = [8, 9, 10, 11, 12, 13, 14] as const;
const INTEGER_LOCALS = 6 + ROWS_AT_ONCE;
const [LEFT, RIGHT, FROM_ROW, SUMS] = [18, 19, 20, 21] as const;
const VECTOR_LOCALS = 3 + ROWS_AT_ONCE * COLUMNS_AT_ONCE;

const dot = [0xfd, 0xba, 0x01];
const addSums = [0xfd, 0xae, 0x01];
const toFloats = [0xfd, 0xfa, 0x01];

/** Columns outside, rows inside: what is big is read once. */
function multiplyCode(): number[] {
  const stride = [...get(PAIRS), ...constant(4 * COLUMNS_AT_ONCE), times, ...set(STRIDE)];
  const first = [
    ...get(ROWS),
    ...set(ROW),
    ...get(ROW_SCALES),
    ...set(SCALE),
    ...get(OUT),
    ...set(CELL),
    ...get(GROUPS),
    ...set(GROUP),
    ...get(COLUMNS),
    ...get(DEPTH),
    plus,
    ...set(RIGHT_COLUMN),
  ];
  const next = [
    ...advance(COLUMNS, [...get(DEPTH), ...constant(COLUMNS_AT_ONCE), times]),
    ...advance(COLUMN_SCALES, constant(8 * COLUMNS_AT_ONCE)),
    ...advance(OUT, constant(4 * COLUMNS_AT_ONCE)),
  ];
  return [
    ...stride,
    ...downFrom(PAIRS, [...first, ...downFrom(GROUP, [...addresses(), ...sumsOfTile(), ...stored()]), ...next]),
  ];
}

/** Of the rows behind the first one of four. */
const addresses = (): number[] =>
  tile.slice(1).flatMap((row) => [...get(ROW + row - 1), ...get(DEPTH), plus, ...set(ROW + row)]);

const sumAt = (row: number, column: number): number => SUMS + row * COLUMNS_AT_ONCE + column;
const tile = Array.from({ length: ROWS_AT_ONCE }, (_, row) => row);
const both = [0, 1];

function sumsOfTile(): number[] {
  const zeros = tile.flatMap((row) => both.flatMap((column) => [...zeroVector, ...set(sumAt(row, column))]));
  const more = (row: number, column: number, vector: number): number[] => [
    ...get(sumAt(row, column)),
    ...get(FROM_ROW),
    ...get(vector),
    ...dot,
    ...addSums,
    ...set(sumAt(row, column)),
  ];
  const loaded = (address: number, vector: number): number[] => [
    ...get(address),
    ...get(AT),
    plus,
    ...loadVector(),
    ...set(vector),
  ];
  const step = [
    ...loaded(COLUMNS, LEFT),
    ...loaded(RIGHT_COLUMN, RIGHT),
    ...tile.flatMap((row) => [...loaded(ROW + row, FROM_ROW), ...more(row, 0, LEFT), ...more(row, 1, RIGHT)]),
  ];
  return [...zeros, ...upTo(AT, DEPTH, 16, step)];
}

/** Each sum's four lanes together, scaled, and the addresses put to the next four rows. */
function stored(): number[] {
  const result = (row: number, column: number): number[] => [
    ...lanesOf(sumAt(row, column)),
    ...get(SCALE),
    ...loadFloat(4 * row),
    timesFloat,
    ...get(COLUMN_SCALES),
    ...loadFloat(8 * column),
    timesFloat,
    ...get(COLUMN_SCALES),
    ...loadFloat(8 * column + 4),
    plusFloat,
  ];
  const perRow = tile.flatMap((row) => [
    ...both.flatMap((column) => [...get(CELL), ...result(row, column), ...storeFloat(4 * column)]),
    ...advance(CELL, get(STRIDE)),
  ]);
  return [
    ...perRow,
    ...get(ROW + ROWS_AT_ONCE - 1),
    ...get(DEPTH),
    plus,
    ...set(ROW),
    ...advance(SCALE, constant(4 * ROWS_AT_ONCE)),
  ];
}

/** As floats: four sums may be too much for 32 bits. */
function lanesOf(sum: number): number[] {
  return [...get(sum), ...toFloats, ...set(sum), ...sumOfLanes(sum)];
}
