import {
  AGGREGATE_FUNCTIONS,
  ALLOWED_BUILTINS,
  ALLOWED_POSTGIS,
  SET_RETURNING_FUNCTIONS,
  VOLATILE_FUNCTIONS,
} from '../guard/allowlists/function-allowlist';
import { ALLOWED_OPERATORS } from '../guard/allowlists/operator-allowlist';
import { ALLOWED_EXTENSION_TYPES, ALLOWED_TYPES } from '../guard/allowlists/type-allowlist';

const WINDOW_FUNCTIONS: ReadonlySet<string> = new Set(
  'row_number ntile lag lead first_value last_value nth_value'.split(' '),
);
const MANY_VALUES: readonly ReadonlySet<string>[] = [
  AGGREGATE_FUNCTIONS,
  SET_RETURNING_FUNCTIONS,
  VOLATILE_FUNCTIONS,
  WINDOW_FUNCTIONS,
];

/** A reviewed function of PostgreSQL or PostGIS that computes one value per row and is constant within a statement. */
export function isRowFunction(name: string): boolean {
  return (ALLOWED_BUILTINS.has(name) || ALLOWED_POSTGIS.has(name)) && !MANY_VALUES.some((names) => names.has(name));
}

/** A symbol that PostgreSQL or PostGIS defines. */
export const isReviewedOperator = (symbol: string): boolean => ALLOWED_OPERATORS.has(symbol);

/** A type of PostgreSQL or PostGIS whose input reads no catalogue. */
export const isReviewedType = (name: string): boolean => ALLOWED_TYPES.has(name) || ALLOWED_EXTENSION_TYPES.has(name);
