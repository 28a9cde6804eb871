import type { ModelColumn } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { quoteIdentifier } from '../statement/quoting';
import { safeCast } from './safe-cast';
import { timeKindOf, zone } from '../time/time-sql';

/** The bare column of a relation's alias. */
export const rawColumn = (alias: string, column: ModelColumn): string => `${alias}.${quoteIdentifier(column.name)}`;

/** The value to compute with: through the safe cast where the column needs one. */
export function columnValue(ctx: CompileContext, alias: string, column: ModelColumn): string {
  const raw = rawColumn(alias, column);
  if (!column.cast) return raw;
  ctx.castColumns.set(`${column.table}.${column.name}`, column);
  return safeCast(column, raw);
}

/** The value to show: geometry as GeoJSON, moments on the asker's clock, types outside the core as text. */
export function shownValue(ctx: CompileContext, alias: string, column: ModelColumn): string {
  // A moment that is kept as text is shown as it is written.
  if (column.cast?.to === 'timestamp') return rawColumn(alias, column);
  const value = columnValue(ctx, alias, column);
  if (column.category === 'geometry') return `ST_AsGeoJSON(${value})::jsonb`;
  if (timeKindOf(column) === 'timestamptz') return `(${value} AT TIME ZONE ${zone(ctx)})`;
  if (column.category === 'json') return `${value}::jsonb`;
  if (column.category === 'other' || column.category === 'uuid' || isNamedTextType(column)) return `${value}::text`;
  return value;
}

const PLAIN_TEXT_TYPE = /^(text|citext|name|character varying|character|varchar|char|bpchar)\b/;

/** An enum or a domain over text: equal to a bound text only after a cast. */
export const isNamedTextType = (column: ModelColumn): boolean =>
  column.category === 'text' && !PLAIN_TEXT_TYPE.test(column.type.replaceAll('"', ''));
