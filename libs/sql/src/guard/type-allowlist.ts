/**
 * Types a statement may name in a cast or a column definition. Out: the `reg*` family and `oid`
 * (they read catalogues), `xml` (entity expansion), pseudo-types, `name`, and every type of a user
 * that no visible column has.
 */
const BUILTIN_TYPES =
  'bool boolean int2 int4 int8 smallint integer int bigint float4 float8 real numeric decimal text varchar bpchar char date time timetz ' +
  'timestamp timestamptz interval json jsonb jsonpath uuid bytea bit varbit money inet cidr macaddr macaddr8 point line lseg box path ' +
  'polygon circle int4range int8range numrange daterange tsrange tstzrange int4multirange int8multirange nummultirange ' +
  'datemultirange tsmultirange tstzmultirange tsvector tsquery';

const POSTGIS_TYPES = 'geometry geography box2d box3d';

export const ALLOWED_TYPES: ReadonlySet<string> = new Set(BUILTIN_TYPES.split(' '));

export const ALLOWED_EXTENSION_TYPES: ReadonlySet<string> = new Set(POSTGIS_TYPES.split(' '));
