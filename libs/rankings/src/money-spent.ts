import { isGivenBack, isOfSale, isOfSales, isOfStaff, type Operator } from '@querent/lexicon';
import type { ColumnRef } from '@querent/contracts';
import {
  type BoundMeaning,
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  type GroupConditionMeaning,
  narrowed,
  pair,
  type SetMeaning,
  setOf,
  type SpentMeaning,
  withCondition,
  withGroupCondition,
} from '@querent/grammar';
import { amountsOf, bounded, CURRENCIES, groupCondition, related, rowsWith } from '@querent/constructions';
import { ranked } from './ranked';

/** Money that was spent, paid or earned: by buyers, by sellers, and for goods. */
export const MONEY_SPENT: readonly Construction[] = [
  pair(
    'money that was sold for',
    'w:trade',
    'op:count',
    { cost: 0.05, zh: '卖了多少钱', en: '' },
    (_, { operator }, facts) => (operator.asks && operator.money ? moneySold(facts) : null),
  ),
  pair(
    'money that was sold for, within a bound',
    'w:trade',
    'bound',
    { cost: 0.05, zh: '卖了不到9000元', en: 'sold less than 9,000 yuan' },
    (_, bound, facts) =>
      bound.unit !== null && CURRENCIES.has(bound.unit)
        ? moneySold(facts).flatMap(({ meaning, cost }) => withCost(groupCondition(meaning, bound), cost))
        : null,
  ),
  pair('how much was spent', 'w:spend', 'op:count', { cost: 0.02, zh: '花了多少钱', en: '' }, (_, { operator }) =>
    operator.asks && operator.money ? { cat: 'spent', what: 'amount', periods: [] } : null,
  ),
  pair(
    'what was spent, within a bound',
    'w:spend',
    'bound',
    { cost: 0.02, zh: '花了500元以上', en: 'spent more than 500' },
    (_, bound) =>
      bound.unit === null || CURRENCIES.has(bound.unit) ? { cat: 'spent', what: bound, periods: [] } : null,
  ),
  pair(
    'most that was spent',
    'w:spend',
    'op:extreme',
    { cost: 0.02, zh: '花费最多', en: 'spent the most' },
    (_, { operator }) => {
      const { direction, limit, rank, scale, top } = operator;
      return top || scale !== 'amount' ? null : { cat: 'spent', what: { direction, limit, rank }, periods: [] };
    },
  ),
  ...either(
    'spent in a period',
    'spent',
    'period',
    { zh: '去年花了多少钱', en: 'spent more than 500 last year' },
    (spent, { use }) => ({ ...spent, periods: [...spent.periods, use] }),
  ),
  pair('marker after what was spent', 'spent', 'w:de', { cost: 0.01, zh: '花费最多的', en: '' }, (spent) =>
    spent.what === 'amount' ? null : spent,
  ),
  ...either(
    'those who spent so much',
    'set',
    'spent',
    { cost: 0.03, zh: '客户花了多少钱', en: 'customers who spent more than 500' },
    (set, spent, facts) => {
      const spenders = spentBy(facts, set.thing);
      if (spenders.length === 0) return costing(facts, set, spent);
      return spenders.flatMap(({ meaning, cost }) => {
        const figure: FigureMeaning = { ...meaning, periods: spent.periods };
        const { what } = spent;
        if (what === 'amount') return withCost(ofThose(facts, figure, set), cost);
        const made =
          'cat' in what
            ? withinBound(facts, set, groupCondition(figure, what))
            : ranked(facts, set, { cat: 'ranking', by: figure, ...what });
        return made ? [{ meaning: made.meaning, cost: made.cost + cost }] : [];
      });
    },
  ),
  pair(
    'those who spent or sold something',
    'set',
    ['w:spend', 'w:trade'],
    { cost: 0.02, zh: '', en: 'customers spent' },
    (set, verb) =>
      set.asked || set.clause ? null : { cat: 'spenders', set, sold: (verb as { cat: string }).cat === 'w:trade' },
  ),
  pair(
    'how much was sold',
    'op:count',
    'w:trade',
    { cost: 0.02, zh: '', en: 'how much did we sell' },
    ({ operator }, _, facts) =>
      isHowMuch(operator)
        ? moneySold(facts).filter(({ meaning }) => meaning.measures.every(({ what }) => what.kind === 'metric'))
        : null,
  ),
  pair(
    'how much those spent',
    'op:count',
    'spenders',
    { cost: 0.02, zh: '', en: 'how much did customers spend' },
    ({ operator }, { set, sold }, facts) =>
      isHowMuch(operator)
        ? (sold ? moneySold(facts) : spentBy(facts, set.thing)).flatMap(({ meaning, cost }) =>
            withCost(ofThose(facts, meaning, set), cost),
          )
        : null,
  ),
  pair(
    'bound in total',
    'bound',
    'op:aggregate',
    { cost: 0.01, zh: '', en: 'more than 1000 in total' },
    (bound, { operator }) =>
      operator.fn === 'sum' && bound.inEnglish && !bound.total ? { ...bound, total: true as const } : null,
  ),
  pair(
    'event that came to so much',
    'event',
    'bound',
    { cost: 0.05, zh: '', en: 'paid more than 5000' },
    (event, bound, facts) => {
      const isOfMoney = bound.inEnglish === true && (bound.unit === null || CURRENCIES.has(bound.unit));
      if (event.negated || event.noun || !isOfMoney) return null;
      const label = facts.column(event.column)?.label;
      const sold = isOfSale(label?.zh, label?.en) ? moneySold(facts) : [];
      return (
        (sold.length > 0 ? sold : sumsOfMoney(facts, rowsWith(facts, event)))
          .flatMap(({ meaning, cost }) => withCost(groupCondition(meaning, bound), cost))
          // "Bought more than 3 books": the number may belong to the following words.
          .map((one) => ({
            ...one,
            meaning: { ...one.meaning, ...(bound.unit === null && { numberBehind: true as const }) },
          }))
      );
    },
  ),
  pair(
    'what was bought for so much',
    'set',
    'bound',
    { cost: 0.02, zh: '', en: 'wines for more than 1000 in total' },
    (set, bound) =>
      bound.price && !set.asked && set.periods.length === 0 && (bound.unit === null || CURRENCIES.has(bound.unit))
        ? { cat: 'bought_for', set, bound }
        : null,
  ),
  pair(
    'buying something for so much',
    ['event', 'w:trade'],
    'bought_for',
    { cost: 0.03, zh: '', en: 'bought wines for more than 1000 in total' },
    (verb, { set, bound }, facts) => {
      if (verb.cat === 'event' && (verb.negated || verb.noun)) return null;
      const sums = verb.cat === 'event' ? sumsOfMoney(facts, rowsWith(facts, verb)) : moneySold(facts);
      return sums.flatMap(({ meaning, cost }) => {
        const isOf = facts.way(meaning.thing, set.thing)?.kind === 'lookup';
        const figure = isOf ? ofThose(facts, meaning, set) : null;
        if (figure === null) return [];
        const one = bound.total ? null : ofOne(facts, figure, bound);
        return [...withCost(groupCondition(figure, bound), cost), ...withCost(one, cost)];
      });
    },
  ),
];

