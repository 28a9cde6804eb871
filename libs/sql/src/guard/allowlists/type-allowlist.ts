/**
 * Types that a statement may name in a cast or a column definition. Excluded: the `reg*` family and `oid` (they read
 * catalogues), `xml` (entity expansion), pseudo-types, `name`, and user types without a visible column. Names are
 * pg_catalog's: the parser turns `integer` into `int4`, so a quoted `"integer"` is a user's type.
 */
const BUILTIN_TYPES =
  'bool int2 int4 int8 float4 float8 numeric text varchar bpchar char date time timetz ' +
  'timestamp timestamptz interval json jsonb jsonpath uuid bytea bit varbit money inet cidr macaddr macaddr8 point line lseg box path ' +
  'polygon circle int4range int8range numrange daterange tsrange tstzrange int4multirange int8multirange nummultirange ' +
  'datemultirange tsmultirange tstzmultirange tsvector tsquery';

const POSTGIS_TYPES = 'geometry geography box2d box3d';

export const ALLOWED_TYPES: ReadonlySet<string> = new Set(BUILTIN_TYPES.split(' '));

/**
 * PostgreSQL's one-word print forms of built-in types that differ from their names: not user types, although a column
 * has them.
 */
export const SPELLED_TYPES: ReadonlySet<string> = new Set('boolean smallint integer bigint real character'.split(' '));

export const ALLOWED_EXTENSION_TYPES: ReadonlySet<string> = new Set(POSTGIS_TYPES.split(' '));

/**
 * Whether a column's type, as `format_type` prints it, is a reviewed one of PostgreSQL's or an array of one. Two-word
 * names are PostgreSQL's.
 */
export function isPlainType(printed: string): boolean {
  const bare = printed
    .replace(/\([^)]*\)/g, '')
    .replaceAll('[]', '')
    .trim();
  return (
    ALLOWED_TYPES.has(bare) ||
    SPELLED_TYPES.has(bare) ||
    /^(character varying|double precision|bit varying|time(stamp)? with(out)? time zone)$/.test(bare)
  );
}
