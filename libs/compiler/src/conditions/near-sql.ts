import type { Near } from '@querent/contracts';
import type { ModelColumn } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { likePattern } from './predicate-sql';
import { quoteIdentifier } from '../statement/quoting';
import type { Scope } from '../statement/scope';

/**
 * Conditions for rows with a location, within the radius if there is one. Without a radius, the place itself is
 * excluded, because it would always be nearest.
 */
export function nearCondition(scope: Scope, near: Near | null): string[] {
  if (!near) return [];
  const { column, raw } = scope.column(near.location);
  requireGeometry(column);
  const centre = centreSql(scope.ctx, near);
  const within =
    near.radiusMeters === null
      ? excludePlace(scope, near)
      : [`ST_DWithin(${geography(column, raw)}, ${centre}, ${scope.ctx.params.bind(near.radiusMeters, 'float8')})`];
  return [`${raw} IS NOT NULL`, ...within];
}

/** Metres from the place, on the ellipsoid. */
export function distanceSql(scope: Scope, near: Near): string {
  const { column, raw } = scope.column(near.location);
  requireGeometry(column);
  return `ST_Distance(${geography(column, raw)}, ${centreSql(scope.ctx, near)})`;
}

/** The name and the geometry column of a stored place, in one table. */
export interface StoredPlace {
  location: ModelColumn;
  name: ModelColumn;
}

function centreSql(ctx: CompileContext, near: Near): string {
  if (near.place.kind === 'point') {
    const { longitude, latitude } = near.place;
    return `ST_SetSRID(ST_MakePoint(${ctx.params.bind(longitude, 'float8')}, ${ctx.params.bind(latitude, 'float8')}), 4326)::geography`;
  }
  addPlace(ctx, near);
  return '(SELECT place.location FROM place)';
}

/**
 * Adds the WITH clause of the stored place: the row with exactly this name, else with the shortest name containing it.
 */
function addPlace(ctx: CompileContext, near: Near): void {
  if (near.place.kind !== 'stored' || ctx.withClauses.some((clause) => clause.startsWith('place AS'))) return;
  const { name, location } = storedPlace(ctx, near);
  const nameSql = `p.${quoteIdentifier(name.name)}`;
  const locationSql = `p.${quoteIdentifier(location.name)}`;
  const exact = ctx.params.bind(near.place.value, 'text');
  const pattern = ctx.params.bind(likePattern('contains', near.place.value), 'text');
  ctx.withClauses.unshift(`place AS (
    SELECT ${nameSql} AS name, ${geography(location, locationSql)} AS location
    FROM ${ctx.relationSql(name.table)} AS p
    WHERE ${locationSql} IS NOT NULL AND (${nameSql} = ${exact} OR ${nameSql} ILIKE ${pattern})
    ORDER BY ${nameSql} = ${exact} DESC, length(${nameSql}), ${nameSql}
    LIMIT 1
  )`);
}

/** The name and the geometry must be in one table: an entity's name is read from the source that has locations. */
function storedPlace(ctx: CompileContext, near: Near): StoredPlace {
  if (near.place.kind !== 'stored') throw new CompileError('bad_entity', 'the place is not stored');
  const names = sourceColumns(ctx, near.place.nameColumn.table, near.place.nameColumn.column);
  const locations = sourceColumns(ctx, near.location.table, near.location.column);
  for (const name of names) {
    const beside =
      locations.find((location) => location.table === name.table) ??
      Object.values(ctx.model.tables[name.table]?.columns ?? {}).find((column) => column.category === 'geometry');
    if (beside) return { name, location: beside };
  }
  throw new CompileError('bad_entity', `"${near.place.nameColumn.table}" has no location`);
}

function sourceColumns(ctx: CompileContext, table: string, column: string): ModelColumn[] {
  const field = Object.hasOwn(ctx.model.entities, table) ? ctx.model.entities[table]?.fields[column] : undefined;
  const refs = field ? field.columns : [{ table, column }];
  return refs.flatMap((ref) => {
    const found = ctx.model.tables[ref.table]?.columns[ref.column];
    return found ? [found] : [];
  });
}

/** Excludes the stored place by its name, if the rows have that name column. */
function excludePlace(scope: Scope, near: Near): string[] {
  if (near.place.kind !== 'stored') return [];
  const name = scope.ctx.column(near.place.nameColumn);
  if (name.table !== scope.ctx.column(near.location).table) return [];
  return [`${scope.column(near.place.nameColumn).raw} IS DISTINCT FROM (SELECT place.name FROM place)`];
}

function requireGeometry(column: ModelColumn): void {
  if (column.category !== 'geometry')
    throw new CompileError('bad_type', `"${column.table}.${column.name}" is ${column.type}, not a location`);
}

/** A geometry as geography: WGS 84 on the ellipsoid. Other reference systems are transformed first. */
function geography(column: ModelColumn, sql: string): string {
  if (column.type.startsWith('geography')) return sql;
  const srid = /,\s*(\d+)\)/.exec(column.type)?.[1];
  return srid === undefined || srid === '4326' || srid === '0'
    ? `${sql}::geography`
    : `ST_Transform(${sql}, 4326)::geography`;
}
