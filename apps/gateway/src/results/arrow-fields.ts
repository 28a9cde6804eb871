import type { ResultColumn, Row } from '@querent/contracts';
import { Bool, DateDay, Decimal, Field, Float64, Int64, TimestampMicrosecond, Utf8 } from 'apache-arrow';
import type { ArrowCells } from './arrow-data';
import { DECIMAL_DIGITS, unscaled, type NumberForm } from './arrow-numbers';
import { epochDays, epochMicroseconds } from './arrow-time';
import { uniqueNames } from './delimited-rows';

/** A column of an Arrow stream: its field and the encoding of its cells. */
export interface ArrowColumn {
  field: Field;
  cells: ArrowCells;
}

const text: ArrowCells = { type: new Utf8(), text: (cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)) };
/** Every cell, strings included, is encoded as JSON, so readers can parse the whole column. */
const json: ArrowCells = { type: new Utf8(), text: (cell) => JSON.stringify(cell) };

/** What the Arrow columns depend on besides the columns of the API. */
export interface ArrowBasis {
  firstPage: readonly Row[];
  /** By position: forms of the `number` columns. */
  numbers: readonly (NumberForm | null)[];
  timeZone: string;
}

/**
 * Derives the Arrow columns, named by key. All pages must share one schema, and a result stores only the API's column
 * types. `datetime` is a timestamp in UTC if the values of the first page carry an offset and one without a zone if
 * they do not. If that page has no value to decide by, the column is Utf8, which can hold any later value.
 */
export function arrowColumns(columns: readonly ResultColumn[], basis: ArrowBasis): ArrowColumn[] {
  const names = uniqueNames(columns.map(({ key }) => key));
  return columns.map((column, i) => {
    const cells = cellsOf(column, i, basis);
    const metadata = new Map([
      ['querent:type', column.type],
      ['label', column.label],
      ...(column.unit === undefined ? [] : [['unit', column.unit] as const]),
      ...(column.type === 'number' && cells === text ? [['type', 'numeric'] as const] : []),
    ]);
    return { field: new Field(names[i] ?? '', cells.type, true, metadata), cells };
  });
}

function cellsOf(column: ResultColumn, i: number, { firstPage, numbers, timeZone }: ArrowBasis): ArrowCells {
  switch (column.type) {
    case 'integer':
      return { type: new Int64(), bigint: (cell) => BigInt(cell as string | number) };
    case 'boolean':
      return { type: new Bool(), bit: (cell) => cell === true };
    case 'date':
      return { type: new DateDay(), number: (cell) => epochDays(String(cell)) };
    case 'number':
      return numberCells(numbers[i] ?? { kind: 'text' });
    case 'datetime':
      return timestamp(firstPage, i, timeZone);
    case 'json':
    case 'geo':
      return json;
    default:
      return text;
  }
}

function numberCells(form: NumberForm): ArrowCells {
  switch (form.kind) {
    case 'float':
      return { type: new Float64(), number: Number };
    case 'decimal':
      return {
        type: new Decimal(form.scale, DECIMAL_DIGITS),
        bigint: (cell) => unscaled(String(cell), form.scale),
      };
    case 'text':
      return text;
  }
}

function timestamp(page: readonly Row[], i: number, timeZone: string): ArrowCells {
  const finite = page.map((row) => row[i]).find((cell) => typeof cell === 'string' && /^\d/.test(cell));
  if (typeof finite !== 'string') return text;
  const zoned = /\d[-+]\d\d(?::\d\d){0,2}(?: BC)?$/.test(finite.slice(10));
  return { type: new TimestampMicrosecond(zoned ? timeZone : null), bigint: (cell) => epochMicroseconds(String(cell)) };
}
