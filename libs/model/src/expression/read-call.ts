import { isRowFunction } from '@querent/sql';
import type { FuncCall, Node } from 'libpg-query';
import type { Call, Expression } from './expression';
import { ARITIES, isAggregate, ORDERED_AGGREGATES } from './function-allowlist';
import type { FragmentReader } from './fragment-reader';

/** The fields that `extract` knows. */
const FIELDS =
  'century day decade dow doy epoch hour isodow isoyear julian microseconds millennium milliseconds minute month quarter second ' +
  'timezone timezone_hour timezone_minute week year';
const EXTRACT_FIELDS: ReadonlySet<string> = new Set(FIELDS.split(' '));

/** Reads a call of an allowed function or aggregate. @throws ExpressionError */
export function readCall(reader: FragmentReader, call: FuncCall, node: Node): Expression {
  const path = reader.names(call.funcname);
  const name = path.at(-1) ?? '';
  if (path.length > 2 || (path.length === 2 && path[0] !== 'pg_catalog')) {
    throw reader.refusal(`function "${path.join('.')}" is not allowed`, node);
  }
  if (call.over) throw reader.refusal('a window function (OVER) is not allowed', node);
  if (call.func_variadic) throw reader.refusal('VARIADIC is not allowed', node);
  return isAggregate(name) ? readAggregate(reader, name, call, node) : readRowFunction(reader, name, call, node);
}

function readRowFunction(reader: FragmentReader, name: string, call: FuncCall, node: Node): Expression {
  if (!isRowFunction(name)) throw reader.refusal(`function "${name}" is not allowed`, node);
  if (call.agg_distinct || call.agg_filter || call.agg_order || call.agg_star) {
    throw reader.refusal(`DISTINCT, FILTER, ORDER BY and * are for aggregates, not for "${name}"`, node);
  }
  const args = reader.parts(call.args);
  checkArity(reader, name, args.length, node);
  const [first, second] = args;
  if (call.funcformat !== 'COERCE_SQL_SYNTAX') return { kind: 'call', name, distinct: false, args };
  if (name === 'timezone' && first && second) return { kind: 'zone', operand: second, zone: first };
  if (name === 'extract' && first?.kind === 'string' && second) {
    const field = first.value.toLowerCase();
    if (!EXTRACT_FIELDS.has(field)) throw reader.refusal(`extract("${field}") is not allowed`, node);
    return { kind: 'extract', field, from: second };
  }
  return { kind: 'call', name, distinct: false, args, system: true };
}

function checkArity(reader: FragmentReader, name: string, count: number, node: Node): void {
  const [fewest, most] = (Object.hasOwn(ARITIES, name) ? ARITIES[name] : undefined) ?? [0, Infinity];
  if (count >= fewest && count <= most) return;
  throw reader.refusal(
    `function "${name}" takes ${fewest === most ? fewest : `${fewest} to ${most}`} argument(s)`,
    node,
  );
}

function readAggregate(reader: FragmentReader, name: string, call: FuncCall, node: Node): Expression {
  const filter = call.agg_filter && { filter: reader.read(call.agg_filter) };
  const args = reader.parts(call.args);
  const direct = Object.hasOwn(ORDERED_AGGREGATES, name) ? ORDERED_AGGREGATES[name] : undefined;
  if (direct !== undefined) return { ...orderedAggregate(reader, name, call, direct, node), ...filter };
  if (call.agg_order) throw reader.refusal(`"${name}" needs no ORDER BY`, node);
  const distinct = call.agg_distinct === true;
  // `count(1)` counts rows as `count(*)` does.
  const isBare = call.agg_star === true || (args.length === 1 && args[0]?.kind === 'number' && !distinct);
  if (name === 'count' && isBare)
    return { kind: 'call', name, distinct: false, args: [reader.rowsOfTheTable()], ...filter };
  if (args.length !== 1) throw reader.refusal(`function "${name}" takes 1 argument(s)`, node);
  return { kind: 'call', name, distinct, args, ...filter };
}

function orderedAggregate(reader: FragmentReader, name: string, call: FuncCall, count: number, node: Node): Call {
  const [order, ...others] = call.agg_order ?? [];
  const direct = reader.parts(call.args);
  const isFitting = direct.length === count && direct.every((argument) => argument.kind === 'number');
  if (!call.agg_within_group || !order || !('SortBy' in order) || others.length > 0 || !isFitting) {
    throw reader.refusal(`write ${name}(${count === 1 ? '0.5' : ''}) WITHIN GROUP (ORDER BY table.column)`, node);
  }
  const { node: value, sortby_dir: direction } = order.SortBy;
  const within = { direct, descending: direction === 'SORTBY_DESC' };
  return { kind: 'call', name, distinct: false, args: [reader.part(value)], within };
}
