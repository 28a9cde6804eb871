import { normalizeText } from '@querent/language';
import type { Row } from '@querent/contracts';
import { cellText } from '../reading/cell-text';
import { numberOf } from '../reading/cell-value';
import type { ResultShape } from '../reading/result-shape';

/** Facts that a phrased answer may mention: the result's cells and labels, and the question. */
export interface Facts {
  /** All texts that may be mentioned, normalised, one per line. */
  text: string;
  /** Numbers in the result, and its number of rows. */
  numbers: readonly number[];
  /** Dates in the result, `YYYY-MM-DD`. */
  days: readonly string[];
  /** The question as asked and as understood, normalised. */
  asked: string;
}

/**
 * @param rows only the rows that were in the model's prompt
 */
export function factsOf(
  shape: ResultShape,
  rows: readonly Row[],
  question: string,
  refinedQuestion: string | null,
): Facts {
  const cells = rows.flatMap((row) => shape.columns.map((column) => ({ cell: row[column.index], column })));
  const asked = normalizeText(`${question}\n${refinedQuestion ?? ''}`);
  const shown = cells.flatMap(({ cell, column }) => [
    cellText(cell, column, shape.locale),
    ...(typeof cell === 'string' ? [cell] : []),
  ]);
  const labels = shape.columns.flatMap(({ label, unit }) => [label, unit ?? '']);
  return {
    asked,
    text: [...shown, ...labels].map(normalizeText).concat(asked).join('\n'),
    numbers: [
      shape.rowCount,
      ...cells.flatMap(({ cell, column }) =>
        withPercent(numberOf(cell), column.format === 'percent' || column.role === 'share' || column.role === 'growth'),
      ),
    ],
    days: cells.flatMap(({ cell }) => /^\d{4}-\d{2}-\d{2}/.exec(typeof cell === 'string' ? cell : '')?.[0] ?? []),
  };
}

/** Adds the percentage of a ratio: 0.123 may be written as 12.3. */
const withPercent = (value: number | null, isRatio: boolean): number[] =>
  value === null ? [] : isRatio ? [value, value * 100] : [value];
