import { AGGREGATE_NAMES, AGGREGATES } from '../aggregates';

/**
 * Aggregates that a metric may use beside those of semantic queries, each of one argument: those whose value is
 * computed per group without fan-out.
 */
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
 * Fewest and most arguments of functions that metrics and filters often call; the grammar does not check them. A
 * function that is
 * allowed and not listed is checked by the database alone.
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

/** Functions whose value is true or false. */
export const isBooleanFunction = (name: string): boolean => BOOLEAN_FUNCTIONS.has(name);

const COMPUTING = '+ - * / % ^ |/ ||/ @ & | # << >> || -> ->> #> #>> #- <-> <#>';
const COMPUTING_OPERATORS: ReadonlySet<string> = new Set(COMPUTING.split(' '));

/** Operators that compare: their value is true or false. */
export const isComparison = (symbol: string): boolean => !COMPUTING_OPERATORS.has(symbol);
