import type { ColumnRef } from '@querent/contracts';
import {
  besideShownCost,
  type FigureMeaning,
  isCount,
  opposite,
  type RankingMeaning,
  sameColumn,
  type SetMeaning,
  type SortMeaning,
  withoutTimes,
} from '@querent/grammar';
import { againstPeriod, bothPeriods } from './against-period';
import { combined, edit, type Edit, type Edited, type Editing, rowsOf } from './edit';
import type { Topic } from './lift-query';
import { reattached } from './reattach';

/** Edits of the order: picks among the rows shown, other ranks, other directions, and comparisons of periods. */
export const ORDER_EDITS: readonly Edit[] = [
  edit(
    'pick',
    'op:extreme',
    { changes: 'order', zh: '最高的是哪个', en: 'which one is the highest?' },
    (topic, part, editing) => {
      const { direction, limit, rank } = part.operator;
      if (topic.cat === 'set') return pickedRows(topic, part, editing);
      if (topic.keys.length === 0 || topic.compare !== null) return null;
      const time = topic.keys.findIndex(({ grain }) => grain !== null);
      const isByTime = time >= 0 && (topic.order === null || topic.order.by === 'dimension');
      const shown = topic.order?.direction ?? (isByTime ? 'asc' : 'desc');
      const isShown = isTop(part.operator) && topic.limit !== null && topic.order !== null;
      if (isPosition(part.operator)) {
        const end = endOf(part.operator, shown, topic.limit);
        const order = isByTime
          ? { measure: time, by: 'dimension' as const, direction: shown }
          : { ...(topic.order ?? { measure: 0 }), direction: shown };
        return end && { ...topic, order: { ...order, direction: end.direction }, ...end.cut };
      }
      const turned = isShown ? shown : direction;
      const isOther = topic.limit !== null && turned !== (topic.order?.direction ?? 'desc');
      const many = limit ?? (isOther ? topic.limit : 1);
      return { ...topic, order: { measure: topic.order?.measure ?? 0, direction: turned }, limit: many, rank };
    },
  ),
  edit(
    'next in rank',
    'op:nth',
    { changes: 'order', zh: '第二名呢', en: 'and the second?' },
    (topic, { operator: { rank } }) => {
      const isRanked = topic.cat === 'set' ? topic.order.length > 0 : topic.keys.length > 0 && topic.compare === null;
      if (!isRanked || (topic.limit !== null && topic.limit > 1 && rank > topic.limit)) return null;
      if (topic.cat === 'set') return { ...topic, limit: 1, rank };
      return { ...topic, order: topic.order ?? { measure: 0, direction: 'desc' }, limit: 1, rank };
    },
  ),
  edit(
    'pick among other groups',
    'top',
    { changes: 'order', zh: '哪个客户最多', en: 'which customer has the most?' },
    (topic, top, editing) => {
      if (topic.cat === 'set') return null;
      const by: SortMeaning = {
        cat: 'sort',
        by: { ...topic, keys: [], order: null, limit: null, rank: null },
        direction: null,
      };
      const { facts, table } = editing;
      return table
        .pairs('top', 'sort')
        .flatMap((one) => one.build(top, by, facts))
        .flatMap(({ meaning, cost }) =>
          meaning.cat === 'figure'
            ? [{ topic: meaning, cost: cost + besideShownCost(topic.keys, meaning.keys, facts) }]
            : [],
        );
    },
  ),
  edit(
    'other rank',
    'ranking',
    { changes: 'order', cost: 0.05, zh: '运费最高的', en: 'with the highest freight' },
    (topic, ranking, editing) => {
      if (topic.cat === 'set') return combined({ ...topic, order: [], limit: null, select: [] }, ranking, editing);
      const rows = ranking.by.cat === 'column' || ranking.by.bare !== null ? countedRows(topic) : null;
      if (rows) return combined(rows, ranking, editing);
      return ranking.by.cat === 'figure' ? rankedBy(topic, ranking, ranking.limit ?? 1, editing) : null;
    },
  ),
  edit(
    'other order',
    'sort',
    { changes: 'order', zh: '按运费收入排', en: 'sort it by freight revenue' },
    (topic, { by, direction }, editing) => {
      const { facts } = editing;
      const key = topic.cat === 'figure' && by.cat === 'column' ? keyAt(topic, by.column) : -1;
      if (topic.cat === 'figure' && key >= 0)
        return {
          topic: { ...topic, order: { measure: key, by: 'dimension', direction: direction ?? 'asc' } },
          cost: direction === null ? KIND_COST : 0,
        };
      if (topic.cat === 'figure')
        return by.cat === 'figure'
          ? rankedBy(topic, { by, direction: direction ?? topic.order?.direction ?? 'desc' }, topic.limit, editing)
          : null;
      const column = by.cat === 'column' ? by.column : by.bare;
      if (column === null || column.table !== topic.thing || (by.cat === 'column' && by.since)) return null;
      // "By genre", without an ordering word, more likely asks for the number of each genre.
      const isKind = direction === null && topic.order.length === 0 && facts.role(column) === 'dimension';
      return { topic: { ...topic, order: [{ column, direction: direction ?? 'asc' }] }, cost: isKind ? KIND_COST : 0 };
    },
  ),
  edit(
    'other direction',
    'op:order',
    { changes: 'order', zh: '从低到高排', en: 'sorted ascending' },
    (topic, { operator: { direction } }) => {
      const turned = direction ?? 'desc';
      if (topic.cat === 'figure') {
        if (topic.keys.length === 0) return null;
        const isOfTime = topic.order === null && topic.keys.some(({ grain }) => grain !== null);
        const order = { measure: topic.order?.measure ?? 0, direction: turned };
        return { topic: { ...topic, order }, cost: isOfTime ? KIND_COST : 0 };
      }
      return topic.order.length > 0
        ? { ...topic, order: topic.order.map((one) => ({ ...one, direction: turned })) }
        : null;
    },
  ),
  edit(
    'against another period',
    'compared',
    { changes: 'comparison', zh: '和去年相比', en: 'compare with last year' },
    (topic, part) => againstPeriod(topic, part.with),
  ),
  edit(
    'period and the one beside it',
    'op:both_periods',
    { changes: 'comparison', zh: '这两个月对比一下', en: 'compare the two months' },
    (topic, { operator: { grain } }, { words, today }) =>
      words.has('compare') ? bothPeriods(topic, grain, today) : null,
  ),
  edit(
    'two periods',
    'pair',
    { changes: 'comparison', zh: '对比今年和去年', en: 'compare this year with last year' },
    (topic, part, editing) =>
      topic.cat === 'figure'
        ? combined({ ...topic, compare: null, periods: [], order: null, limit: null }, part, editing)
        : null,
  ),
  edit(
    'growth',
    ['op:compare_periods', 'w:growth'],
    { changes: 'comparison', zh: '同比呢', en: 'year over year' },
    (topic, part, editing) => {
      if (topic.cat === 'set') return null;
      const { compare } = topic;
      // A default filter for the latest year is not a period to compare. Of two compared periods, the later one is.
      const filters = withoutTimes(topic.filters, editing.facts);
      const periods = compare !== null && 'current' in compare ? [compare.current] : topic.periods;
      return combined({ ...topic, filters, periods, compare: null, order: null, limit: null }, part, editing);
    },
  ),
];

