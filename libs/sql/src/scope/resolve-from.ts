import type { Node, RangeFunction, RangeVar } from 'libpg-query';
import { FUNCTION_COLUMNS } from '../guard/allowlists/function-allowlist';
import { relationKey, type GuardRelation } from '../guard/guard-catalogue';
import { GuardRefusal } from '../guard/guard-verdict';
import { isPresent, stringsOf } from '../guard/checks/node-access';
import { ALLOWED_TYPES, isPlainType } from '../guard/allowlists/type-allowlist';
import { outputName } from './output-name';
import { resolveExpression } from './resolve-expression';
import { resolveJoin } from './resolve-join';
import {
  bareScope,
  innerScope,
  namedItem,
  plainColumn,
  type RangeColumn,
  type RangeItem,
  type Resolution,
  type Scope,
} from './scope';

/** Schemas whose relations are always refused, whatever a catalogue contains. */
const SYSTEM_SCHEMA = /^(pg_.*|information_schema)$/;

/** Resolves a FROM list; each item sees those to its left if LATERAL permits it. */
export function resolveFrom(nodes: readonly Node[], around: Scope, resolution: Resolution): RangeItem[] {
  const items: RangeItem[] = [];
  for (const node of nodes) items.push(...resolveFromItem(node, items, around, resolution));
  return items;
}

/** The namespace entries of one FROM item; `left` are the items a lateral reference may use. */
export function resolveFromItem(
  node: Node,
  left: readonly RangeItem[],
  around: Scope,
  resolution: Resolution,
): RangeItem[] {
  if ('RangeVar' in node) return [relationItem(node.RangeVar, around, resolution)];
  if ('JoinExpr' in node) return resolveJoin(node.JoinExpr, left, around, resolution, resolveFromItem);
  if ('RangeFunction' in node) return [functionItem(node.RangeFunction, innerScope([...left], around), resolution)];
  if ('RangeSubselect' in node) {
    const { subquery, lateral, alias } = node.RangeSubselect;
    if (!subquery || !('SelectStmt' in subquery)) throw new GuardRefusal('forbidden_construct', 'subquery in FROM');
    const scope = lateral ? innerScope([...left], around) : bareScope(around);
    return [namedItem(alias?.aliasname ?? null, resolution.resolveSubquery(subquery.SelectStmt, scope), alias)];
  }
  if ('RangeTableSample' in node) {
    const { relation, args, repeatable } = node.RangeTableSample;
    resolveExpression([args, repeatable], bareScope(around), resolution);
    if (relation && 'RangeVar' in relation) return [relationItem(relation.RangeVar, around, resolution)];
  }
  throw new GuardRefusal('forbidden_construct', `FROM item ${Object.keys(node).join()}`);
}

function relationItem(range: RangeVar, around: Scope, resolution: Resolution): RangeItem {
  const name = range.relname ?? '';
  const alias = range.alias?.aliasname;
  resolution.settledRelations.add(range);
  const common = range.schemaname === undefined ? around.commonTables.get(name) : undefined;
  if (common) {
    if (!common.columns) throw new GuardRefusal('unresolved', `recursive reference to ${name}`);
    return namedItem(alias ?? name, common.columns, range.alias);
  }
  const relation = storedRelation(range, resolution);
  const key = `${relation.schema}.${relation.name}`;
  resolution.relationsRead.add(key);
  const columns = relation.columns.map((column) => ({
    name: column.name,
    hidden: column.hidden === true,
    source: `${key}.${column.name}`,
    isStored: true,
    isPlainType: isPlainType(column.type),
  }));
  const item = namedItem(alias ?? name, columns, range.alias);
  return alias === undefined ? { ...item, unaliased: relation } : item;
}

/** PostgreSQL searches pg_catalog before any search path, so a bare `pg_…` is always the system's. */
function storedRelation(range: RangeVar, { catalogue }: Resolution): GuardRelation {
  const { schemaname, relname = '' } = range;
  const written = schemaname === undefined ? relname : `${schemaname}.${relname}`;
  const isSystem = schemaname === undefined ? relname.startsWith('pg_') : SYSTEM_SCHEMA.test(schemaname);
  if (isSystem) throw new GuardRefusal('system_catalogue', `relation ${written}`);
  const schemas = schemaname === undefined ? catalogue.searchPath : [schemaname];
  const found = schemas.map((schema) => catalogue.relations.get(relationKey(schema, relname))).find(Boolean);
  if (!found) throw new GuardRefusal('unknown_relation', `relation ${written}`);
  if (SYSTEM_SCHEMA.test(found.schema)) throw new GuardRefusal('system_catalogue', `relation ${written}`);
  if (found.hidden) throw new GuardRefusal('hidden_relation', `relation ${written}`);
  return found;
}

