import type { CommonTableExpr, Node, SelectStmt, WithClause } from 'libpg-query';
import { GuardRefusal } from '../guard/guard-verdict';
import { stringsOf } from '../guard/checks/node-access';
import { outputName } from './output-name';
import { resolveExpression, rowColumns } from './resolve-expression';
import { resolveFrom } from './resolve-from';
import { resolveGrouping, resolveOrdering } from './resolve-ordering';
import { rowFields } from './row-fields';
import {
  bareScope,
  innerScope,
  passedOn,
  plainColumn,
  type CommonTable,
  type RangeColumn,
  type RangeItem,
  type Resolution,
  type Scope,
} from './scope';
import { expandStar, isStar } from './star-expansion';

/**
 * 1.5 times PostgreSQL's maximum result width (MaxTupleAttributeNumber, 1664): a star is one character but expands to a
 * whole list.
 */
const MAX_STAR_COLUMNS = 2_500;

/**
 * Resolves a query inside `around` and returns its output columns. Rewrites the `*` of a select list in place if it
 * would show hidden columns. `onFirstArm` receives the columns of the first arm of a set operation before the second is
 * resolved, because a recursive query's reference to itself sees those.
 *
 * @throws GuardRefusal at the first name that is unknown, hidden or out of reach
 */
export function resolveSelect(
  select: SelectStmt,
  around: Scope,
  resolution: Resolution,
  onFirstArm?: (columns: readonly RangeColumn[]) => void,
): readonly RangeColumn[] {
  const scope = select.withClause ? withCommonTables(select.withClause, around, resolution) : around;
  const output = outputColumns(select, scope, resolution, onFirstArm);
  resolveExpression([select.limitCount, select.limitOffset], bareScope(scope), resolution);
  return output;
}

function outputColumns(
  select: SelectStmt,
  scope: Scope,
  resolution: Resolution,
  onFirstArm?: (columns: readonly RangeColumn[]) => void,
): readonly RangeColumn[] {
  if (select.larg && select.rarg) {
    const columns = resolveSelect(select.larg, scope, resolution);
    // The iterations of a recursive query may change values, so of its own columns only the names are known.
    onFirstArm?.(columns.map(({ name }) => plainColumn(name)));
    const below = resolveSelect(select.rarg, scope, resolution);
    resolveOrdering(select.sortClause, columns, bareScope(scope), resolution);
    return columns.map((column, i) => eitherColumn(column, below[i]));
  }
  if (select.valuesLists) {
    resolveExpression(select.valuesLists, bareScope(scope), resolution);
    const [first] = select.valuesLists;
    const width = first && 'List' in first ? (first.List.items?.length ?? 0) : 0;
    const rows = select.valuesLists.map((row) => ('List' in row ? (row.List.items ?? []) : []));
    const columns = Array.from({ length: width }, (_, i) => ({
      ...plainColumn(`column${i + 1}`),
      defined: rows.flatMap((row) => row[i] ?? []),
    }));
    resolveOrdering(select.sortClause, columns, bareScope(scope), resolution);
    return columns;
  }
  return plainSelect(select, scope, resolution);
}

function plainSelect(select: SelectStmt, scope: Scope, resolution: Resolution): readonly RangeColumn[] {
  const inner = innerScope(resolveFrom(select.fromClause ?? [], scope, resolution), scope);
  checkProduct(select, inner.items);
  const columns = resolveTargets(select, inner, resolution);
  resolveExpression([select.whereClause, select.havingClause, select.windowClause], inner, resolution);
  resolveGrouping(select.groupClause, columns, inner, resolution);
  resolveOrdering(select.sortClause, columns, inner, resolution);
  resolveOrdering(select.distinctClause, columns, inner, resolution);
  return columns;
}

function resolveTargets(select: SelectStmt, scope: Scope, resolution: Resolution): readonly RangeColumn[] {
  const columns: RangeColumn[] = [];
  const targets: Node[] = [];
  for (const target of select.targetList ?? []) {
    const value = 'ResTarget' in target ? target.ResTarget.val : undefined;
    if (isStar(value)) {
      const star = expandStar(value.ColumnRef, scope, resolution);
      resolution.starColumns += star.columns.length;
      if (resolution.starColumns > MAX_STAR_COLUMNS)
        throw new GuardRefusal('too_large', `* of more than ${MAX_STAR_COLUMNS} columns`);
      columns.push(...star.columns.map((column) => passedOn(column.name, column)));
      targets.push(...(star.replacement ?? [target]));
      continue;
    }
    targets.push(target);
    if (value && 'A_Indirection' in value && endsInStar(value.A_Indirection.indirection)) {
      columns.push(
        ...rowColumns(value.A_Indirection.arg, scope, resolution).map((column) => passedOn(column.name, column)),
      );
      continue;
    }
    resolveExpression(value, scope, resolution);
    columns.push(
      computedColumn('ResTarget' in target ? (target.ResTarget.name ?? outputName(value)) : '', value, resolution),
    );
  }
  if (select.targetList) select.targetList = targets;
  return columns;
}

