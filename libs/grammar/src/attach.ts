import {
  type ColumnRef,
  comparedColumns,
  type CompareOperator,
  type Filter,
  type Measure,
  type Scalar,
  withColumnsMoved,
} from '@querent/contracts';
import { type Existence, isOfAny } from './existence';
import type { Locale } from '@querent/language';
import type { Facts } from './facts';
import { counterpartOf } from './own-kind-pairs';
import { type ConditionMeaning, type GroupConditionMeaning } from './meanings/comparisons';
import { type FigureMeaning, type GroupBound, type PeriodUse, type SetMeaning } from './meanings/rows-and-figures';
import { withoutBounds } from './meanings/build-meanings';

/** Conditions transferred to the rows of a thing, with the cost of the join path between them. */
export interface Attached {
  filters: Filter[];
  cost: number;
}

/** Costs of a join path: `LOOKUP` for each lookup step, `RELATED` where the condition holds of a related row only. */
const LOOKUP = 0.08;
/** Cost of each further step to a column with a place name. */
const FURTHER = 0.02;
const RELATED = 0.35;
/**
 * Additional cost in a derived model for a condition on what a related row looks up: "German clients" are rarely the
 * clients of a project whose language is German.
 */
const FAR = 0.3;
/** Additional cost of "some related row is not X": the negation more often means "no related row is X". */
const NEGATIVE = 0.2;
/** Cost of a related row where the condition is an event: patients admitted in May. */
const EVENT = 0.1;
/** Cost of a related row where the owner is the table whose key defines the role: the manager of Ann. */
const PLAYED_FOR = 0.02;

/**
 * The positive form of one negated comparison of values, or null. "Has neither English nor Japanese" means that no row
 * with one of them exists.
 */
function undenied([filter, ...more]: readonly Filter[]): Filter | null {
  if (more.length > 0) return null;
  if (filter?.kind === 'in' && filter.negated) return { ...filter, negated: false };
  return filter?.kind === 'compare' && filter.op === '!=' ? { ...filter, op: '=' } : null;
}

/**
 * Transfers conditions on `owner` to the rows of `thing`: unchanged where each row looks up one owner, else as "a
 * related row exists for which they hold". Null if there is no join path, or if the result would read other rows.
 */
export function attach(
  facts: Facts,
  thing: string,
  owner: string,
  filters: readonly Filter[],
  isEvent = false,
): Attached | null {
  const isPlayedFor = facts.model.tables[thing]?.role?.key.table === owner;
  const way = facts.way(thing, owner);
  const denied = isEvent || way?.kind === 'same' || way?.kind === 'lookup' ? null : undenied(filters);
  if (denied) {
    const found = attach(facts, thing, owner, [denied]);
    const [some, ...more] = found?.filters ?? [];
    return found && some?.kind === 'exists' && more.length === 0
      ? { filters: [{ ...some, negated: true }], cost: found.cost }
      : null;
  }
  const related = (isEvent ? EVENT : RELATED) + (filters.some(isNegative) ? NEGATIVE : 0);
  if (way === null) return ofSource(facts, thing, owner, filters);
  if (way.kind === 'same') return { filters: [...filters], cost: 0 };
  if (way.kind !== 'fan') {
    const from = way.kind === 'through' ? way.pivot : thing;
    if (!filters.every((filter) => readsOver(facts, from, owner, filter))) return null;
  }
  if (way.kind === 'lookup') return { filters: [...filters], cost: LOOKUP * way.steps };
  if (way.kind === 'through')
    return {
      filters: [{ kind: 'exists', table: way.pivot, filters: [...filters], negated: false }],
      cost: related + LOOKUP * way.steps + (facts.model.derived && !isEvent ? FAR : 0),
    };
  return {
    filters: [{ kind: 'exists', table: owner, filters: [...filters], negated: false }],
    cost: isPlayedFor ? PLAYED_FOR : related + LOOKUP * way.steps,
  };
}

