import type { JoinExpr, Node, RangeVar } from 'libpg-query';
import { outputName, relationKey, stringsOf } from '@querent/sql';
import { addConditions } from './read-condition';
import { columnTerm, constantTerm, type FactScope, type FromItem, type NamedTerm, type Reader } from './term';

/** The items of a FROM list. Every item sees those to its left: whether it may is checked elsewhere. */
export function readFrom(nodes: readonly Node[], around: FactScope, reader: Reader): FromItem[] {
  const items: FromItem[] = [];
  for (const node of nodes) items.push(...readItem(node, items, around, reader));
  return items;
}

function readItem(node: Node, left: readonly FromItem[], around: FactScope, reader: Reader): FromItem[] {
  const scope: FactScope = { items: left, parent: around, commonTables: around.commonTables };
  if ('RangeVar' in node) return [relationItem(node.RangeVar, around, reader)];
  if ('JoinExpr' in node) return joinItems(node.JoinExpr, left, around, reader);
  if ('RangeTableSample' in node && node.RangeTableSample.relation)
    return readItem(node.RangeTableSample.relation, left, around, reader);
  if ('RangeSubselect' in node) {
    const { subquery, alias, lateral } = node.RangeSubselect;
    if (!subquery || !('SelectStmt' in subquery)) return [];
    const inner = reader.query(subquery.SelectStmt, lateral ? scope : { ...scope, items: [] });
    return [
      {
        name: alias?.aliasname ?? null,
        columns: renamed(inner.columns, alias),
        open: false,
        table: null,
        inStar: true,
        arms: inner.arms,
      },
    ];
  }
  if ('RangeFunction' in node) {
    const { functions, alias } = node.RangeFunction;
    const calls = (functions ?? []).flatMap((entry) => ('List' in entry ? (entry.List.items ?? []).slice(0, 1) : []));
    for (const call of calls) reader.term(call, scope);
    return [
      { name: alias?.aliasname ?? outputName(calls[0]), columns: [], open: true, table: null, inStar: true, arms: [] },
    ];
  }
  return [];
}

function relationItem(range: RangeVar, around: FactScope, reader: Reader): FromItem {
  const table = range.relname ?? '';
  const name = range.alias?.aliasname ?? table;
  const common = range.schemaname === undefined ? around.commonTables.get(table) : undefined;
  if (common)
    return {
      name,
      columns: renamed(common.columns, range.alias),
      open: false,
      table: null,
      inStar: true,
      arms: common.arms,
    };
  reader.facts.relations.push(table);
  const schemas = range.schemaname === undefined ? reader.catalogue.searchPath : [range.schemaname];
  const stored = schemas.map((schema) => reader.catalogue.relations.get(relationKey(schema, table))).find(Boolean);
  if (!stored || stored.hidden) {
    reader.facts.unknown.push(table);
    return { name, columns: [], open: true, table, inStar: true, arms: [] };
  }
  const columns = stored.columns
    .filter(({ hidden }) => hidden !== true)
    .map((column) => ({ name: column.name, term: columnTerm(table, column.name) }));
  return { name, columns: renamed(columns, range.alias), open: false, table, inStar: true, arms: [] };
}

function renamed(columns: readonly NamedTerm[], alias: RangeVar['alias']): NamedTerm[] {
  const names = stringsOf(alias?.colnames) ?? [];
  return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}

/** A join's two sides, with its conditions recorded; the alias of a join hides both. */
function joinItems(join: JoinExpr, left: readonly FromItem[], around: FactScope, reader: Reader): FromItem[] {
  const leftItems = join.larg ? readItem(join.larg, left, around, reader) : [];
  const rightItems = join.rarg ? readItem(join.rarg, [...left, ...leftItems], around, reader) : [];
  const items = [...leftItems, ...rightItems];
  const shared = sharedNames(join, leftItems, rightItems);
  for (const name of shared) {
    const [a, b] = [leftItems, rightItems].map((side) =>
      side.flatMap(({ columns }) => columns).find((column) => column.name === name),
    );
    const [one, other] = [a?.term ?? constantTerm(name), b?.term ?? constantTerm(name)];
    reader.facts.joins.push({ left: one.text, right: other.text, op: '=' });
  }
  if (join.jointype === 'JOIN_LEFT' || join.jointype === 'JOIN_FULL') noteOptional(rightItems, reader);
  if (join.jointype === 'JOIN_RIGHT' || join.jointype === 'JOIN_FULL') noteOptional(leftItems, reader);
  if (join.quals)
    addConditions(
      join.quals,
      'join',
      { items: [...items, ...left], parent: around, commonTables: around.commonTables },
      reader,
    );
  const whole = wholeJoin(items, shared);
  if (join.alias)
    return [{ ...whole, name: join.alias.aliasname ?? null, columns: renamed(whole.columns, join.alias) }];
  return shared.length === 0 ? items : [...items.map((item) => ({ ...item, inStar: false })), whole];
}

/** The columns of a join as a whole: merged columns first, then the others. */
function wholeJoin(items: readonly FromItem[], shared: readonly string[]): FromItem {
  const columns = items.filter(({ inStar }) => inStar).flatMap((item) => item.columns);
  const merged = shared.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  return {
    name: null,
    columns: [...merged, ...columns.filter(({ name }) => !shared.includes(name))],
    open: items.some(({ open }) => open),
    table: null,
    inStar: true,
    arms: [],
  };
}

function sharedNames(join: JoinExpr, left: readonly FromItem[], right: readonly FromItem[]): string[] {
  if (!join.isNatural) return stringsOf(join.usingClause) ?? [];
  const offered = new Set(right.flatMap(({ columns }) => columns.map(({ name }) => name)));
  return [...new Set(left.flatMap(({ columns }) => columns.map(({ name }) => name)))].filter((name) =>
    offered.has(name),
  );
}

function noteOptional(items: readonly FromItem[], reader: Reader): void {
  for (const item of items) reader.facts.optional.push(...(item.table === null ? tablesOf(item) : [item.table]));
}

function tablesOf(item: FromItem): string[] {
  return item.arms.flatMap(({ items }) =>
    items.flatMap((inner) => (inner.table === null ? tablesOf(inner) : [inner.table])),
  );
}
