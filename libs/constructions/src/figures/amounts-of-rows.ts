import {
  type Construction,
  either,
  type FigureMeaning,
  figureOf,
  pair,
  setOf,
  countOf,
  type Facts,
  mayBeLong,
  narrowed,
  type SetMeaning,
  unitOf,
} from '@querent/grammar';
import type { ColumnRef } from '@querent/contracts';

/** Amounts of rows that the words ask for without naming the column: how much customers paid. */
export const AMOUNTS_OF_ROWS: readonly Construction[] = [
  ...either(
    'aggregate of what things amount to',
    'op:aggregate',
    'set',
    { cost: 0.15, zh: '分期保费合计', en: 'what the fines add up to' },
    ({ operator: { fn } }, set, facts) =>
      // "The average of things" more probably averages their number.
      fn === 'sum' || (fn === 'avg' && facts.isEvent(set.thing) && !facts.model.derived)
        ? amountsOf(facts, set, fn).map(({ meaning, cost }) => ({
            meaning: { ...meaning, unnamed: true as const },
            cost: cost + (fn === 'avg' ? 0.2 : 0),
          }))
        : null,
  ),
  ...either(
    'how much things amount to',
    'op:count',
    'set',
    { cost: 0.1, zh: '付款一共多少元', en: '' },
    ({ operator }, set, facts) =>
      // What customers paid is not an amount of the customers.
      operator.amount && !(operator.money && set.clause)
        ? [
            ...durationsOnly(facts, operator, amountsOf(facts, { ...set, named: true }, 'sum', operator.money)),
            ...(operator.money ? amountsOfReferringRows(facts, set) : []),
          ]
        : null,
  ),
  pair(
    'how much money, where no measure word counts it',
    'set',
    'op:count',
    { cost: 0.1, zh: '今年退款多少', en: '' },
    (set, { operator }, facts) =>
      operator.open && !operator.distinct && set.named && facts.isMoneyPaid(set.thing)
        ? amountsOf(facts, set, 'sum', true)
        : null,
  ),
  pair(
    'how much by how it was done',
    'op:count',
    'condition',
    { cost: 0.25, zh: '', en: 'how much came in by card' },
    ({ operator }, { thing, filters, head }, facts) =>
      operator.amount && operator.asks && head === null && facts.isEvent(thing)
        ? amountsOf(facts, { ...setOf(thing, true), filters }, 'sum')
        : null,
  ),
  pair(
    'total before how much',
    'op:aggregate',
    'op:count',
    { zh: '合计多少钱', en: '' },
    ({ operator: { fn } }, { operator }) => {
      const isOfRows = operator.counter || operator.rows || operator.pieces || operator.people;
      return fn === 'sum' && (operator.amount || isOfRows) ? { cat: 'operator', operator } : null;
    },
  ),
  pair(
    'and how much',
    ['w:comma', 'w:and'],
    'op:count',
    { cost: 0.02, zh: '，多少钱', en: 'and how much' },
    (_, { operator }) => (operator.amount ? { cat: 'and_amount' } : null),
  ),
  pair(
    'number of rows and what they amount to',
    'figure',
    'and_amount',
    { cost: 0.02, zh: '付款有多少笔，合计多少钱', en: 'how many payments, and how much' },
    (figure, _, facts) => {
      const [measure, ...more] = figure.measures;
      const isCounted = measure && more.length === 0 && facts.isCount(measure.what) && !figure.implied;
      if (!isCounted || figure.share !== null || figure.compare !== null || figure.per !== null) return null;
      const metric = facts.moneyMetricOf(figure.thing);
      const amounts: FigureMeaning[] =
        metric === null
          ? amountsOf(facts, setOf(figure.thing, true), 'sum').map(({ meaning }) => meaning)
          : [figureOf(figure.thing, { kind: 'metric', id: metric, form: 'value' })];
      return amounts.map((amount) => ({
        meaning: { ...figure, measures: [measure, ...amount.measures] },
        cost: amounts.length > 1 ? 0.2 : 0,
      }));
    },
  ),
  pair(
    'how much an event amounts to',
    'event',
    'op:count',
    { cost: 0.15, zh: '捐了多少钱', en: '' },
    ({ column, negated, noun }, { operator }, facts) =>
      (operator.amount || operator.bare) && !negated && !noun && (facts.isEvent(column.table) || !operator.money)
        ? durationsOnly(
            facts,
            operator,
            amountsOf(facts, { ...setOf(column.table, true), clock: column }, 'sum', operator.money),
          )
        : null,
  ),
];

