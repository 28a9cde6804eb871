import type { ColumnRef, Filter } from '@querent/contracts';
import { attach, type Attached, narrowed } from '../attach';
import { alone, type Construction, either, pair } from '../construction';
import type { Facts } from '../facts';
import {
  type AllOfMeaning,
  type ConditionMeaning,
  type FigureMeaning,
  figureOf,
  type GroupConditionMeaning,
  type SetMeaning,
  setOf,
} from '../meaning';
import { isMeasureWord } from './bounds';
import { groupCondition, related } from './related-rows';

/** Events that rows had or had not, how often, and figures of them. */
export const EVENTS: readonly Construction[] = [
  pair(
    'event of a thing',
    'set',
    'event',
    { cost: 0.03, zh: '客户下单', en: 'customers who registered' },
    (set, event, facts) => {
      const made = happened(facts, event.column, event.negated, set);
      const did = facts.way(set.thing, event.column.table)?.kind === 'fan' ? { did: event.column } : {};
      return made && { ...made, meaning: { ...made.meaning, clause: true, ...did } };
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
    ({ event }, set, facts) => happened(facts, event.column, event.negated, set),
  ),
  pair(
    'event of what',
    'event',
    'condition',
    { cost: 0.06, zh: '交售过水稻的', en: '' },
    ({ column, negated: absent }, { thing, filters, head }, facts) => {
      const isOf = head !== null && !absent && facts.way(column.table, thing)?.kind === 'lookup';
      const rows: SetMeaning = {
        ...setOf(column.table, true),
        clock: column,
        filters: [...filters, ...present(facts, column)],
      };
      return isOf ? related(facts, rows, '>=', 1) : null;
    },
  ),
  pair('event before its thing', 'event', 'set', { zh: '注册的客户', en: 'admitted patients' }, (event, set, facts) =>
    happened(facts, event.column, event.negated, set),
  ),
  pair(
    'new things',
    'w:new',
    'set',
    { cost: 0.05, zh: '上个月的新客户', en: 'new customers last month' },
    (_, set, facts) => {
      const clock =
        facts.isLasting(set.thing) || set.clock === null
          ? (facts.clock(set.thing) ?? facts.firstTime(set.thing))
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
              filters: present(facts, event.column),
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
    (_, { column, negated: absent }, facts) => {
      const rows = absent
        ? null
        : related(facts, { ...setOf(column.table, true), clock: column, filters: present(facts, column) }, '=', 0);
      return rows;
    },
  ),
  pair(
    'event and what it happened to',
    'event',
    ['set', 'condition'],
    { cost: 0.03, zh: '借过小说的', en: 'borrowed science books' },
    ({ column, negated }, what, facts) => {
      if (negated || facts.way(column.table, what.thing)?.kind !== 'lookup') return null;
      if (what.cat === 'condition' && what.all) return ofEachValue(facts, column, what);
      const of =
        what.cat === 'set'
          ? whatIsOf(facts, column.table, what)
          : attach(facts, column.table, what.thing, what.filters);
      const rows = {
        ...setOf(column.table, true),
        clock: column,
        filters: [...present(facts, column), ...(of?.filters ?? [])],
      };
      const found = of && of.filters.length > 0 ? related(facts, rows, '>=', 1) : null;
      return found && of && { meaning: found, cost: of.cost };
    },
  ),
  pair(
    'what an event happened to, before it',
    'condition',
    'event',
    { cost: 0.03, zh: '小说和历史都借过的', en: '' },
    (what, { column, negated }, facts) =>
      what.all && !negated && facts.way(column.table, what.thing)?.kind === 'lookup'
        ? ofEachValue(facts, column, what)
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
    ({ column, negated, noun }, set, facts) =>
      negated || noun || set.asked || column.table !== set.thing
        ? null
        : related(facts, { ...set, clock: column, filters: [...set.filters, ...present(facts, column)] }, '>=', 1),
  ),
  ...either(
    'how often an event happened',
    'event',
    'bound',
    { cost: 0.03, zh: '下单超过3次', en: 'admitted at least twice' },
    ({ column, negated: absent }, bound, facts) => {
      const rows =
        absent || !isMeasureWord(bound.unit)
          ? null
          : related(facts, { ...setOf(column.table, true), clock: column, filters: present(facts, column) }, '>=', 1);
      return rows && groupCondition(rows.figure, bound);
    },
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

/** Whether rows are of several pieces each, so that their number is not that of the pieces. */
export const holdsPieces = (facts: Facts, thing: string): boolean =>
  facts.pieces().some(({ table }) => ['same', 'lookup', 'fan'].includes(facts.way(thing, table)?.kind ?? ''));

/** That something happened, as a condition on those to whom it did. */
export function rowsOfEvent(
  facts: Facts,
  { column, negated }: { column: ColumnRef; negated: boolean },
): GroupConditionMeaning | null {
  const rows = { ...setOf(column.table, true), clock: column, filters: present(facts, column) };
  return negated ? null : related(facts, rows, '>=', 1);
}

/** That an event happened to rows of each of several values: borrowed both fiction and history. */
function ofEachValue(facts: Facts, column: ColumnRef, { filters: [listed] }: ConditionMeaning): AllOfMeaning | null {
  if (listed?.kind !== 'in' || listed.negated) return null;
  const known = present(facts, column);
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

/** Conditions on rows by the things that they are of. */
const whatIsOf = (facts: Facts, thing: string, set: SetMeaning): Attached | null =>
  set.asked ? null : narrowed(facts, thing, set);

/** What it costs that rows of an event lack the time of it: there rather is no such row. */
const WITHOUT_OWN_TIME = 0.3;

function happened(
  facts: Facts,
  named: ColumnRef,
  absent: boolean,
  set: SetMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const column = facts.inRole(set.thing, named);
  const filters: Filter[] = absent ? [{ kind: 'null', column, negated: false }] : present(facts, column);
  // What every row has had is missing from none.
  if (absent && column.table === set.thing && facts.column(column)?.nullable === false) return null;
  const clock = absent ? set.clock : column;
  const dated = { ...set, clock, filters: [...set.filters, ...filters] };
  if (column.table === set.thing)
    return { meaning: dated, cost: absent && facts.isOwnClock(column) ? WITHOUT_OWN_TIME : 0 };
  const way = facts.way(set.thing, column.table);
  if (way?.kind === 'lookup') return { meaning: dated, cost: 0.1 };
  if (way?.kind !== 'fan') return null;
  return {
    meaning: {
      ...set,
      filters: [
        ...set.filters,
        { kind: 'exists', table: column.table, filters: present(facts, column), negated: absent },
      ],
    },
    cost: 0.1,
  };
}

/** How often something happened: the rows whose time it is, where it is known. */
export function countOfEvent(facts: Facts, column: ColumnRef): FigureMeaning {
  const count = figureOf(column.table, { kind: 'aggregate', fn: 'count', table: column.table });
  return { ...count, clock: column, filters: present(facts, column) };
}

/** That an event happened, where its time may be missing; what is only known as that event has happened. */
function present(facts: Facts, column: ColumnRef): Filter[] {
  return facts.column(column)?.nullable === false || facts.isOwnClock(column)
    ? []
    : [{ kind: 'null', column, negated: true }];
}

function ofEvent(
  facts: Facts,
  figure: FigureMeaning,
  event: { column: ColumnRef; negated: boolean },
): FigureMeaning | null {
  const way = facts.way(figure.thing, event.column.table);
  if (way?.kind !== 'same' && way?.kind !== 'lookup') return null;
  const filters: Filter[] = event.negated
    ? [{ kind: 'null', column: event.column, negated: false }]
    : present(facts, event.column);
  return { ...figure, clock: event.negated ? figure.clock : event.column, filters: [...figure.filters, ...filters] };
}
