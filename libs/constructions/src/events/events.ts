import type { ColumnRef, Filter } from '@querent/contracts';
import {
  type AllOfMeaning,
  alone,
  attach,
  type Attached,
  type BoundMeaning,
  type ConditionMeaning,
  type Construction,
  either,
  type EventMeaning,
  type Facts,
  type FigureMeaning,
  figureOf,
  type GroupConditionMeaning,
  isCount,
  narrowed,
  pair,
  periodFilter,
  type SetMeaning,
  setOf,
} from '@querent/grammar';
import { boundOf, isMeasureWord } from '../rows/bounds';
import { related } from '../rows/related-rows';
import { groupCondition } from '../rows/bounded-figures';
import { ownTotal } from '../figures/amounts-of-rows';

/** Events that rows had or did not have, their number, and figures over them. */
export const EVENTS: readonly Construction[] = [
  pair(
    'event of a thing',
    'set',
    'event',
    { cost: 0.03, zh: '客户下单', en: 'customers who registered' },
    (set, event, facts) => {
      const made = happened(facts, event, set);
      const did = facts.way(set.thing, event.column.table)?.kind === 'fan' ? { did: event.column } : {};
      return made && { ...made, meaning: { ...made.meaning, clause: true, predicate: true, ...did } };
    },
  ),
  pair('have before an event', 'w:with', 'event', { cost: 0.05, zh: '', en: 'that have ordered' }, (_, event) => event),
  pair('event after and', ['w:and', 'w:comma'], 'event', { cost: 0.03, zh: '又投诉过', en: '' }, (_, event) => ({
    cat: 'joined_event',
    event,
  })),
  pair(
    'event after and, of a thing',
    'joined_event',
    'set',
    { zh: '又投诉过的客户', en: '' },
    ({ event }, set, facts) => happened(facts, event, set),
  ),
  pair(
    'event of what',
    'event',
    'condition',
    { cost: 0.06, zh: '交售过水稻的', en: '' },
    (event, { thing, filters, head }, facts) => {
      const { column, negated: absent } = event;
      const way = facts.way(column.table, thing)?.kind;
      const isOf = head !== null && !absent && (way === 'lookup' || (way === 'same' && head === 'value'));
      const rows: SetMeaning = {
        ...setOf(column.table, true),
        clock: column,
        filters: [...filters, ...present(facts, event)],
      };
      return isOf ? related(facts, rows, '>=', 1) : null;
    },
  ),
  pair('event before its thing', 'event', 'set', { zh: '注册的客户', en: 'admitted patients' }, (event, set, facts) =>
    happened(facts, event, set),
  ),
  pair(
    'new things',
    'w:new',
    'set',
    { cost: 0.05, zh: '上个月的新客户', en: 'new customers last month' },
    (_, set, facts) => {
      const clock =
        facts.isLasting(set.thing) || set.clock === null
          ? (facts.clock(set.thing) ?? facts.defaultTime(set.thing))
          : null;
      return clock && set.clock === null && !set.asked ? { ...set, clock } : null;
    },
  ),
  pair(
    'event that did not happen',
    ['w:not', 'w:without'],
    'event',
    { zh: '未出院', en: 'not discharged' },
    (_, event) => ({ ...event, negated: !event.negated }),
  ),
  pair(
    'number of new things',
    'w:new',
    'figure',
    { cost: 0.05, zh: '今年新增了多少客户', en: '' },
    (_, figure, facts) => {
      const isOfThings = isCount(figure) && figure.clock === null && figure.keys.length === 0 && !figure.implied;
      const clock = isOfThings ? (facts.clock(figure.thing) ?? facts.defaultTime(figure.thing)) : null;
      return clock && { ...figure, clock };
    },
  ),
  alone(
    'event that stands for its rows',
    'event',
    { cost: 0.15, zh: '上个月的入院', en: 'admissions last month' },
    (event, facts) =>
      facts.isTime(event.column) && !event.negated
        ? {
            meaning: {
              ...setOf(event.column.table, event.noun),
              clock: event.column,
              filters: present(facts, event),
            },
            cost: event.noun ? 0 : 0.2,
          }
        : null,
  ),
  pair(
    'rows without an event',
    ['w:not', 'w:without'],
    'event',
    { cost: 0.02, zh: '没有下过单', en: 'never ordered' },
    (_, event, facts) => (event.negated ? null : related(facts, rowsWith(facts, event), '=', 0)),
  ),
  pair(
    'event and what it happened to',
    'event',
    ['set', 'condition'],
    { cost: 0.03, zh: '借过小说的', en: 'borrowed science books' },
    (event, what, facts) => {
      const { column, negated } = event;
      if (negated || facts.way(column.table, what.thing)?.kind !== 'lookup') return null;
      if (what.cat === 'condition' && what.all) return ofEachValue(facts, event, what);
      const of =
        what.cat === 'set'
          ? whatIsOf(facts, column.table, what)
          : attach(facts, column.table, what.thing, what.filters);
      const rows = {
        ...setOf(column.table, true),
        clock: column,
        filters: [...present(facts, event), ...(of?.filters ?? [])],
      };
      const found = of && of.filters.length > 0 ? related(facts, rows, '>=', 1) : null;
      return found && of && { meaning: found, cost: of.cost };
    },
  ),
  pair(
    'event and how many it happened to',
    'event',
    'group_condition',
    { cost: 0.03, zh: '', en: 'borrowed more than 5 books' },
    ({ column, negated }, group, facts) => {
      const { figure, times, by } = group;
      const isOf = facts.way(column.table, figure.thing)?.kind === 'lookup';
      return isOf && !negated && !times && !by && isCount(figure) && figure.clock === null
        ? { ...group, by: column }
        : null;
    },
  ),
  pair(
    'what an event happened to, before it',
    'condition',
    'event',
    { cost: 0.03, zh: '小说和历史都借过的', en: '' },
    (what, event, facts) =>
      what.all && !event.negated && facts.way(event.column.table, what.thing)?.kind === 'lookup'
        ? ofEachValue(facts, event, what)
        : null,
  ),
  pair(
    'event before its own rows',
    'event',
    'group_condition',
    { zh: '', en: 'placed no orders' },
    ({ column, negated }, group) => (!negated && group.figure.thing === column.table ? group : null),
  ),
  pair(
    'event and rows that it made',
    'event',
    'set',
    { cost: 0.03, zh: '', en: 'customers ordered shipments' },
    (event, set, facts) =>
      event.negated || event.noun || set.asked || event.column.table !== set.thing
        ? null
        : related(facts, { ...set, clock: event.column, filters: [...set.filters, ...present(facts, event)] }, '>=', 1),
  ),
  ...either(
    'how often an event happened',
    'event',
    'bound',
    { cost: 0.03, zh: '下单超过3次', en: 'admitted at least twice' },
    (event, bound, facts) => howOften(facts, event, bound),
  ),
  pair('comparing word before an event', 'op:compare', 'event', { zh: '至少下过', en: '' }, ({ operator }, event) =>
    operator.after || operator.inEnglish || event.negated ? null : { cat: 'often', compare: operator, event },
  ),
  pair(
    'how often an event happened, behind its comparing word',
    'often',
    'number',
    { cost: 0.03, zh: '至少下过3单', en: '' },
    ({ compare, event }, number, facts) => howOften(facts, event, boundOf(compare, number)),
  ),
  pair(
    'how often rows are in a state',
    'condition',
    'bound',
    { cost: 0.15, zh: '退款超过3次', en: 'rejected more than twice' },
    ({ thing, filters, head }, bound, facts) => {
      if (head === null || head === 'name' || !facts.isEvent(thing)) return null;
      if (!isMeasureWord(bound.unit)) return null;
      const rows = related(facts, { ...setOf(thing, true), filters }, '>=', 1);
      return rows && groupCondition(rows.figure, bound);
    },
  ),
  ...either(
    'times of an event',
    'op:count',
    'event',
    { cost: 0.1, zh: '借过多少次', en: 'how often borrowed' },
    ({ operator }, { column, negated: absent }, facts) =>
      absent || operator.amount || operator.people || (operator.pieces && holdsPieces(facts, column.table))
        ? null
        : countOfEvent(facts, column),
  ),
  pair(
    'when an event happened',
    ['w:when', 'keys'],
    'event',
    { cost: 0.05, zh: '哪一年成立的', en: 'when founded' },
    (asked, { column, negated }) => {
      const [key, ...more] = asked.cat === 'keys' && asked.asked ? asked.keys : [];
      const isAsked = asked.cat === 'keys' ? key?.column === null && more.length === 0 : true;
      return isAsked && !negated ? { cat: 'columns', columns: [column], asked: false } : null;
    },
  ),
  pair(
    'figure of an event',
    'figure',
    'event',
    { cost: 0.05, zh: '订单数（按下单）', en: 'number of patients admitted' },
    (figure, event, facts) => ofEvent(facts, figure, event),
  ),
  pair(
    'event before its figure',
    'event',
    'figure',
    { cost: 0.05, zh: '入院人数', en: 'admitted patients count' },
    (event, figure, facts) => ofEvent(facts, figure, event),
  ),
];

