import type { ModelColumn } from '@querent/model';
import { CompileError } from '../statement/compile-error';
import { quoteLiteral } from '../statement/quoting';

/**
 * Casts a number or a time stored as text: `CASE WHEN col ~ when THEN col::to END`. The pattern of the model alone does
 * not make the cast safe (`^[0-9]+` also accepts `5星`), so that a second pattern checks what PostgreSQL accepts.
 * Integers are cast to numeric, which does not overflow.
 */
export function safeCast(column: ModelColumn, columnSql: string): string {
  if (!column.cast) return columnSql;
  const value = `btrim(${columnSql})`;
  const readable = readableCondition(column, columnSql);
  if (column.cast.to === 'date') return dateOf(value, readable);
  if (column.cast.to === 'timestamp') return momentOf(value, readable);
  const type = CAST_TARGETS[column.cast.to];
  if (!type) throw new CompileError('bad_type', `a cast to "${column.cast.to}" is not supported`);
  return `CASE WHEN ${readable} THEN ${value}::${type} END`;
}

/** The condition that a text can be cast. */
export function readableCondition(column: ModelColumn, columnSql: string): string {
  const value = `btrim(${columnSql})`;
  const { to = '' } = column.cast ?? {};
  const strict = to === 'date' ? ISO_DATE : to === 'timestamp' ? ISO_MOMENT : PLAIN_NUMBER;
  return `${value} ~ ${quoteLiteral(column.cast?.when ?? '')} AND ${value} ~ ${quoteLiteral(strict)}`;
}

const CAST_TARGETS: Readonly<Record<string, string>> = {
  numeric: 'numeric',
  integer: 'numeric',
  bigint: 'numeric',
  'double precision': 'numeric',
};
const PLAIN_NUMBER = '^[+-]?[0-9]{1,40}([.][0-9]{0,40})?$';
const ISO_DATE = '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$';

const ISO_MOMENT = `${ISO_DATE.slice(0, -1)}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?$`;

/** A date of a text; NULL for an impossible day such as `2025-02-31`, which the pattern accepts. */
function dateOf(value: string, readable: string): string {
  const year = `substr(${value}, 1, 4)::integer`;
  const month = `substr(${value}, 6, 2)::integer`;
  const date = `(make_date(${year}, ${month}, 1) + (substr(${value}, 9, 2)::integer - 1))`;
  return `CASE WHEN ${readable} THEN CASE WHEN extract(month FROM ${date}) = ${month} THEN ${date} END END`;
}

/** A moment of a text; NULL for an impossible day. */
const momentOf = (value: string, readable: string): string =>
  `(${dateOf(`substr(${value}, 1, 10)`, readable)} + CASE WHEN ${readable} THEN substr(${value}, 12)::time END)`;
