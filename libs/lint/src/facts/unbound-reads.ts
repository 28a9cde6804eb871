import type { A_Expr, Node, RangeVar, SelectStmt } from 'libpg-query';
import { parseSql, stringsOf } from '@querent/sql';
import { nodesWhere } from '../lint/reading/nodes';
import { literalText, plainValue } from './literal-text';

/** A condition required of every read of a table: its column has one of the values. */
export interface Bound {
  table: string;
  column: string;
  values: readonly (string | number | boolean)[];
}

/**
 * The number of reads of a table, anywhere in a statement, without the condition: it must be in the query whose FROM
 * contains the read, or in the ON of its join, so that no other row counts. Forms that might admit other rows (an OR
 * with something else, an outer join that keeps the row, a common table of the same name) count as unbound.
 * @throws SqlSyntaxError
 */
export async function unboundReads(sql: string, bound: Bound): Promise<number> {
  const { stmts } = await parseSql(sql);
  const shadowed = nodesWhere(
    stmts,
    (node) => ('CommonTableExpr' in node && node.CommonTableExpr.ctename === bound.table ? node : null),
    'with queries',
  ).length;
  const queries = nodesWhere(stmts, (node) => ('SelectStmt' in node ? node.SelectStmt : null), 'with queries');
  return shadowed + queries.flatMap(armsOf).reduce((sum, query) => sum + unboundIn(query, bound), 0);
}

/** The arms of a set operation are unwrapped fields, which a walk over nodes does not visit. */
const armsOf = (query: SelectStmt): SelectStmt[] => [
  query,
  ...[query.larg, query.rarg].flatMap((arm) => (arm === undefined ? [] : armsOf(arm))),
];

function unboundIn({ fromClause = [], whereClause }: SelectStmt, bound: Bound): number {
  const where = whereClause === undefined ? [] : [whereClause];
  return fromClause
    .flatMap((item) => readsOf(item, where))
    .filter(
      ({ read, conditions }) =>
        read.relname === bound.table && !conditions.some((condition) => implies(condition, read, bound)),
    ).length;
}

interface Read {
  read: RangeVar;
  /** Conditions on every row that counts. */
  conditions: Node[];
}

/** The relations of a FROM item with their conditions: an outer join's ON does not restrict its preserved side. */
function readsOf(item: Node, conditions: Node[]): Read[] {
  if ('RangeVar' in item) return [{ read: item.RangeVar, conditions }];
  if (!('JoinExpr' in item)) return [];
  const { jointype, larg, rarg, quals } = item.JoinExpr;
  const on = quals === undefined ? [] : [quals];
  const left = jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? [...conditions, ...on] : conditions;
  const right = jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? [...conditions, ...on] : conditions;
  return [...(larg === undefined ? [] : readsOf(larg, left)), ...(rarg === undefined ? [] : readsOf(rarg, right))];
}

function implies(condition: Node, read: RangeVar, bound: Bound): boolean {
  if ('BoolExpr' in condition) {
    const { boolop, args = [] } = condition.BoolExpr;
    if (boolop === 'AND_EXPR') return args.some((arg) => implies(arg, read, bound));
    return boolop === 'OR_EXPR' && args.length > 0 && args.every((arg) => implies(arg, read, bound));
  }
  return 'A_Expr' in condition && isOneOfValues(condition.A_Expr, read, bound);
}

function isOneOfValues({ kind, name, lexpr, rexpr }: A_Expr, read: RangeVar, { column, values }: Bound): boolean {
  if (stringsOf(name)?.join('.') !== '=' || lexpr === undefined || rexpr === undefined) return false;
  const allowed = new Set(values.map((value) => plainValue(String(value))));
  const isAllowed = (node: Node): boolean => {
    const bare = withoutCast(node);
    return 'A_Const' in bare && allowed.has(literalText(bare.A_Const));
  };
  if (kind === 'AEXPR_IN')
    return isColumn(lexpr, read, column) && 'List' in rexpr && (rexpr.List.items ?? []).every(isAllowed);
  return (
    kind === 'AEXPR_OP' &&
    ((isColumn(lexpr, read, column) && isAllowed(rexpr)) || (isColumn(rexpr, read, column) && isAllowed(lexpr)))
  );
}

/** Without a qualifier it is this read's column: PostgreSQL would refuse an ambiguous name. */
function isColumn(node: Node, read: RangeVar, column: string): boolean {
  const bare = withoutCast(node);
  if (!('ColumnRef' in bare)) return false;
  const path = stringsOf(bare.ColumnRef.fields) ?? [];
  if (path.at(-1) !== column || read.alias?.colnames !== undefined) return false;
  return path.length === 1 || path.at(-2) === (read.alias?.aliasname ?? read.relname);
}

const withoutCast = (node: Node): Node =>
  'TypeCast' in node && node.TypeCast.arg !== undefined ? withoutCast(node.TypeCast.arg) : node;
