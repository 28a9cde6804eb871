import type { Row, SemanticQuery } from '@querent/contracts';
import { cellText, decimal, quantityText } from '../reading/cell-text';
import { numberOf } from '../reading/cell-value';
import { rowName, type ResultShape, type ShapeColumn } from '../reading/result-shape';
import { phrase } from './phrases';

/** Input of the sentence writers. */
export interface SentenceInput {
  shape: ResultShape;
  query: SemanticQuery | null;
  /** The question as understood, without a full stop. */
  topic: string;
  /** Current date in the asker's time zone. */
  today: string;
  /** Whether measure `index` is additive over the groups. */
  isAdditive: (index: number) => boolean;
}

/** A row that has a value for the measure. */
export interface ValuedRow {
  row: Row;
  value: number;
}

const longestName = 40;

export function valuedRows({ shape }: SentenceInput, column: ShapeColumn): ValuedRow[] {
  return shape.rows.flatMap((row) => {
    const value = numberOf(row[column.index]);
    return value === null ? [] : [{ row, value }];
  });
}

/** The row's name, shortened to `longestName` characters. */
export function nameOf(
  { shape }: SentenceInput,
  row: Row,
  labels: ShapeColumn[] = shape.time ? [shape.time, ...shape.labels] : shape.labels,
): string {
  const characters = [...rowName(shape, row, labels)];
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : characters.join('');
}

export function valueText({ shape }: SentenceInput, row: Row, column: ShapeColumn): string {
  return cellText(row[column.index], column, shape.locale);
}

/** A computed number in the column's format and unit. */
export function amountText({ shape }: SentenceInput, value: number, column: ShapeColumn): string {
  return quantityText(Number(value.toPrecision(15)), column, shape.locale);
}

/** `西湖区（82.1 分）`. */
export function namedValue(input: SentenceInput, row: Row, column: ShapeColumn): string {
  return phrase('named_value', input.shape.locale, {
    name: nameOf(input, row),
    value: valueText(input, row, column),
  });
}

/** Growth as a percentage; null if the base is zero. */
export function rateText({ shape }: SentenceInput, base: number, current: number): string | null {
  if (base === 0) return null;
  return `${decimal(Math.abs(((current - base) / base) * 100), shape.locale, 1)}%`;
}

/** Sum over all rows; null if the measure is not additive or rows are missing. */
export function totalText(input: SentenceInput, column: ShapeColumn, index: number): string | null {
  const rows = valuedRows(input, column);
  if (!input.shape.complete || !input.isAdditive(index) || input.query?.limit != null || rows.length < 2) return null;
  return amountText(
    input,
    rows.reduce((sum, { value }) => sum + value, 0),
    column,
  );
}

export function highest(rows: readonly ValuedRow[]): ValuedRow | undefined {
  return rows.reduce<ValuedRow | undefined>(
    (most, row) => (most === undefined || row.value > most.value ? row : most),
    undefined,
  );
}
export function lowest(rows: readonly ValuedRow[]): ValuedRow | undefined {
  return rows.reduce<ValuedRow | undefined>(
    (least, row) => (least === undefined || row.value < least.value ? row : least),
    undefined,
  );
}
