import type { ColumnRef, Filter } from '@querent/contracts';
import {
  besideShownCost,
  countOf,
  type Facts,
  type FigureMeaning,
  figureOf,
  figureWithCondition,
  isCount,
  type Key,
  type KeysMeaning,
  sameColumn,
  type SetMeaning,
  withoutReplaced,
  withoutTimes,
} from '@querent/grammar';
import { settled } from '@querent/constructions';
import { isCounted, isExtreme } from '@querent/model';
import { withConditions } from './condition-edits';
import { combined, edit, type Edit, type Edited, type Editing, rowsOf, removesParts } from './edit';
import type { Topic } from './lift-query';
import { LOST_COST, reattached } from './reattach';
import { overAll, withoutConditionsOn, withoutAspect, withoutMeasure, withoutThing } from './removals';

/** Edits of the figure, of its rows, and of its groups. */
export const FIGURE_EDITS: readonly Edit[] = [
  edit(
    'other figure',
    'figure',
    { changes: 'measure', zh: '换成运费收入', en: 'show freight revenue instead' },
    (topic, figure, editing) => {
      if (figure.implied) return null;
      if (removesParts(editing)) return withoutMeasure(topic, figure);
      const one = measured(topic, figure, editing);
      // "Their area" is the area of each row.
      const isOwn =
        topic.cat === 'set' && topic.thing === figure.thing && figure.bare !== null && editing.words.has('those');
      if (isOwn && one !== null) return { ...one, cost: one.cost + TOTAL_COST };
      const isOfRows = topic.cat === 'set' && topic.thing !== figure.thing && editing.words.has('those');
      if (!isOfRows || one === null) return one;
      const each = combined(topic, { cat: 'joined', by: 'their', what: figure }, editing);
      return [...each, { ...one, cost: one.cost + TOTAL_COST }];
    },
  ),
  edit(
    'one more figure',
    'joined',
    { changes: 'measure', zh: '再加上订单数', en: 'and the order count as well' },
    (topic, part, editing) => {
      const { by, what } = part;
      if (what.cat !== 'figure' || what.implied) return null;
      const rows = by === 'their' ? listed(topic) : null;
      return rows ? combined(rows, part, editing) : measured(topic, what, editing);
    },
  ),
  edit(
    'other grouping',
    ['keys', 'columns', 'joined'],
    { changes: 'keys', zh: '按大区拆开', en: 'break it down by region' },
    (topic, part, editing) => {
      const what = part.cat === 'joined' ? part.what : part;
      const isMore = part.cat === 'joined' && part.by === 'and';
      if (what.cat === 'keys') return groupedBy(topic, what, editing, isMore);
      if (what.cat !== 'columns' || topic.cat === 'set' || what.asked || editing.words.has('only')) return null;
      const keys: KeysMeaning = {
        cat: 'keys',
        keys: what.columns.map((column) => ({ column, grain: null })),
        asked: false,
      };
      const name = isCount(topic) ? editing.facts.nameColumn(topic.thing) : null;
      const isOwnName = what.columns.some((column) => name !== null && sameColumn(column, name));
      return groupedBy(topic, keys, editing, isMore).map(({ topic: made, cost }) => ({
        topic: made,
        cost: cost + COLUMN_COST + (editing.words.has('shape') ? SHOWN_COST : 0) + (isOwnName ? OWN_NAME_COST : 0),
      }));
    },
  ),
  edit(
    'more columns',
    ['columns', 'joined'],
    { changes: 'columns', zh: '他们的电话', en: 'and their phone numbers' },
    (topic, part, editing) => {
      const what = part.cat === 'joined' ? part.what : part;
      const rows = what.cat === 'columns' ? listed(topic) : null;
      if (!rows || what.cat !== 'columns') return null;
      if (removesParts(editing)) {
        const select = rows.select.filter((column) => !what.columns.some((other) => sameColumn(column, other)));
        return select.length < rows.select.length ? { ...rows, select } : null;
      }
      const name = rows.select.length === 0 ? editing.facts.nameColumn(rows.thing) : null;
      const made = combined(name ? { ...rows, select: [name] } : rows, what, editing);
      const isListed = topic.cat === 'set' || what.asked;
      return made.map((one) => ({ ...one, cost: one.cost + (isListed ? 0 : LIST_COST) }));
    },
  ),
  edit(
    'condition taken out',
    'columns',
    { changes: 'conditions', zh: '不限大区', en: 'remove the region filter' },
    (topic, { columns: [column, ...more] }, editing) =>
      removesParts(editing) && column && more.length === 0 ? withoutConditionsOn(topic, column) : null,
  ),
  edit(
    'attribute whatever it is',
    'any_of',
    { changes: 'conditions', zh: '所有大区', en: 'all regions' },
    (topic, { column }) => withoutConditionsOn(topic, column),
  ),
  edit(
    'part taken out',
    'op:aspect',
    { changes: 'conditions', zh: '不限时间', en: 'drop the breakdown' },
    (topic, { operator: { of, all } }, editing) => {
      if (of === 'part') return overAll(topic, editing.facts);
      const made = all || removesParts(editing) ? withoutAspect(topic, of, editing.facts) : null;
      // "Overall" after a figure of one part.
      return made === null && all && of === 'groups' ? overAll(topic, editing.facts) : made;
    },
  ),
  edit(
    'things',
    ['set', 'of_set'],
    { changes: 'rows', zh: '司机呢', en: 'what about drivers?' },
    (topic, part, editing) => {
      const set = part.cat === 'of_set' ? part.set : part;
      return set.named ? ofThings(topic, set, editing) : null;
    },
  ),
  edit(
    'how many belong to things',
    'how_many_of',
    { changes: 'conditions', zh: '大客户的有多少', en: 'of the VIP customers, how many?' },
    (topic, { set: { thing, filters } }, editing) => {
      const count =
        topic.cat === 'set' ? countOf({ ...topic, asked: false, order: [], limit: null, select: [] }) : topic;
      const isOfThose = count !== null && isCount(count) && count.keys.length === 0 && count.share === null;
      if (!isOfThose || editing.facts.way(count.thing, thing)?.kind !== 'lookup') return null;
      return withConditions(count, { cat: 'condition', thing, filters, head: null }, editing);
    },
  ),
  edit(
    'how many',
    'op:count',
    { changes: 'measure', zh: '有多少个', en: 'how many are there?' },
    (topic, { operator }) => {
      const [shown, ...more] = topic.cat === 'set' && topic.distinct ? topic.select : [];
      if (topic.cat === 'set' && shown && more.length === 0) {
        const kinds = { kind: 'aggregate', fn: 'count_distinct', table: topic.thing, column: shown } as const;
        const { filters, periods, clock } = topic;
        return { ...figureOf(topic.thing, kinds), filters, periods, clock };
      }
      // 它们的面积是多少 does not ask for a number of rows.
      if (topic.cat === 'set')
        return operator.is ? null : countOf({ ...topic, asked: false, order: [], limit: null, select: [] });
      const keys = topic.keys.filter(({ column }) => column === null || !isOfOneValue(topic.filters, column));
      return keys.length === 0 && isCount(topic) ? { ...topic, keys, order: null, limit: null } : null;
    },
  ),
  edit(
    'which ones',
    ['w:list', 'w:which', 'w:who', 'w:all'],
    { changes: 'rows', cost: 0.1, zh: '都有哪些', en: 'who are they?' },
    (topic) => listed(topic),
  ),
  edit(
    'number of rows instead',
    'op:count',
    { changes: 'measure', cost: 0.05, zh: '换成笔数', en: 'change it to the count' },
    (topic, { operator }, { facts, words }) => {
      const isOfRows = !operator.asks && !operator.amount && !operator.distinct && !(operator.bulk ?? false);
      if (!words.has('change') || !isOfRows || topic.cat === 'set' || isCount(topic)) return null;
      if (topic.share !== null || topic.compare !== null || topic.per !== null || topic.over !== null) return null;
      if (operator.heads && !facts.mayBePeople(topic.thing)) return null;
      return { ...topic, measures: [{ what: { kind: 'aggregate', fn: 'count', table: topic.thing } }], bare: null };
    },
  ),
  edit(
    'total or average of what was shown',
    'op:aggregate',
    { changes: 'measure', zh: '总共是多少', en: 'in total?' },
    (topic, part, editing) => {
      if (topic.cat === 'set') return null;
      const whole: FigureMeaning = { ...topic, keys: [], order: null, limit: null, rank: null };
      if (part.operator.fn === 'sum' && topic.keys.length > 0) return whole;
      // "Which has the lowest" after a comparison of two periods does not ask for the extreme of all amounts.
      if (topic.compare !== null && isExtreme(part.operator.fn)) return null;
      const amounts =
        amountOf(topic, editing.facts) ?? (isCount(topic) ? onlyAmount(topic.thing, editing.facts) : null);
      if (amounts === null) return null;
      const picks = topic.keys.length > 0 && isExtreme(part.operator.fn) ? PICK_COST : 0;
      return combined({ ...topic, bare: amounts }, part, editing).map((one) => ({ ...one, cost: one.cost + picks }));
    },
  ),
  edit(
    'share of the whole',
    'op:share',
    { changes: 'measure', zh: '占比呢', en: 'as a share' },
    (topic, part, editing) => combined(topic, part, editing),
  ),
  edit(
    'numbers beside their shares',
    'op:beside_count',
    { changes: 'measure', zh: '连同数量一起', en: 'with the counts too' },
    (topic) =>
      topic.cat === 'figure' && topic.share !== null && topic.measures.length === 1 && topic.per === null
        ? { ...topic, besideShare: true }
        : null,
  ),
  edit(
    'share of a part',
    'share_part',
    { changes: 'measure', zh: '现金占多少比例', en: 'what share is cash' },
    (topic, { part }, { facts }) => {
      const figure =
        topic.cat === 'figure' ? topic : countOf({ ...topic, asked: false, order: [], limit: null, select: [] });
      if (figure === null || figure.compare !== null) return null;
      const filters = withoutReplaced(figure.filters, part.filters);
      const whole = { ...figure, filters, keys: [], order: null, limit: null, rank: null, share: [], implied: false };
      return figureWithCondition(facts, whole, part).map(({ meaning, cost }) => ({ topic: meaning, cost }));
    },
  ),
  edit('over time', 'w:trend', { changes: 'keys', zh: '趋势呢', en: 'what is the trend?' }, (topic, part, editing) =>
    combined(topic, part, editing),
  ),
  edit(
    'form of a metric',
    ['w:composite', 'w:breakdown'],
    { changes: 'measure', zh: '看各项得分', en: 'show the components' },
    (topic, part, editing) => {
      const [measure, ...more] = topic.cat === 'figure' ? topic.measures : [];
      if (topic.cat !== 'figure' || measure?.what.kind !== 'metric' || more.length > 0) return null;
      return combined({ ...topic, measures: [{ what: { ...measure.what, form: 'value' } }] }, part, editing);
    },
  ),
];

