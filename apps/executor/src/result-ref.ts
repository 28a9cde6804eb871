import type { CompiledQuery, OutputColumn, ResultColumn, ResultRef } from '@querent/contracts';
import type { ReadOnlyResult } from '@querent/datasource';

/**
 * The part of a run's record that describes its result: columns, counts, and the notes of probes that found something.
 * @param asked the probes of the statement, in the order of their results
 */
export function resultRefOf(
  output: CompiledQuery['columns'],
  { columns, rowCount, truncated, cutCells, probes }: ReadOnlyResult,
  asked: CompiledQuery['probes'],
): Omit<ResultRef, 'blob'> {
  return {
    columns: resultColumnsOf(
      output,
      columns.map(({ typeName }) => typeName),
    ),
    output,
    rowCount,
    truncated,
    skipped: probes.flatMap(({ label, value }, index) => {
      const note = asked[index]?.note;
      return Number(value) > 0 ? [{ label, count: Number(value), ...(note !== undefined && { note }) }] : [];
    }),
    cutCells,
  };
}

/** The API's column type of each PostgreSQL type; all others are text. */
const apiTypes: Record<string, ResultColumn['type']> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  oid: 'integer',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  json: 'json',
  jsonb: 'json',
  geometry: 'geo',
  geography: 'geo',
};

/** The API's description of the columns: opaque keys, labels, and types from the database. An array is JSON. */
function resultColumnsOf(output: OutputColumn[], typeNames: string[]): ResultColumn[] {
  return output.map(({ key, label, unit }, i) => {
    const typeName = typeNames[i] ?? 'text';
    const type = typeName.startsWith('_') ? 'json' : (apiTypes[typeName] ?? 'string');
    return { key, label, type, ...(unit === undefined ? {} : { unit }) };
  });
}
