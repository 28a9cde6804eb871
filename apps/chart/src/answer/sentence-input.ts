import type { Row, SemanticQuery } from '@querent/contracts';
import { cellText, decimal, quantityText } from '../reading/cell-text';
import { numberOf } from '../reading/cell-value';
import { rowName, type ResultShape, type ShapeColumn } from '../reading/result-shape';
import { say } from './phrases';

/** What the sentences are told from. */
export interface Telling {
  shape: ResultShape;
  query: SemanticQuery | null;
  /** What was asked, as understood, without a full stop. */
  topic: string;
  /** The asker's civil date. */
  today: string;
  /** Whether the sum of measure `index` over all groups means anything. */
  isAdditive: (index: number) => boolean;
}

/** A row that has a value for the measure. */
export interface Told {
  row: Row;
  value: number;
}

const longestName = 40;

export function valuedRows({ shape }: Telling, column: ShapeColumn): Told[] {
  return shape.rows.flatMap((row) => {
    const value = numberOf(row[column.index]);
    return value === null ? [] : [{ row, value }];
  });
}

/** The row's name, cut where it would drown the sentence. */
export function nameOf(
  { shape }: Telling,
  row: Row,
  labels: ShapeColumn[] = shape.time ? [shape.time, ...shape.labels] : shape.labels,
): string {
  const characters = [...rowName(shape, row, labels)];
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : characters.join('');
}

export function valueText({ shape }: Telling, row: Row, column: ShapeColumn): string {
  return cellText(row[column.index], column, shape.locale);
}

/** A computed number in the column's format and unit. */
export function amountText({ shape }: Telling, value: number, column: ShapeColumn): string {
  return quantityText(Number(value.toPrecision(15)), column, shape.locale);
}

/** `西湖区（82.1 分）`. */
export function namedValue(telling: Telling, row: Row, column: ShapeColumn): string {
  return say('named_value', telling.shape.locale, {
    name: nameOf(telling, row),
    value: valueText(telling, row, column),
  });
}

/** Growth as a percentage, or null where the base is zero. */
export function rateText({ shape }: Telling, base: number, current: number): string | null {
  if (base === 0) return null;
  return `${decimal(Math.abs(((current - base) / base) * 100), shape.locale, 1)}%`;
}

/** Sum over all rows, or null where it means nothing or not every row is known. */
export function totalText(telling: Telling, column: ShapeColumn, index: number): string | null {
  const rows = valuedRows(telling, column);
  if (!telling.shape.complete || !telling.isAdditive(index) || telling.query?.limit != null || rows.length < 2)
    return null;
  return amountText(
    telling,
    rows.reduce((sum, { value }) => sum + value, 0),
    column,
  );
}

export function highest(rows: readonly Told[]): Told | undefined {
  return rows.reduce<Told | undefined>(
    (most, row) => (most === undefined || row.value > most.value ? row : most),
    undefined,
  );
}
export function lowest(rows: readonly Told[]): Told | undefined {
  return rows.reduce<Told | undefined>(
    (least, row) => (least === undefined || row.value < least.value ? row : least),
    undefined,
  );
}
