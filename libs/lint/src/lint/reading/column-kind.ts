export type ColumnKind = 'integer' | 'numeric' | 'text' | 'date' | 'boolean' | 'other';

/**
 * Types by their `format_type` text without modifier. Arrays, ranges, enums and the rest are `other`: no rule applies
 * to them.
 */
const KINDS: Readonly<Record<string, ColumnKind>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'numeric',
  real: 'numeric',
  'double precision': 'numeric',
  float4: 'numeric',
  float8: 'numeric',
  text: 'text',
  varchar: 'text',
  character: 'text',
  bpchar: 'text',
  'character varying': 'text',
  date: 'date',
  timestamp: 'date',
  timestamptz: 'date',
  'timestamp without time zone': 'date',
  'timestamp with time zone': 'date',
  boolean: 'boolean',
  bool: 'boolean',
};

/** The kind of a stored column's values. */
export function columnKind(type: string): ColumnKind {
  return (
    KINDS[
      type
        .replace(/\(.*?\)/, '')
        .toLowerCase()
        .trim()
    ] ?? 'other'
  );
}
