import type { FuncCall, Node } from 'libpg-query';
import { isPresent, stringsOf } from '@querent/sql';
import { aggregateKey } from './filter-key';
import { AGGREGATES, FORMAT_GRAINS, SAME_FUNCTION, SHOWING } from './function-kinds';
import { readCondition } from './read-condition';
import type { AggregateFact, FilterFact } from './statement-facts';
import { converted, madeOf, rowsOf, type FactScope, type Reader, type Term } from './term';

/** A call: an aggregate or window becomes a separate fact; formatting functions become their argument. */
export function readCall(call: FuncCall, scope: FactScope, reader: Reader): Term {
  const written = stringsOf(call.funcname)?.at(-1) ?? '';
  const fn = SAME_FUNCTION[written] ?? written;
  if (call.over || AGGREGATES.has(fn) || call.agg_within_group) return aggregate(fn, call, scope, reader);
  const args = (call.args ?? []).map((arg) => reader.term(arg, scope));
  const [first, second] = args;
  // A time converted to another zone is the same time.
  if (fn === 'timezone' && first?.constant && second) return converted(second);
  if (first && SHOWING.has(fn) && args.slice(1).every(({ constant }) => constant)) return shown(fn, first);
  const term = {
    ...madeOf(`${fn}(${args.map(({ text }) => text).join(', ')})`, args),
    call: { fn, argument: args.map(({ text }) => text).join(', ') },
  };
  if (fn === 'date_trunc' && first?.literal && second) return { ...term, grain: first.literal.toLowerCase() };
  if (fn === 'date_part' && first?.literal) return { ...term, part: first.literal.toLowerCase() };
  const grain =
    fn === 'to_char' && second?.literal
      ? FORMAT_GRAINS[second.literal.toLowerCase().replace(/["“”]/g, '').trim()]
      : undefined;
  return grain === undefined ? volatileSafe(fn, term) : { ...term, grain };
}

/** `now()` is constant within a statement; `random()` is not. */
const volatileSafe = (fn: string, term: Term): Term => (fn === 'random' ? { ...term, constant: false } : term);

/** Rounding and trimming are ignored; a time truncated by them, or a plain constant, is kept. */
function shown(fn: string, first: Term): Term {
  return first.constant ? madeOf(`${fn}(${first.text})`, [first]) : converted(first);
}

function aggregate(fn: string, call: FuncCall, scope: FactScope, reader: Reader): Term {
  const ordered = (call.agg_order ?? []).flatMap((node) =>
    'SortBy' in node && node.SortBy.node ? [node.SortBy.node] : [],
  );
  const inGroup = call.agg_within_group ? ordered : [];
  // The inner order does not affect the value, but its names must be resolved.
  if (!call.agg_within_group) for (const node of ordered) reader.term(node, scope);
  const taken = takenRows(fn, call, scope, reader);
  const args = taken ? [taken.value] : [...(call.args ?? []), ...inGroup].map((arg) => reader.term(arg, scope));
  const over = call.over
    ? [...(call.over.partitionClause ?? []), ...sortedNodes(call.over.orderClause)].map((node) =>
        reader.term(node, scope),
      )
    : [];
  for (const node of call.over?.partitionClause ?? []) reader.facts.groups.push(reader.term(node, scope).text);
  const filters: FilterFact[] = [
    ...(taken?.filters ?? []),
    ...(isPresent(call.agg_filter) ? readCondition(call.agg_filter, 'aggregate', scope, reader).filters : []),
  ];
  const isRows =
    call.agg_star === true ||
    (args.length === 1 && args[0]?.constant === true && fn === 'count') ||
    taken?.counts === true;
  const fact: AggregateFact = {
    fn: taken?.counts ? 'count' : fn,
    argument: isRows ? '*' : args.map(({ text }) => text).join(', '),
    column: isRows ? null : (args.find(({ column }) => column)?.column ?? null),
    distinct: call.agg_distinct === true,
    of: isRows ? rowsOf(scope.items) : [],
    window: call.over !== undefined,
    filter: filters,
  };
  reader.facts.aggregates.push(fact);
  reader.facts.filters.push(...filters);
  const inner = [...args, ...over];
  return {
    ...madeOf(aggregateKey(fact), inner),
    constant: false,
    reads: over.flatMap(({ reads }) => reads),
    items: new Set([...inner.flatMap(({ items }) => [...items]), ...(isRows ? scope.items : [])]),
    aggregates: [fact, ...inner.flatMap(({ aggregates }) => aggregates)],
    aggregate: fact,
  };
}

interface TakenRows {
  value: Term;
  filters: FilterFact[];
  /** Whether it counts rows. */
  counts: boolean;
}

/**
 * `sum(CASE WHEN p THEN 1 ELSE 0 END)` counts the rows with p; `avg(CASE WHEN p THEN x END)` averages x over those
 * rows.
 */
function takenRows(fn: string, call: FuncCall, scope: FactScope, reader: Reader): TakenRows | null {
  const [only, ...others] = call.args ?? [];
  if (!only || others.length > 0 || !('CaseExpr' in only) || isPresent(only.CaseExpr.arg)) return null;
  const [branch, ...more] = only.CaseExpr.args ?? [];
  if (!branch || more.length > 0 || !('CaseWhen' in branch) || !branch.CaseWhen.expr) return null;
  const whole = reader.term(only, scope);
  if (whole.column) return { value: whole, filters: [], counts: false };
  const rest = isPresent(only.CaseExpr.defresult) ? reader.term(only.CaseExpr.defresult, scope) : null;
  const dropsOthers = rest === null || rest.text === 'null' || (fn === 'sum' && rest.literal === '0');
  const { filters, joins } = readCondition(branch.CaseWhen.expr, 'aggregate', scope, reader);
  if (!dropsOthers || joins.length > 0) return null;
  const value = reader.term(branch.CaseWhen.result, scope);
  const counts = (fn === 'sum' && value.literal === '1') || (fn === 'count' && value.constant);
  return { value, filters, counts };
}

const sortedNodes = (nodes: readonly Node[] | undefined): Node[] =>
  (nodes ?? []).flatMap((node) => ('SortBy' in node && node.SortBy.node ? [node.SortBy.node] : []));
