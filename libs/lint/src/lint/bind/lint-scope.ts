import type { Block, Item, Output, Source, SourceColumn } from './bound-query';

/** A WITH query as seen by later parts; its query is null while its own recursion is being bound. */
export interface CommonTable {
  outputs: readonly Output[];
  query: Block | null;
  open: boolean;
}

/** One level of name lookup; `parent` is the enclosing query. */
export interface LintScope {
  items: readonly Item[];
  parent: LintScope | null;
  commonTables: ReadonlyMap<string, CommonTable>;
  block: Block | null;
}

export const ROOT_LINT_SCOPE: LintScope = { items: [], parent: null, commonTables: new Map(), block: null };

/** A level with these items inside `around`. */
export function scopeInside(items: readonly Item[], around: LintScope, block: Block | null = around.block): LintScope {
  return { items, parent: around, commonTables: around.commonTables, block };
}

/** A leaf of FROM with its columns, some of them renamed by an alias's column list. */
export function sourceOf(
  name: string | null,
  outputs: readonly Pick<Output, 'name' | 'column'>[],
  renamed: readonly string[] = [],
): Source {
  const source: Source = { name, relation: null, query: null, columns: [], open: false, optional: false };
  source.columns = outputs.map(({ name: own, column }, i) => ({
    name: renamed[i] ?? own,
    source,
    position: i,
    origin: column?.origin ?? null,
  }));
  return source;
}

/** The namespace entry of a leaf. */
export function itemOf(source: Source): Item {
  const { name, columns, open } = source;
  return { name, columns, open, nameVisible: name !== null, columnsVisible: true, unaliased: null, hiddenName: null };
}

/** The columns that unqualified names can mean, over several entries. */
export function visibleColumns(items: readonly Item[]): SourceColumn[] {
  return items.filter((item) => item.columnsVisible).flatMap((item) => item.columns);
}
