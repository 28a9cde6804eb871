import type { Node, SelectStmt, WithClause } from 'libpg-query';
import { integerConstant, isPresent, isStar, outputName, stringsOf } from '@querent/sql';
import { filterKey } from './filter-key';
import { starColumns } from './read-column';
import { addConditions } from './read-condition';
import { readFrom } from './read-from';
import type { FilterFact, OrderFact } from './statement-facts';
import {
  constantTerm,
  converted,
  rowsOf,
  uniqueColumns,
  type Arm,
  type CommonQuery,
  type FactScope,
  type FromItem,
  type NamedTerm,
  type Reader,
  type ReadQuery,
} from './term';

/** A query inside `around`: returns its columns and adds its facts. */
export function readQuery(select: SelectStmt, around: FactScope, reader: Reader): ReadQuery {
  const scope = select.withClause ? withCommonTables(select.withClause, around, reader) : around;
  const { columns, arms, inner } = body(select, scope, reader);
  const order = (select.sortClause ?? []).flatMap((node) =>
    'SortBy' in node
      ? [ordering(node.SortBy.node, node.SortBy.sortby_dir === 'SORTBY_DESC', columns, inner, reader)]
      : [],
  );
  const limit = select.limitCount ? reader.term(select.limitCount, scope).text : null;
  if (limit !== null && limit !== 'null')
    reader.facts.tops.push({ limit, order: order.map(({ text, descending }) => ({ text, descending })) });
  return {
    columns,
    arms,
    order,
    limit: limit === 'null' ? null : limit,
    grouped: (select.groupClause ?? []).length > 0,
    distinct: select.distinctClause !== undefined,
  };
}

function body(select: SelectStmt, scope: FactScope, reader: Reader): CommonQuery & { inner: FactScope } {
  if (select.larg && select.rarg) {
    reader.facts.setOperations.push(
      `${(select.op ?? '').replace('SETOP_', '').toLowerCase()}${select.all ? ' all' : ''}`,
    );
    const arms = readArms([select.larg, select.rarg], select.op !== 'SETOP_INTERSECT', scope, reader);
    return { columns: unionColumns(arms), arms: arms.flatMap((arm) => arm.arms), inner: { ...scope, items: [] } };
  }
  if (select.valuesLists) {
    const rows = select.valuesLists.map((row) =>
      ('List' in row ? (row.List.items ?? []) : []).map((node) => reader.term(node, scope)),
    );
    const columns = (rows[0] ?? []).map((term, index) => ({ name: `column${index + 1}`, term }));
    return { columns, arms: [], inner: scope };
  }
  return plainSelect(select, scope, reader);
}

function plainSelect(select: SelectStmt, scope: FactScope, reader: Reader): CommonQuery & { inner: FactScope } {
  const items = readFrom(select.fromClause ?? [], scope, reader);
  const inner: FactScope = { items, parent: scope, commonTables: scope.commonTables };
  const columns = (select.targetList ?? []).flatMap((target) =>
    'ResTarget' in target ? targets(target.ResTarget.name, target.ResTarget.val, inner, reader) : [],
  );
  if (select.whereClause) addConditions(select.whereClause, 'where', inner, reader);
  if (select.havingClause) addConditions(select.havingClause, 'having', inner, reader);
  const groups =
    (select.groupClause ?? []).length > 0 ||
    select.distinctClause !== undefined ||
    columns.some(({ term }) => term.aggregates.some(({ window }) => !window));
  noteRepeated(items, reader);
  for (const node of select.windowClause ?? [])
    for (const part of 'WindowDef' in node ? (node.WindowDef.partitionClause ?? []) : [])
      reader.facts.groups.push(reader.term(part, inner).text);
  for (const node of groupNodes(select.groupClause)) reader.facts.groups.push(grouping(node, columns, inner, reader));
  for (const node of (select.distinctClause ?? []).filter(isPresent))
    reader.facts.groups.push(grouping(node, columns, inner, reader));
  return { columns, arms: [{ outputs: columns, items, rows: groups ? [] : rowsOf(items) } satisfies Arm], inner };
}

function targets(name: string | undefined, value: Node | undefined, scope: FactScope, reader: Reader): NamedTerm[] {
  if (isStar(value)) return starColumns(value.ColumnRef, scope);
  return [{ name: name ?? outputName(value), term: reader.term(value, scope) }];
}

/** Conditions of one arm do not apply to all rows. */
function readArms(selects: readonly SelectStmt[], open: boolean, scope: FactScope, reader: Reader): ReadQuery[] {
  const read = selects.map((select) => {
    const from = reader.facts.filters.length;
    return { query: readQuery(select, scope, reader), filters: reader.facts.filters.splice(from) };
  });
  for (const { filters } of read) {
    const everywhere = (filter: FilterFact): boolean =>
      read.every((arm) => arm.filters.some((other) => filterKey(other) === filterKey(filter) && !other.alternative));
    reader.facts.filters.push(
      ...filters.map((filter) => (!open || everywhere(filter) ? filter : { ...filter, alternative: true })),
    );
  }
  return read.map(({ query }) => query);
}

