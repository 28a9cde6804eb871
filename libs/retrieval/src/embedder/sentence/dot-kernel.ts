/**
 * One WebAssembly function, written out by hand since it is all that has to be fast: products of 16-bit matrices, four rows by two
 * columns at a time, eight numbers an instruction (`i32x4.dot_i16x8_s`).
 */
export interface DotKernel {
  /**
   * Each row of one times each column of the other, times the row's and the column's scale, plus the column's bias, in 32-bit floats, row
   * after row.
   *
   * @param rows address of the rows, `depthBytes` apart, a multiple of four of them
   * @param rowScales of a float a row
   * @param columns of the columns, `depthBytes` apart, an even number of them
   * @param columnScales of two floats a column: scale and bias
   * @param out of the results; a row of them is `8 * columnPairs` bytes
   * @param depthBytes of a row and of a column: a multiple of 16
   */
  multiply(rows: number, rowScales: number, columns: number, columnScales: number, out: number, depthBytes: number, rowGroups: number, columnPairs: number): void;
}

/** Of a number in a row or a column: 1536 / 4 products of two such stay below 2^31. */
export const LARGEST = 2_047;
export const DEPTH_MOST = 1_536;
export const ROWS_AT_ONCE = 4;
export const COLUMNS_AT_ONCE = 2;

/** WebAssembly's memory of 64 KB pages; its buffer is another one after it has grown. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The types of Node name no more of WebAssembly than that it is there. */
interface WebAssemblyParts {
  Memory: new (size: { initial: number }) => KernelMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: { env: { memory: KernelMemory } }) => { exports: unknown };
}

const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly;

export const kernelMemory = (): KernelMemory => new Memory({ initial: 1 });

