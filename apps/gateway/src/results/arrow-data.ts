import type { Row } from '@querent/contracts';
import {
  Data,
  DateDay,
  Decimal,
  type Bool,
  type Float64,
  type Int64,
  type TimestampMicrosecond,
  type Utf8,
} from 'apache-arrow';

/** Arrow types used for results. */
export type ArrowType = Utf8 | Bool | Int64 | Float64 | Decimal | DateDay | TimestampMicrosecond;

type Cell = Row[number];

/** Encoding of a column's cells: values of a fixed width, bits, or text. */
export type ArrowCells =
  | { type: Utf8; text: (cell: Cell) => string }
  | { type: Bool; bit: (cell: Cell) => boolean }
  | { type: Float64 | DateDay; number: (cell: Cell) => number }
  | { type: Int64 | TimestampMicrosecond | Decimal; bigint: (cell: Cell) => bigint };

/**
 * Encodes the cells of a page's column in the Arrow layout (https://arrow.apache.org/docs/format/Columnar.html). The
 * library's builders are not used: they take dates as milliseconds and cannot take microseconds exactly.
 */
export function arrowData(column: ArrowCells, cells: readonly (Cell | undefined)[]): Data<ArrowType> {
  const { offsets, values } = buffersOf(column, cells);
  const absent = cells.reduce<number>((count, cell) => (isPresent(cell) ? count : count + 1), 0);
  return new Data<ArrowType>(column.type, 0, cells.length, absent, [offsets, values, bits(cells, isPresent)]);
}

interface Buffers {
  offsets?: Int32Array;
  values: Uint8Array | BigInt64Array | Uint32Array | Int32Array | Float64Array;
}

function buffersOf(column: ArrowCells, cells: readonly (Cell | undefined)[]): Buffers {
  if ('text' in column) return textBuffers(cells.map((cell) => (isPresent(cell) ? column.text(cell) : '')));
  if ('bit' in column) return { values: bits(cells, (cell) => isPresent(cell) && column.bit(cell)) };
  if ('bigint' in column) {
    const values = cells.map((cell) => (isPresent(cell) ? column.bigint(cell) : 0n));
    return { values: column.type instanceof Decimal ? wide(values) : BigInt64Array.from(values) };
  }
  const values = cells.map((cell) => (isPresent(cell) ? column.number(cell) : 0));
  return { values: column.type instanceof DateDay ? Int32Array.from(values) : Float64Array.from(values) };
}

const isPresent = (cell: Cell | undefined): cell is NonNullable<Cell> => cell !== null && cell !== undefined;

function textBuffers(texts: readonly string[]): Buffers {
  const offsets = new Int32Array(texts.length + 1);
  texts.forEach((text, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + Buffer.byteLength(text);
  });
  return { offsets, values: Buffer.from(texts.join('')) };
}

/** 128 bits per value in two's complement, the low half first. */
function wide(values: readonly bigint[]): Uint32Array {
  const halves = new BigInt64Array(values.length * 2);
  values.forEach((value, i) => {
    halves[2 * i] = BigInt.asIntN(64, value);
    halves[2 * i + 1] = value >> 64n;
  });
  return new Uint32Array(halves.buffer);
}

/** One bit per cell, least significant bit first. */
function bits(cells: readonly (Cell | undefined)[], isSet: (cell: Cell | undefined) => boolean): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(cells.length / 8));
  cells.forEach((cell, i) => {
    if (isSet(cell)) bitmap[i >> 3] = (bitmap[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return bitmap;
}
