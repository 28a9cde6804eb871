/**
 * All functions that a statement may call, reviewed by hand against PostgreSQL's and PostGIS's manuals. Included:
 * immutable or stable functions that compute from their arguments. Excluded, whatever their volatility: functions that
 * read settings, files, catalogues or other sessions, run SQL from text (`query_to_xml`, `ts_stat`, `ts_rewrite`),
 * change state, wait, or build values of a size unrelated to their input (`array_fill`, `factorial`, `st_segmentize`,
 * the grids of PostGIS). Syntax (COALESCE, GROUPING) is not a function: a quoted call of that name is a user's
 * function. `VOLATILE_FUNCTIONS` lists the exceptions; a spec verifies the rest against PostgreSQL.
 */
const BUILTIN_FUNCTIONS = {
  aggregates:
    'count sum avg min max any_value array_agg string_agg bool_and bool_or every bit_and bit_or bit_xor json_agg jsonb_agg ' +
    'json_object_agg jsonb_object_agg range_agg range_intersect_agg corr covar_pop covar_samp regr_avgx regr_avgy regr_count ' +
    'regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp variance var_pop var_samp mode ' +
    'percentile_cont percentile_disc rank dense_rank percent_rank cume_dist',
  window: 'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value',
  text:
    'ascii bit_length btrim char_length character_length chr concat concat_ws format initcap left length lower lpad ltrim md5 normalize ' +
    'is_normalized octet_length overlay position quote_literal quote_ident quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches ' +
    'regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim split_part ' +
    'starts_with string_to_array string_to_table strpos substr substring to_ascii to_hex translate unistr upper like_escape ' +
    'similar_to_escape encode decode sha224 sha256 sha384 sha512 casefold',
  math:
    'abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh cot cotd degrees div ' +
    'exp floor gcd lcm ln log log10 min_scale mod pi power radians random round scale sign sin sind sinh sqrt tan tand tanh ' +
    'trim_scale trunc width_bucket',
  time:
    'age clock_timestamp date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days justify_hours justify_interval make_date ' +
    'make_interval make_time make_timestamp make_timestamptz now statement_timestamp transaction_timestamp timezone to_char ' +
    'to_date to_number to_timestamp overlaps',
  casts: 'bool date float4 float8 int2 int4 int8 interval numeric text time timestamp timestamptz varchar bpchar',
  arrays:
    'array_append array_cat array_dims array_length array_lower array_ndims array_position array_positions array_prepend array_remove ' +
    'array_replace array_to_string array_upper array_reverse array_sort cardinality trim_array unnest generate_subscripts',
  json:
    'array_to_json json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each ' +
    'json_each_text json_extract_path json_extract_path_text json_object json_object_keys json_strip_nulls ' +
    'json_to_record json_to_recordset json_typeof jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array ' +
    'jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object ' +
    'jsonb_object_keys jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first ' +
    'jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof row_to_json to_json to_jsonb',
  ranges:
    'int4range int8range numrange tsrange tstzrange daterange isempty lower_inc upper_inc lower_inf upper_inf range_merge multirange',
  search:
    'numnode phraseto_tsquery plainto_tsquery querytree setweight strip to_tsquery to_tsvector ts_headline ts_rank ts_rank_cd ' +
    'tsvector_to_array websearch_to_tsquery',
  geometric: 'area center diameter height width box circle point radius',
  network: 'abbrev broadcast family host hostmask masklen netmask network set_masklen inet_same_family',
  series: 'generate_series',
  compare: 'num_nonnulls num_nulls',
} as const;

/**
 * PostGIS: measuring, relating, converting. Excluded: functions that write tables, read statistics, or take a
 * projection as text.
 */
