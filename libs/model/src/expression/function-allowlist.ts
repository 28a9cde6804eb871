import { AGGREGATE_NAMES, AGGREGATES } from '../aggregates';

/** Further aggregates of one argument that a metric may use, beside those of semantic queries. */
const PLAIN_AGGREGATES = 'stddev stddev_pop stddev_samp variance var_pop var_samp bool_and bool_or every';

/** Aggregates `name(…) WITHIN GROUP (ORDER BY x)`, by the number of their direct arguments. */
export const ORDERED_AGGREGATES: Readonly<Record<string, number>> = { percentile_cont: 1, percentile_disc: 1, mode: 0 };

const ALLOWED: ReadonlySet<string> = new Set([
  ...AGGREGATE_NAMES.flatMap((fn) => AGGREGATES[fn].calls),
  ...PLAIN_AGGREGATES.split(' '),
  ...Object.keys(ORDERED_AGGREGATES),
]);

export const isAggregate = (name: string): boolean => ALLOWED.has(name);

/**
 * Minimum and maximum number of arguments of common functions, which the grammar does not check. Calls of other allowed
 * functions are checked by the database.
 */
export const ARITIES: Readonly<Record<string, readonly [number, number]>> = {
  abs: [1, 1],
  age: [1, 2],
  ceil: [1, 1],
  ceiling: [1, 1],
  date_part: [2, 2],
  date_trunc: [2, 3],
  exp: [1, 1],
  floor: [1, 1],
  initcap: [1, 1],
  left: [2, 2],
  length: [1, 1],
  ln: [1, 1],
  lower: [1, 1],
  make_date: [3, 3],
  mod: [2, 2],
  now: [0, 0],
  power: [2, 2],
  replace: [3, 3],
  right: [2, 2],
  round: [1, 2],
  sign: [1, 1],
  split_part: [3, 3],
  sqrt: [1, 1],
  starts_with: [2, 2],
  strpos: [2, 2],
  substr: [2, 3],
  timezone: [1, 2],
  to_char: [2, 2],
  to_date: [2, 2],
  to_number: [2, 2],
  trunc: [1, 2],
  upper: [1, 1],
};

const BOOLEAN_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'starts_with regexp_like isfinite overlaps isempty is_normalized bool jsonb_path_exists jsonb_path_match st_contains ' +
    'st_containsproperly st_coveredby st_covers st_crosses st_dfullywithin st_disjoint st_dwithin st_equals st_intersects ' +
    'st_isclosed st_isempty st_isring st_issimple st_isvalid st_overlaps st_pointinsidecircle st_relate st_touches st_within'
  ).split(' '),
);

/** Whether a function returns a boolean. */
export const isBooleanFunction = (name: string): boolean => BOOLEAN_FUNCTIONS.has(name);

const COMPUTING = '+ - * / % ^ |/ ||/ @ & | # << >> || -> ->> #> #>> #- <-> <#>';
const COMPUTING_OPERATORS: ReadonlySet<string> = new Set(COMPUTING.split(' '));

/** Whether an operator returns a boolean. */
export const isComparison = (symbol: string): boolean => !COMPUTING_OPERATORS.has(symbol);