export function openDotKernel(memory: KernelMemory): DotKernel {
  return new Instance(new Module(moduleBytes()), { env: { memory } }).exports as DotKernel;
}

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const ENV = [3, 0x65, 0x6e, 0x76];
const MEMORY = [6, ...Buffer.from('memory')];
const MULTIPLY = [8, ...Buffer.from('multiply')];

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const body = [2, ...unsigned(I32_LOCALS), I32, ...unsigned(V128_LOCALS), V128, ...multiplyCode(), 0x0b];
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, 0x60, ARGUMENTS, ...new Array<number>(ARGUMENTS).fill(I32), 0]),
    ...section(2, [1, ...ENV, ...MEMORY, 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...MULTIPLY, 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

const section = (id: number, content: readonly number[]): number[] => [id, ...unsigned(content.length), ...content];

/** Arguments, then counters and addresses, then vectors. */
const [ROWS, ROW_SCALES, COLUMNS, COLUMN_SCALES, OUT, DEPTH, GROUPS, PAIRS] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const ARGUMENTS = 8;
const [GROUP, AT, CELL, STRIDE, SCALE, RIGHT_COLUMN, ROW] = [8, 9, 10, 11, 12, 13, 14] as const;
const I32_LOCALS = 6 + ROWS_AT_ONCE;
const [LEFT, RIGHT, FROM_ROW, SUMS] = [18, 19, 20, 21] as const;
const V128_LOCALS = 3 + ROWS_AT_ONCE * COLUMNS_AT_ONCE;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** Below 64: one byte, signed. */
const constant = (value: number): number[] => [0x41, value];
const plus = 0x6a;
const minus = 0x6b;
const times = 0x6c;
const load = [0xfd, 0x00, 4, 0];
const dot = [0xfd, 0xba, 0x01];
const addSums = [0xfd, 0xae, 0x01];
const toFloats = [0xfd, 0xfa, 0x01];
const plusFloat = 0x92;
const timesFloat = 0x94;
const loadFloat = (offset: number): number[] => [0x2a, 2, offset];
const storeFloat = (offset: number): number[] => [0x38, 2, offset];
const move = (local: number, bytes: readonly number[]): number[] => [...get(local), ...bytes, plus, ...set(local)];

/** `code` once and again while `local` is above zero after it has been counted down. */
const downFrom = (local: number, code: readonly number[]): number[] => [0x03, NO_RESULT, ...code, ...get(local), ...constant(1), minus, 0x22, local, 0x0d, 0, 0x0b];

/** Columns outside, rows inside: what is big is read once. */
function multiplyCode(): number[] {
  const stride = [...get(PAIRS), ...constant(4 * COLUMNS_AT_ONCE), times, ...set(STRIDE)];
  const first = [...get(ROWS), ...set(ROW), ...get(ROW_SCALES), ...set(SCALE), ...get(OUT), ...set(CELL), ...get(GROUPS), ...set(GROUP), ...get(COLUMNS), ...get(DEPTH), plus, ...set(RIGHT_COLUMN)];
  const next = [...move(COLUMNS, [...get(DEPTH), ...constant(COLUMNS_AT_ONCE), times]), ...move(COLUMN_SCALES, constant(8 * COLUMNS_AT_ONCE)), ...move(OUT, constant(4 * COLUMNS_AT_ONCE))];
  return [...stride, ...downFrom(PAIRS, [...first, ...downFrom(GROUP, [...addresses(), ...sumsOfTile(), ...stored()]), ...next])];
}

/** Of the rows behind the first one of four. */
const addresses = (): number[] => tile.slice(1).flatMap((row) => [...get(ROW + row - 1), ...get(DEPTH), plus, ...set(ROW + row)]);

const sumAt = (row: number, column: number): number => SUMS + row * COLUMNS_AT_ONCE + column;
const tile = Array.from({ length: ROWS_AT_ONCE }, (_, row) => row);
const both = [0, 1];

function sumsOfTile(): number[] {
  const zeros = tile.flatMap((row) => both.flatMap((column) => [0xfd, 0x0c, ...new Array<number>(16).fill(0), ...set(sumAt(row, column))]));
  const more = (row: number, column: number, vector: number): number[] => [...get(sumAt(row, column)), ...get(FROM_ROW), ...get(vector), ...dot, ...addSums, ...set(sumAt(row, column))];
  const loaded = (address: number, vector: number): number[] => [...get(address), ...get(AT), plus, ...load, ...set(vector)];
  const step = [...loaded(COLUMNS, LEFT), ...loaded(RIGHT_COLUMN, RIGHT), ...tile.flatMap((row) => [...loaded(ROW + row, FROM_ROW), ...more(row, 0, LEFT), ...more(row, 1, RIGHT)])];
  const until = [...get(AT), ...constant(16), plus, 0x22, AT, ...get(DEPTH), 0x49];
  return [...zeros, ...constant(0), ...set(AT), 0x03, NO_RESULT, ...step, ...until, 0x0d, 0, 0x0b];
}

/** Each sum's four lanes together, scaled, and the addresses put to the next four rows. */
function stored(): number[] {
  const result = (row: number, column: number): number[] => [
    ...lanesOf(sumAt(row, column)), ...get(SCALE), ...loadFloat(4 * row), timesFloat, ...get(COLUMN_SCALES), ...loadFloat(8 * column), timesFloat, ...get(COLUMN_SCALES), ...loadFloat(8 * column + 4), plusFloat,
  ];
  const perRow = tile.flatMap((row) => [...both.flatMap((column) => [...get(CELL), ...result(row, column), ...storeFloat(4 * column)]), ...move(CELL, get(STRIDE))]);
  return [...perRow, ...get(ROW + ROWS_AT_ONCE - 1), ...get(DEPTH), plus, ...set(ROW), ...move(SCALE, constant(4 * ROWS_AT_ONCE))];
}

/** As floats: four sums may be too much for 32 bits. */
function lanesOf(sum: number): number[] {
  const lane = (at: number): number[] => [...get(sum), 0xfd, 0x1f, at];
  return [...get(sum), ...toFloats, ...set(sum), ...lane(0), ...lane(1), plusFloat, ...lane(2), plusFloat, ...lane(3), plusFloat];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}
