import type { JoinExpr, Node } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import { bindExpression } from './bind-expression';
import type { Binding } from './binding';
import type { Block, Item, Source, SourceColumn } from './bound-query';
import { scopeInside, visibleColumns, type LintScope } from './lint-scope';

/** Binds one side of a join, itself any FROM item. */
type BindSide = (node: Node, left: readonly Item[], block: Block, around: LintScope, binding: Binding) => Item[];

/** The namespace of a join: merged columns first, then the rest of both sides; an alias hides both sides. */
export function bindJoin(
  join: JoinExpr,
  left: readonly Item[],
  block: Block,
  around: LintScope,
  binding: Binding,
  bindSide: BindSide,
): Item[] {
  const start = block.sources.length;
  const leftItems = join.larg ? bindSide(join.larg, left, block, around, binding) : [];
  const middle = block.sources.length;
  const rightItems = join.rarg ? bindSide(join.rarg, [...left, ...leftItems], block, around, binding) : [];
  const leftSources = block.sources.slice(start, middle);
  const rightSources = block.sources.slice(middle);
  markOptional(join, leftSources, rightSources);

  const merged = mergedColumns(join, leftItems, rightItems, binding);
  block.joins.push({ node: join, left: leftSources, right: rightSources, merged });
  bindExpression(join.quals, scopeInside([...leftItems, ...rightItems], around, block), binding);
  return joinItems(join, leftItems, rightItems, merged, binding);
}

function joinItems(
  join: JoinExpr,
  left: Item[],
  right: Item[],
  merged: readonly [SourceColumn, SourceColumn][],
  binding: Binding,
): Item[] {
  const names = merged.map(([column]) => column.name);
  // A right join keeps the right side's value: the left may be NULL.
  const kept = merged.map((pair) => (join.jointype === 'JOIN_RIGHT' ? pair[1] : pair[0]));
  const rest = [...visibleColumns(left), ...visibleColumns(right)].filter((column) => !names.includes(column.name));
  const open = [...left, ...right].some((item) => item.columnsVisible && item.open);
  const base: Item = {
    name: null,
    columns: [...kept, ...rest],
    open,
    nameVisible: false,
    columnsVisible: true,
    unaliased: null,
    hiddenName: null,
  };
  if (join.alias) {
    const renamed = stringsOf(join.alias.colnames) ?? [];
    const columns = base.columns.map((column, i) => ({ ...column, name: renamed[i] ?? column.name }));
    const named = { ...base, name: join.alias.aliasname ?? null, columns, nameVisible: true };
    binding.items.push(named);
    return [named];
  }
  const sides = [...left, ...right].map((item) => ({ ...item, columnsVisible: false }));
  const usingAlias = join.join_using_alias?.aliasname;
  if (usingAlias === undefined) return [...sides, base];
  return [...sides, base, { ...base, name: usingAlias, columns: kept, nameVisible: true, columnsVisible: false }];
}

function mergedColumns(
  join: JoinExpr,
  left: readonly Item[],
  right: readonly Item[],
  binding: Binding,
): [SourceColumn, SourceColumn][] {
  const [leftColumns, rightColumns] = [visibleColumns(left), visibleColumns(right)];
  const named = (columns: readonly SourceColumn[], name: string) => columns.find((column) => column.name === name);
  if (join.isNatural) {
    const pairs = leftColumns.map((column) => [column, named(rightColumns, column.name)] as const);
    return pairs.flatMap(([a, b]) => (b ? [[a, b]] : []));
  }
  return (stringsOf(join.usingClause) ?? []).flatMap((name): [SourceColumn, SourceColumn][] => {
    const [a, b] = [named(leftColumns, name), named(rightColumns, name)];
    if (a && b) return [[a, b]];
    for (const [column, items] of [
      [a, left],
      [b, right],
    ] as const) {
      if (!column && !items.some((item) => item.open))
        binding.issues.push({ kind: 'column', path: [name], items: [...items] });
    }
    return [];
  });
}

function markOptional(join: JoinExpr, left: readonly Source[], right: readonly Source[]): void {
  const filled: Record<string, readonly Source[]> = {
    JOIN_LEFT: right,
    JOIN_RIGHT: left,
    JOIN_FULL: [...left, ...right],
  };
  for (const source of filled[join.jointype ?? ''] ?? []) source.optional = true;
}