/** Cost of ordering rows by a category without an ordering word, or months in an order other than time. */
const KIND_COST = 0.3;

type Extreme = Extract<Extract<Parameters<Edit['apply']>[1], { cat: 'operator' }>['operator'], { op: 'extreme' }>;

/** "The top 3" means the first 3 of the order shown; "the bottom 3" means its other end. */
const isTop = ({ top, direction }: Extreme): boolean => top && direction === 'desc';

/** "The first", "the first ten" and "the last" are positions in the order shown. */
const isPosition = ({ sequence }: Extreme): boolean => sequence === true;

/** The last of a top 5 is the fifth; the last of an unlimited order is the first of the reverse order. */
function endOf(
  { direction: named, limit, rank }: Extreme,
  shown: 'asc' | 'desc',
  most: number | null,
): { direction: 'asc' | 'desc'; cut: { limit: number; rank: number | null } } | null {
  if (named === 'asc') return { direction: shown, cut: { limit: limit ?? 1, rank } };
  if (most === null || most === 1) return { direction: opposite(shown), cut: { limit: limit ?? 1, rank } };
  return limit === null && rank === null ? { direction: shown, cut: { limit: 1, rank: most } } : null;
}

const countedRows = (topic: FigureMeaning): SetMeaning | null =>
  topic.keys.length === 0 && isCount(topic) ? rowsOf(topic) : null;

/**
 * The extreme of rows by the column that they are ordered by, else by a column that the constructions of questions
 * choose.
 */
function pickedRows(
  topic: SetMeaning,
  part: Extract<Parameters<Edit['apply']>[1], { cat: 'operator' }>,
  editing: Editing,
): Topic | Edited[] {
  if (part.operator.op !== 'extreme') return [];
  const { direction, limit, rank } = part.operator;
  const [order] = topic.order;
  // "The latest" refers to a time, whatever the rows are ordered by.
  const isOfTime = part.operator.scale === 'time' && !isPosition(part.operator);
  if (!order || (isOfTime && !editing.facts.isTime(order.column)))
    return combined({ ...topic, order: [], limit: null }, part, editing);
  if (isPosition(part.operator) && !editing.facts.isTime(order.column)) {
    const end = endOf(part.operator, order.direction, topic.limit);
    return end ? { ...topic, order: [{ ...order, direction: end.direction }], ...end.cut } : [];
  }
  const turned = isTop(part.operator) ? order.direction : direction;
  const many = limit ?? (topic.limit !== null && turned !== order.direction ? topic.limit : 1);
  return { ...topic, order: [{ ...order, direction: turned }], limit: many, rank };
}

/** The position of a column among the keys of groups; -1 if it is none of them. */
const keyAt = ({ keys }: FigureMeaning, column: ColumnRef): number =>
  keys.findIndex((key) => key.column !== null && sameColumn(key.column, column));

/** The groups of the topic ranked by another figure, which replaces the figure shown before. */
function rankedBy(
  topic: FigureMeaning,
  { by, direction }: Pick<RankingMeaning, 'direction'> & { by: RankingMeaning['by'] },
  limit: number | null,
  { facts }: Editing,
): Edited | null {
  if (by.cat !== 'figure' || topic.keys.length === 0) return null;
  // The count of a group's own things would be 1 each.
  if (isCount(by) && topic.keys.some(({ column }) => column?.table === by.thing)) return null;
  const kept = reattached(topic, by.thing, facts);
  if (kept.keys.length < topic.keys.length) return null;
  const clock = by.clock ?? (topic.thing === by.thing ? topic.clock : null);
  const periods = by.periods.length > 0 ? by.periods : kept.periods;
  return {
    topic: {
      ...by,
      implied: false,
      clock,
      periods,
      filters: [...kept.filters, ...by.filters],
      keys: kept.keys,
      order: { measure: 0, direction },
      limit,
    },
    cost: kept.cost,
  };
}
