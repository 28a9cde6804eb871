import type { ResultColumn, Row } from '@querent/contracts';
import { Bool, DateDay, Field, Float64, Int64, TimestampMicrosecond, Utf8 } from 'apache-arrow';
import type { ArrowCells } from './arrow-data';
import { epochDays, epochMicroseconds } from './arrow-time';
import { uniqueLabels } from './delimited-rows';

/** A column of an Arrow stream: its field and the encoding of its cells. */
export interface ArrowColumn {
  field: Field;
  cells: ArrowCells;
}

const text: ArrowCells = { type: new Utf8(), text: (cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)) };
/** Every cell, strings included, is encoded as JSON, so readers can parse the whole column. */
const json: ArrowCells = { type: new Utf8(), text: (cell) => JSON.stringify(cell) };

/**
 * Derives the Arrow columns. All pages must share one schema, and a result stores only the API's column types, so the
 * first page decides between the Arrow types of an API type: `number` is float64 if the page holds JSON numbers
 * (float4, float8) and Utf8 if it holds text (numeric, which is exact); `datetime` is a timestamp in UTC if values
 * carry an offset and one without a zone if they do not. If the page has no value to decide by, the column is Utf8,
 * which can hold any later value.
 */
export function arrowColumns(columns: ResultColumn[], firstPage: readonly Row[], timeZone: string): ArrowColumn[] {
  const labels = uniqueLabels(columns);
  return columns.map((column, i) => {
    const cells = cellsOf(column, i, firstPage, timeZone);
    const metadata = new Map([
      ['querent:type', column.type],
      ...(column.unit === undefined ? [] : [['unit', column.unit] as const]),
    ]);
    return { field: new Field(labels[i] ?? '', cells.type, true, metadata), cells };
  });
}

function cellsOf(column: ResultColumn, i: number, page: readonly Row[], timeZone: string): ArrowCells {
  switch (column.type) {
    case 'integer':
      return { type: new Int64(), bigint: (cell) => BigInt(cell as string | number) };
    case 'boolean':
      return { type: new Bool(), bit: (cell) => cell === true };
    case 'date':
      return { type: new DateDay(), number: (cell) => epochDays(String(cell)) };
    case 'number':
      return page.some((row) => typeof row[i] === 'number') ? { type: new Float64(), number: Number } : text;
    case 'datetime':
      return timestamp(page, i, timeZone);
    case 'json':
    case 'geo':
      return json;
    default:
      return text;
  }
}

function timestamp(page: readonly Row[], i: number, timeZone: string): ArrowCells {
  const finite = page.map((row) => row[i]).find((cell) => typeof cell === 'string' && /^\d/.test(cell));
  if (typeof finite !== 'string') return text;
  const zoned = /\d[-+]\d\d(?::\d\d){0,2}(?: BC)?$/.test(finite.slice(10));
  return { type: new TimestampMicrosecond(zoned ? timeZone : null), bigint: (cell) => epochMicroseconds(String(cell)) };
}