const POSTGIS_FUNCTIONS =
  'st_3ddistance st_area st_asbinary st_asewkb st_asewkt st_asgeojson st_astext st_aslatlontext st_azimuth st_boundary st_boundingdiagonal ' +
  'st_buffer st_centroid st_closestpoint st_clusterdbscan st_clusterkmeans st_clusterwithin st_collect st_concavehull st_contains ' +
  'st_containsproperly st_convexhull st_coorddim st_coveredby st_covers st_crosses st_curvetoline st_dfullywithin st_difference ' +
  'st_dimension st_disjoint st_distance st_distancesphere st_distancespheroid st_dump st_dumppoints st_dumprings st_dwithin st_endpoint ' +
  'st_envelope st_equals st_expand st_extent st_exteriorring st_flipcoordinates st_force2d st_force3d st_forcecollection ' +
  'st_frechetdistance st_generatepoints st_geogfromtext st_geogfromwkb st_geographyfromtext st_geohash st_geomcollfromtext ' +
  'st_geometricmedian st_geometryfromtext st_geometryn st_geometrytype st_geomfromewkb st_geomfromewkt st_geomfromgeohash ' +
  'st_geomfromgeojson st_geomfromtext st_geomfromwkb st_hausdorffdistance st_interiorringn st_intersection st_intersects st_isclosed ' +
  'st_iscollection st_isempty st_isring st_issimple st_isvalid st_isvalidreason st_length st_length2d st_lengthspheroid ' +
  'st_linefromtext st_lineinterpolatepoint st_linelocatepoint st_linemerge st_linesubstring st_longestline st_m st_makebox2d ' +
  'st_makeenvelope st_makeline st_makepoint st_makepointm st_makepolygon st_makevalid st_maxdistance st_memunion ' +
  'st_minimumboundingcircle st_minimumboundingradius st_multi st_npoints st_nrings st_numgeometries st_numinteriorrings st_numpoints ' +
  'st_orderingequals st_orientedenvelope st_overlaps st_perimeter st_point st_pointfromtext st_pointinsidecircle st_pointn ' +
  'st_pointonsurface st_points st_polygon st_polygonfromtext st_project st_reduceprecision st_relate st_removerepeatedpoints ' +
  'st_reverse st_rotate st_scale  st_setsrid st_shortestline st_simplify st_simplifypreservetopology ' +
  'st_simplifyvw st_snaptogrid st_srid st_startpoint st_subdivide st_summary st_symdifference st_touches st_transform st_translate ' +
  'st_unaryunion st_union st_voronoipolygons st_within st_wkttosql st_x st_xmax st_xmin st_y st_ymax st_ymin st_z st_zmax st_zmin ' +
  'geometry geography geometrytype box2d box3d';

export const ALLOWED_BUILTINS: ReadonlySet<string> = new Set(Object.values(BUILTIN_FUNCTIONS).flatMap(words));

/** Functions that aggregate many rows to one value, unless used over a window. */
export const AGGREGATE_FUNCTIONS: ReadonlySet<string> = new Set(words(BUILTIN_FUNCTIONS.aggregates));

/** Functions that may return several rows. */
export const SET_RETURNING_FUNCTIONS: ReadonlySet<string> = new Set(
  words(
    'generate_series generate_subscripts unnest regexp_matches regexp_split_to_table string_to_table json_array_elements json_array_elements_text ' +
      'json_each json_each_text json_object_keys json_to_recordset jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text ' +
      'jsonb_object_keys jsonb_path_query jsonb_to_recordset st_dump st_dumppoints st_dumprings st_subdivide',
  ),
);

/** Reviewed functions that are volatile: they use random numbers or the clock, and change nothing. */
export const VOLATILE_FUNCTIONS: ReadonlySet<string> = new Set(
  words('random clock_timestamp st_generatepoints st_clusterkmeans'),
);

/** Reviewed functions that PostgreSQL 15 lacks, by the version that adds them. */
export const NEWER_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ...words('any_value date_add date_subtract').map((name) => [name, 16] as const),
  ...words('array_reverse array_sort casefold').map((name) => [name, 18] as const),
]);

export const ALLOWED_POSTGIS: ReadonlySet<string> = new Set(words(POSTGIS_FUNCTIONS));

/**
 * Column names of set-returning functions, if they are the function's OUT parameters. Every other function returns one
 * column named after its alias or itself.
 */
export const FUNCTION_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  json_each: ['key', 'value'],
  json_each_text: ['key', 'value'],
  jsonb_each: ['key', 'value'],
  jsonb_each_text: ['key', 'value'],
  json_array_elements: ['value'],
  json_array_elements_text: ['value'],
  jsonb_array_elements: ['value'],
  jsonb_array_elements_text: ['value'],
  st_dump: ['path', 'geom'],
  st_dumppoints: ['path', 'geom'],
  st_dumprings: ['path', 'geom'],
};

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}
