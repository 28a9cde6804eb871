import type { ColumnRef, Since } from '@querent/contracts';
import {
  type ColumnsMeaning,
  type Facts,
  type FigureMeaning,
  figureOf,
  inRole,
  isCount,
  type Key,
  narrowed,
  type RankingMeaning,
  type SetMeaning,
  type TopMeaning,
  withoutBounds,
} from '@querent/grammar';
import { grouped, isPlain } from '@querent/constructions';
import { bestFirst } from './scales';

/**
 * "Customers with the most orders": the things with their figure, ordered and limited. Null if the ranking does not
 * apply to them.
 */
export function ranked(
  facts: Facts,
  set: SetMeaning,
  ranking: RankingMeaning,
): { meaning: SetMeaning | FigureMeaning; cost: number } | null {
  const tied = byCounterpart(facts, set, ranking);
  if (tied) return ranked(facts, tied.set, tied.ranking);
  const { by, direction, limit, rank, attributive, change } = ranking;
  const unmarked = attributive ? UNMARKED : 0;
  const plain = withoutBounds(set);
  if (
    isAmountOfContainer(facts, set, by) ||
    set.each ||
    set.order.length > 0 ||
    (set.limit !== null && limit !== null) ||
    set.select.length > 0 ||
    plain === null
  )
    return null;
  const most = limit ?? set.limit ?? (change ? MOST_CHANGED : 1);
  const first = (column: ColumnRef, since?: Since): SetMeaning => ({
    ...plain,
    order: [{ column, direction, ...(since && { since }) }],
    limit: most,
    rank,
  });
  if (by.cat === 'column') {
    const column = facts.inRole(set.thing, by.column);
    const since = by.since && { ...by.since, ...facts.inRole(set.thing, by.since) };
    const isOfSet =
      column.table === set.thing ||
      (since?.table === set.thing && facts.way(set.thing, column.table)?.kind === 'lookup');
    return isOfSet ? { meaning: first(column, since), cost: unmarked } : null;
  }
  const isPlayed = by.thing !== set.thing && by.thing === facts.playerOf(set.thing);
  const own = by.thing === set.thing ? by.filters : isPlayed ? inRole(by.filters, by.thing, set.thing) : null;
  if (by.bare !== null && own !== null && by.periods.length === 0) {
    const found = first(facts.inRole(set.thing, by.bare));
    return { meaning: { ...found, filters: [...plain.filters, ...own] }, cost: unmarked };
  }
  const name = facts.nameColumn(set.thing);
  const way = facts.way(by.thing, set.thing);
  if (!name || way === null || way.kind === 'fan') return null;
  // Each row has a count of one, and its own amount is its maximum and average.
  if (way.kind === 'same' && (isCount(by) || isAmountOfRow(by))) return null;
  const ofRow = way.kind === 'same' && by.measures.every(({ what }) => what.kind === 'aggregate') ? TOTAL_OF_ROW : 0;
  const attached = narrowed(facts, by.thing, { ...set, limit: null });
  if (!attached) return null;
  const meaning: FigureMeaning = {
    ...by,
    implied: false,
    filters: [...by.filters, ...attached.filters],
    keys: [{ column: name, grain: null }],
    order: { measure: 0, direction, ...(change && { by: 'change' as const }) },
    limit: most,
    rank,
  };
  return { meaning, cost: attached.cost + unmarked + ofRow };
}

/** The member with the most followers: ranked by the number of pairs in which the member is the other side. */
function byCounterpart(
  facts: Facts,
  set: SetMeaning,
  ranking: RankingMeaning,
): { set: SetMeaning; ranking: RankingMeaning } | null {
  const { by } = ranking;
  const isOfPlayer =
    by.cat === 'figure' && isCount(by) && by.thing !== set.thing && facts.playerOf(by.thing) === set.thing;
  const tie = isOfPlayer && by.filters.length + by.periods.length === 0 ? facts.counterpartOf(by.thing) : null;
  const filters = tie && (tie.other === set.thing ? set.filters : inRole(set.filters, set.thing, tie.other));
  if (tie === null || filters === null) return null;
  const pairs = figureOf(tie.pairs, { kind: 'aggregate', fn: 'count', table: tie.pairs });
  return { set: { ...set, thing: tie.other, filters }, ranking: { ...ranking, by: pairs } };
}