/** At least one row that exceeds the bound itself, instead of the total of all rows. */
function ofOne(facts: Facts, figure: FigureMeaning, bound: BoundMeaning): GroupConditionMeaning | null {
  const [{ what } = { what: null }] = figure.measures;
  const column = what === null ? undefined : facts.aggregateOf(what)?.column;
  const found = column && column.table === figure.thing ? bounded(facts, column, bound) : null;
  const { thing, filters, periods, clock } = figure;
  return (
    found && related(facts, { ...setOf(thing, true), filters: [...filters, ...found.filters], periods, clock }, '>=', 1)
  );
}

/** The price or pay of things that cannot buy: openings that pay more than 1000. */
function costing(
  facts: Facts,
  set: SetMeaning,
  { what, periods }: SpentMeaning,
): { meaning: SetMeaning; cost: number }[] {
  if (typeof what === 'string' || !('cat' in what) || periods.length > 0) return [];
  const isOfMoney = (column: ColumnRef): boolean => MONEY_SCALES.some((scale) => facts.isOnScale(column, scale));
  const columns = facts.columns(set.thing).filter((column) => facts.role(column) === 'measure' && isOfMoney(column));
  return columns.flatMap((column) => {
    const found = bounded(facts, column, what);
    return found
      ? withCondition(facts, set, found).map(({ meaning, cost }) => ({ meaning, cost: cost + OF_SEVERAL }))
      : [];
  });
}

