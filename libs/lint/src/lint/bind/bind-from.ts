import type { Node, RangeFunction, RangeSubselect, RangeVar } from 'libpg-query';
import { FUNCTION_COLUMNS, type GuardRelation, isPresent, outputName, relationKey, stringsOf } from '@querent/sql';
import { bindExpression } from './bind-expression';
import { bindJoin } from './bind-join';
import type { Binding } from './binding';
import type { Block, Item, Source } from './bound-query';
import { itemOf, scopeInside, sourceOf, type LintScope } from './lint-scope';

/** Binds a FROM list into its block; each entry sees those to its left if LATERAL permits it. */
export function bindFrom(nodes: readonly Node[], block: Block, around: LintScope, binding: Binding): void {
  for (const node of nodes) block.items.push(...bindFromItem(node, [...block.items], block, around, binding));
}

/** The namespace entries of one FROM item; `left` are the entries a lateral reference may use. */
export function bindFromItem(
  node: Node,
  left: readonly Item[],
  block: Block,
  around: LintScope,
  binding: Binding,
): Item[] {
  if ('JoinExpr' in node) return bindJoin(node.JoinExpr, left, block, around, binding, bindFromItem);
  const item = bindLeaf(node, left, block, around, binding);
  binding.items.push(item);
  return [item];
}

function bindLeaf(node: Node, left: readonly Item[], block: Block, around: LintScope, binding: Binding): Item {
  if ('RangeVar' in node) return relationItem(node.RangeVar, block, around, binding);
  if ('RangeSubselect' in node) return subqueryItem(node.RangeSubselect, left, block, around, binding);
  if ('RangeFunction' in node)
    return functionItem(node.RangeFunction, block, scopeInside(left, around, block), binding);
  if ('RangeTableSample' in node) {
    const { relation, args, repeatable } = node.RangeTableSample;
    bindExpression([args, repeatable], scopeInside([], around, block), binding);
    if (relation && 'RangeVar' in relation) return relationItem(relation.RangeVar, block, around, binding);
  }
  return added({ ...sourceOf(null, []), open: true }, block);
}

function relationItem(range: RangeVar, block: Block, around: LintScope, binding: Binding): Item {
  const written = range.relname ?? '';
  const alias = range.alias?.aliasname;
  const renamed = stringsOf(range.alias?.colnames) ?? [];
  const common = range.schemaname === undefined ? around.commonTables.get(written) : undefined;
  if (common) {
    const source = sourceOf(alias ?? written, common.outputs, renamed);
    source.query = common.query;
    source.open = common.open;
    return { ...added(source, block), hiddenName: alias === undefined ? null : written };
  }
  const relation = storedRelation(range, binding);
  if (!relation) binding.issues.push({ kind: 'relation', written, schema: range.schemaname ?? null });
  const source = sourceOf(alias ?? written, []);
  source.relation = relation;
  source.open = relation === null;
  source.columns = (relation?.columns ?? [])
    .filter((column) => !column.hidden)
    .map(({ name, type }, i) => ({
      name: renamed[i] ?? name,
      source,
      position: i,
      origin: { table: relation?.name ?? written, column: name, type },
    }));
  const item = added(source, block);
  return alias === undefined ? { ...item, unaliased: relation } : { ...item, hiddenName: written };
}

function storedRelation(range: RangeVar, { catalogue }: Binding): GuardRelation | null {
  const schemas = range.schemaname === undefined ? catalogue.searchPath : [range.schemaname];
  const found = schemas
    .map((schema) => catalogue.relations.get(relationKey(schema, range.relname ?? '')))
    .find(Boolean);
  return found && !found.hidden ? found : null;
}

function subqueryItem(
  range: RangeSubselect,
  left: readonly Item[],
  block: Block,
  around: LintScope,
  binding: Binding,
): Item {
  const { subquery, lateral, alias } = range;
  const name = alias?.aliasname ?? null;
  if (!subquery || !('SelectStmt' in subquery)) return added({ ...sourceOf(name, []), open: true }, block);
  const query = binding.bindQuery(subquery.SelectStmt, 'from', scopeInside(lateral ? left : [], around, block));
  const source = sourceOf(name, query.outputs, stringsOf(alias?.colnames) ?? []);
  source.query = query;
  source.open = query.open;
  return added(source, block);
}

/** A function in FROM sees everything to its left, with or without LATERAL. */
function functionItem(range: RangeFunction, block: Block, scope: LintScope, binding: Binding): Item {
  const alias = range.alias?.aliasname;
  const calls = (range.functions ?? []).map(readFunctionEntry);
  const names: string[] = [];
  for (const { call, definitions } of calls) {
    bindExpression(call, scope, binding);
    const defined = definitions.length > 0 ? definitions : (range.coldeflist ?? []);
    names.push(
      ...(defined.length > 0 ? defined.map(definedName) : ownNames(call, calls.length === 1 ? alias : undefined)),
    );
  }
  if (range.ordinality) names.push('ordinality');
  const outputs = names.map((name) => ({ name, column: null }));
  return added(sourceOf(alias ?? outputName(calls[0]?.call), outputs, stringsOf(range.alias?.colnames) ?? []), block);
}

function readFunctionEntry(entry: Node): { call: Node | undefined; definitions: readonly Node[] } {
  const [call, definitions] = 'List' in entry ? (entry.List.items ?? []) : [];
  return {
    call: isPresent(call) ? call : undefined,
    definitions: definitions && 'List' in definitions ? (definitions.List.items ?? []) : [],
  };
}

function definedName(node: Node): string {
  return 'ColumnDef' in node ? (node.ColumnDef.colname ?? '') : '';
}

function ownNames(call: Node | undefined, alias: string | undefined): readonly string[] {
  const name = outputName(call);
  const isCall = call !== undefined && 'FuncCall' in call;
  const known = isCall && Object.hasOwn(FUNCTION_COLUMNS, name) ? FUNCTION_COLUMNS[name] : undefined;
  if (known) return known;
  // unnest(a, b) has one column per array, all with one name unless the alias renames them.
  const width = isCall && name === 'unnest' ? (call.FuncCall.args?.length ?? 1) : 1;
  return Array.from({ length: width }, () => (width > 1 ? name : (alias ?? name)));
}

/** The item of a new leaf, which joins the block's sources. */
function added(source: Source, block: Block): Item {
  // Not a copy, because columns refer to their source object.
  for (const column of source.columns) column.source = source;
  block.sources.push(source);
  return itemOf(source);
}
