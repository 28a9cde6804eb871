import { isCount } from '../attach';
import type { FigureMeaning, RankingMeaning, SetMeaning, SortMeaning } from '../meaning';
import { againstPeriod, bothPeriods } from './against-period';
import { rowsOf } from './condition-edits';
import { combined, edit, type Edit, type Edited, type Editing } from './edit';
import type { Topic } from './lift-query';
import { reattached } from './reattach';
import { besideShownCost, withoutTimes } from './same-part';

/** Edits of order: picks of what was shown, other ranks, other directions, and periods side by side. */
export const ORDER_EDITS: readonly Edit[] = [
  edit(
    'pick',
    'op:extreme',
    { changes: 'order', zh: '最高的是哪个', en: 'which one is the highest?' },
    (topic, part, editing) => {
      const { direction, limit, rank, top } = part.operator;
      if (topic.cat === 'set') return pickedRows(topic, part, editing);
      if (topic.keys.length === 0 || topic.compare !== null) return null;
      const turned = top && topic.limit !== null && topic.order !== null ? topic.order.direction : direction;
      const isOther = topic.limit !== null && turned !== (topic.order?.direction ?? 'desc');
      const many = limit ?? (isOther ? topic.limit : 1);
      return { ...topic, order: { measure: topic.order?.measure ?? 0, direction: turned }, limit: many, rank };
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
          meaning.cat === 'figure' ? [{ topic: meaning, cost: cost + besideShownCost(topic.keys, meaning.keys, facts) }] : [],
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
      if (topic.cat === 'figure')
        return by.cat === 'figure'
          ? rankedBy(topic, { by, direction: direction ?? topic.order?.direction ?? 'desc' }, topic.limit, editing)
          : null;
      const column = by.cat === 'column' ? by.column : by.bare;
      if (column === null || column.table !== topic.thing || (by.cat === 'column' && by.since)) return null;
      // "By genre", without a word of order, is rather how many of each there are.
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
      // The latest year, filled in, is none to compare; of two periods that were compared, the later one is.
      const filters = withoutTimes(topic.filters, editing.facts);
      const periods = compare !== null && 'current' in compare ? [compare.current] : topic.periods;
      return combined({ ...topic, filters, periods, compare: null, order: null, limit: null }, part, editing);
    },
  ),
];

/** Rows in the order of their kinds, where nothing says order; months in another order than that of time. */
const KIND_COST = 0.3;

const countedRows = (topic: FigureMeaning): SetMeaning | null =>
  topic.keys.length === 0 && isCount(topic) ? rowsOf(topic) : null;

/** The extreme of rows: of what they are ordered by, else of what the constructions of questions find. */
function pickedRows(
  topic: SetMeaning,
  part: Extract<Parameters<Edit['apply']>[1], { cat: 'operator' }>,
  editing: Editing,
): Topic | Edited[] {
  if (part.operator.op !== 'extreme') return [];
  const { direction, limit, rank, top } = part.operator;
  const [order] = topic.order;
  if (!order) return combined({ ...topic, limit: null }, part, editing);
  const turned = top ? order.direction : direction;
  const many = limit ?? (topic.limit !== null && turned !== order.direction ? topic.limit : 1);
  return { ...topic, order: [{ ...order, direction: turned }], limit: many, rank };
}

/** The groups of the topic by another figure; what was shown before gives way to it. */
function rankedBy(
  topic: FigureMeaning,
  { by, direction }: Pick<RankingMeaning, 'direction'> & { by: RankingMeaning['by'] },
  limit: number | null,
  { facts }: Editing,
): Edited | null {
  if (by.cat !== 'figure' || topic.keys.length === 0) return null;
  // Each group is one of its own things.
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