const MONEY_SCALES = ['pay', 'price'] as const;

const isHowMuch = ({ amount, asks, long }: Extract<Operator, { op: 'count' }>): boolean =>
  amount === true && asks === true && !long;

const withCost = <M>(meaning: M | null, cost: number): { meaning: M; cost: number }[] =>
  meaning === null ? [] : [{ meaning, cost }];

const withinBound = (facts: Facts, set: SetMeaning, group: GroupConditionMeaning | null) =>
  group && withGroupCondition(facts, set, group);

/** Sales revenue: the metric with that name, else the money amounts of the rows with a quantity. */
function moneySold(facts: Facts): { meaning: FigureMeaning; cost: number }[] {
  const metrics = Object.values(facts.model.metrics).filter(
    ({ table, label, synonyms, expression }) =>
      table !== null && expression !== undefined && isOfSales(label.zh, label.en, ...synonyms.zh, ...synonyms.en),
  );
  if (metrics.length > 0)
    return metrics.map(({ id, table }) => ({
      meaning: figureOf(table ?? '', { kind: 'metric', id, form: 'value' }),
      cost: metrics.length > 1 ? OF_SEVERAL : 0,
    }));
  return facts.quantityColumns().flatMap(({ table }) => sumsOfMoney(facts, setOf(table, true)));
}

/** The payments of people: the money sums of events that refer to them, without refunds. */
function spentBy(facts: Facts, thing: string): { meaning: FigureMeaning; cost: number }[] {
  const player = facts.playerOf(thing);
  if (!facts.mayBePeople(player) || isStaff(facts, player)) return [];
  const found = facts
    .eventsOf(player)
    .filter((table) => {
      const { label, name } = facts.model.tables[table] ?? {};
      return !isGivenBack(label?.zh, label?.en, name);
    })
    .flatMap((table) => sumsOfMoney(facts, setOf(table, true)));
  return found.map((one) => ({ ...one, cost: found.length > 1 ? OF_SEVERAL : 0 }));
}

const isStaff = (facts: Facts, thing: string): boolean =>
  Object.values(facts.model.tables[thing]?.columns ?? {}).some(({ label, name }) =>
    isOfStaff(label.zh, label.en, name),
  );

/** The money sums of rows, without prices and rates. A sum that is a metric of the model becomes that metric. */
function sumsOfMoney(facts: Facts, set: SetMeaning): { meaning: FigureMeaning; cost: number }[] {
  const sums = amountsOf(facts, set, 'sum', true).flatMap(({ meaning }) => {
    const [{ what } = { what: null }] = meaning.measures;
    const column: ColumnRef | undefined = what?.kind === 'aggregate' ? what.column : undefined;
    return what === null || column === undefined || facts.isIntensive(column) ? [] : [{ figure: meaning, what }];
  });
  return sums.map(({ figure, what }) => {
    const id = facts.metricOf(what);
    const measures =
      id === null ? figure.measures : [{ what: { kind: 'metric' as const, id, form: 'value' as const } }];
    return { meaning: { ...figure, measures }, cost: sums.length > 1 ? OF_SEVERAL : 0 };
  });
}

/** Cost of one among several possible sums. */
const OF_SEVERAL = 0.2;

/** The figure over the rows of the named things. Null if these have a period, an order, a limit or asked columns. */
function ofThose(facts: Facts, figure: FigureMeaning, set: SetMeaning): FigureMeaning | null {
  if (set.periods.length > 0 || set.limit !== null || set.order.length > 0 || set.select.length > 0) return null;
  const isAll = set.filters.length + set.having.length === 0;
  const attached = isAll ? { filters: [] } : narrowed(facts, figure.thing, { ...set, asked: false });
  return attached && { ...figure, filters: [...figure.filters, ...attached.filters] };
}
