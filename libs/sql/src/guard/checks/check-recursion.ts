import type { A_Expr, CommonTableExpr, JoinExpr, Node, SelectStmt, WithClause } from 'libpg-query';
import { GuardRefusal } from '../guard-verdict';
import { AGGREGATE_FUNCTIONS, SET_RETURNING_FUNCTIONS } from '../allowlists/function-allowlist';
import { integerConstant, stringsOf } from './node-access';
import { growsItself } from './text-growth';
import { isRecord } from './tree-walk';

/** One entry of a recursive arm's FROM: the qualifier of its columns, and the node. */
interface Leaf {
  name: string;
  node: Node;
}

/** The reads of a level of a recursive arm, and the conditions on its rows. */
interface Level {
  leaves: Leaf[];
  /** Conditions that filter rows: WHERE and inner joins. */
  filters: Node[];
  /** Conditions that connect leaves: those, and outer joins. */
  links: Node[];
  /** Joins by shared names, which connect both sides without an expression. */
  named: number;
}

const ORDERING: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '<>']);

/**
 * The number of a WITH clause's queries that refer to themselves.
 *
 * Each iteration of a recursive query must be able to end it and must not multiply unrelated rows: the recursive arm
 * needs a condition on a column, and all its other reads must be connected to the recursive reference by an equality or
 * a call, or be a single row. Remaining runaways meet the time-out; this check rejects the plain `SELECT n + 1 FROM r`
 * and `FROM r, generate_series(1, 100)`.
 *
 * @throws GuardRefusal `unbounded_recursion`
 */
export function recursiveQueries(clause: WithClause): number {
  if (clause.recursive !== true) return 0;
  const tables = (clause.ctes ?? []).flatMap((node) => ('CommonTableExpr' in node ? [node.CommonTableExpr] : []));
  const recursive = tables.filter((table) => refersTo(table.ctequery, table.ctename ?? ''));
  for (const table of recursive) checkArm(table, tables);
  return recursive.length;
}

function checkArm(table: CommonTableExpr, tables: readonly CommonTableExpr[]): void {
  const name = table.ctename ?? '';
  const query = table.ctequery && 'SelectStmt' in table.ctequery ? table.ctequery.SelectStmt : undefined;
  const levels = levelsDownTo(name, query?.rarg);
  if (levels.length === 0)
    throw new GuardRefusal('unbounded_recursion', `${name} refers to itself in an unusual position`);
  if (growsItself(query?.rarg)) throw new GuardRefusal('unbounded_recursion', `${name} doubles what it holds`);
  for (const level of levels) checkTied(level, name, tables);
  if (!levels.some(({ filters }) => filters.some((filter) => columnNames(filter).length > 0))) {
    throw new GuardRefusal('unbounded_recursion', `nothing ends ${name}`);
  }
}

/** The queries from the recursive arm down to the one with the name in its FROM. */
function levelsDownTo(name: string, select: SelectStmt | undefined): Level[] {
  if (!select) return [];
  if (select.larg && select.rarg)
    return [select.larg, select.rarg].map((arm) => levelsDownTo(name, arm)).find((levels) => levels.length > 0) ?? [];
  const level = readLevel(select);
  for (const { node } of level.leaves) {
    if ('RangeVar' in node && node.RangeVar.relname === name && node.RangeVar.schemaname === undefined) return [level];
    const inner = 'RangeSubselect' in node ? levelsDownTo(name, selectOf(node.RangeSubselect.subquery)) : [];
    if (inner.length > 0) return [level, ...inner];
  }
  return [];
}

function readLevel(select: SelectStmt): Level {
  const level: Level = { leaves: [], filters: [], links: [], named: 0 };
  for (const node of select.fromClause ?? []) readItem(node, level);
  const where = conjuncts(select.whereClause);
  level.filters.push(...where);
  level.links.push(...where);
  return level;
}

function readItem(node: Node, level: Level): void {
  if (!('JoinExpr' in node)) {
    level.leaves.push({ name: leafName(node), node });
    return;
  }
  const join: JoinExpr = node.JoinExpr;
  for (const side of [join.larg, join.rarg]) if (side) readItem(side, level);
  if (join.usingClause || join.isNatural) level.named += 1;
  const conditions = conjuncts(join.quals);
  level.links.push(...conditions);
  if (join.jointype === 'JOIN_INNER') level.filters.push(...conditions, ...(join.usingClause ?? []).map(asColumn));
}