/** A bound on the number of events of a thing, or on their total amount. */
function howOften(facts: Facts, event: EventMeaning, bound: BoundMeaning): GroupConditionMeaning[] | null {
  if (event.negated || !isMeasureWord(bound.unit)) return null;
  // "Paid more than 5000" bounds the amount; English bounds the number with "times".
  const isHowMuch = bound.inEnglish === true && bound.unit === null;
  const rows = isHowMuch ? null : related(facts, rowsWith(facts, event), '>=', 1);
  const often = rows && groupCondition(rows.figure, bound);
  const total = bound.unit === null ? ownTotal(facts, rowsWith(facts, event)) : null;
  return [...(often ? [often] : []), ...(total ? [groupCondition(total, bound)] : [])].flatMap((one) => one ?? []);
}

/** Whether rows contain several pieces each, so that the number of rows is not the number of pieces. */
export const holdsPieces = (facts: Facts, thing: string): boolean =>
  facts.quantityColumns().some(({ table }) => ['same', 'lookup', 'fan'].includes(facts.way(thing, table)?.kind ?? ''));

/** An event as a condition on those who had it. */
export function rowsOfEvent(facts: Facts, event: EventMeaning): GroupConditionMeaning | null {
  return event.negated ? null : related(facts, rowsWith(facts, event), '>=', 1);
}