/** Cost of a grouping where a word such as "show" asks for an attribute of the counted rows. */
const SHOWN_COST = 0.1;

/** Cost of grouping counted rows by their own name: more likely the names are asked for. */
const OWN_NAME_COST = 0.15;

/** Cost of grouping by an attribute without a word such as "by". */
const COLUMN_COST = 0.1;

/** Cost of the sum of a column of listed rows: more likely the column is asked for. */
const SUMMED_COST = 0.2;

/** Cost of one total over the listed rows: more likely each row's own amount is asked for. */
const TOTAL_COST = 0.2;

/** Cost of listing the rows that were counted. */
const LIST_COST = 0.25;

/** Cost of the extreme value where rows were shown: more likely the row that has it is asked for. */
const PICK_COST = 0.3;

/** Cost of grouping by a column of a referenced row, as the rows may have such a column themselves. */
const REFERENCED_KEY_COST = 0.1;

/** The rows to list for a topic: its own rows, or the rows that it counts; null for other figures. */
const listed = (topic: Topic): SetMeaning | null =>
  topic.cat === 'set' ? topic : topic.keys.length === 0 && isCount(topic) ? rowsOf(topic) : null;

/** Whether a condition fixes a column to a single value. */
const isOfOneValue = (filters: readonly Filter[], column: ColumnRef): boolean =>
  filters.some((filter) => filter.kind === 'compare' && filter.op === '=' && sameColumn(filter.column, column));