function computedColumn(name: string, value: Node | undefined, resolution: Resolution): RangeColumn {
  const fields = rowFields(value, resolution);
  return { ...plainColumn(name), defined: value ? [value] : [], ...(fields && { fields }) };
}

/** A column of a set operation is the expression of either arm. */
function eitherColumn(column: RangeColumn, other: RangeColumn | undefined): RangeColumn {
  const name = column.name;
  if (column.defined && other?.defined) return { ...plainColumn(name), defined: [...column.defined, ...other.defined] };
  return { ...plainColumn(name), isStored: column.isStored === true && other?.isStored === true };
}

function endsInStar(indirection: readonly Node[] | undefined): boolean {
  const [only, ...rest] = indirection ?? [];
  return only !== undefined && rest.length === 0 && 'A_Star' in only;
}

/** Each WITH query sees previous ones; with RECURSIVE it also sees itself, as its first arm defines it. */
function withCommonTables(clause: WithClause, around: Scope, resolution: Resolution): Scope {
  const tables = new Map(around.commonTables);
  for (const node of clause.ctes ?? []) {
    if (!('CommonTableExpr' in node)) throw new GuardRefusal('forbidden_construct', 'WITH entry');
    const table = resolveCommonTable(node.CommonTableExpr, tables, clause.recursive === true, around, resolution);
    tables.set(table.name, table);
  }
  return { ...around, commonTables: tables };
}

function resolveCommonTable(
  cte: CommonTableExpr,
  earlier: ReadonlyMap<string, CommonTable>,
  recursive: boolean,
  around: Scope,
  resolution: Resolution,
): CommonTable {
  const name = cte.ctename ?? '';
  if (!cte.ctequery || !('SelectStmt' in cte.ctequery)) throw new GuardRefusal('data_modification', `WITH ${name}`);
  const self: CommonTable = { name, columns: null };
  const visible = recursive ? new Map([...earlier, [name, self] as const]) : earlier;
  const named = (columns: readonly RangeColumn[]) => commonColumns(cte, columns);
  const scope = bareScope({ ...around, commonTables: visible });
  const columns = resolveSelect(cte.ctequery.SelectStmt, scope, resolution, (first) => {
    self.columns = named(first);
  });
  return { name, columns: named(columns) };
}

/** A WITH query's columns: renamed by its list, followed by those that SEARCH and CYCLE add. */
function commonColumns(cte: CommonTableExpr, columns: readonly RangeColumn[]): readonly RangeColumn[] {
  const names = stringsOf(cte.aliascolnames) ?? [];
  const added = [
    cte.search_clause?.search_seq_column,
    cte.cycle_clause?.cycle_mark_column,
    cte.cycle_clause?.cycle_path_column,
  ];
  return [
    ...columns.map((column, i) => passedOn(names[i] ?? column.name, column)),
    ...added.flatMap((name) => (name === undefined ? [] : [plainColumn(name)])),
  ];
}

/** This many stored relations without any condition between them are not a meaningful question. */
const MAX_UNJOINED = 3;

/**
 * @throws GuardRefusal `too_many_joins` for an unconditional product of stored relations; one-row WITH queries are
 * allowed
 */
function checkProduct(select: SelectStmt, items: readonly RangeItem[]): void {
  if (select.whereClause || !(select.fromClause ?? []).every(isBare)) return;
  const stored = items.filter((item) => item.nameVisible && item.columns.some(({ source }) => source !== undefined));
  if (stored.length > MAX_UNJOINED)
    throw new GuardRefusal('too_many_joins', `${stored.length} relations without a join condition`);
}

function isBare(node: Node): boolean {
  if (!('JoinExpr' in node)) return 'RangeVar' in node;
  const { larg, rarg, quals, usingClause, isNatural } = node.JoinExpr;
  return !quals && !usingClause && !isNatural && [larg, rarg].every((side) => side !== undefined && isBare(side));
}