/** The total or average of each amount column of a set's rows; each column is a separate reading. */
export function amountsOf(
  facts: Facts,
  set: SetMeaning,
  fn: 'sum' | 'avg',
  isOfMoney = false,
): { meaning: FigureMeaning; cost: number }[] {
  const count = set.named ? countOf({ ...set, asked: false }) : null;
  const measures = facts.columns(set.thing).filter((column) => facts.role(column) === 'measure');
  const all = isOfMoney ? moneyColumns(facts, set.thing, measures) : measures;
  // For bills, the bill amount is more probable than a discount.
  const own = all.filter((column) => facts.sharesName(column));
  const amounts = own.length === 1 ? own : all;
  return count === null
    ? []
    : amounts.map((column) => ({
        meaning: { ...count, measures: [{ what: { kind: 'aggregate', fn, table: set.thing, column } }] },
        cost: (amounts.length > 1 ? 0.2 : 0) + (facts.isEvent(set.thing) ? 0 : OF_LASTING),
      }));
}

/** Spending on things without a price column: the price column of the only table that refers to them. */
function amountsOfReferringRows(facts: Facts, set: SetMeaning): { meaning: FigureMeaning; cost: number }[] {
  const isOfMoney = (thing: string): ColumnRef[] =>
    facts.columns(thing).filter((column) => facts.role(column) === 'measure' && facts.isOnScale(column, 'price'));
  const rows =
    facts.isEvent(set.thing) || isOfMoney(set.thing).length > 0 || set.asked
      ? null
      : facts.onlyReferringTable(set.thing);
  const [column, ...more] = rows === null ? [] : isOfMoney(rows);
  const attached = rows !== null && column && more.length === 0 ? narrowed(facts, rows, set) : null;
  if (rows === null || !column || attached === null) return [];
  const isAll = set.filters.length + set.periods.length === 0;
  const figure = figureOf(rows, { kind: 'aggregate', fn: 'sum', table: rows, column });
  return [{ meaning: { ...figure, filters: isAll ? [] : attached.filters }, cost: ABOUT }];
}

/** Cost of an amount in rows that refer to the things, instead of in the things' own rows. */
const ABOUT = 0.1;

/** Amounts of money: those on the price scale or, if an event has none, those without a unit. */
function moneyColumns(facts: Facts, thing: string, amounts: readonly ColumnRef[]): ColumnRef[] {
  const named = amounts.filter((column) => facts.isOnScale(column, 'price'));
  return named.length > 0 || !facts.isEvent(thing) ? named : amounts.filter((column) => unitOf(facts, column) === null);
}

/** For "how long": only the amounts that may be durations. */
const durationsOnly = (
  facts: Facts,
  { long }: { long?: true },
  made: { meaning: FigureMeaning; cost: number }[],
): { meaning: FigureMeaning; cost: number }[] =>
  made.filter(({ meaning: { measures } }) => !long || measures.every(({ what }) => mayBeLong(facts, what)));

/**
 * The total of an event's only amount with its name: donations by their donation amount. Null if there is none, or
 * several.
 */
export function ownTotal(facts: Facts, set: SetMeaning): FigureMeaning | null {
  const own = facts.columns(set.thing).filter((column) => facts.role(column) === 'measure' && facts.sharesName(column));
  const [column, ...more] = facts.isEvent(set.thing) ? own : [];
  const count = column && more.length === 0 ? countOf({ ...set, asked: false }) : null;
  return count && { ...count, measures: [{ what: { kind: 'aggregate', fn: 'sum', table: set.thing, column } }] };
}

/** Cost of adding up amounts of lasting things, such as prices. */
const OF_LASTING = 0.3;
