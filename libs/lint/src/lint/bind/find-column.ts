import type { ColumnRef } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import type { BoundRef, Item, SourceColumn } from './bound-query';
import type { Binding } from './binding';
import type { LintScope } from './lint-scope';

/**
 * Resolves `x`, `t.x`, `s.t.x`, `t` (a whole row) and `t.*` in PostgreSQL's order (transformColumnRef). Unlike the
 * guard's resolver it never stops: an unknown name is recorded as an issue, and accepted.
 */
export function bindColumn(ref: ColumnRef, scope: LintScope, binding: Binding): void {
  const path = stringsOf(ref.fields);
  const found = path ? findPath(path, scope, binding) : findRowStar(ref, scope, binding);
  if (found && scope.block)
    binding.refs.set(ref, { ref, output: null, block: scope.block, path: path ?? [], ...found });
}

/** The entry of a qualified name: `t` or `s.t`. */
export function findItem(path: readonly string[], scope: LintScope): Item | null {
  for (let level: LintScope | null = scope; level; level = level.parent) {
    const found = level.items.find((item) => item.nameVisible && isNamed(item, path));
    if (found) return found;
  }
  return null;
}

/** Visible entries, nearest level first. */
export function visibleItems(scope: LintScope): Item[] {
  const items: Item[] = [];
  for (let level: LintScope | null = scope; level; level = level.parent) items.push(...level.items);
  return items;
}

type Found = Pick<BoundRef, 'kind' | 'column' | 'item'>;

const UNKNOWN: Found = { kind: 'unknown', column: null, item: null };

function findPath(path: string[], scope: LintScope, binding: Binding): Found {
  return path.length === 1 ? findUnqualified(path[0] ?? '', scope, binding) : findQualified(path, scope, binding);
}

function findQualified(path: string[], scope: LintScope, binding: Binding): Found {
  const item = findItem(path.slice(0, -1), scope);
  if (!item) {
    binding.issues.push({ kind: 'qualifier', path, items: visibleItems(scope) });
    return UNKNOWN;
  }
  const columns = item.columns.filter((column) => column.name === path.at(-1));
  const [column] = columns;
  if (column) {
    if (columns.length > 1) binding.issues.push({ kind: 'ambiguous', path, items: [item] });
    return { kind: 'column', column, item };
  }
  if (!item.open) binding.issues.push({ kind: 'column', path, items: [item] });
  return UNKNOWN;
}

/** The nearest level with the column decides; an entry with unknown columns may have any. */
function findUnqualified(name: string, scope: LintScope, binding: Binding): Found {
  let open = false;
  for (let level: LintScope | null = scope; level; level = level.parent) {
    const visible = level.items.filter((item) => item.columnsVisible);
    const matches = visible.flatMap((item) =>
      item.columns.filter((column) => column.name === name).map((column) => ({ item, column })),
    );
    const [match] = matches;
    if (match) {
      if (matches.length > 1)
        binding.issues.push({ kind: 'ambiguous', path: [name], items: holders(name, level.items, matches) });
      return { kind: 'column', column: match.column, item: match.item };
    }
    open ||= visible.some((item) => item.open);
  }
  const row = findItem([name], scope);
  if (row) return { kind: 'row', column: null, item: row };
  if (!open) binding.issues.push({ kind: 'column', path: [name], items: visibleItems(scope) });
  return UNKNOWN;
}

/** The entries that could qualify the column. */
function holders(name: string, items: readonly Item[], matches: readonly { column: SourceColumn }[]): Item[] {
  const sources = new Set(matches.map(({ column }) => column.source));
  return items.filter(
    (item) => item.nameVisible && item.columns.some((column) => column.name === name && sources.has(column.source)),
  );
}

function isNamed(item: Item, path: readonly string[]): boolean {
  if (path.length === 1) return item.name === path[0];
  return path.length === 2 && item.unaliased?.schema === path[0] && item.unaliased?.name === path[1];
}

/** `count(t.*)`, `ROW(t.*)`: the whole row of an entry. */
function findRowStar(ref: ColumnRef, scope: LintScope, binding: Binding): Found | null {
  const qualifier = stringsOf(ref.fields?.slice(0, -1));
  if (!qualifier || qualifier.length === 0) return null;
  const item = findItem(qualifier, scope);
  if (!item) binding.issues.push({ kind: 'qualifier', path: [...qualifier, '*'], items: visibleItems(scope) });
  return item ? { kind: 'row', column: null, item } : UNKNOWN;
}
