import type { FuncCall, Node } from 'libpg-query';
import { AGGREGATE_FUNCTIONS, stringsOf } from '@querent/sql';
import { nodesWhere } from './nodes';

/** Aggregates over geometries; with two arguments or over an array these are plain functions. */
const SPATIAL_AGGREGATES: ReadonlySet<string> = new Set([
  'st_union',
  'st_collect',
  'st_extent',
  'st_memunion',
  'st_makeline',
  'st_clusterwithin',
  'st_polygonize',
]);

/** Aggregates only with WITHIN GROUP; over a window they are ranks. */
const HYPOTHETICAL: ReadonlySet<string> = new Set(['rank', 'dense_rank', 'percent_rank', 'cume_dist']);

/** The name of a called function, without its schema. */
export function functionName(call: FuncCall): string {
  return stringsOf(call.funcname)?.at(-1) ?? '';
}

/** True for an aggregate call; false for a window function. */
export function isAggregate(node: Node): boolean {
  if ('JsonArrayAgg' in node) return node.JsonArrayAgg.constructor?.over === undefined;
  if ('JsonObjectAgg' in node) return node.JsonObjectAgg.constructor?.over === undefined;
  if (!('FuncCall' in node) || node.FuncCall.over) return false;
  const name = functionName(node.FuncCall);
  if (HYPOTHETICAL.has(name)) return node.FuncCall.agg_within_group === true;
  return AGGREGATE_FUNCTIONS.has(name) || (SPATIAL_AGGREGATES.has(name) && node.FuncCall.args?.length === 1);
}

/** True for an aggregate whose kind does not depend on its argument's type. */
export function isSurelyAggregate(node: Node): boolean {
  return isAggregate(node) && !('FuncCall' in node && SPATIAL_AGGREGATES.has(functionName(node.FuncCall)));
}

export function isWindowCall(node: Node): boolean {
  return 'FuncCall' in node && node.FuncCall.over !== undefined;
}

/** The aggregates below a value, without those of nested queries. */
export function aggregatesIn(value: unknown): Node[] {
  return nodesWhere(value, (node) => (isAggregate(node) ? node : null));
}
