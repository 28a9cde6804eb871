import type { Cell, Column } from '@querent/client';

/**
 * A value as readers of the language write it. Exact decimals arrive as strings and keep all their digits; a number
 * beyond the precision of JavaScript is grouped as text.
 */
export function cellText(cell: Cell | undefined, { type }: Column, tag: string): string {
  if (cell === null || cell === undefined) return '—';
  if (type === 'integer' || type === 'number') return numberText(cell, tag);
  if (type === 'boolean') return cell === true ? '✓' : '✗';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function numberText(cell: Cell, tag: string): string {
  const written = String(cell);
  if (!DECIMAL.test(written)) return written;
  const digits = written.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: Math.min(digits, 20), maximumFractionDigits: 20 });
  // `format` reads a string as an exact decimal (ECMA-402, Intl mathematical values).
  return (format.format as (value: string) => string)(written);
}

export const isNumeric = ({ type }: Column): boolean => type === 'integer' || type === 'number';
