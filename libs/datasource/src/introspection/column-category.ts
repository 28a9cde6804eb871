import type { ColumnCategory } from '@querent/contracts';

const CATEGORY_BY_TYPE: Readonly<Record<string, ColumnCategory>> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'numeric',
  float8: 'numeric',
  numeric: 'numeric',
  money: 'numeric',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  citext: 'text',
  name: 'text',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  time: 'time',
  timetz: 'time',
  json: 'json',
  jsonb: 'json',
  geometry: 'geometry',
  geography: 'geometry',
  uuid: 'uuid',
};

/** The category of a column. `typeCategory` is pg_type.typcategory: E marks enums, which read as text, A arrays. */
export function columnCategoryOf(baseType: string, typeCategory: string): ColumnCategory {
  if (typeCategory === 'A') return 'array';
  if (typeCategory === 'E') return 'text';
  return Object.hasOwn(CATEGORY_BY_TYPE, baseType) ? (CATEGORY_BY_TYPE[baseType] ?? 'other') : 'other';
}
