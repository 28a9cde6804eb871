import type { Against, ColumnRef, CompareOperator, Filter, Measure } from '@querent/contracts';
import {
  type AgainstOthersMeaning,
  boundFilter,
  condition,
  type ConditionMeaning,
  differentThrough,
  type Facts,
  type FigureMeaning,
  type GroupAgainstMeaning,
  inRole,
  isCount,
  type Key,
  type OthersMeaning,
  type SetMeaning,
  withCondition,
} from '@querent/grammar';
import { grouped, isPlain } from '@querent/constructions';

type Made<M> = { meaning: M; cost: number };

/** A single thing or value by its name, as the base of a comparison: Anna Lee, the Harbour branch, Books. */
export function namedOthers(facts: Facts, named: ConditionMeaning | SetMeaning): OthersMeaning | null {
  const [only, ...more] = named.filters;
  const isValue =
    only?.kind === 'compare' && only.op === '=' && typeof only.value === 'string' && only.column.table === named.thing;
  if (!isValue || more.length > 0 || !['name', 'dimension'].includes(facts.role(only.column) ?? '')) return null;
  const others = { cat: 'others' as const, fn: null, filters: [only], times: 1 };
  if (named.cat === 'condition') return { ...others, of: null };
  const { periods, having, select, order, limit, near, asked, distinct } = named;
  const isBare =
    periods.length + having.length + select.length + order.length === 0 && limit === null && near === null && !distinct;
  return isBare && !asked && facts.role(only.column) === 'name' ? { ...others, of: { thing: named.thing } } : null;
}

/**
 * The base of a comparison, as in a semantic query: the mean of all, or the extreme of the named ones. Null if the
 * operator has no direction.
 */
function againstOf({ fn, filters }: OthersMeaning, op: CompareOperator): Against | null {
  if (fn !== null) return { fn, ...(filters.length > 0 && { among: filters }) };
  const greatest = op === '>' || op === '>=' ? 'max' : op === '<' || op === '<=' ? 'min' : null;
  return greatest && { fn: greatest, among: filters };
}

/** The base of a comparison if it is of these things, by their kind or by the column of its name; else null. */
function othersOfKind(facts: Facts, thing: string, others: OthersMeaning): OthersMeaning | null {
  const { of, filters } = others;
  const isOther =
    of !== null &&
    !('thing' in of && isOfKind(facts, of.thing, thing)) &&
    !('column' in of && isName(facts, thing, of.column));
  if (isOther) return null;
  const [named] = filters;
  if (named === undefined) return others;
  if (others.fn !== null) return of !== null && 'thing' in of && of.thing === thing ? others : null;
  if (named.kind !== 'compare' || facts.role(named.column) !== 'name') return null;
  if (named.column.table === thing) return others;
  const player = facts.playerOf(thing);
  const played = player !== thing && named.column.table === player ? inRole(filters, player, thing) : null;
  return played && { ...others, filters: played };
}

const isOfKind = (facts: Facts, kind: string, thing: string): boolean =>
  kind === thing || facts.playerOf(thing) === kind;

const isName = (facts: Facts, thing: string, column: ColumnRef): boolean => isSame(column, facts.nameColumn(thing));

const isSame = (one: ColumnRef, other: ColumnRef | null): boolean =>
  one.table === other?.table && one.column === other.column;

/**
 * An amount with its default aggregate: the extreme if its name is one, the average of rates, the sum of other amounts.
 */
function withDefaultAggregate(facts: Facts, figure: FigureMeaning): FigureMeaning {
  if (figure.bare === null) return { ...figure, implied: false };
  const fn = facts.extremeOf(figure.bare) ?? (facts.isIntensive(figure.bare) ? ('avg' as const) : ('sum' as const));
  const what = { kind: 'aggregate' as const, fn, table: figure.thing, column: figure.bare };
  return { ...figure, bare: null, implied: false, measures: [{ what }] };
}

/** Whether a figure can be compared with that of others: it is one number of its own rows. */
export const isComparable = (figure: FigureMeaning): boolean =>
  isPlain(figure) &&
  figure.keys.length <= 1 &&
  figure.limit === null &&
  figure.near === null &&
  figure.only === undefined &&
  !figure.asked;

/** "Customers with more orders than the average customer": things whose figure is above that of others. */
export function withFigureAgainst(
  facts: Facts,
  set: SetMeaning,
  { figure, op, others, by }: GroupAgainstMeaning,
): Made<SetMeaning>[] {
  const named = figure.keys.length === 0 ? othersOfKind(facts, set.thing, others) : null;
  const against = named && againstOf(named, op);
  if (!named || !against) return [];
  const way = facts.way(set.thing, figure.thing);
  const bound = { thing: set.thing, op, value: named.times, against };
  if (by) {
    if (figure.thing === set.thing) return [];
    const tied =
      facts.way(set.thing, by.table)?.kind === 'fan' ? differentThrough(facts, set, by.table, { figure, by }) : null;
    return tied ? [{ meaning: withFilter(set, { kind: 'bound', ...bound, measure: tied }), cost: 0 }] : [];
  }
  if (way?.kind === 'same') return ownAmountAgainst(facts, set, { figure, op, others: named });
  if (way?.kind === 'fan') {
    const own = boundFilter(facts, set.thing, { figure: withDefaultAggregate(facts, figure), op, value: named.times });
    return own ? [{ meaning: withFilter(set, { ...own, against }), cost: FURTHER * (way.steps - 1) }] : [];
  }
  if (way?.kind !== 'through' || !isCount(figure)) return [];
  const measure = differentThrough(facts, set, way.pivot, { figure }) ?? tied(facts, way.pivot, figure);
  return measure ? [{ meaning: withFilter(set, { kind: 'bound', ...bound, measure }), cost: 0 }] : [];
}

