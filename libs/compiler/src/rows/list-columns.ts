import type { ColumnRef, SemanticQuery } from '@querent/contracts';
import { derivedNames, keptIn, type Localized, looksUp, type ModelColumn, type ModelJoin } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';

export interface ListedColumn {
  ref: ColumnRef;
  /** The label of an entity's field; by default the column's label applies. */
  label?: Localized;
}

const MAX_COLUMNS = 8;
const ROLE_ORDER: readonly ModelColumn['role'][] = ['dimension', 'measure', 'time'];

/** The columns of a list: those asked for, else the most informative: names, columns of the order, then by role. */
export function listColumns(ctx: CompileContext, query: SemanticQuery): ListedColumn[] {
  const entity = query.subject.kind === 'entity' ? ctx.model.entities[query.subject.name] : undefined;
  if (query.select.length > 0) return query.select.map((ref) => labelled(ctx, ref));
  if (entity) {
    const fields = Object.values(entity.fields).map((field) => ({
      role: field.role,
      listed: { ref: { table: entity.id, column: field.id }, label: field.label },
    }));
    return byImportance(fields, ordered(ctx, query));
  }
  return tableColumns(ctx, query);
}

function tableColumns(ctx: CompileContext, query: SemanticQuery): ListedColumn[] {
  const table = ctx.table(query.subject.name);
  const own = Object.values(table.columns).map((column) => ({
    role: column.role,
    listed: { ref: { table: table.name, column: column.name } },
  }));
  const lookedUp = lookedUpNames(ctx, table.name);
  const hasName = own.some(({ role }) => role === 'name');
  // Without a name column, rows are identified by a labelled key and by the names of the rows that they reference.
  const keys = own.filter(({ listed }) => table.primaryKey.includes(listed.ref.column)).map(({ listed }) => listed);
  const rest = byImportance(own, ordered(ctx, query));
  const named = keys.filter(({ ref }) => isNamed(ctx.column(ref)));
  // In a derived model the key follows the name, because users of such a database know its keys.
  const nameAndKey = ctx.model.derived
    ? [...own.filter(({ role }) => role === 'name').map(({ listed }) => listed), ...keys]
    : [];
  const first = hasName ? nameAndKey : [...named, ...lookedUp];
  const columns = unique([...first, ...rest, ...(hasName ? lookedUp : [])]);
  return (columns.length > 0 ? columns : own.map(({ listed }) => listed)).slice(0, MAX_COLUMNS);
}

/** Whether a key has a label other than its derived one. An unlabelled identifier means nothing to users. */
function isNamed(column: ModelColumn): boolean {
  const derived = derivedNames(column.name, null).label;
  return column.label.zh !== derived.zh || column.label.en !== derived.en;
}

function byImportance(
  columns: readonly { role: ModelColumn['role']; listed: ListedColumn }[],
  orderedBy: readonly ListedColumn[],
): ListedColumn[] {
  const ofRole = (wanted: ModelColumn['role']) =>
    columns.filter(({ role }) => role === wanted).map(({ listed }) => listed);
  return unique([...ofRole('name'), ...orderedBy, ...ROLE_ORDER.flatMap(ofRole)]).slice(0, MAX_COLUMNS);
}

function ordered(ctx: CompileContext, query: SemanticQuery): ListedColumn[] {
  const refs = query.order.flatMap(({ by }) => (by.kind === 'column' ? [by.since, by.column] : []));
  return refs.flatMap((ref) => (ref ? [labelled(ctx, { table: ref.table, column: ref.column })] : []));
}

/**
 * The names of directly referenced tables, such as an order's customer; at most two. Several roles of the same rows
 * would repeat a name, so that only the first is shown.
 */
function lookedUpNames(ctx: CompileContext, table: string): ListedColumn[] {
  const isByWay = (name: string): boolean => ctx.model.tables[name]?.role?.way !== undefined;
  const joins = ctx.model.joins.filter(
    ({ from, to }) =>
      from.table === table && to.table !== table && !isByWay(to.table) && looksUp(ctx.model.joins, table, to.table),
  );
  const rowOf = (join: ModelJoin): string => JSON.stringify([join.from.columns, keptIn(ctx.model, join.to.table)]);
  const known = new Set<string>();
  return joins
    .filter((join) => !known.has(rowOf(join)) && known.add(rowOf(join)))
    .flatMap((join) => {
      const target = ctx.model.tables[join.to.table];
      const name = Object.values(target?.columns ?? {}).find((column) => column.role === 'name');
      return name ? [{ ref: { table: name.table, column: name.name } }] : [];
    })
    .slice(0, 2);
}

function labelled(ctx: CompileContext, ref: ColumnRef): ListedColumn {
  const field = Object.hasOwn(ctx.model.entities, ref.table)
    ? ctx.model.entities[ref.table]?.fields[ref.column]
    : undefined;
  return field ? { ref, label: field.label } : { ref };
}

function unique(columns: readonly ListedColumn[]): ListedColumn[] {
  return [...new Map(columns.map((column) => [`${column.ref.table}.${column.ref.column}`, column])).values()];
}
