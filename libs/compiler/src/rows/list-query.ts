import type { Order, OutputColumn, SemanticQuery } from '@querent/contracts';
import { elapsedText, homeOf, languageOf, text } from '@querent/model';
import { rawColumn, shownValue } from './column-value';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { conditionsSql } from '../conditions/condition-sql';
import { elapsedSql } from '../conditions/elapsed-sql';
import { SOURCE_COLUMN } from './entity-relation';
import { limitSql } from '../statement/limit-sql';
import { listColumns, type ListedColumn } from './list-columns';
import { distanceSql, nearCondition } from '../conditions/near-sql';
import { describeColumn, describeElapsed } from '../statement/output-column';
import { quoteIdentifier } from '../statement/quoting';
import { Scope } from '../statement/scope';
import type { Statement } from '../figures/aggregate-query';

interface Shown extends Omit<OutputColumn, 'key'> {
  sql: string;
  /** The expression to order by, if it differs from the shown one. */
  sortSql?: string;
  /** The table of the column. */
  table?: string;
}

/**
 * The statement of a list of rows. Columns of referenced tables are joined. If a column belongs to a table that
 * references the subject, the list has that table's rows.
 */
export function listStatement(ctx: CompileContext, query: SemanticQuery): Statement {
  const listed = listColumns(ctx, query);
  const subject = ctx.table(query.subject.name).name;
  const scope = new Scope(ctx, listHome(ctx, subject, listed));
  const shown = withDistinctLabels(ctx, [
    ...listed.map((column) => shownColumn(scope, column)),
    ...strategyColumns(scope, query, listed, subject),
  ]);
  const where = [
    ...conditionsSql(scope, query.filters, { anchor: subject, filters: query.filters, near: query.near }),
    ...nearCondition(scope, query.near),
  ];
  const order = query.distinct ? distinctOrder(scope, query, shown) : rowOrder(scope, query, shown);
  const sql = [
    `SELECT ${shown.map((column, index) => `${column.sql} AS c${index + 1}`).join(', ')}`,
    `FROM ${scope.fromSql()}`,
    ...(where.length > 0 ? [`WHERE ${where.join('\n  AND ')}`] : []),
    ...(query.distinct ? [`GROUP BY ${shown.map((_, index) => index + 1).join(', ')}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...(query.limit === null ? [] : [limitSql(query)]),
  ].join('\n');
  return {
    sql,
    columns: shown.map(({ sql: _sql, sortSql: _sortSql, table: _table, ...column }, index) => ({
      key: `c${index + 1}`,
      ...column,
    })),
  };
}

function listHome(ctx: CompileContext, subject: string, listed: readonly ListedColumn[]): string {
  const tables = [...new Set([subject, ...listed.map(({ ref }) => ctx.column(ref).table)])];
  const home = homeOf(ctx.model.joins, tables);
  if (home === undefined) throw new CompileError('fan_out', `a list of ${tables.join(', ')} would multiply rows`);
  return home;
}

function shownColumn(scope: Scope, { ref, label }: ListedColumn): Shown {
  const { column, raw } = scope.column(ref);
  const alias = scope.aliasOf(column.table);
  return {
    table: column.table,
    sql: shownValue(scope.ctx, alias, column),
    sortSql: column.category === 'geometry' ? raw : scope.column(ref).value,
    ...describeColumn(scope.ctx, column, label),
  };
}

/** Prefixes equal labels, such as two columns "name", with the labels of their tables. */
function withDistinctLabels(ctx: CompileContext, shown: Shown[]): Shown[] {
  const { locale } = ctx.options;
  return shown.map((column) => {
    const isAlone = shown.filter(({ label }) => label === column.label).length === 1;
    const table = column.table === undefined ? '' : text(ctx.model.tables[column.table]?.label, locale);
    return isAlone || !table
      ? column
      : { ...column, label: `${table}${locale === 'zh' && languageOf(table) === 'zh' ? '' : ' '}${column.label}` };
  });
}

/**
 * Columns that follow from the query: distance and location of a radius search, the length of time that rows are
 * ordered by, the source of a row in a list of both sources.
 */
function strategyColumns(
  scope: Scope,
  query: SemanticQuery,
  listed: readonly ListedColumn[],
  subject: string,
): Shown[] {
  const { ctx } = scope;
  const zh = ctx.options.locale === 'zh';
  const extra: Shown[] = [];
  if (query.near) {
    const inKilometres = query.near.radiusMeters === null || query.near.radiusMeters >= 1000;
    const metres = distanceSql(scope, query.near);
    extra.push({
      sql: inKilometres ? `round((${metres} / 1000)::numeric, 2)` : `round(${metres}::numeric, 0)`,
      sortSql: metres,
      label: zh ? '距离' : 'distance',
      role: 'distance',
      unit: inKilometres ? (zh ? '公里' : 'km') : zh ? '米' : 'm',
      format: 'number',
    });
    const location = ctx.column(query.near.location);
    const isListed = listed.some(
      ({ ref }) => ctx.column(ref).name === location.name && ctx.column(ref).table === location.table,
    );
    if (!isListed && !query.distinct) extra.push(shownColumn(scope, locationOf(ctx, query)));
  }
  for (const { by } of query.order) {
    if (by.kind !== 'column' || !by.since) continue;
    const label = elapsedText({ model: ctx.model, locale: ctx.options.locale }, by.column, by.since);
    const sql = elapsedSql(ctx, scope.column(by.since), scope.column(by.column), by.since.unit);
    extra.push({ sql, label, ...describeElapsed(by.since, ctx.options.locale, true) });
  }
  if (Object.hasOwn(ctx.model.tables[subject]?.columns ?? {}, SOURCE_COLUMN)) {
    extra.push({
      sql: `${scope.alias}.${quoteIdentifier(SOURCE_COLUMN)}`,
      label: zh ? '数据来源' : 'source',
      role: 'source',
      format: 'text',
    });
  }
  return extra;
}

function locationOf(ctx: CompileContext, query: SemanticQuery): ListedColumn {
  if (!query.near) throw new CompileError('bad_entity', 'a location needs a place to be near to');
  const { table, column } = query.near.location;
  const field = Object.hasOwn(ctx.model.entities, table) ? ctx.model.entities[table]?.fields[column] : undefined;
  return { ref: query.near.location, ...(field && { label: field.label }) };
}

/**
 * The order of rows: as asked, else nearest first near a place. Ties are ordered by name, or newest first for rows
 * without a name if no order was asked for, and then by key.
 */
function rowOrder(scope: Scope, query: SemanticQuery, shown: readonly Shown[]): string[] {
  const asked = query.order.map(
    (order) => `${orderedBy(scope, query, order)} ${order.direction.toUpperCase()} NULLS LAST`,
  );
  const nearest =
    query.near && !query.order.some(({ by }) => by.kind === 'distance')
      ? [`${distanceSql(scope, query.near)} ASC NULLS LAST`]
      : [];
  const { primaryKey, defaultTime, columns } = scope.ctx.table(scope.home);
  const own = shown
    .filter((column) => column.role === 'name' && column.table === scope.home)
    .map((column) => `${column.sortSql ?? column.sql} ASC NULLS LAST`);
  const time = defaultTime === undefined ? undefined : columns[defaultTime];
  const names =
    own.length > 0 || !time || asked.length + nearest.length > 0
      ? own
      : [`${rawColumn(scope.alias, time)} DESC NULLS LAST`];
  const keys = primaryKey.map((column) => `${scope.alias}.${quoteIdentifier(column)} ASC NULLS LAST`);
  const rest = shown
    .filter((column) => primaryKey.length === 0 && column.role !== 'geo' && column.role !== 'name')
    .map((column) => `${column.sortSql ?? column.sql} ASC NULLS LAST`);
  return [...new Set([...asked, ...nearest, ...names, ...keys, ...rest])];
}

/** The order of distinct rows: by shown columns, or by the least or greatest value of a column that is not shown. */
function distinctOrder(scope: Scope, query: SemanticQuery, shown: readonly Shown[]): string[] {
  const asked = query.order.map((order) => {
    const sql = orderedBy(scope, query, order);
    const position = shown.findIndex((column) => column.sql === sql) + 1;
    const least = order.direction === 'asc' ? 'min' : 'max';
    return `${position > 0 ? position : `${least}(${sql})`} ${order.direction.toUpperCase()} NULLS LAST`;
  });
  const rest = shown
    .map((_, index) => `${index + 1} ASC NULLS LAST`)
    .filter((term) => !asked.some((known) => known.split(' ')[0] === term.split(' ')[0]));
  return [...asked, ...rest];
}

function orderedBy(scope: Scope, query: SemanticQuery, { by }: Order): string {
  if (by.kind === 'column') {
    const { column, value } = scope.column(by.column);
    if (by.since) return elapsedSql(scope.ctx, scope.column(by.since), scope.column(by.column), by.since.unit);
    if (column.category === 'geometry' || column.category === 'json')
      throw new CompileError(
        'bad_order',
        `rows cannot be ordered by "${column.table}.${column.name}" (${column.type})`,
      );
    return value;
  }
  if (by.kind === 'distance' && query.near) return distanceSql(scope, query.near);
  throw new CompileError('bad_order', `a list of rows cannot be ordered by ${by.kind}`);
}