/** The only amount column of a thing; null if it has none or several. */
function onlyAmount(thing: string, facts: Facts): ColumnRef | null {
  const amounts = facts.columns(thing).filter((column) => facts.role(column) === 'measure');
  return amounts.length === 1 ? (amounts[0] ?? null) : null;
}

function amountOf({ measures: [measure, ...more], thing }: FigureMeaning, facts: Facts): ColumnRef | null {
  const amount = measure && more.length === 0 ? facts.aggregateOf(measure.what) : null;
  return amount !== null && !isCounted(amount.fn) && amount.column.table === thing ? amount.column : null;
}

/** Another figure under the same conditions, groups and period, as far as they apply to its rows. */
function measured(topic: Topic, asked: FigureMeaning, { facts, words }: Editing): Edited | null {
  const figure = withLastAggregate(asked, topic);
  // Where the topic lists the first few of some things, these things are not counted.
  const isOfKeys =
    isCount(figure) && topic.cat === 'figure' && topic.keys.some(({ column }) => column?.table === figure.thing);
  if (isOfKeys && topic.limit !== null) return null;
  const picked = topic.cat === 'set' && (topic.order.length > 0 || topic.limit !== null);
  const last = topic.cat === 'set' ? { ...topic, order: [], limit: null } : topic;
  const kept = reattached(last, figure.thing, facts, words.has('those'));
  const filters = [...withoutReplaced(kept.filters, figure.filters), ...figure.filters];
  const ranked =
    last.cat === 'figure' && last.limit !== null && figure.keys.length === 0
      ? { order: last.order && { ...last.order, measure: 0 }, limit: last.limit, rank: last.rank }
      : null;
  const own: FigureMeaning = {
    ...figure,
    ...ranked,
    implied: false,
    filters,
    periods: figure.periods.length > 0 || figure.compare !== null ? figure.periods : kept.periods,
    clock: figure.clock ?? (topic.thing === figure.thing ? topic.clock : null),
    // "Back to …" names the groups to return to completely.
    keys: figure.keys.length > 0 || words.has('back') ? figure.keys : kept.keys,
    compare: figure.compare ?? (last.cat === 'figure' && figure.periods.length === 0 ? last.compare : null),
  };
  const picks =
    topic.cat === 'set' && figure.measures.some(({ what }) => what.kind === 'aggregate' && isExtreme(what.fn));
  const isColumn = topic.cat === 'set' && topic.thing === figure.thing && figure.bare !== null;
  if (!words.has('add') || topic.cat === 'set')
    return {
      topic: own,
      cost: kept.cost + (picks ? PICK_COST : 0) + (picked ? LOST_COST : 0) + (isColumn ? SUMMED_COST : 0),
    };
  const beside = topic.thing === figure.thing && figure.filters.length === 0 && figure.keys.length === 0;
  return beside ? { topic: { ...topic, measures: [...topic.measures, ...settled(figure).measures] }, cost: 0 } : null;
}

