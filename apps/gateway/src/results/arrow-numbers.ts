import type { ResultColumn, Row } from '@querent/contracts';

type Cell = Row[number];

/** Digits of an Arrow `Decimal128`. */
export const DECIMAL_DIGITS = 38;

/**
 * How the values of a `number` column are encoded: float4 and float8 arrive as JSON numbers, numeric as text. A decimal
 * has the digits after the point of its longest value. `text`: a value is not finite or has too many digits, or there
 * is no value.
 */
export type NumberForm = { kind: 'float' } | { kind: 'decimal'; scale: number } | { kind: 'text' };

/**
 * Forms of the `number` columns, by position. All pages share one schema, so unless the first page settles it, the
 * whole result is read once before it is sent: a later value may have more digits.
 * @param whole reads all pages
 */
export async function numberForms(
  columns: readonly ResultColumn[],
  first: readonly Row[],
  whole: () => AsyncIterable<Row[]>,
): Promise<(NumberForm | null)[]> {
  const seen = columns.map(({ type }) => (type === 'number' ? new SeenNumbers() : null));
  const see = (rows: readonly Row[]): void =>
    seen.forEach((numbers, i) => numbers !== null && rows.forEach((row) => numbers.add(row[i])));
  see(first);
  if (seen.some((numbers) => numbers !== null && !numbers.isSettled)) for await (const rows of whole()) see(rows);
  return seen.map((numbers) => numbers?.form() ?? null);
}

/** Unscaled integer of an exact decimal: `-1.5` with scale 2 is -150. */
export function unscaled(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

const finite = /^-?(\d+)(?:\.(\d+))?$/;

/** Values of one column. */
class SeenNumbers {
  private hasFloats = false;
  private hasDecimals = false;
  private hasSpecials = false;
  /** Largest numbers of digits before and after the point. */
  private whole = 0;
  private scale = 0;

  get isSettled(): boolean {
    return this.hasFloats || this.whole + this.scale > DECIMAL_DIGITS;
  }

  add(cell: Cell | undefined): void {
    if (typeof cell === 'number') this.hasFloats = true;
    if (typeof cell !== 'string') return;
    const [match, whole = '', fraction = ''] = finite.exec(cell) ?? [];
    if (match === undefined) {
      this.hasSpecials = true;
      return;
    }
    this.hasDecimals = true;
    this.whole = Math.max(this.whole, whole.length);
    this.scale = Math.max(this.scale, fraction.length);
  }

  form(): NumberForm {
    if (this.hasFloats) return { kind: 'float' };
    const fits = this.hasDecimals && !this.hasSpecials && this.whole + this.scale <= DECIMAL_DIGITS;
    return fits ? { kind: 'decimal', scale: this.scale } : { kind: 'text' };
  }
}