function noteRepeated(items: readonly FromItem[], reader: Reader): void {
  const tables = items
    .filter(({ name }) => name !== null)
    .flatMap((item) =>
      item.table === null
        ? [
            ...new Set(
              item.arms.flatMap(({ rows, items: inner }) =>
                rows.length > 0 ? rows : inner.flatMap(({ table }) => table ?? []),
              ),
            ),
          ]
        : [item.table],
    );
  reader.facts.repeated.push(...tables.filter((table, index) => tables.indexOf(table) !== index));
}

/** Columns of a set operation have the first arm's names and read the column at their position in every arm. */
function unionColumns(arms: readonly ReadQuery[]): NamedTerm[] {
  return (arms[0]?.columns ?? []).map(({ name }, index) => {
    const terms = arms.flatMap((arm) => arm.columns[index]?.term ?? []);
    const telling = terms.find(({ constant }) => !constant) ?? terms[0] ?? constantTerm('null');
    const reads = uniqueColumns(terms.flatMap((term) => term.reads));
    const aggregates = terms.flatMap((term) => term.aggregates);
    // NULL in arms that lack the column does not convert it.
    const isKept = terms.every((term) => term.text === 'null' || (term.stored === true && term.text === telling.text));
    return { name, term: { ...(isKept ? telling : converted(telling)), reads, aggregates } };
  });
}

/** ORDER BY: a bare name or a number is an output column first. */
function ordering(
  node: Node | undefined,
  descending: boolean,
  columns: readonly NamedTerm[],
  scope: FactScope,
  reader: Reader,
): OrderFact {
  const output = positionOf(node, columns) ?? nameOf(node, columns);
  const text = output === null ? reader.term(node, scope).text : (columns[output]?.term.text ?? '');
  const same = output ?? columns.findIndex((column) => column.term.text === text);
  return { text, descending, output: same < 0 ? null : same };
}

/** GROUP BY: a number is an output column, a bare name is an input column first. */
function grouping(node: Node, columns: readonly NamedTerm[], scope: FactScope, reader: Reader): string {
  const bare = bareName(node);
  const isInput = bare !== null && scope.items.some((item) => item.columns.some(({ name }) => name === bare));
  const output = positionOf(node, columns) ?? (isInput ? null : nameOf(node, columns));
  return output === null ? reader.term(node, scope).text : (columns[output]?.term.text ?? '');
}

function positionOf(node: Node | undefined, columns: readonly NamedTerm[]): number | null {
  const position = node && 'A_Const' in node ? integerConstant(node) : null;
  return position !== null && position >= 1 && position <= columns.length ? position - 1 : null;
}

function nameOf(node: Node | undefined, columns: readonly NamedTerm[]): number | null {
  const bare = bareName(node);
  const index = bare === null ? -1 : columns.findIndex(({ name }) => name === bare);
  return index < 0 ? null : index;
}

function bareName(node: Node | undefined): string | null {
  const path = node && 'ColumnRef' in node ? stringsOf(node.ColumnRef.fields) : null;
  return path?.length === 1 ? (path[0] ?? null) : null;
}

function groupNodes(nodes: readonly Node[] | undefined): Node[] {
  return (nodes ?? []).flatMap((node) => {
    if ('GroupingSet' in node) return groupNodes(node.GroupingSet.content);
    if ('RowExpr' in node) return groupNodes(node.RowExpr.args);
    return isPresent(node) ? [node] : [];
  });
}

/** Each WITH query sees previous ones; a recursive one sees itself as its first arm defines it. */
function withCommonTables(clause: WithClause, around: FactScope, reader: Reader): FactScope {
  const tables = new Map<string, CommonQuery>(around.commonTables);
  for (const node of clause.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue;
    const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
    if (!ctequery || !('SelectStmt' in ctequery)) continue;
    const select = ctequery.SelectStmt;
    const scope = (known: ReadonlyMap<string, CommonQuery>): FactScope => ({
      items: [],
      parent: around,
      commonTables: known,
    });
    const names = stringsOf(aliascolnames) ?? [];
    const named = ({ columns, arms }: CommonQuery): CommonQuery => ({
      columns: columns.map((column, index) => ({ ...column, name: names[index] ?? column.name })),
      arms,
    });
    const itself =
      clause.recursive && select.larg
        ? new Map([...tables, [ctename, named(readQuery(select.larg, scope(tables), reader))]])
        : tables;
    tables.set(ctename, named(readQuery(select, scope(itself), reader)));
  }
  return { ...around, commonTables: tables };
}
