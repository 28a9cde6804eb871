import type { ColumnRef, CompareOperator, Filter, Measure } from '@querent/contracts';
import type { Facts } from './facts';
import type { GroupConditionMeaning } from './meanings/comparisons';
import type { FigureMeaning, GroupBound, SetMeaning } from './meanings/rows-and-figures';
import { isOfAny } from './filters';
import { clockOfPivot, periodFilter } from './period-filters';
import { withRowsOf, LOOKUP } from './attach';
import { isCount } from './meanings/build-meanings';
import { isImplied } from './narrowed';

/**
 * Applies "customers with more than 3 orders": a condition on the number of related rows, or a bound on another figure
 * of each row. Null if no join path supports it.
 */
export function withGroupCondition(
  facts: Facts,
  set: SetMeaning,
  condition: GroupConditionMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const { op, value, to, by: verb } = condition;
  if (verb) {
    const made =
      facts.way(set.thing, verb.table)?.kind === 'fan' ? distinctThrough(facts, set, verb.table, condition) : null;
    return made && { meaning: made, cost: 0 };
  }
  const figure = value > 1 ? asDefined(facts, condition.figure) : condition.figure;
  const way = facts.way(set.thing, figure.thing);
  if (way?.kind === 'same') return withOwnAmount(facts, set, condition);
  if (way?.kind === 'lookup') return withPairs(facts, set, condition) ?? withOwner(facts, set, condition);
  if (
    (way?.kind !== 'fan' && way?.kind !== 'through') ||
    figure.keys.length > 0 ||
    figure.compare !== null ||
    figure.share !== null
  )
    return null;
  const cost = LOOKUP * (way.steps - 1);
  const clock =
    (way.kind === 'through' ? clockOfPivot(facts, way.pivot, figure.thing) : null) ?? facts.clock(figure.thing);
  // Rows that tie two things together repeatedly do not count different things: courses with 3 lecturers.
  const areMany = isCount(figure) && !condition.times && !isSomeOrNone(condition);
  const countsEach = condition.distinct === true || areMany;
  const distinct = way.kind === 'through' && countsEach ? distinctThrough(facts, set, way.pivot, condition) : null;
  if (distinct) return { meaning: distinct, cost };
  if (countsEach && way.kind === 'through' && !facts.isJunction(way.pivot)) return null;
  if (!isCount(figure)) return { meaning: withBounds(facts, set, { figure, op, value, to }), cost };
  const table = way.kind === 'through' ? way.pivot : figure.thing;
  const own = way.kind === 'through' ? ofPivotRows(figure.filters, way.pivot) : figure.filters;
  const filters = own && datedRows(facts, table, { figure, filters: own, clock });
  return filters && { meaning: { ...set, filters: withRowsOf(set, countOfRows(table, filters, condition)) }, cost };
}

/** Bounds on a figure of each thing. */
function withBounds(
  facts: Facts,
  set: SetMeaning,
  { figure, op, value, to }: Pick<GroupConditionMeaning, 'figure' | 'op' | 'value' | 'to'>,
): SetMeaning {
  const bound = (by: CompareOperator, than: number): GroupBound => ({
    figure,
    op: by,
    value: than,
    filter: boundFilter(facts, set.thing, { figure, op: by, value: than }),
  });
  return { ...set, having: [...set.having, bound(op, value), ...(to === null ? [] : [bound('<=', to)])] };
}

/** Conditions and periods of the counted rows; null if a period has no time column. */
function datedRows(
  facts: Facts,
  table: string,
  { figure, filters, clock }: { figure: FigureMeaning; filters: readonly Filter[]; clock: ColumnRef | null },
): Filter[] | null {
  const periods = figure.periods.map((use): Filter | null => {
    const column = use.column ?? figure.clock ?? clock;
    return column && periodFilter(facts, use, column);
  });
  return periods.every((one) => one !== null)
    ? [...filters.filter((one) => !isImplied(facts, table, one, figure.thing)), ...periods]
    : null;
}

/** Conditions on the number of related rows; "none" and "some" need no count. */
function countOfRows(
  table: string,
  filters: Filter[],
  { op, value, to }: Pick<GroupConditionMeaning, 'op' | 'value' | 'to'>,
): Filter[] {
  const counted = (count: { op: CompareOperator; value: number }): Filter => ({
    kind: 'exists',
    table,
    filters,
    negated: false,
    count,
  });
  if (to !== null) return [counted({ op, value }), counted({ op: '<=', value: to })];
  const isNone = (op === '=' && value === 0) || (op === '<' && value === 1);
  const isSome = (op === '>=' && value === 1) || (op === '>' && value === 0);
  return [isNone || isSome ? { kind: 'exists', table, filters, negated: isNone } : counted({ op, value })];
}

/** A thing refers directly to at most one other; "several" must be counted in the table of pairs between them. */
function withPairs(
  facts: Facts,
  set: SetMeaning,
  { figure, op, value, to }: GroupConditionMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const pairs = isCount(figure) && value > 1 && to === null ? facts.junctionOf(set.thing, figure.thing) : null;
  if (pairs === null || figure.periods.length + figure.keys.length > 0) return null;
  const several: Filter = {
    kind: 'exists',
    table: pairs,
    filters: figure.filters,
    negated: false,
    count: { op, value },
  };
  return { meaning: { ...set, filters: withRowsOf(set, [several]) }, cost: 0 };
}

