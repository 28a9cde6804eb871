import type { ColumnRef, Filter } from '@querent/contracts';
import {
  firstRowAsCondition,
  type Construction,
  type Facts,
  type FigureMeaning,
  inRole,
  narrowed,
  pair,
  type SetMeaning,
  withCondition,
  withGroupCondition,
} from '@querent/grammar';
import { happened } from '../events/events';

/** Rows and figures of what belongs to a set. */
export const ROWS_OF_SETS: readonly Construction[] = [
  pair(
    'figure of a set',
    'figure',
    'set',
    { cost: 0.2, zh: '', en: 'freight of VIP customers' },
    // 带宽高于80的学校: a bound directly behind a figure applies to it. 男患者和女患者各有多少次就诊: a thing behind the question word is
    // counted.
    (figure, set, facts) => (figure.respectively || isBounded(facts, set) ? null : overSet(facts, figure, set)),
  ),
  pair(
    'set before its figure',
    'set',
    'figure',
    { cost: 0.1, zh: 'VIP客户的订单数', en: 'how many orders VIP customers placed' },
    // "Above the average fare" compares the fare itself.
    (set, figure, facts) => (isAverageOf(set, figure) ? null : overSet(facts, figure, set)),
  ),
  pair(
    'figure of a set after it',
    'figure',
    'of_set',
    { cost: 0.04, zh: '', en: 'freight of VIP customers' },
    (figure, { set }, facts) => overSet(facts, figure, set),
  ),
  pair(
    'rows before what belongs to them',
    'set',
    'set',
    { cost: 0.12, zh: 'VIP客户的订单', en: "VIP customers' orders" },
    (of, head, facts) => {
      // In "orders over 3 customers", the number counts the customers.
      if (of.numberBehind) return null;
      // 几期贷款 counts instalments of loans.
      if (of.counted && facts.way(of.thing, head.thing)?.kind === 'lookup')
        // A condition behind both nouns applies to the instalments.
        return head.filters.some((one) => isOfRows(one, of.thing)) || head.having.length > 0
          ? []
          : ofSet(facts, of, head);
      // "Customers ordered gift orders" are customers, because the verb follows them. "Orders customers placed" are
      // orders.
      if (hasVerbOn(of, head) || hasVerbOn(head, of)) return ofSet(facts, of, head);
      return ofSet(facts, head, of).map((made) => ({
        ...made,
        meaning: { ...withOwner(facts, made.meaning, of), ...(isBare(of) && { within: of.thing }) },
      }));
    },
  ),
  pair(
    'rows and what they belong to',
    ['w:of', 'w:in', 'w:by', 'w:with', 'w:do', 'w:to'],
    'set',
    { zh: '', en: 'of VIP customers' },
    (marker, set, facts) => {
      const { cat } = marker as { cat: string };
      const isKey = (cat === 'w:by' && set.filters.length === 0) || (cat !== 'w:of' && isBareRole(facts, set));
      // "Used 6 ingredients or more" is rather a complete predicate of the beers before it.
      const isCounted = cat === 'w:do' && set.filters.some((one) => one.kind === 'exists' && one.count !== undefined);
      const predicate = cat === 'w:do' ? { predicate: true as const } : {};
      return set.asked || isKey || isCounted ? null : { cat: 'of_set', set, ...predicate };
    },
  ),
  pair('all things together', 'w:throughout', 'set', { zh: '', en: 'across all customers' }, (_, set) =>
    set.asked ? null : { cat: 'of_set', set },
  ),
  pair(
    'all values together',
    'w:throughout',
    'columns',
    { zh: '', en: 'across all regions' },
    (_, { columns: [column, ...more] }) => (column && more.length === 0 ? { cat: 'any_of', column } : null),
  ),
  pair(
    'figure of all values together',
    'figure',
    'any_of',
    { cost: 0.04, zh: '', en: 'freight across all regions' },
    (figure, { column }, facts) =>
      figure.keys.length === 0 && ['same', 'lookup'].includes(facts.way(figure.thing, column.table)?.kind ?? '')
        ? figure
        : null,
  ),
  pair(
    'rows of a set',
    'set',
    'of_set',
    { cost: 0.06, zh: '', en: 'orders of VIP customers' },
    (head, { set, predicate }, facts) =>
      ofSet(facts, head, set).map(({ meaning, cost }) => ({
        meaning: { ...meaning, ...(predicate && { predicate }), ...(isBare(set) && { within: set.thing }) },
        cost,
      })),
  ),
  pair('rows some of which', 'set', 'w:amongst', { cost: 0.01, zh: '订单里', en: '' }, (set) =>
    set.asked || set.limit !== null || set.order.length > 0 ? null : { cat: 'among_set', set },
  ),
  pair(
    'those among rows',
    'among_set',
    ['condition', 'event', 'group_condition'],
    { zh: '订单里已付的', en: '' },
    ({ set }, what, facts) => {
      if (what.cat === 'condition') return withCondition(facts, set, what);
      const made = what.cat === 'event' ? happened(facts, what, set) : withGroupCondition(facts, set, what);
      return made && { ...made, meaning: { ...made.meaning, asked: false } };
    },
  ),
  pair(
    'those among rows that belong to others',
    'among_set',
    'set',
    { cost: 0.02, zh: '订单里VIP客户的', en: '' },
    (among, of, facts) => {
      const { set } = among;
      if (of.asked || (of.filters.length === 0 && of.having.length === 0)) return null;
      const part = narrowed(facts, set.thing, of);
      return part && { meaning: { ...set, filters: [...set.filters, ...part.filters] }, cost: part.cost };
    },
  ),
];