/** Conditions on a source table of an entity, as conditions on the entity's fields. */
function ofSource(facts: Facts, thing: string, owner: string, filters: readonly Filter[]): Attached | null {
  if (!facts.model.entities[thing]?.sources.includes(owner)) return null;
  const moved = filters.map((filter): Filter | null => {
    if (filter.kind === 'term') return filter;
    if (!('column' in filter) || !comparedColumns(filter).every((one) => facts.fieldOf(thing, one))) return null;
    return withColumnsMoved(filter, (one) => facts.fieldOf(thing, one) ?? one);
  });
  return moved.some((filter) => filter === null) ? null : { filters: moved as Filter[], cost: LOOKUP };
}

const isNegative = (filter: Filter): boolean =>
  filter.kind === 'compare' ? filter.op === '!=' : filter.kind !== 'exists' && 'negated' in filter && filter.negated;

/** Whether a condition reads the same rows if it is evaluated from `thing`, which looks up `owner`. */
function readsOver(facts: Facts, thing: string, owner: string, filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every((one) => readsOver(facts, thing, owner, one));
  if (filter.kind === 'exists') return true;
  if (filter.kind === 'bound') return facts.leadsOver(thing, owner, filter.thing);
  const term = filter.kind === 'term' ? facts.model.terms[filter.id]?.table : undefined;
  const read = [...comparedColumns(filter).map(({ table }) => table), ...(term === undefined ? [] : [term])];
  return read.every((table) => facts.leadsOver(thing, owner, table));
}

/** Cost of the choice among several roles. A question that names the role is more certain. */
const ROLE = 0.2;
/** Cost of a name that belongs to the other side of a pair. */
const TIED = 0.02;
/**
 * Cost of a name as the things' own name, where they refer to others of their kind: Ann's manager is not called Ann.
 */
const OWN_NAME = 0.3;

/**
 * All ways to transfer a condition to the rows of `thing`. There are several where rows refer to the owner in several
 * roles: a shipment "in Shanghai" has Shanghai as its origin or as its destination.
 */
export function attachments(facts: Facts, thing: string, condition: ConditionMeaning): Attached[] {
  const { thing: owner, filters, event, link, all } = condition;
  if (all) return allOf(facts, thing, condition);
  const tied = link === 'stated' ? null : ofCounterpart(facts, thing, condition);
  if (tied) return tied;
  const isKind =
    facts.playerOf(thing) === owner && facts.isNaming(owner, filters) && facts.ownRolesOf(owner).length > 0;
  if (thing !== owner && facts.playerOf(thing) === owner && link !== 'of') {
    const own = ofRole(facts, filters, owner, thing);
    if (own) return [{ filters: own, cost: isKind && link === undefined ? OWN_NAME : 0 }];
  }
  // Ann's employees are not called Ann.
  const isOther = thing === owner && isKind && link === 'of';
  const attached = isOther ? null : attachNamed(facts, thing, condition);
  if (attached) return [{ ...attached, cost: attached.cost + (isKind && link === undefined ? OWN_NAME : 0) }];
  return (isOther ? facts.ownRolesOf(owner) : facts.rolesOf(owner)).flatMap((role) => {
    const played = facts.way(thing, role)?.kind === 'lookup' ? inRole(filters, owner, role) : null;
    const found = played && attach(facts, thing, role, played, event);
    return found ? [{ ...found, cost: found.cost + (isOther ? 0 : ROLE) }] : [];
  });
}

/** The followers of Ann are not called Ann: she is the other side of the pairs that they belong to. */
function ofCounterpart(
  facts: Facts,
  role: string,
  { thing: owner, filters, link }: ConditionMeaning,
): Attached[] | null {
  const isNamed = role !== owner && facts.playerOf(role) === owner && facts.isNaming(owner, filters);
  const tie = isNamed ? counterpartOf(facts, role) : null;
  const others = tie && (tie.other === owner ? [...filters] : inRole(filters, owner, tie.other));
  if (tie === null || others === null) return null;
  const own = link === 'of' ? null : ofRole(facts, filters, owner, role);
  return [
    { filters: [{ kind: 'exists', table: tie.pairs, filters: others, negated: false }], cost: TIED },
    ...(own ? [{ filters: own, cost: OWN_NAME }] : []),
  ];
}

/**
 * A place name costs almost the same at any distance: for tickets sold in Oslo, the city of the buyer is no more
 * probable than that of the hall, although the join paths differ in length.
 */