/** @throws GuardRefusal if another item multiplies the rows of the recursive reference freely */
function checkTied(level: Level, name: string, tables: readonly CommonTableExpr[]): void {
  const groups = new Map<string, Set<string>>();
  for (const leaf of level.leaves) if (!isOneRow(leaf.node, tables)) groups.set(leaf.name, new Set([leaf.name]));
  let loose = level.named;
  for (const link of [
    ...level.links.filter((condition) => !isOrdering(condition)),
    ...level.leaves.map(({ node }) => node),
  ]) {
    const own = level.leaves.find(({ node }) => node === link)?.name;
    const names = columnNames(link);
    const named = [
      ...new Set([
        ...(own === undefined ? [] : [own]),
        ...names.flatMap(({ qualifier }) => (qualifier !== null && groups.has(qualifier) ? [qualifier] : [])),
      ]),
    ];
    const bare = new Set(names.flatMap(({ qualifier, column }) => (qualifier === null ? [column] : [])));
    join(named, groups);
    // An unqualified column may belong to any leaf: it connects one of them, unknown which.
    if (own === undefined || isFunction(link)) loose += Math.max(0, bare.size - (named.length > 0 ? 0 : 1));
  }
  const untied = new Set(groups.values()).size - 1 - loose;
  if (untied > 0) throw new GuardRefusal('unbounded_recursion', `${name} multiplies by something it is not joined to`);
}

function join(names: readonly string[], groups: Map<string, Set<string>>): void {
  const merged = new Set(names.flatMap((name) => [...(groups.get(name) ?? [])]));
  for (const name of merged) groups.set(name, merged);
}

function isOneRow(node: Node, tables: readonly CommonTableExpr[]): boolean {
  if ('RangeSubselect' in node) return givesOneRow(selectOf(node.RangeSubselect.subquery));
  if (!('RangeVar' in node) || node.RangeVar.schemaname !== undefined) return false;
  const table = tables.find(({ ctename }) => ctename === node.RangeVar.relname);
  return table !== undefined && givesOneRow(selectOf(table.ctequery));
}

function isOrdering(condition: Node): boolean {
  if (!('A_Expr' in condition)) return false;
  const { kind, name }: A_Expr = condition.A_Expr;
  return (kind === 'AEXPR_OP' && ORDERING.has(stringsOf(name)?.at(-1) ?? '')) || (kind ?? '').includes('BETWEEN');
}

const isFunction = (node: Node): boolean => 'RangeFunction' in node;

function leafName(node: Node): string {
  if ('RangeVar' in node) return node.RangeVar.alias?.aliasname ?? node.RangeVar.relname ?? '';
  if ('RangeSubselect' in node) return node.RangeSubselect.alias?.aliasname ?? '';
  if ('RangeFunction' in node) return node.RangeFunction.alias?.aliasname ?? '';
  return '';
}

function conjuncts(node: Node | undefined): Node[] {
  if (!node) return [];
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') return (node.BoolExpr.args ?? []).flatMap(conjuncts);
  return [node];
}

function selectOf(node: Node | undefined): SelectStmt | undefined {
  return node && 'SelectStmt' in node ? node.SelectStmt : undefined;
}

function asColumn(name: Node): Node {
  return { ColumnRef: { fields: [name] } };
}

/** Every column reference below a node, with the name before the dot. */
function columnNames(value: unknown): { qualifier: string | null; column: string }[] {
  if (Array.isArray(value)) return value.flatMap(columnNames);
  if (!isRecord(value)) return [];
  const path = isRecord(value['ColumnRef']) ? stringsOf((value['ColumnRef'] as { fields?: Node[] }).fields) : null;
  const own = path ? [{ qualifier: path.at(-2) ?? null, column: path.at(-1) ?? '' }] : [];
  return [...own, ...Object.values(value).flatMap(columnNames)];
}

function refersTo(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((item) => refersTo(item, name));
  if (!isRecord(value)) return false;
  if (value['relname'] === name && value['schemaname'] === undefined) return true;
  return Object.values(value).some((inner) => refersTo(inner, name));
}

/** True for a query that certainly returns at most one row: bare values, LIMIT 1, an aggregate of everything. */
function givesOneRow(select: SelectStmt | undefined): boolean {
  if (!select || select.larg) return false;
  if (select.valuesLists) return select.valuesLists.length === 1;
  const limit = integerConstant(select.limitCount);
  if (limit !== null && limit <= 1 && select.limitOption !== 'LIMIT_OPTION_WITH_TIES') return true;
  const calls = callsIn(select.targetList);
  if (calls.some(({ name }) => SET_RETURNING_FUNCTIONS.has(name))) return false;
  if (!select.fromClause) return true;
  return !select.groupClause && calls.some(({ name, windowed }) => !windowed && AGGREGATE_FUNCTIONS.has(name));
}

/** The calls of an expression, without those of nested queries. */
function callsIn(value: unknown): { name: string; windowed: boolean }[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'SelectStmt') return [];
    const call =
      key === 'FuncCall' && isRecord(inner)
        ? [
            {
              name: stringsOf(inner['funcname'] as Parameters<typeof stringsOf>[0])?.at(-1) ?? '',
              windowed: 'over' in inner,
            },
          ]
        : [];
    return [...call, ...callsIn(inner)];
  });
}