/** "Schools with more than 500 students", where each row stores its number. */
function withOwnAmount(
  facts: Facts,
  set: SetMeaning,
  { figure, op, value, to }: GroupConditionMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const [measure, ...more] = figure.measures;
  const amount = measure && more.length === 0 ? facts.aggregateOf(measure.what) : null;
  if (!amount || figure.filters.length + figure.periods.length + figure.keys.length > 0) return null;
  const { column } = amount;
  const bound: Filter =
    to === null ? { kind: 'compare', column, op, value } : { kind: 'between', column, from: value, to, negated: false };
  return { meaning: { ...set, filters: [...set.filters, bound] }, cost: 0 };
}

/** "Orders without a customer": the reference is null. */
function withOwner(
  facts: Facts,
  set: SetMeaning,
  { figure, op, value }: GroupConditionMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const reference = facts.referenceTo(set.thing, figure.thing);
  if (!reference || !isCount(figure) || figure.filters.length > 0 || figure.periods.length > 0) return null;
  const none = op === '=' && value === 0;
  if (!none && !(op === '>=' && value === 1)) return null;
  return {
    meaning: { ...set, filters: [...set.filters, { kind: 'null', column: reference, negated: !none }] },
    cost: 0,
  };
}

const isSomeOrNone = ({ op, value, to }: GroupConditionMeaning): boolean =>
  to === null && (value === 1 ? op === '>=' || op === '<' : value === 0 && (op === '>' || op === '='));

/** An "exists" of the pivot's rows becomes a condition on these rows: no opening that they applied to. */
function ofPivotRows(filters: readonly Filter[], pivot: string): Filter[] | null {
  const own = filters.map((one): Filter[] | null => {
    if (one.kind !== 'exists' || one.table !== pivot) return [one];
    return isOfAny(one) ? one.filters : null;
  });
  return own.every((one) => one !== null) ? own.flat() : null;
}

/** "At least 8 different products": a bound on the number of distinct things that the pivot's rows refer to. */
function distinctThrough(
  facts: Facts,
  set: SetMeaning,
  pivot: string,
  condition: GroupConditionMeaning,
): SetMeaning | null {
  const { op, value, to } = condition;
  const measure = differentThrough(facts, set, pivot, condition);
  if (measure === null) return null;
  const bound = (by: CompareOperator, than: number): Filter => ({
    kind: 'bound',
    thing: set.thing,
    measure,
    op: by,
    value: than,
  });
  const bounds = [bound(op, value), ...(to === null ? [] : [bound('<=', to)])];
  return { ...set, filters: [...set.filters, ...bounds] };
}

/** Counts the distinct things that the pivot's rows refer to; null if the pivot has no single reference to them. */
export function differentThrough(
  facts: Facts,
  set: SetMeaning,
  pivot: string,
  { figure, by }: Pick<GroupConditionMeaning, 'figure' | 'by'>,
): Measure | null {
  const column = facts.referenceTo(pivot, figure.thing) ?? facts.lookedUpKey(pivot, figure.thing);
  if (column === null || (facts.isJunction(pivot) && !by) || !isCount(figure)) return null;
  const clock = by ?? (figure.clock === null ? clockOfPivot(facts, pivot, figure.thing) : null);
  const periods = figure.periods.flatMap((use): Filter[] => {
    const dated = use.column ?? clock;
    return dated ? [periodFilter(facts, use, dated)] : [];
  });
  if (periods.length < figure.periods.length) return null;
  // The productions of composers are those of which they are the composers.
  const own = set.by?.rows === pivot ? set.by.filters : [];
  const all = [...own, ...figure.filters, ...periods];
  const where = all.length > 0 ? { where: all } : {};
  return { label: '', what: { kind: 'aggregate', fn: 'count_distinct', table: pivot, column }, ...where };
}

/**
 * A count whose name is a metric of the model becomes that metric: the number of copies may be a sum, not a count of
 * rows.
 */
function asDefined(facts: Facts, figure: FigureMeaning): FigureMeaning {
  const [measure] = figure.measures;
  const id = measure && isCount(figure) ? facts.metricOf(measure.what) : null;
  if (id === null || !facts.aggregateOf({ kind: 'metric', id, form: 'value' })) return figure;
  return { ...figure, measures: [{ what: { kind: 'metric', id, form: 'value' } }] };
}

/** A bound on a figure as a condition on each thing; null unless the figure is one plain metric or aggregate. */
export function boundFilter(
  facts: Facts,
  thing: string,
  { figure, op, value }: { figure: FigureMeaning; op: CompareOperator; value: number },
): Extract<Filter, { kind: 'bound' }> | null {
  const [measure, ...more] = figure.measures;
  if (!measure || more.length > 0 || figure.per !== null || figure.over !== null || figure.having.length > 0)
    return null;
  const metric = measure.what.kind === 'metric' ? facts.model.metrics[measure.what.id] : undefined;
  // The required filters of a metric apply where it is measured.
  if (metric && (metric.expression === undefined || metric.requires.length > 0)) return null;
  const clock = figure.clock ?? facts.clock(figure.thing);
  const periods = figure.periods.flatMap((use) => {
    const column = use.column ?? clock;
    return column ? [periodFilter(facts, use, column)] : [];
  });
  if (periods.length < figure.periods.length) return null;
  const where = [...figure.filters, ...periods];
  return {
    kind: 'bound',
    thing,
    measure: { label: '', what: measure.what, ...(where.length > 0 && { where }) },
    op,
    value,
  };
}