/** "And the pages?" after an average price asks for the average of the pages. */
function withLastAggregate(figure: FigureMeaning, topic: Topic): FigureMeaning {
  const [last, ...more] = topic.cat === 'figure' ? topic.measures : [];
  const { bare } = figure;
  if (bare === null || last?.what.kind !== 'aggregate' || more.length > 0) return figure;
  const { fn } = last.what;
  if (isCounted(fn)) return figure;
  return { ...figure, bare: null, measures: [{ what: { kind: 'aggregate', fn, table: figure.thing, column: bare } }] };
}

/** The figure by other groups, or by additional ones; rows are counted by group. */
function groupedBy(topic: Topic, part: KeysMeaning, editing: Editing, isMore: boolean): Edited[] {
  const adds = isMore || editing.words.has('add');
  if (topic.cat === 'set')
    return combined({ ...topic, asked: false, order: [], limit: null, select: [] }, part, editing);
  const isSame = (a: Key, b: Key): boolean =>
    a.grain === b.grain && (a.column === null || b.column === null || sameColumn(a.column, b.column));
  if (removesParts(editing)) {
    const keys = topic.keys.filter((key) => !part.keys.some((other) => isSame(key, other)));
    return keys.length < topic.keys.length ? [{ topic: { ...topic, keys }, cost: 0 }] : [];
  }
  // The first of some groups are not the first of finer groups.
  if (adds && topic.limit !== null && topic.keys.length > 0) return [];
  // A single group that was picked is no longer picked among the new groups.
  const ranked =
    topic.limit === 1
      ? { order: null, limit: null, rank: null }
      : { order: topic.order, limit: topic.limit, rank: topic.rank };
  const grouped = combined({ ...topic, keys: [], order: null, limit: null, rank: null }, part, editing);
  return grouped.flatMap(({ topic: made, cost }) => {
    if (made.cat !== 'figure') return [];
    const referenced = made.keys.some(({ column }) => column !== null && column.table !== topic.thing)
      ? REFERENCED_KEY_COST
      : 0;
    const before = adds ? topic.keys.filter((key) => !made.keys.some((other) => isSame(key, other))) : [];
    const beside = besideShownCost(topic.keys, made.keys, editing.facts);
    return [
      { topic: { ...made, ...ranked, bare: null, keys: [...before, ...made.keys] }, cost: cost + referenced + beside },
    ];
  });
}

