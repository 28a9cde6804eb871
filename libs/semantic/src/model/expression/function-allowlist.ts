/** Aggregates a metric may use, with the number of arguments each takes. */
export const AGGREGATES: Readonly<Record<string, number>> = {
  count: 1,
  sum: 1,
  avg: 1,
  min: 1,
  max: 1,
  median: 1,
  stddev: 1,
  variance: 1,
};

/** Row functions: name → fewest and most arguments. All are immutable or stable and read no data. */
export const ROW_FUNCTIONS: Readonly<Record<string, readonly [number, number]>> = {
  abs: [1, 1],
  ceil: [1, 1],
  coalesce: [1, 8],
  concat: [1, 8],
  current_date: [0, 0],
  date_part: [2, 2],
  date_trunc: [2, 2],
  floor: [1, 1],
  greatest: [1, 8],
  least: [1, 8],
  left: [2, 2],
  length: [1, 1],
  ln: [1, 1],
  lower: [1, 1],
  now: [0, 0],
  nullif: [2, 2],
  power: [2, 2],
  replace: [3, 3],
  right: [2, 2],
  round: [1, 2],
  split_part: [3, 3],
  sqrt: [1, 1],
  starts_with: [2, 2],
  strpos: [2, 2],
  substr: [2, 3],
  trim: [1, 1],
  upper: [1, 1],
};

/** Types that `x::type` may name. */
export const CAST_TYPES: readonly string[] = ['numeric', 'integer', 'bigint', 'float8', 'text', 'date', 'timestamp', 'timestamptz', 'boolean'];

export const isAggregate = (name: string): boolean => Object.hasOwn(AGGREGATES, name);