const FURTHER = 0.08;

/** The rows of a junction table are as many as the things that they tie. */
const tied = (facts: Facts, pivot: string, { filters, periods }: FigureMeaning): Measure | null =>
  facts.isJunction(pivot) && periods.length === 0
    ? {
        label: '',
        what: { kind: 'aggregate', fn: 'count', table: pivot },
        ...(filters.length > 0 && { where: filters }),
      }
    : null;

const withFilter = (set: SetMeaning, filter: Filter): SetMeaning => ({ ...set, filters: [...set.filters, filter] });

/** "Departments with more budget than the average department", where each row stores its budget. */
function ownAmountAgainst(
  facts: Facts,
  set: SetMeaning,
  { figure, op, others }: Omit<GroupAgainstMeaning, 'cat'>,
): Made<SetMeaning>[] {
  const [measure, ...more] = figure.measures;
  const column =
    figure.bare ?? (measure && more.length === 0 ? (facts.aggregateOf(measure.what)?.column ?? null) : null);
  const isOwn = column !== null && figure.filters.length + figure.periods.length === 0;
  return isOwn ? amountsAgainst(facts, set, { op, others }, [column]) : [];
}

/** Things whose own amount is above that of others: products more expensive than the Alpha lamp. */
export function amountsAgainst(
  facts: Facts,
  set: SetMeaning,
  { op, others: given }: Pick<AgainstOthersMeaning, 'op' | 'others'>,
  columns: readonly ColumnRef[],
): Made<SetMeaning>[] {
  const others = othersOfKind(facts, set.thing, given);
  const against = others && againstOf(others, op);
  if (!others || !against) return [];
  const times = others.times === 1 ? {} : { times: others.times };
  return columns.flatMap((column) =>
    withCondition(facts, set, condition(column, [{ kind: 'compare_aggregate', column, op, ...against, ...times }])),
  );
}

/** The amounts of things on the scale of a comparing word. Empty if the word has no scale, or no amount is on it. */
export function amountsCompared(
  facts: Facts,
  thing: string,
  { scale }: Pick<AgainstOthersMeaning, 'scale'>,
): ColumnRef[] {
  const { columns, areNamed } = facts.amountsOnScale(thing, scale ?? null);
  return scale !== undefined && areNamed ? columns : [];
}

/** A time of rows compared with that of others of their kind: opened before the Harbour branch. */
export function timeAgainst(
  facts: Facts,
  column: ColumnRef,
  { op, others }: Pick<AgainstOthersMeaning, 'op' | 'others'>,
): ConditionMeaning | null {
  const named =
    others.fn === null && others.times === 1 && facts.isDate(column) ? othersOfKind(facts, column.table, others) : null;
  const against = named && againstOf(named, op);
  return against && condition(column, [{ kind: 'compare_aggregate', column, op, ...against }]);
}

/**
 * Groups whose figure is above that of the others: cities with more clinics than average, months above the monthly
 * average.
 */
export function groupsAgainst(
  facts: Facts,
  { figure, op, others, by }: GroupAgainstMeaning,
  keys: readonly Key[],
): Made<FigureMeaning>[] {
  const [key, ...more] = keys;
  if (!key || more.length > 0 || figure.keys.length > 0 || by || !isOfGroups(facts, key, others)) return [];
  const against = againstOf(others, op);
  if (!against) return [];
  const taken = withDefaultAggregate(facts, figure);
  // A city without such rows has a count of zero.
  const counted = isCount(taken) && figure.filters.length > 0 ? { ...taken, filters: [], only: figure.filters } : taken;
  const made = grouped(facts, counted, { keys: [key] });
  if (!made || made.meaning.keys.length === 0) return [];
  return [
    {
      cost: made.cost,
      meaning: { ...made.meaning, having: [{ figure: taken, op, value: others.times, filter: null, against }] },
    },
  ];
}

/** Whether others are groups of the same kind. */
function isOfGroups(facts: Facts, { column, grain }: Key, { fn, of, filters: [named] }: OthersMeaning): boolean {
  if (named !== undefined && fn !== null) return false;
  if (
    named !== undefined &&
    !(named.kind === 'compare' && column !== null && grain === null && isSame(named.column, column))
  )
    return false;
  if (of === null) return true;
  if ('grain' in of) return of.grain === grain;
  if (column === null) return false;
  return 'column' in of ? isSame(of.column, column) : isName(facts, of.thing, column);
}

/** Marks the condition as a predicate behind the name of the things. */
export const asPredicate = <M extends { meaning: SetMeaning; cost: number }>({
  meaning,
  cost,
}: M): { meaning: SetMeaning; cost: number } => ({
  meaning: { ...meaning, predicate: true },
  cost,
});