function attachNamed(facts: Facts, thing: string, { thing: owner, filters, event }: ConditionMeaning): Attached | null {
  const attached = attach(facts, thing, owner, filters, event);
  const way = facts.way(thing, owner);
  const isPlace = filters.length > 0 && filters.every((filter) => 'column' in filter && facts.isPlace(filter.column));
  return attached && isPlace && way?.kind === 'lookup'
    ? { ...attached, cost: LOOKUP + FURTHER * (way.steps - 1) }
    : attached;
}

/** Several values, each of its own related row, because one row cannot have two values of a column. */
function allOf(
  facts: Facts,
  thing: string,
  { thing: owner, filters: [listed, ...more] }: ConditionMeaning,
): Attached[] {
  if (listed?.kind !== 'in' || more.length > 0) return [];
  const way = facts.way(thing, owner);
  if (way?.kind !== 'fan' && way?.kind !== 'through') return [];
  const { column, values, span } = listed;
  const parts = values.map((value) =>
    attach(facts, thing, owner, [{ kind: 'compare', column, op: '=', value, ...(span && { span }) }]),
  );
  const [first] = parts;
  return first && parts.every((part) => part !== null)
    ? [{ filters: parts.flatMap(({ filters }) => filters), cost: first.cost }]
    : [];
}

/**
 * Conditions on those who play a role, and on tables that the role looks up. Null if a condition concerns any other
 * table.
 */
function ofRole(facts: Facts, filters: readonly Filter[], player: string, role: string): Filter[] | null {
  const isLookedUp = (filter: Filter): boolean =>
    'column' in filter &&
    comparedColumns(filter).every(({ table }) => table !== player && facts.way(role, table)?.kind === 'lookup');
  const found = filters.map((filter) => (isLookedUp(filter) ? [filter] : inRole([filter], player, role)));
  return found.every((one) => one !== null) ? found.flat() : null;
}

/**
 * Conditions on the rows of a thing, as conditions on a role that it plays. Null if one concerns other rows as well.
 */
export function inRole(filters: readonly Filter[], player: string, role: string): Filter[] | null {
  const played = filters.map((filter): Filter | null => {
    if (filter.kind === 'or') {
      const parts = inRole(filter.filters, player, role);
      return parts && { ...filter, filters: parts };
    }
    if (!('column' in filter) || comparedColumns(filter).some(({ table }) => table !== player)) return null;
    return withColumnsMoved(filter, (column) => ({ ...column, table: role }));
  });
  return played.every((filter) => filter !== null) ? played : null;
}

export function withCondition(
  facts: Facts,
  set: SetMeaning,
  condition: ConditionMeaning,
): { meaning: SetMeaning; cost: number }[] {
  // A name behind a reference to the same kind usually names the referenced thing: employees whose manager is Ann.
  const known = set.filters.flatMap((filter) => (filter.kind === 'null' ? [filter.column] : []));
  const asksRole = [...set.select, ...known].some((ref) => refersToKind(facts, ref, condition.thing));
  return attachments(facts, set.thing, condition)
    .filter(({ filters }) => !filters.some((one) => set.filters.some((other) => isOpposed(one, other))))
    .map(({ filters, cost }) => ({
      meaning: { ...set, clock: clockBeside(set, condition), filters: withRowsOf(set, filters) },
      cost: cost + (asksRole ? ROLE : 0),
    }));
}

/** The time column of the periods: the set's own, else that of an event in a condition on the same rows. */
const clockBeside = ({ thing, clock }: SetMeaning | FigureMeaning, condition: ConditionMeaning): ColumnRef | null =>
  clock ?? (condition.clock && condition.thing === thing ? condition.clock : null);

/**
 * Adds conditions to a set. If the set is called by the rows of another table, conditions on that table concern these
 * rows.
 */
function withRowsOf({ filters, by }: SetMeaning, more: readonly Filter[]): Filter[] {
  if (!by) return ofSameRows(filters, more);
  const own = more.map((one) =>
    one.kind === 'exists' && one.table === by.rows ? { ...one, filters: [...by.filters, ...one.filters] } : one,
  );
  const isSaid = own.some((one) => one.kind === 'exists' && one.table === by.rows && !one.negated);
  const isBy = (one: Filter): boolean =>
    one.kind === 'exists' && one.table === by.rows && JSON.stringify(one.filters) === JSON.stringify(by.filters);
  return [...(isSaid ? filters.filter((one) => !isBy(one)) : filters), ...own];
}

