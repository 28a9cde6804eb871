import type { ColumnRef } from '@querent/contracts';
import {
  alone,
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  isCount,
  pair,
  periodFilter,
  type PeriodUse,
  type SetMeaning,
} from '@querent/grammar';

/** Purchases and sales: the things, and the number of pieces. */
export const TRADES: readonly Construction[] = [
  ...either(
    'word of trade beside its figure',
    'w:trade',
    'figure',
    { cost: 0.03, zh: '卖了多少件', en: 'how many units were sold' },
    (_, figure, facts) =>
      // The number of kinds sold is not the number of kinds.
      isCount(figure) && !facts.isEvent(figure.thing)
        ? null
        : { meaning: figure, cost: figure.measures.some(({ what }) => what.kind === 'metric') ? 0 : 0.15 },
  ),
  alone('what was bought or sold', 'w:trade', { cost: 0.1, zh: '卖出过的', en: 'sold' }, () => ({
    cat: 'traded',
    periods: [],
    negated: false,
  })),
  pair(
    'what was not bought or sold',
    ['w:not', 'w:without'],
    'traded',
    { zh: '没卖出过的', en: 'never sold' },
    (_, traded) => ({
      ...traded,
      negated: !traded.negated,
    }),
  ),
  ...either(
    'bought or sold in a period',
    'traded',
    'period',
    { zh: '去年卖出过的', en: 'sold last month' },
    (traded, { use }) => ({
      ...traded,
      periods: [...traded.periods, use],
    }),
  ),
  pair(
    'things that were bought or sold',
    ['set', 'figure'],
    'traded',
    { cost: 0.03, zh: '客户买了', en: 'products that were never sold' },
    (what, traded, facts) => {
      const made = withTrade(facts, what, traded);
      const clock = made?.cat === 'set' ? soldAt(facts, made) : null;
      return made?.cat === 'set' ? { ...made, clause: true, ...(clock && { did: clock }) } : made;
    },
  ),
  pair(
    'things that were bought or sold, reversed',
    'traded',
    ['set', 'figure'],
    { cost: 0.18, zh: '去年卖出过的产品', en: '' },
    (traded, what, facts) => withTrade(facts, what, traded),
  ),
  pair(
    'how many were bought or sold',
    'w:trade',
    'op:count',
    { cost: 0.03, zh: '卖出多少件', en: '' },
    (_, { operator }, facts) =>
      operator.asks && operator.pieces ? piecesSold(facts) : operator.asks && operator.rows ? sales(facts) : null,
  ),
  pair(
    'most bought or sold',
    'w:trade',
    'op:extreme',
    { cost: 0.05, zh: '卖得最多', en: 'sold the most' },
    (_, { operator: { direction, limit, rank, scale, top, inEnglish } }, facts) =>
      top || (scale !== 'amount' && scale !== 'quality')
        ? null
        : piecesSold(facts).map((by) => ({
            cat: 'ranking',
            by: { ...by, ...(inEnglish && { oftenest: true as const }) },
            direction,
            limit,
            rank,
          })),
  ),
];

/** The number of pieces traded: the sum of each quantity column. */
export const piecesSold = (facts: Facts): FigureMeaning[] =>
  facts.quantityColumns().map((column) => {
    const what = { kind: 'aggregate', fn: 'sum', table: column.table, column } as const;
    const id = facts.metricOf(what);
    return figureOf(column.table, id === null ? what : { kind: 'metric', id, form: 'value' });
  });

/** The number of sales: rows of the events in which pieces were traded. */
const sales = (facts: Facts): FigureMeaning[] =>
  [...new Set(facts.quantityColumns().map(({ table }) => facts.eventOf(table)))].map((table) =>
    figureOf(table, { kind: 'aggregate', fn: 'count', table }),
  );

/** The time of the rows in which things are sold. */
function soldAt(facts: Facts, { thing }: SetMeaning): ColumnRef | null {
  const rows = rowsSold(facts, thing);
  return rows === null ? null : facts.clock(rows);
}

/** The rows in which things are sold: the only table that refers to them, else the only one with a quantity. */
function rowsSold(facts: Facts, thing: string): string | null {
  const only = facts.onlyReferringTable(thing);
  if (only !== null) return only;
  const [rows, ...more] = facts.quantityColumns().filter(({ table }) => facts.referenceTo(table, thing) !== null);
  return rows && more.length === 0 ? rows.table : null;
}

/** Things with rows of a sale or purchase. */
function withTrade<W extends SetMeaning | FigureMeaning>(
  facts: Facts,
  what: W,
  { periods, negated }: { periods: readonly PeriodUse[]; negated: boolean },
): W | null {
  // Tickets and orders are sales themselves, so "sold" does not restrict them.
  if (facts.isEvent(what.thing)) return negated ? null : { ...what, periods: [...what.periods, ...periods] };
  const rows = what.cat === 'set' || isCount(what) ? rowsSold(facts, what.thing) : null;
  const clock = rows === null ? null : facts.clock(rows);
  if (rows === null || (periods.length > 0 && clock === null)) return null;
  const filters = periods.map((use) => periodFilter(facts, use, use.column ?? (clock as ColumnRef)));
  return { ...what, filters: [...what.filters, { kind: 'exists', table: rows, filters, negated }] };
}
