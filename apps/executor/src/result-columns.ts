import type { OutputColumn, ResultColumn } from '@querent/contracts';

/** PostgreSQL's type names as the API's column types; whatever is not here is text. */
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

/** The API's description of a result: opaque keys and labels, the type from the database. */
export function resultColumnsOf(output: OutputColumn[], typeNames: string[]): ResultColumn[] {
  return output.map(({ key, label, unit }, i) => {
    const typeName = typeNames[i] ?? 'text';
    const type = typeName.startsWith('_') ? 'json' : (apiTypes[typeName] ?? 'string');
    return { key, label, type, ...(unit === undefined ? {} : { unit }) };
  });
}