/** Whether the words end with a verb of the first things on the others. */
const hasVerbOn = (doers: SetMeaning, others: SetMeaning): boolean =>
  doers.clause === true && doers.did?.table === others.thing;

/** Whether a set has no restrictions. */
const isBare = ({ named, filters, periods, having, order, limit }: SetMeaning): boolean =>
  named && limit === null && filters.length + periods.length + having.length + order.length === 0;

/** Whether amounts of the rows themselves are bounded. */
const isBounded = (facts: Facts, { thing, filters }: SetMeaning): boolean =>
  filters.some(
    (one) =>
      ((one.kind === 'compare' && one.op !== '=' && one.op !== '!=') ||
        one.kind === 'between' ||
        one.kind === 'compare_aggregate') &&
      one.column.table === thing &&
      facts.isAmount(one.column),
  );

/** Whether the amount is the one whose average the rows are compared with. */
const isAverageOf = ({ filters, attributive }: SetMeaning, { bare }: FigureMeaning): boolean => {
  const last = filters.at(-1);
  return (
    !attributive &&
    bare !== null &&
    last?.kind === 'compare_aggregate' &&
    last.column.table === bare.table &&
    last.column.column === bare.column
  );
};

/** Cost of a period of the set instead of the figure. */
const PERIOD_OF_SET = 0.3;