/** A function in FROM sees everything to its left, with or without LATERAL. */
function functionItem(range: RangeFunction, scope: Scope, resolution: Resolution): RangeItem {
  const alias = range.alias?.aliasname;
  const calls = (range.functions ?? []).map(readFunctionEntry);
  const columns: RangeColumn[] = [];
  for (const { call, definitions } of calls) {
    resolveExpression(call, scope, resolution);
    const defined = definitions.length > 0 ? definitions : (range.coldeflist ?? []);
    columns.push(
      ...(defined.length > 0
        ? definedColumns(defined)
        : ownColumns(call, calls.length === 1 ? alias : undefined, resolution)),
    );
  }
  if (range.ordinality) columns.push(plainColumn('ordinality'));
  const firstName = calls[0] ? outputName(calls[0].call) : null;
  return namedItem(alias ?? firstName, columns, range.alias);
}

function readFunctionEntry(entry: Node): { call: Node; definitions: readonly Node[] } {
  const [call, definitions] = 'List' in entry ? (entry.List.items ?? []) : [];
  if (!isPresent(call)) throw new GuardRefusal('forbidden_construct', 'function in FROM');
  return { call, definitions: definitions && 'List' in definitions ? (definitions.List.items ?? []) : [] };
}

function definedColumns(definitions: readonly Node[]): RangeColumn[] {
  return definitions.map((node) => plainColumn('ColumnDef' in node ? (node.ColumnDef.colname ?? '') : ''));
}

/**
 * Whether a value in FROM may be a row, whose columns then have other names: of a non-plain array, and of COALESCE and
 * the like.
 */
function mayGiveRows(call: Node, arg: Node | undefined, resolution: Resolution): boolean {
  if (!('FuncCall' in call)) return !('SQLValueFunction' in call);
  return outputName(call) === 'unnest' && !isPlainArray(arg, resolution);
}

function isPlainArray(node: Node | undefined, { settledColumns }: Pick<Resolution, 'settledColumns'>): boolean {
  if (!node) return false;
  if ('ColumnRef' in node) {
    const target = settledColumns.get(node.ColumnRef);
    return target?.kind === 'column' && target.column.isPlainType === true;
  }
  if ('TypeCast' in node) return ALLOWED_TYPES.has(stringsOf(node.TypeCast.typeName?.names)?.at(-1) ?? '');
  if ('A_ArrayExpr' in node)
    return (node.A_ArrayExpr.elements ?? []).every(
      (element) => 'A_Const' in element || isPlainArray(element, { settledColumns }),
    );
  return (
    'FuncCall' in node && ['string_to_array', 'regexp_split_to_array', 'tsvector_to_array'].includes(outputName(node))
  );
}

function ownColumns(call: Node, alias: string | undefined, resolution: Resolution): RangeColumn[] {
  const name = outputName(call);
  const known = 'FuncCall' in call && Object.hasOwn(FUNCTION_COLUMNS, name) ? FUNCTION_COLUMNS[name] : undefined;
  if (known) return known.map(plainColumn);
  // unnest(a, b) has one column per array, all with one name unless the alias renames them.
  const width = 'FuncCall' in call && name === 'unnest' ? (call.FuncCall.args?.length ?? 1) : 1;
  const args = 'FuncCall' in call ? (call.FuncCall.args ?? []) : [];
  const isSeries = name === 'generate_series';
  return Array.from({ length: width }, (_, i) => ({
    ...plainColumn(width > 1 ? name : (alias ?? name)),
    ...(isSeries && { defined: args.slice(0, 2) }),
    ...(name === 'unnest' && args[i] && { defined: [args[i]] }),
    isGuessed: mayGiveRows(call, args[i], resolution),
  }));
}
