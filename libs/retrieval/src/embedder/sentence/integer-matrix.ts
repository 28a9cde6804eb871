import { kernelMemory, PAGE_BYTES } from '../../wasm/one-function';
import { COLUMNS_AT_ONCE, DEPTH_MOST, LARGEST, openDotKernel, ROWS_AT_ONCE, type DotKernel } from './dot-kernel';

/** Rows of numbers, one after another. */
export interface Rows {
  numbers: Float32Array;
  rows: number;
  width: number;
}

/** A part of such rows, read as rows of its own: from a number on, one number to the next, one row to the next. */
export interface View extends Rows {
  from: number;
  step: number;
  rowStep: number;
}

/** A matrix of weights. */
export interface IntegerMatrix {
  /** Each of the rows times it, and its bias on top. What it gives is overwritten by the next product of any. */
  times(rows: Rows): Rows;
}

const VECTOR_BYTES = 16;
const DEPTH_UNIT = 8;
/** Above zero all numbers are rounded by cutting off, which is several times as fast as `Math.round`. */
const ROUNDED = LARGEST + 1;
const ROUNDING = ROUNDED + 0.5;

/**
 * Matrices in whole numbers of 12 bits, each row and column with a scale of its own: half of the memory of floats and,
 * since one instruction takes eight of them, less than half of the time. What comes out is the same to four digits.
 */
export class IntegerMatrices {
  private readonly memory = kernelMemory();
  private readonly kernel: DotKernel = openDotKernel(this.memory);
  private used = 0;
  private readonly left: Place;
  private readonly right: Place;
  private readonly outAt: number;

  /** @param mostRows of any product, and columns of one that is no weights' */
  constructor(private readonly mostRows: number) {
    this.left = this.place(mostRows, DEPTH_MOST, 1);
    this.right = this.place(mostRows, DEPTH_MOST, 2);
    this.outAt = this.take(mostRows * DEPTH_MOST * 4);
  }

  /** @param weights `depth` rows of `width` numbers @param bias one number a column */
  matrix({ numbers, rows: depth, width }: Rows, bias: Float32Array): IntegerMatrix {
    if (depth % DEPTH_UNIT !== 0 || depth > DEPTH_MOST || width % COLUMNS_AT_ONCE !== 0 || width > DEPTH_MOST)
      throw new Error(`No matrix of ${depth} by ${width} fits`);
    const columns = this.place(width, depth, 2);
    this.put({ numbers, rows: width, width: depth, from: 0, step: width, rowStep: 1 }, columns, depth, bias);
    return {
      times: (rows) => {
        if (rows.rows > this.mostRows || rows.width !== depth)
          throw new Error(`${rows.rows} rows of ${rows.width} do not fit a matrix of depth ${depth}`);
        return this.product({ ...rows, from: 0, step: 1, rowStep: depth }, columns, width, depth);
      },
    };
  }

  /** Each row of one times each row of the other. What it gives is overwritten by the next product of any. */
  products(rows: View, columns: View): Rows {
    const depth = upTo(rows.width, DEPTH_UNIT);
    this.put(columns, this.right, depth, null);
    return this.product(rows, this.right, columns.rows, depth);
  }

  private product(view: View, columns: Place, width: number, depth: number): Rows {
    const { rows } = view;
    this.put(view, this.left, depth);
    const wide = upTo(width, COLUMNS_AT_ONCE);
    this.kernel.multiply(
      this.left.numbersAt,
      this.left.scalesAt,
      columns.numbersAt,
      columns.scalesAt,
      this.outAt,
      depth * 2,
      Math.ceil(rows / ROWS_AT_ONCE),
      wide / COLUMNS_AT_ONCE,
    );
    const numbers = new Float32Array(this.memory.buffer, this.outAt, rows * wide);
    if (wide > width)
      for (let row = 1; row < rows; row++) numbers.copyWithin(row * width, row * wide, row * wide + width);
    return { numbers: numbers.subarray(0, rows * width), rows, width };
  }

  /**
   * Puts a view in whole numbers to a place, each row filled up with zeros; a bias, or none, beside each scale where
   * one is told.
   */
  private put(
    { numbers, rows, width, from, step, rowStep }: View,
    { numbersAt, scalesAt }: Place,
    depth: number,
    bias?: Float32Array | null,
  ): void {
    const whole = new Int16Array(this.memory.buffer, numbersAt, rows * depth);
    const [apart, scales] =
      bias === undefined
        ? [1, new Float32Array(this.memory.buffer, scalesAt, rows)]
        : [2, new Float32Array(this.memory.buffer, scalesAt, 2 * rows)];
    for (let row = 0; row < rows; row++) {
      const first = from + row * rowStep;
      let most = 0;
      for (let i = 0, at = first; i < width; i++, at += step) {
        const size = Math.abs(numbers[at] ?? 0);
        if (size > most) most = size;
      }
      scales[row * apart] = most / LARGEST;
      if (bias !== undefined) scales[row * apart + 1] = bias?.[row] ?? 0;
      const by = most === 0 ? 0 : LARGEST / most;
      let to = row * depth;
      for (let i = 0, at = first; i < width; i++, at += step)
        whole[to++] = (((numbers[at] ?? 0) * by + ROUNDING) | 0) - ROUNDED;
      whole.fill(0, to, (row + 1) * depth);
    }
  }

  /** For that many rows or columns and one number, or two, beside each. */
  private place(most: number, depth: number, beside: 1 | 2): Place {
    return {
      numbersAt: this.take(upTo(most, ROWS_AT_ONCE) * depth * 2),
      scalesAt: this.take(upTo(most, ROWS_AT_ONCE) * beside * 4),
    };
  }

  /** Views of the memory made before are dead afterwards. */
  private take(bytes: number): number {
    const at = this.used;
    this.used = upTo(at + bytes, VECTOR_BYTES);
    const missing = this.used - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }
}

interface Place {
  numbersAt: number;
  scalesAt: number;
}

const upTo = (number: number, multiple: number): number => Math.ceil(number / multiple) * multiple;