/** A missing reference and a period of the same related table concern the same row: 上月入院的病人里，没有医生的. */
function ofSameRows(filters: readonly Filter[], more: readonly Filter[]): Filter[] {
  const [one, ...others] = more;
  if (one === undefined || others.length > 0 || !isOfAny(one)) return [...filters, ...more];
  const at = filters.findIndex(
    (other) =>
      isOfAny(other) &&
      other.table === one.table &&
      ((isOf(other, 'time') && isOf(one, 'null')) || (isOf(other, 'null') && isOf(one, 'time'))),
  );
  return at < 0
    ? [...filters, ...more]
    : filters.map((other, index) =>
        index === at && other.kind === 'exists' ? { ...other, filters: [...other.filters, ...one.filters] } : other,
      );
}

const isOf = ({ filters }: Existence, kind: Filter['kind']): boolean =>
  filters.length > 0 && filters.every((one) => one.kind === kind);

/**
 * Whether one condition requires a value of a column and the other excludes a value of it. Such a pair is redundant:
 * fiction that is not science is all fiction.
 */
export function isOpposed(one: Filter, other: Filter): boolean {
  const [a, b] = [valuesOf(one), valuesOf(other)];
  return (
    a !== null &&
    b !== null &&
    a.negated !== b.negated &&
    a.column.table === b.column.table &&
    a.column.column === b.column.column
  );
}

/** The values of a column that a condition requires or excludes; null for other conditions. */
export function valuesOf(filter: Filter): { column: ColumnRef; values: Scalar[]; negated: boolean } | null {
  if (filter.kind === 'in') return filter;
  if (filter.kind !== 'compare' || (filter.op !== '=' && filter.op !== '!=') || typeof filter.value === 'boolean')
    return null;
  return { column: filter.column, values: [filter.value], negated: filter.op === '!=' };
}

/** Whether a column refers to a role of that kind of thing. */
export function refersToKind(facts: Facts, ref: ColumnRef, player: string): boolean {
  const role = facts.refersTo(ref);
  return role !== null && role !== player && facts.playerOf(role) === player;
}

export function figureWithCondition(
  facts: Facts,
  figure: FigureMeaning,
  condition: ConditionMeaning,
): { meaning: FigureMeaning; cost: number }[] {
  // Ann's salary is a column of her row; Ann's employees are other rows.
  const isItself = isCount(figure) || counterpartOf(facts, figure.thing) !== null;
  const own = isItself ? condition : { ...condition, link: 'stated' as const };
  return attachments(facts, figure.thing, own).map(({ filters, cost }) => ({
    meaning:
      // The time of an event restricts all rows of a grouped share, not its part.
      figure.share === null || (isOfTime(condition) && figure.share.length === 0 && figure.keys.length > 0)
        ? { ...figure, clock: clockBeside(figure, condition), filters: [...figure.filters, ...filters] }
        : { ...figure, share: [...figure.share, ...filters] },
    cost,
  }));
}

const isOfTime = ({ filters }: ConditionMeaning): boolean =>
  filters.length > 0 && filters.every(({ kind }) => kind === 'time' || kind === 'recurring');

