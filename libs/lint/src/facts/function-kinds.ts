/** Aggregate functions; PostgreSQL's manual, section 9.21. */
export const AGGREGATES: ReadonlySet<string> = new Set(
  (
    'count sum avg min max any_value array_agg string_agg bool_and bool_or every bit_and bit_or bit_xor json_agg jsonb_agg json_object_agg ' +
    'jsonb_object_agg range_agg range_intersect_agg corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope ' +
    'regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp variance var_pop var_samp mode percentile_cont percentile_disc st_union st_collect st_extent'
  ).split(' '),
);

/** Functions that change only the format of a value. */
export const SHOWING: ReadonlySet<string> = new Set([
  'round',
  'ceil',
  'ceiling',
  'floor',
  'trunc',
  'btrim',
  'trim',
  'ltrim',
  'rtrim',
]);

/** Synonyms of functions. */
export const SAME_FUNCTION: Readonly<Record<string, string>> = {
  extract: 'date_part',
  char_length: 'length',
  character_length: 'length',
  every: 'bool_and',
  ceiling: 'ceil',
  stddev: 'stddev_samp',
  variance: 'var_samp',
  substr: 'substring',
};

/** The period that a format of to_char shows. */
export const FORMAT_GRAINS: Readonly<Record<string, string>> = {
  yyyy: 'year',
  yyyy年: 'year',
  'yyyy-mm': 'month',
  yyyymm: 'month',
  'yyyy/mm': 'month',
  yyyy年mm月: 'month',
  'mon yyyy': 'month',
  'month yyyy': 'month',
  'yyyy.mm': 'month',
  'yyyy-mm-dd': 'day',
  yyyymmdd: 'day',
  'yyyy/mm/dd': 'day',
  yyyy年mm月dd日: 'day',
  'yyyy-q': 'quarter',
  'yyyy-qq': 'quarter',
  yyyyqq: 'quarter',
  yyyy年q季度: 'quarter',
  'iyyy-iw': 'week',
  'iyyy-wiw': 'week',
};