/** Cost of summing the single amount of a row. */
const TOTAL_OF_ROW = 0.15;

/** Limit of "changed most" without a number. */
const MOST_CHANGED = 10;

const isAmountOfRow = ({ measures: [measure] }: FigureMeaning): boolean =>
  measure?.what.kind === 'aggregate' && ['max', 'min', 'avg'].includes(measure.what.fn);

/** Whether a figure is the first of its groups, by a limit. */
export const isTop = ({ keys, order, limit, rank, within }: FigureMeaning): boolean =>
  keys.length > 0 && order !== null && limit !== null && rank === null && within === undefined;

/** The first of a ranking within each group of another attribute. */
export function withinEach(
  facts: Facts,
  made: { meaning: SetMeaning | FigureMeaning; cost: number } | null,
  key: Key | undefined,
): { meaning: SetMeaning | FigureMeaning; cost: number } | null {
  if (made === null || key === undefined) return made;
  const { meaning: figure, cost } = made;
  // A share of the whole is not a share of each group.
  if (figure.cat !== 'figure' || !isTop(figure) || figure.share !== null) return null;
  const { order, limit, rank, keys } = figure;
  // Each order belongs to one city, so there is no first among its cities.
  const isOfOne = ({ column }: Key): boolean =>
    column !== null && key.column !== null && facts.way(key.column.table, column.table)?.kind === 'lookup';
  if (keys.some(isOfOne)) return null;
  const found = grouped(facts, { ...figure, order: null, limit: null, keys: [] }, { keys: [...keys, key] });
  return found && { meaning: { ...found.meaning, order, limit, rank, within: keys.length }, cost: cost + found.cost };
}

/** A figure of things that are ranked by another figure, which is shown as well. */
export function figureOfRanked(
  facts: Facts,
  asked: FigureMeaning,
  figure: FigureMeaning,
): { meaning: FigureMeaning; cost: number } | null {
  if (asked.keys.length > 0 || asked.filters.length + asked.periods.length > 0 || !isPlain(asked) || asked.implied)
    return null;
  if (figure.filters.length + figure.periods.length > 0 || figure.measures.length > 1) return null;
  const found = grouped(facts, asked, { keys: figure.keys });
  if (found === null || figure.order === null) return null;
  const { meaning, cost } = found;
  const order = { measure: meaning.measures.length, direction: figure.order.direction };
  const measures = [...meaning.measures, ...figure.measures];
  return { meaning: { ...meaning, bare: null, measures, order, limit: figure.limit }, cost };
}

/** The top of things or groups, by each figure that the model has of them. */
export function rankedByAny(
  facts: Facts,
  { of, direction, limit, rank, bare: by, degree }: TopMeaning,
): (SetMeaning | FigureMeaning)[] {
  const [key, ...more] = of.cat === 'keys' ? of.keys : [];
  const thing = of.cat === 'set' ? of.thing : key?.column?.table;
  if (by === undefined || thing === undefined || more.length > 0) return [];
  const figures = facts.figuresOf(thing);
  const amounts = figures.length === 0 ? amountsOf(facts, thing, of.cat === 'keys') : [];
  if ((degree || figures.length === 0) && figures.length + amounts.length < 2) return [];
  const measured = figures.map(({ id, table }) => figureOf(table ?? thing, { kind: 'metric', id, form: 'value' }));
  return [...measured, ...amounts].flatMap((figure) => {
    const found: RankingMeaning = {
      cat: 'ranking',
      by: figure,
      direction: by === 'best' && figure.cat === 'figure' ? bestFirst(facts, figure, direction) : direction,
      limit: limit ?? (by === 'top' && rank === null ? MOST_OF_TOP : null),
      rank,
    };
    const made = of.cat === 'set' ? ranked(facts, of, found) : rankedKeys(facts, of.keys, found);
    return made ? [made.meaning] : [];
  });
}

/**
 * Possible rankings where the model has no metrics for a thing: its amounts, its events, and their amounts. For a thing
 * without events, the rows that refer to it come first: the number of order lines of a product, with their quantities.
 */
