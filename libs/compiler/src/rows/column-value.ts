import type { ModelColumn } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { quoteIdentifier } from '../statement/quoting';
import { safeCast } from './safe-cast';
import { timeKindOf, zone } from '../time/time-sql';

/** The stored column of a relation, without cast. */
export const rawColumn = (alias: string, column: ModelColumn): string => `${alias}.${quoteIdentifier(column.name)}`;

/** The value for computations, with the safe cast if the column has one. */
export function columnValue(ctx: CompileContext, alias: string, column: ModelColumn): string {
  const raw = rawColumn(alias, column);
  if (!column.cast) return raw;
  ctx.castColumns.set(`${column.table}.${column.name}`, column);
  return safeCast(column, raw);
}

/** The value as shown: geometry as GeoJSON, moments in the asker's time zone, uncommon types as text. */
export function shownValue(ctx: CompileContext, alias: string, column: ModelColumn): string {
  // A moment stored as text is shown unchanged.
  if (column.cast?.to === 'timestamp') return rawColumn(alias, column);
  const value = columnValue(ctx, alias, column);
  if (column.category === 'geometry') return `ST_AsGeoJSON(${value})::jsonb`;
  if (timeKindOf(column) === 'timestamptz') return `(${value} AT TIME ZONE ${zone(ctx)})`;
  if (column.category === 'json') return `${value}::jsonb`;
  if (column.category === 'other' || column.category === 'uuid' || isNamedTextType(column)) return `${value}::text`;
  return value;
}

const PLAIN_TEXT_TYPE = /^(text|citext|name|character varying|character|varchar|char|bpchar)\b/;

/** Whether the type is an enum or a domain over text, which must be cast to be compared with a bound text. */
export const isNamedTextType = (column: ModelColumn): boolean =>
  column.category === 'text' && !PLAIN_TEXT_TYPE.test(column.type.replaceAll('"', ''));