/** The rows that had an event. */
export const rowsWith = (facts: Facts, event: Happening): SetMeaning => ({
  ...setOf(event.column.table, true),
  clock: event.column,
  filters: present(facts, event),
});

/** An event on rows of each of several values: borrowed both fiction and history. */
function ofEachValue(facts: Facts, event: Happening, { filters: [listed] }: ConditionMeaning): AllOfMeaning | null {
  if (listed?.kind !== 'in' || listed.negated) return null;
  const { column } = event;
  const known = present(facts, event);
  const rows = listed.values.map((value) =>
    related(
      facts,
      {
        ...setOf(column.table, true),
        clock: column,
        filters: [...known, { kind: 'compare', column: listed.column, op: '=', value }],
      },
      '>=',
      1,
    ),
  );
  return rows.every((one) => one !== null) ? { cat: 'all_of', rows } : null;
}

/** Conditions on rows by the things that they look up. */
const whatIsOf = (facts: Facts, thing: string, set: SetMeaning): Attached | null =>
  set.asked ? null : narrowed(facts, thing, set);

/** Cost of event rows without their time: the row more probably does not exist. */
const WITHOUT_OWN_TIME = 0.3;

/**
 * A set restricted to the things that had an event, or did not have it if the event is negated. Null if no join path
 * leads to the event.
 */
export function happened(
  facts: Facts,
  { column: named, negated: absent, past }: EventMeaning,
  set: SetMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const column = facts.inRole(set.thing, named);
  // A column that is never null cannot be missing.
  if (absent && !past && column.table === set.thing && facts.column(column)?.nullable === false) return null;
  const filters = absent ? [missing(facts, { column, past })] : present(facts, { column, past });
  const clock = absent ? set.clock : column;
  const dated = { ...set, clock, filters: [...set.filters, ...filters] };
  if (column.table === set.thing)
    return { meaning: dated, cost: absent && facts.isEventTime(column) ? WITHOUT_OWN_TIME : 0 };
  const way = facts.way(set.thing, column.table);
  // The opening date of an office does not date its invoices.
  if (way?.kind === 'lookup') return facts.isLasting(column.table) ? null : { meaning: dated, cost: 0.1 };
  if (way?.kind !== 'fan') return null;
  return {
    meaning: {
      ...set,
      filters: [
        ...set.filters,
        { kind: 'exists', table: column.table, filters: present(facts, { column, past }), negated: absent },
      ],
    },
    cost: 0.1,
  };
}

/** The number of events: rows whose time is known. */
export function countOfEvent(facts: Facts, column: ColumnRef): FigureMeaning {
  const count = figureOf(column.table, { kind: 'aggregate', fn: 'count', table: column.table });
  return { ...count, clock: column, filters: present(facts, { column }) };
}

/** An event by its time column, and the period in which it has happened. */
type Happening = Pick<EventMeaning, 'column'> & { past?: EventMeaning['past'] | undefined };

/** A condition that the event happened, if its time may be null or in the future. */
function present(facts: Facts, { column, past }: Happening): Filter[] {
  if (past?.isOver) return [periodFilter(facts, past.use, column)];
  return facts.column(column)?.nullable === false || facts.isEventTime(column)
    ? []
    : [{ kind: 'null', column, negated: true }];
}

/** A condition that the event did not happen: its time is in the future, or null. */
function missing(facts: Facts, { column, past }: Happening): Filter {
  return past ? periodFilter(facts, { ...past.use, negated: true }, column) : { kind: 'null', column, negated: false };
}

function ofEvent(facts: Facts, figure: FigureMeaning, event: EventMeaning): FigureMeaning | null {
  // An event of the rows of a share restricts its part.
  if (figure.share !== null && figure.share.length > 0) return null;
  const way = facts.way(figure.thing, event.column.table);
  if (way?.kind !== 'same' && way?.kind !== 'lookup') return null;
  // The opening date of a shop does not date its receipts.
  if (way.kind === 'lookup' && facts.isLasting(event.column.table)) return null;
  const filters = event.negated ? [missing(facts, event)] : present(facts, event);
  return { ...figure, clock: event.negated ? figure.clock : event.column, filters: [...figure.filters, ...filters] };
}