/** Things with conditions narrow the topic; other things replace its rows. */
function ofThings(topic: Topic, set: SetMeaning, editing: Editing): Edited[] {
  const { facts, words } = editing;
  if (set.order.length > 0 || set.limit !== null || set.having.length > 0) return [];
  const { thing, filters } = set;
  if (removesParts(editing) && filters.length === 0) return withoutThing(topic, thing, facts);
  const found: Edited[] = [];
  // 回到全部订单 removes the conditions on orders, but keeps groups and time.
  if (
    words.has('back') &&
    topic.thing === thing &&
    topic.cat === 'figure' &&
    filters.length + set.periods.length === 0
  ) {
    const times = topic.filters.filter((one) => withoutTimes([one], facts).length === 0);
    found.push({ topic: { ...topic, filters: times }, cost: 0 }, { topic, cost: BACK_COST });
  }
  if (filters.length > 0 && set.periods.length === 0) {
    const narrower = withConditions(topic, { cat: 'condition', thing, filters, head: null }, editing);
    for (const made of narrower) found.push(...(set.asked ? asList(made, thing) : [made]));
  }
  const swaps = topic.thing === thing ? set.asked && filters.length === 0 : !words.has('only') && !words.has('among');
  const counts =
    topic.cat === 'set' ||
    (isCount(topic) && topic.keys.length === 0 && topic.share === null && topic.compare === null);
  if (!swaps || !counts) return found;
  const kept = reattached(topic, thing, facts);
  const rows: SetMeaning = {
    ...set,
    filters: [...withoutReplaced(kept.filters, filters), ...filters],
    periods: set.periods.length > 0 ? set.periods : kept.periods,
  };
  const swapped = topic.cat === 'set' || set.asked ? { ...rows, asked: true } : countOf(rows);
  if (swapped) found.push({ topic: swapped, cost: kept.cost + SWAP_COST });
  return found;
}

const SWAP_COST = 0.1;

/** Cost of "back to all" things with their conditions kept. */
const BACK_COST = 0.15;

/** "Which of them are VIP customers" asks for the rows instead of their count. */
function asList({ topic, cost }: Edited, thing: string): Edited[] {
  const rows = topic.thing === thing ? listed(topic) : null;
  return rows ? [{ topic: rows, cost }] : [];
}
