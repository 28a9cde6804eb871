import type { Filter } from '@querent/contracts';
import {
  attach,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  narrowed,
  pair,
  periodFilter,
  type SetMeaning,
  setOf,
  withGroupCondition,
} from '@querent/grammar';
import { addsUp, grouped, happened, isPlain, settled } from '@querent/constructions';

/** Shares: of a part of the rows, under a condition, of a whole, of each group. */
export const SHARES: readonly Construction[] = [
  pair(
    'share of part of the rows',
    'op:share',
    'set',
    { zh: '占比：VIP订单', en: 'share of VIP orders' },
    ({ operator }, set, facts) => {
      const part = partOf(facts, set, operator.rate);
      return part && set.attributive && !set.predicate
        ? { ...part, meaning: { ...part.meaning, attributive: true as const } }
        : part;
    },
  ),
  pair(
    'share of part of the rows, after',
    'set',
    'op:share',
    { cost: 0.2, zh: 'VIP订单占比', en: '' },
    (set, { operator }, facts) => partOf(facts, set, operator.rate),
  ),
  pair(
    'share of rows that',
    'op:share',
    'set',
    { cost: 0.02, zh: '订单中……的比例', en: 'percentage of orders that are late' },
    (_, set) => (countOf(set) ? { cat: 'share', set } : null),
  ),
  pair('rows of which a share', 'set', 'op:share', { cost: 0.05, zh: '订单的占比', en: 'orders, the share' }, (set) =>
    countOf(set) ? { cat: 'share', set } : null,
  ),
  ...either(
    'share of rows under a condition',
    'share',
    'condition',
    { zh: '订单中已取消的比例', en: 'percentage of orders that are cancelled', reversed: 0.12 },
    ({ set }, condition, facts) => {
      const count = countOf({ ...set, asked: false });
      const isTime = condition.filters.every(({ kind }) => kind === 'time') && set.filters.length > 0;
      const part = isTime ? null : attach(facts, set.thing, condition.thing, condition.filters);
      return count && part && { meaning: { ...count, share: part.filters }, cost: part.cost };
    },
  ),
  pair(
    'share of rows with an event',
    'share',
    'event',
    { cost: 0.02, zh: '订单中已签收的比例', en: 'percentage of VIP customers who ordered' },
    (share, event, facts) => {
      const found = happened(facts, event, share.set);
      const part = found?.meaning.filters.slice(share.set.filters.length) ?? [];
      // An event that every row has is not a part: it is the verb of the following words, as in "sold through
      // agencies".
      if (part.length === 0) return found && { ...share, set: { ...share.set, clock: found.meaning.clock } };
      const count = countOf({ ...share.set, asked: false });
      return count && found && { meaning: { ...count, clock: found.meaning.clock, share: part }, cost: found.cost };
    },
  ),
  pair(
    'share of rows with related rows',
    'share',
    'group_condition',
    { zh: '', en: 'percentage of VIP customers with orders' },
    ({ set }, group, facts) => {
      const made = withGroupCondition(facts, { ...set, filters: [] }, group);
      const count = countOf({ ...set, asked: false });
      if (made === null || count === null || made.meaning.having.length > set.having.length) return null;
      return { meaning: { ...count, share: made.meaning.filters }, cost: made.cost };
    },
  ),
  pair(
    'share of rows that belong to a set',
    'share',
    'of_set',
    { zh: '', en: 'percentage of orders that went to VIP customers' },
    ({ set }, { set: of }, facts) => {
      const count = countOf({ ...set, asked: false });
      const part = of.thing === set.thing ? null : narrowed(facts, set.thing, of);
      const isPart = part !== null && part.filters.length > 0;
      return count && isPart ? { meaning: { ...count, share: part.filters }, cost: part.cost } : null;
    },
  ),
  pair(
    'verb behind rows of a share',
    'share',
    ['w:is', 'w:do', 'w:trade'],
    { cost: 0.02, zh: '', en: 'percentage of VIP orders placed in Berlin' },
    (share) => ({ ...share, verb: true }),
  ),
  pair(
    'share of rows that each group is',
    'share',
    'keys',
    { cost: 0.02, zh: '', en: 'what share of VIP orders is each region' },
    ({ set, verb }, keys, facts) => {
      const count =
        verb && keys.keys.every(({ each, column }) => each && column !== null)
          ? countOf({ ...set, asked: false })
          : null;
      return count && grouped(facts, { ...count, share: [] }, keys);
    },
  ),
  pair(
    'share of rows that are named first',
    'of_set',
    'op:share',
    { zh: '', en: 'of the paid orders, what share does each region have' },
    ({ set }) => {
      const count = countOf({ ...set, asked: false });
      return count && { ...count, share: [] };
    },
  ),
  pair('rows among which', 'set', 'w:amidst', { cost: 0.01, zh: '已付的订单里面，', en: '' }, (set) =>
    set.asked
      ? null
      : {
          meaning: { cat: 'of_set', set },
          cost: set.filters.length + set.periods.length + set.having.length > 0 ? 0 : WHOLE_OF_ALL,
        },
  ),
  pair(
    'amount among which',
    'figure',
    'w:amidst',
    { cost: 0.01, zh: '今年的运费里面，', en: '' },
    (figure, _, facts) =>
      !figure.implied && figure.keys.length === 0 && isPlain(figure) && (figure.bare !== null || addsUp(facts, figure))
        ? { cat: 'of_figure', figure: settled(figure) }
        : null,
  ),
  pair(
    'share of those among an amount that is named first',
    'of_figure',
    'share_part',
    { cost: 0.01, zh: '今年的运费里面，逾期的占多大比例', en: '' },
    ({ figure }, { part }, facts) => {
      const attached = attach(facts, figure.thing, part.thing, part.filters);
      return attached && { meaning: { ...figure, share: attached.filters }, cost: attached.cost };
    },
  ),
  pair(
    'share among rows that are named first',
    'of_set',
    'figure',
    { cost: 0.01, zh: '已付的订单里面，逾期订单占多大比例', en: '' },
    ({ set }, { share, thing, filters, periods, keys }) => {
      const count = countOf(set);
      const isOfRows = share !== null && share.length > 0 && thing === set.thing;
      return count && isOfRows && filters.length + periods.length === 0 ? { ...count, share, keys } : null;
    },
  ),
  pair(
    'condition and its share',
    'condition',
    'op:share',
    { cost: 0.02, zh: '逾期的占多大比例', en: '' },
    (part, { operator }) => (operator.rate ? null : { cat: 'share_part', part }),
  ),
  pair(
    'share of those among rows that are named first',
    'of_set',
    'share_part',
    { cost: 0.01, zh: '已付的订单里面，逾期的占多大比例', en: '' },
    ({ set }, { part }, facts) => {
      const count = countOf(set);
      const attached = attach(facts, set.thing, part.thing, part.filters);
      return count && attached && { meaning: { ...count, share: attached.filters }, cost: attached.cost };
    },
  ),
  pair('all of an amount', 'w:all', 'figure', { cost: 0.01, zh: '全部运费', en: 'all freight' }, (_, figure) =>
    isPlain(figure) && !figure.implied && figure.filters.length + figure.periods.length + figure.keys.length === 0
      ? figure
      : null,
  ),
  pair(
    'whole of a share',
    'op:share',
    ['set', 'figure'],
    { cost: 0.03, zh: '占全部订单', en: 'as a share of all orders' },
    (_, of) => {
      const whole = of.cat === 'set' ? countOf({ ...of, asked: false }) : of;
      return whole && whole.share === null && whole.keys.length === 0
        ? { cat: 'whole', of: { ...whole, implied: false } }
        : null;
    },
  ),
  pair(
    'part of a whole',
    ['set', 'figure'],
    'whole',
    { zh: '已签收订单占全部订单', en: 'VIP orders as a share of all orders' },
    (part, { of }) => {
      const counted = part.cat === 'set' ? countOf({ ...part, asked: false }) : part;
      if (!counted || counted.thing !== of.thing || JSON.stringify(counted.measures) !== JSON.stringify(of.measures))
        return null;
      const more = counted.filters.filter((filter) => !of.filters.some((other) => isSameFilter(other, filter)));
      if (more.length === 0 && counted.keys.length > 0 && of.filters.length === counted.filters.length)
        return { ...counted, implied: false, share: [] };
      return more.length === 0
        ? null
        : {
            ...of,
            bare: counted.bare,
            share: more,
            periods: counted.periods.length > 0 ? counted.periods : of.periods,
          };
    },
  ),
  pair(
    'share of each value',
    'columns',
    'op:share',
    { cost: 0.1, zh: '退款原因占比', en: '' },
    ({ columns }, { operator }, facts) => {
      const [column, ...more] = operator.rate ? [] : columns;
      // Rows do not share amounts as values.
      if (!column || more.length > 0 || facts.role(column) === 'measure') return null;
      const count = countOf(setOf(column.table, true));
      return count && { ...count, share: [], keys: [{ column, grain: null }] };
    },
  ),
  ...either(
    'share of each group of rows',
    'keys',
    'op:share',
    { cost: 0.1, zh: '各退款原因的占比', en: 'share of each refund reason', reversed: 0.15 },
    ({ keys: [key, ...more] }, { operator }, facts) => {
      const column = key?.column;
      // 退款金额，按原因看占比: without 各, the previous words name the whole.
      if (!column || !key.each || more.length > 0 || operator.rate || facts.role(column) !== 'dimension') return null;
      const count = countOf(setOf(column.table, true));
      return count && { ...count, share: [], keys: [{ column, grain: null }] };
    },
  ),
  pair('share beside a figure', ['w:and', 'w:their'], 'op:share', { zh: '及占比', en: 'and share' }, () => ({
    cat: 'and_share',
  })),
  pair(
    'figure and its share',
    'figure',
    'and_share',
    { cost: 0.02, zh: '各城市的运费及占比', en: 'freight and share by region' },
    (figure, _, facts) =>
      isPlain(figure) && (figure.bare !== null || addsUp(facts, figure)) && figure.periods.length === 0
        ? { ...settled(figure), filters: [], share: figure.filters, besideShare: true }
        : null,
  ),
  pair('count and share', 'op:count', 'and_share', { zh: '', en: 'number and share' }, ({ operator }) =>
    operator.amount ? null : { cat: 'count_and_share' },
  ),
  pair(
    'count of rows and its share',
    'count_and_share',
    'set',
    { cost: 0.02, zh: '', en: 'number and share of damaged parcels' },
    (_, set) => {
      const count = set.filters.length > 0 ? countOf({ ...set, asked: false, filters: [] }) : null;
      return count && { ...count, share: set.filters, besideShare: true };
    },
  ),
  pair('word of a share after its share', 'figure', 'op:share', { cost: 0.01, zh: '的比例', en: '' }, (figure) =>
    figure.share !== null ? figure : null,
  ),
  ...either(
    'share of a figure',
    'op:share',
    'figure',
    { zh: '运费占比', en: 'share of freight' },
    ({ operator }, figure, facts) =>
      !operator.rate &&
      figure.share === null &&
      figure.compare === null &&
      figure.per === null &&
      figure.over === null &&
      (figure.bare !== null || addsUp(facts, figure))
        ? { ...settled(figure), share: [] }
        : null,
  ),
];

