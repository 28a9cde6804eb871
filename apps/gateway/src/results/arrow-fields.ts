import type { ResultColumn, Row } from '@querent/contracts';
import { Bool, DateDay, Field, Float64, Int64, TimestampMicrosecond, Utf8 } from 'apache-arrow';
import type { ArrowCells } from './arrow-data';
import { epochDays, epochMicroseconds } from './arrow-time';
import { uniqueLabels } from './delimited-rows';

/** A column of an Arrow stream: its field, and how its cells are laid out. */
export interface ArrowColumn {
  field: Field;
  cells: ArrowCells;
}

const text: ArrowCells = { type: new Utf8(), text: (cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)) };
/** Every cell is a JSON text, a string too: readers parse all or none. */
const json: ArrowCells = { type: new Utf8(), text: (cell) => JSON.stringify(cell) };

/**
 * Columns as Arrow fields. All pages must have one schema, and a result knows its columns as the API names them, so the
 * first page decides where a name stands for two types: `number` is float64 when the page holds JSON numbers (float4,
 * float8) and Utf8 when it holds text (numeric: exact), `datetime` is a timestamp in UTC when values carry an offset
 * and one without a zone when they do not. Where the page tells nothing, the column is Utf8: that holds whatever comes.
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