/** A thing refers directly to at most one other; "several" must be counted in the table of pairs between them. */
function withPairs(
  facts: Facts,
  set: SetMeaning,
  { figure, op, value, to }: GroupConditionMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const pairs = isCount(figure) && value > 1 && to === null ? facts.pairsOf(set.thing, figure.thing) : null;
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
  const bound = (by: CompareOperator, than: number): GroupBound => ({
    figure,
    op: by,
    value: than,
    filter: boundFilter(facts, set.thing, { figure, op: by, value: than }),
  });
  if (
    !isCount(figure) ||
    figure.periods.some(({ column }) => column === null && figure.clock === null && clock === null)
  ) {
    return isCount(figure)
      ? null
      : {
          meaning: {
            ...set,
            having: [...set.having, bound(op, value), ...(to === null ? [] : [bound('<=', to)])],
          },
          cost,
        };
  }
  const counting = way.kind === 'through' ? way.pivot : figure.thing;
  const own = way.kind === 'through' ? ofPivotRows(figure.filters, way.pivot) : figure.filters;
  if (own === null) return null;
  const filters = [
    ...own.filter((one) => !isImplied(facts, counting, one, figure.thing)),
    ...figure.periods.map((use): Filter =>
      periodFilter(facts, use, use.column ?? figure.clock ?? (clock as ColumnRef)),
    ),
  ];
  const counted = (bound: { op: CompareOperator; value: number }): Filter => ({
    kind: 'exists',
    table: counting,
    filters,
    negated: false,
    count: bound,
  });
  if (to !== null)
    return {
      meaning: { ...set, filters: withRowsOf(set, [counted({ op, value }), counted({ op: '<=', value: to })]) },
      cost,
    };
  const none = (op === '=' && value === 0) || (op === '<' && value === 1);
  const some = (op === '>=' && value === 1) || (op === '>' && value === 0);
  const exists: Filter =
    none || some ? { kind: 'exists', table: counting, filters, negated: none } : counted({ op, value });
  return { meaning: { ...set, filters: withRowsOf(set, [exists]) }, cost };
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
  const column = facts.referenceTo(pivot, figure.thing) ?? facts.keyFrom(pivot, figure.thing);
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
  const clock = figure.clock ?? likeliestClock(facts, figure.thing);
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

/** The most probable time column of a thing; null if two are equally probable. */
function likeliestClock(facts: Facts, thing: string): ColumnRef | null {
  const [first, second] = facts.clocks(thing);
  return first && (!second || facts.clockClass(first) < facts.clockClass(second)) ? first : null;
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

export function isCount(figure: FigureMeaning): boolean {
  const [measure, ...more] = figure.measures;
  return more.length === 0 && measure?.what.kind === 'aggregate' && measure.what.fn === 'count';
}

/** Whether a condition bounds an amount. */
export const isBound = (filter: Filter): boolean =>
  filter.kind === 'between' ||
  filter.kind === 'compare_aggregate' ||
  (filter.kind === 'compare' && /[<>]/.test(filter.op));

/**
 * The time column of the rows that tie two things together, or of the one event that they look up: what was bought last
 * year was part of an order of last year.
 */
function clockOfPivot(facts: Facts, pivot: string, thing: string): ColumnRef | null {
  const own = facts.clock(pivot);
  if (own) return own;
  const [clock, ...others] = Object.keys(facts.model.tables).flatMap((other) => {
    const way = other === thing || !facts.isEvent(other) ? null : facts.way(pivot, other);
    return way?.kind === 'lookup' && way.steps === 1 ? (facts.clock(other) ?? []) : [];
  });
  return clock && others.length === 0 ? clock : null;
}

/** A period as a condition on a time column; whole years as numbers where the column stores years. */
export function periodFilter(facts: Facts, use: SetMeaning['periods'][number], column: ColumnRef): Filter {
  const { or = [], ...first } = use;
  if (or.length > 0) return { kind: 'or', filters: [first, ...or].map((one) => periodFilter(facts, one, column)) };
  if (use.recurs) return { kind: 'recurring', column, times: use.recurs, negated: use.negated };
  const stored = facts.column(column);
  const { from, to } = facts.liesAhead(column) ? wholePeriod(use) : use;
  if (stored && facts.isYear(column) && stored.category !== 'date' && stored.category !== 'timestamp') {
    const scalar = (year: number): string | number => (stored.category === 'text' ? String(year) : year);
    const first = from === null ? null : Number(from.slice(0, 4));
    const last = to === null ? null : Number(to.slice(0, 4)) - (to.endsWith('-01-01') ? 1 : 0);
    if (first !== null && last !== null) {
      if (first === last) return { kind: 'compare', column, op: use.negated ? '!=' : '=', value: scalar(first) };
      return { kind: 'between', column, from: scalar(first), to: scalar(last), negated: use.negated };
    }
    return { kind: 'compare', column, op: first === null ? '<=' : '>=', value: scalar(first ?? last ?? 0) };
  }
  const range: PeriodRange = { from, to, label: use.label.en, labels: use.label };
  return { kind: 'time', column, range, negated: use.negated };
}

/** The range of a period with a label in both languages. `labelledRange` chooses one when the query is complete. */
type TimeRange = Extract<Filter, { kind: 'time' }>['range'];
type PeriodRange = TimeRange & { labels?: PeriodUse['label'] };

/** A query's time range, labelled in the question's language. */
export function labelledRange({ labels, ...range }: PeriodRange, locale: Locale): TimeRange {
  return labels ? { ...range, label: labels[locale] } : range;
}

/** In columns of future days, "this month" and "this year" mean the whole month and year, not only their past part. */
function wholePeriod({ key, from, to }: SetMeaning['periods'][number]): { from: string | null; to: string | null } {
  if (from === null || to === null) return { from, to };
  const months = ({ this_month: 1, this_quarter: 3, this_year: 12 } as Record<string, number>)[key];
  if (months !== undefined) {
    const [year = 0, month = 1] = from.split('-').map(Number);
    return { from, to: new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10) };
  }
  return key === 'this_week'
    ? { from, to: new Date(Date.parse(from) + 7 * 86_400_000).toISOString().slice(0, 10) }
    : { from, to };
}

/** Whether a column of years can express the period: whole years, and this year. */
export const isOfYears = ({ from, to, grain, key, recurs }: SetMeaning['periods'][number]): boolean =>
  recurs === undefined &&
  (key === 'this_year' ||
    grain === 'year' ||
    ((from === null || from.endsWith('-01-01')) && (to === null || to.endsWith('-01-01'))));

/**
 * The time column of an event for a period. A column of years cannot express a part of a year, but a single date column
 * of the table can.
 */
function clockOf(facts: Facts, use: SetMeaning['periods'][number], clock: ColumnRef | null): ColumnRef | null {
  if (clock === null || !facts.isYear(clock) || facts.isDate(clock) || isOfYears(use)) return clock;
  const [date, ...more] = facts.dates(clock.table);
  return date !== undefined && more.length === 0 ? date : null;
}
/** Whether the join already implies an "exists" condition: the client of an order line has orders. */
const isImplied = (facts: Facts, thing: string, filter: Filter, owner: string): boolean =>
  isOfAny(filter) &&
  filter.filters.length === 0 &&
  (filter.table === thing ||
    (facts.way(thing, filter.table)?.kind === 'lookup' && facts.leadsOver(thing, filter.table, owner)));

/** A bound on how many rows an owner has, as a condition on the owner: visits of doctors with more than 40 visits. */
function numberOf(thing: string, { table, filters, negated, count }: Existence): Filter {
  const { op, value } = count ?? { op: negated ? ('=' as const) : ('>=' as const), value: negated ? 0 : 1 };
  const where = filters.length > 0 ? { where: filters } : {};
  return {
    kind: 'bound',
    thing,
    measure: { label: '', what: { kind: 'aggregate', fn: 'count', table }, ...where },
    op: count && negated ? OPPOSITE[op] : op,
    value,
  };
}

const OPPOSITE: Record<CompareOperator, CompareOperator> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/**
 * Narrows the rows of a thing to those of a set: "orders of VIP customers". Null if the set has an order, a limit or
 * asked columns, or if a period has no unambiguous time column.
 */
export function narrowed(facts: Facts, thing: string, by: SetMeaning): Attached | null {
  const plain = withoutBounds(by);
  if (
    by.order.length > 0 ||
    by.limit !== null ||
    plain === null ||
    by.select.length > 0 ||
    by.near !== null ||
    by.distinct
  )
    return null;
  const isEvent = facts.isEvent(by.thing);
  const [clock = null, ...others] = by.clock !== null || !isEvent ? [by.clock] : facts.clocks(by.thing);
  if (by.periods.some(({ column }) => column === null) && (clock === null || others.length > 0)) return null;
  const timed = by.periods.map((use) => ({ use, column: use.column ?? clockOf(facts, use, clock) }));
  if (timed.some(({ column }) => column === null)) return null;
  const periods = timed.map(({ use, column }) => periodFilter(facts, use, column as ColumnRef));
  // The join implies that the owner has rows of this kind. A count of them is a bound on the owner.
  const own = plain.filters.filter((filter) => !isImplied(facts, thing, filter, by.thing));
  const counted = own.map((filter) =>
    filter.kind === 'exists' && filter.table === thing && !filter.all ? numberOf(by.thing, filter) : filter,
  );
  return attach(facts, thing, by.thing, [...counted, ...periods], isEvent);
}