function amountsOf(facts: Facts, thing: string, areGroups: boolean): RankingMeaning['by'][] {
  const measures = (table: string): ColumnRef[] =>
    facts.columns(table).filter((column) => facts.role(column) === 'measure' && facts.isAmount(column));
  const summed = (table: string): RankingMeaning['by'][] =>
    measures(table).map((column) => figureOf(table, { kind: 'aggregate', fn: 'sum', table, column }));
  const counted = (table: string): RankingMeaning['by'] => figureOf(table, { kind: 'aggregate', fn: 'count', table });
  const events = facts.nearEventsOf(thing);
  const used = events.length > 0 || facts.isEvent(thing) ? [] : usesOf(facts, thing);
  // Groups have no amounts; those of their rows are averaged or summed.
  const ofRow = (column: ColumnRef): RankingMeaning['by'] =>
    areGroups
      ? figureOf(thing, { kind: 'aggregate', fn: facts.isIntensive(column) ? 'avg' : 'sum', table: thing, column })
      : { cat: 'column', column };
  return [
    ...used.map(counted),
    ...used.flatMap((table) => summed(table).filter((by) => by.cat === 'figure' && !isIntensiveSum(facts, by))),
    ...measures(thing).map(ofRow),
    ...events.map(counted),
    ...events.flatMap(summed),
  ].slice(0, MOST_AMOUNTS);
}

/** Tables that refer to a thing and to an event: lines of orders, of products. */
const usesOf = (facts: Facts, thing: string): string[] =>
  [
    ...new Set(
      facts.model.joins.flatMap(({ from, to }) => (to.table === thing && from.table !== thing ? [from.table] : [])),
    ),
  ].filter((table) => facts.model.joins.some(({ from, to }) => from.table === table && facts.isEvent(to.table)));

const isIntensiveSum = (facts: Facts, { measures }: FigureMeaning): boolean =>
  measures.some(({ what }) => what.kind === 'aggregate' && what.column !== undefined && facts.isIntensive(what.column));

/** Maximum number of rankings among which the user can choose. */
const MOST_AMOUNTS = 6;

/** Limit of "the top" without a number. */
const MOST_OF_TOP = 10;

/** Groups of a figure, ordered by it and limited. */
export function rankedKeys(
  facts: Facts,
  keys: Key[],
  { by, direction, limit, rank, attributive, change }: RankingMeaning,
): { meaning: FigureMeaning; cost: number } | null {
  if (by.cat === 'column') return null;
  const found = grouped(facts, { ...by, implied: false }, { keys });
  return (
    found && {
      meaning: {
        ...found.meaning,
        order: { measure: 0, direction, ...(change && { by: 'change' as const }) },
        limit: limit ?? (change ? MOST_CHANGED : 1),
        rank,
      },
      cost: found.cost + (attributive ? UNMARKED : 0),
    }
  );
}

/** Cost of ranking groups by an attribute: "the region with the most orders" may concern a thing instead. */
export function costOfGroups(
  facts: Facts,
  { columns, asked, ofOwner, distinct }: ColumnsMeaning,
  { by, attributive }: RankingMeaning,
): number {
  // 不同城市的最大金额 asks for the largest amount of each city.
  if (distinct && attributive) return OF_EACH;
  // "The capital of the state with the most cities" is an attribute of that state. A name column represents the state
  // itself.
  const areNames = columns.every(({ table, column }) => facts.nameColumn(table)?.column === column);
  if (ofOwner && !areNames) return OF_OWNER;
  if (asked) return 0;
  if (columns.some((column) => facts.role(column) === 'measure')) return 0.6;
  const areOfRows = by.cat === 'figure' && by.bare !== null && columns.every(({ table }) => table === by.thing);
  return areOfRows ? UNASKED + 0.15 : UNASKED;
}

const OF_OWNER = 0.35;
const OF_EACH = 0.6;
const UNASKED = 0.2;

/**
 * "Lakes in the state with the largest area": if both have such an amount, it belongs to the state, which is named
 * last.
 */
function isAmountOfContainer(facts: Facts, { within, thing }: SetMeaning, by: RankingMeaning['by']): boolean {
  const column = by.cat === 'column' ? by.column : by.bare;
  return (
    within !== undefined &&
    within !== thing &&
    column?.table === thing &&
    facts.columns(within).some((one) => one.column === column.column && facts.isAmount(one))
  );
}

/** Cost of "highest freight" as a ranking of the thing beside it. It is rather a figure of that thing. */
const UNMARKED = 0.3;