/** Whether two conditions are equal, regardless of their spans. */
export const isSameFilter = (one: Filter, other: Filter): boolean =>
  JSON.stringify({ ...one, span: null }) === JSON.stringify({ ...other, span: null });

/** Cost of a share whose part has conditions both before and behind its rows. */
const WHOLE_AS_PART = 0.3;

/** Cost of a whole without any condition. */
const WHOLE_OF_ALL = 0.15;

/** Orders at weekends are a part of all orders: recurring times restrict the part, not the whole. */
function withRecurringPart(facts: Facts, set: SetMeaning): SetMeaning {
  const clock = set.clock ?? facts.clock(set.thing);
  const isPart = ({ recurs, column }: SetMeaning['periods'][number]): boolean =>
    recurs !== undefined && (column ?? clock) !== null;
  const parts = set.periods.filter(isPart).flatMap((use) => {
    const column = use.column ?? clock;
    return column ? [periodFilter(facts, use, column)] : [];
  });
  return { ...set, periods: set.periods.filter((use) => !isPart(use)), filters: [...set.filters, ...parts] };
}

/** The rows of a set as a part of all rows of that thing. */
function partOf(facts: Facts, named: SetMeaning, isRate = false): { meaning: FigureMeaning; cost: number } | null {
  const set = withRecurringPart(facts, named);
  const count = set.asked ? null : countOf(set);
  // The time of an event restricts the whole.
  const times = set.filters.filter(({ kind }) => kind === 'time');
  const isPart = times.length < set.filters.length;
  const share = isPart ? set.filters.filter(({ kind }) => kind !== 'time') : set.filters;
  // "Rate" without a condition names a ratio that the model would have to define.
  if (isRate && share.length === 0) return null;
  return (
    count && { meaning: { ...count, filters: isPart ? times : [], share }, cost: set.predicate ? WHOLE_AS_PART : 0 }
  );
}