/** The figure over the rows that belong to a set. Null if no join path leads there. */
export function overSet(
  facts: Facts,
  named: FigureMeaning,
  of: SetMeaning,
): { meaning: FigureMeaning; cost: number } | null {
  const set = firstRowAsCondition(facts, named.thing, of) ?? of;
  if (set.asked || named.order !== null) return null;
  const figure = ofRole(facts, named, set.thing);
  if (figure === named && isBareRole(facts, set)) return null;
  const attached = narrowed(facts, figure.thing, set);
  if (!attached) return null;
  const relatedOnly = set.filters.length === 0 && set.periods.length === 0;
  const way = facts.way(figure.thing, set.thing);
  // The figure could also be computed for each thing; without a word such as "each", the total is more probable.
  const isOfSet = set.periods.some(({ column }) => column === null) && set.clock === null;
  const cost = way?.kind === 'same' ? 0 : (relatedOnly ? 0.25 : 0) + (isOfSet ? PERIOD_OF_SET : 0);
  const filters = relatedOnly && way?.kind === 'lookup' ? [] : attached.filters;
  // 新客户里VIP的占比: the set before a share with a named part is its whole.
  if (figure.share !== null && figure.share.length > 0 && figure.filters.length === 0 && figure.periods.length === 0) {
    if (way?.kind !== 'same' || set.periods.length > 0) return null;
    return { meaning: { ...figure, clock: set.clock, filters }, cost: cost + attached.cost };
  }
  // The time of an event restricts all rows of a grouped share, not its part.
  const isOfGroups = figure.keys.length > 0 && filters.length > 0 && filters.every(({ kind }) => kind === 'time');
  if (figure.share !== null && !isOfGroups)
    return { meaning: { ...figure, share: [...figure.share, ...filters] }, cost: cost + attached.cost };
  const clock = figure.clock ?? (way?.kind === 'same' || way?.kind === 'lookup' ? set.clock : null);
  return { meaning: { ...figure, clock, filters: [...figure.filters, ...filters] }, cost: cost + attached.cost };
}

/** Whether a set is a role without conditions, which does not restrict rows that look it up. */
const isBareRole = (facts: Facts, { thing, filters, periods }: SetMeaning): boolean =>
  facts.playerOf(thing) !== thing && filters.length === 0 && periods.length === 0;

/** A figure over a role's columns instead of its player's: the average salary of managers. */
function ofRole(facts: Facts, figure: FigureMeaning, role: string): FigureMeaning {
  const isPlayer = role !== figure.thing && facts.playerOf(role) === figure.thing;
  const filters = isPlayer ? inRole(figure.filters, figure.thing, role) : null;
  if (filters === null || figure.measures.some(({ what }) => what.kind !== 'aggregate' || !what.column)) return figure;
  const played = (ref: ColumnRef): ColumnRef => facts.inRole(role, ref);
  return {
    ...figure,
    thing: role,
    filters,
    measures: figure.measures.map(({ what }) =>
      what.kind === 'aggregate' && what.column
        ? {
            what: {
              ...what,
              table: role,
              column: played(what.column),
              ...(what.since && { since: { ...what.since, ...played(what.since) } }),
            },
          }
        : { what },
    ),
    clock: figure.clock && played(figure.clock),
    bare: figure.bare && played(figure.bare),
  };
}

/** The donor of the largest donation: the thing that is asked for by its bare name is shown with the top row. */
function withOwner(facts: Facts, head: SetMeaning, of: SetMeaning): SetMeaning {
  const isBare = of.filters.length + of.periods.length + of.having.length + of.select.length === 0;
  const isTopRow = head.limit !== null && head.order.length > 0 && head.select.length === 0;
  const name = isBare && isTopRow ? facts.nameColumn(of.thing) : null;
  return name && facts.way(head.thing, of.thing)?.kind === 'lookup'
    ? { ...head, select: [name, ...head.order.map(({ column }) => column)] }
    : head;
}

/** Rows of `head` that belong to rows of `of`. */
function ofSet(facts: Facts, head: SetMeaning, given: SetMeaning): { meaning: SetMeaning; cost: number }[] {
  const of = firstRowAsCondition(facts, head.thing, given) ?? given;
  if (head.thing === of.thing || of.asked || !head.named || isBareRole(facts, of)) return [];
  const way = facts.way(head.thing, of.thing);
  if (way === null || way.kind === 'same') return [];
  const attached = narrowed(facts, head.thing, of);
  return attached
    ? [{ meaning: { ...head, filters: [...head.filters, ...attached.filters] }, cost: attached.cost }]
    : [];
}

/** Whether a condition concerns the existence or number of rows of a thing. */
const isOfRows = (filter: Filter, thing: string): boolean =>
  (filter.kind === 'exists' && filter.table === thing) || (filter.kind === 'bound' && filter.thing === thing);
