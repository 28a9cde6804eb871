import type { JoinExpr, Node } from 'libpg-query';
import { GuardRefusal } from '../guard/guard-verdict';
import { stringsOf } from '../guard/checks/node-access';
import { readColumn } from './resolve-column';
import { resolveExpression } from './resolve-expression';
import { innerScope, namedItem, type RangeColumn, type RangeItem, type Resolution, type Scope } from './scope';

/** Resolves one side of a join, itself any FROM item. */
type ResolveSide = (node: Node, left: readonly RangeItem[], around: Scope, resolution: Resolution) => RangeItem[];

/**
 * The namespace of a join, after PostgreSQL's transformFromClauseItem: merged columns first, then the rest of
 * the left and of the right side; an alias hides both sides.
 */
export function resolveJoin(
  join: JoinExpr,
  left: readonly RangeItem[],
  around: Scope,
  resolution: Resolution,
  resolveSide: ResolveSide,
): RangeItem[] {
  if (!join.larg || !join.rarg) throw new GuardRefusal('forbidden_construct', 'join');
  const leftItems = resolveSide(join.larg, left, around, resolution);
  const rightItems = resolveSide(join.rarg, [...left, ...leftItems], around, resolution);
  const leftColumns = visibleColumns(leftItems);
  const rightColumns = visibleColumns(rightItems);
  const shared = sharedNames(join, leftColumns, rightColumns);
  const merged = shared.map((name) => mergeColumn(name, leftColumns, rightColumns, resolution));
  const rest = [...leftColumns, ...rightColumns].filter((column) => !shared.includes(column.name));

  resolveExpression(join.quals, innerScope([...leftItems, ...rightItems], around), resolution);
  if (join.alias) return [namedItem(join.alias.aliasname ?? null, [...merged, ...rest], join.alias)];
  const sides = [...leftItems, ...rightItems].map((item) => ({ ...item, columnsVisible: false }));
  const whole: RangeItem = { name: null, columns: [...merged, ...rest], nameVisible: false, columnsVisible: true };
  const usingAlias = join.join_using_alias?.aliasname;
  return usingAlias === undefined
    ? [...sides, whole]
    : [...sides, whole, { ...namedItem(usingAlias, merged), columnsVisible: false }];
}

function sharedNames(join: JoinExpr, left: readonly RangeColumn[], right: readonly RangeColumn[]): string[] {
  if (!join.isNatural) return stringsOf(join.usingClause) ?? [];
  const names = left.map((column) => column.name).filter((name) => right.some((column) => column.name === name));
  return [...new Set(names)];
}

/** Both sides of a merged column are compared, so both must be readable. */
function mergeColumn(
  name: string,
  left: readonly RangeColumn[],
  right: readonly RangeColumn[],
  resolution: Resolution,
): RangeColumn {
  const sides = [left, right].map((columns) => columns.filter((column) => column.name === name));
  for (const side of sides) {
    if (side.length === 0) throw new GuardRefusal('unknown_column', `join column ${name}`);
    for (const column of side) readColumn(column, resolution);
  }
  return { name, hidden: false };
}

function visibleColumns(items: readonly RangeItem[]): RangeColumn[] {
  return items.filter((item) => item.columnsVisible).flatMap((item) => item.columns);
}
