import type { AggregateFunction, ColumnRef, Filter } from '@querent/contracts';
import { attach, narrowed } from '../attach';
import { alone, either, pair, type Construction } from '../construction';
import type { Facts } from '../facts';
import { countOf, type FigureMeaning, figureOf, type SetMeaning } from '../meaning';

/** Figures: counts, aggregates, what they are measured over, shares, periods and their comparison. */
export const FIGURES: readonly Construction[] = [
  ...either('count of rows', 'op:count', 'set', { zh: '订单数', en: 'number of orders' }, (_, set) =>
    countOf({ ...set, asked: false }),
  ),
  alone('rows that are counted', 'set', { cost: 0.45, zh: '各仓库的订单', en: 'orders by warehouse' }, (set) => {
    const count = set.named && !set.asked ? countOf(set) : null;
    return count && { ...count, implied: true };
  }),
  pair('whether there are rows, after', 'set', 'w:exists', { cost: 0.05, zh: '今年采收过苹果吗', en: '' }, (set) =>
    countOf({ ...set, asked: false }),
  ),
  pair(
    'whether there are rows',
    'w:exists',
    'set',
    { cost: 0.05, zh: '有没有未付的订单', en: 'are there any unpaid orders' },
    (_, set) => countOf({ ...set, asked: false }),
  ),
  ...either(
    'values of an attribute',
    'op:count',
    'columns',
    { cost: 0.15, zh: '客户类型有多少种', en: 'how many customer types' },
    (_, { columns }, facts) => distinctOf(columns, facts),
  ),
  ...either(
    'distinct values of an attribute',
    'op:distinct',
    'columns',
    { cost: 0.02, zh: '不同的客户类型数', en: 'how many different customer types' },
    (_, { columns }, facts) => distinctOf(columns, facts),
  ),
  pair(
    'how many distinct',
    'op:count',
    'op:distinct',
    { zh: '多少种不同的', en: 'how many different' },
    (_, distinct) => distinct,
  ),
  pair(
    'distinct rows',
    'op:distinct',
    ['set', 'columns'],
    { cost: 0.03, zh: '不同的客户', en: 'distinct customers' },
    (_, what) => (what.cat === 'set' ? { ...what, asked: true } : null),
  ),
  ...either(
    'aggregate of amounts',
    'op:aggregate',
    'figure',
    { zh: '平均运费', en: 'average freight' },
    ({ operator: { fn } }, figure) => aggregated(figure, fn),
  ),
  ...either(
    'aggregate of a count',
    'op:aggregate',
    'figure',
    { cost: 0.1, zh: '订单总数', en: 'total number of orders' },
    ({ operator: { fn } }, figure) => (fn === 'sum' && figure.bare === null && !figure.implied ? figure : null),
  ),
  pair(
    'two aggregates of amounts',
    'op:aggregate',
    'joined',
    { zh: '最小和最大载重', en: 'minimum and maximum freight' },
    ({ operator: { fn } }, { by, what }) => {
      const [measure, ...more] = what.cat === 'figure' ? what.measures : [];
      if (
        by !== 'and' ||
        what.cat !== 'figure' ||
        measure?.what.kind !== 'aggregate' ||
        more.length > 0 ||
        !measure.what.column
      )
        return null;
      return { ...what, measures: [{ what: { ...measure.what, fn } }, measure] };
    },
  ),
  pair('figure that is asked for', 'figure', 'op:count', { cost: 0.01, zh: '运费是多少', en: '' }, (figure) =>
    figure.implied ? null : figure,
  ),
  pair(
    'extreme that is asked for',
    'ranking',
    'op:count',
    { zh: '运费最高是多少', en: '' },
    ({ by, direction }, _, facts) => {
      const column = by.cat === 'column' ? by.column : by.bare;
      if (
        column === null ||
        (by.cat === 'figure' && by.keys.length > 0) ||
        !(facts.isNumber(column) || facts.isTime(column))
      )
        return null;
      const figure =
        by.cat === 'figure'
          ? by
          : figureOf(column.table, { kind: 'aggregate', fn: 'max', table: column.table, column });
      return {
        ...figure,
        bare: null,
        measures: [
          { what: { kind: 'aggregate', fn: direction === 'asc' ? 'min' : 'max', table: column.table, column } },
        ],
      };
    },
  ),
  pair(
    'how much of an amount',
    'op:count',
    'figure',
    { cost: 0.2, zh: '多少运费', en: 'how much freight' },
    (_, figure) => (figure.bare !== null || figure.measures[0]?.what.kind === 'metric' ? figure : null),
  ),
  pair(
    'two words for a composite',
    'w:composite',
    'w:composite',
    { zh: '综合得分', en: 'composite score' },
    (word) => word,
  ),
  pair(
    'two words for a breakdown',
    ['w:breakdown', 'w:composite'],
    ['w:breakdown', 'w:composite'],
    { zh: '各项得分明细', en: 'sub-scores side by side' },
    (left, right) => ((left as { cat: string }).cat === (right as { cat: string }).cat ? null : { cat: 'w:breakdown' }),
  ),
  pair(
    'aggregate after and',
    'w:and',
    'op:aggregate',
    { zh: '和最小值', en: 'and minimum' },
    (_, { operator: { fn } }) => ({ cat: 'joined_aggregate', fn }),
  ),
  pair(
    'two aggregates after their amount',
    'figure',
    'joined_aggregate',
    { zh: '运费的最大值和最小值', en: '' },
    (figure, { fn }) => {
      const [measure, ...more] = figure.measures;
      if (figure.bare !== null || more.length > 0 || measure?.what.kind !== 'aggregate' || !measure.what.column)
        return null;
      return { ...figure, measures: [measure, { what: { ...measure.what, fn } }] };
    },
  ),
  ...either(
    'word of more or less',
    'w:more',
    ['figure', 'set'],
    { cost: 0.03, zh: '这个月的订单比上个月多', en: 'more orders this month than last month' },
    (_, what) => {
      if (what.cat === 'figure') return what.compare !== null ? what : null;
      const count = countOf({ ...what, asked: false });
      return count && what.named ? { ...count, implied: true } : null;
    },
  ),
  ...either(
    'composite of a metric',
    'w:composite',
    'figure',
    { zh: '时效综合评分', en: 'composite timeliness' },
    (_, figure, facts) => inForm(facts, figure, 'composite'),
  ),
  ...either(
    'parts of a metric',
    'w:breakdown',
    'figure',
    { zh: '时效各项得分', en: 'timeliness broken down' },
    (_, figure, facts) => inForm(facts, figure, 'children'),
  ),
  ...either('trend of a figure', 'figure', 'w:trend', { cost: 0.02, zh: '订单数趋势', en: 'order trend' }, (figure) => {
    if (figure.keys.some(({ grain }) => grain !== null)) return figure;
    return figure.order === null
      ? { meaning: { ...figure, implied: false, keys: [...figure.keys, { column: null, grain: 'month' }] }, cost: 0.05 }
      : null;
  }),
  ...either(
    'earliest or latest time',
    'op:aggregate',
    'columns',
    { zh: '最早的下单日期', en: 'minimum order date' },
    ({ operator: { fn } }, { columns }, facts) => {
      const [column, ...more] = columns;
      return column && more.length === 0 && (fn === 'min' || fn === 'max') && facts.isTime(column)
        ? { ...figureOf(column.table, { kind: 'aggregate', fn, table: column.table, column }) }
        : null;
    },
  ),
  ...either(
    'figure in a period',
    'figure',
    'period',
    { zh: '上个月的运费', en: 'freight last month' },
    (figure, { use }) => (figure.compare === null ? { ...figure, periods: [...figure.periods, use] } : null),
  ),
  ...either('rows in a period', 'set', 'period', { zh: '上个月的订单', en: 'orders last month' }, (set, { use }) => ({
    ...set,
    periods: [...set.periods, use],
  })),
  pair(
    'marker before a period',
    ['w:in', 'w:of', 'w:by', 'w:to'],
    'period',
    { zh: '在上个月', en: 'in March' },
    (_, period) => period,
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
  pair(
    'figure of a set',
    'figure',
    'set',
    { cost: 0.2, zh: '', en: 'freight of VIP customers' },
    (figure, set, facts) => overSet(facts, figure, set),
  ),
  pair(
    'set before its figure',
    'set',
    'figure',
    { cost: 0.1, zh: 'VIP客户的订单数', en: 'how many orders VIP customers placed' },
    (set, figure, facts) => overSet(facts, figure, set),
  ),
  pair(
    'rows before what belongs to them',
    'set',
    'set',
    { cost: 0.12, zh: 'VIP客户的订单', en: "VIP customers' orders" },
    (of, head, facts) => ofSet(facts, head, of),
  ),
  pair(
    'rows and what they belong to',
    ['w:of', 'w:in', 'w:by', 'w:with', 'w:do', 'w:to'],
    'set',
    { zh: '', en: 'of VIP customers' },
    (marker, set) =>
      set.asked || ((marker as { cat: string }).cat === 'w:by' && set.filters.length === 0)
        ? null
        : { cat: 'of_set', set },
  ),
  pair(
    'rows of a set',
    'set',
    'of_set',
    { cost: 0.06, zh: '', en: 'orders of VIP customers' },
    (head, { set }, facts) => ofSet(facts, head, set),
  ),
  pair(
    'figure of a set after it',
    'figure',
    'of_set',
    { cost: 0.04, zh: '', en: 'freight of VIP customers' },
    (figure, { set }, facts) => overSet(facts, figure, set),
  ),
  pair('two figures', 'figure', 'joined', { zh: '订单数和运费', en: 'orders and freight' }, (figure, { by, what }) => {
    if (
      by !== 'and' ||
      what.cat !== 'figure' ||
      figure.keys.length > 0 ||
      figure.periods.length > 0 ||
      figure.thing !== what.thing ||
      what.filters.length > 0
    )
      return null;
    return {
      ...figure,
      bare: null,
      implied: false,
      measures: [...settled(figure).measures, ...settled(what).measures],
      keys: what.keys,
      periods: [...figure.periods, ...what.periods],
    };
  }),
  ...either(
    'share of part of the rows',
    'op:share',
    'set',
    { zh: 'VIP订单占比', en: 'share of VIP orders' },
    (_, set) => {
      const count = countOf({ ...set, asked: false });
      return count && { ...count, filters: [], share: set.filters };
    },
  ),
  pair(
    'share of rows that',
    'op:share',
    'set',
    { cost: 0.02, zh: '订单中……的比例', en: 'percentage of orders that are late' },
    (_, set) => (countOf(set) ? { cat: 'share', set } : null),
  ),
  pair('rows of which a share', 'set', 'op:share', { cost: 0.05, zh: '', en: '' }, (set) =>
    countOf(set) ? { cat: 'share', set } : null,
  ),
  ...either(
    'share of rows under a condition',
    'share',
    'condition',
    { zh: '订单中已取消的比例', en: 'percentage of orders that are cancelled' },
    ({ set }, condition, facts) => {
      const count = countOf({ ...set, asked: false });
      const part = attach(facts, set.thing, condition.thing, condition.filters);
      return count && part && { meaning: { ...count, share: part.filters }, cost: part.cost };
    },
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
      const more = counted.filters.filter(
        (filter) => !of.filters.some((other) => JSON.stringify(other) === JSON.stringify(filter)),
      );
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
  pair('question particle after a figure', 'figure', 'w:exists', { cost: 0.02, zh: '吗', en: '' }, (figure) => figure),
  pair('word of a share after its share', 'figure', 'op:share', { cost: 0.01, zh: '的比例', en: '' }, (figure) =>
    figure.share !== null ? figure : null,
  ),
  ...either('share of a figure', 'op:share', 'figure', { zh: '运费占比', en: 'share of freight' }, (_, figure) =>
    figure.share === null && figure.compare === null ? { ...settled(figure), share: [] } : null,
  ),
  ...either(
    'figure against another period',
    'figure',
    'op:compare_periods',
    { zh: '订单数同比', en: 'orders compared with last year' },
    (figure, { operator: { kind, grain } }) =>
      kind === 'between' || figure.compare !== null ? null : { ...figure, compare: { kind, grain } },
  ),
  ...either(
    'comparing word around a comparison',
    'op:compare_periods',
    'figure',
    { cost: 0.03, zh: '', en: 'compare revenue of last month with the month before' },
    ({ operator: { kind } }, figure) => (kind === 'between' && figure.compare !== null ? figure : null),
  ),
  pair(
    'two periods',
    'period',
    'joined',
    { cost: 0.02, zh: '今年和去年', en: 'this year and last year' },
    (period, { by, what }) =>
      by === 'and' && what.cat === 'period' ? { cat: 'pair', current: period.use, base: what.use } : null,
  ),
  pair(
    'period against another',
    ['w:than', 'w:with', 'w:to'],
    'period',
    { zh: '比去年', en: 'versus last year' },
    (_, period) => ({ cat: 'joined', by: 'and', what: period }),
  ),
  pair(
    'later period that a figure is compared with',
    'figure',
    'joined',
    { cost: 0.08, zh: '上个月的订单数和上上个月', en: 'orders this month with last month' },
    (figure, { by, what }) => {
      const [only, ...more] = figure.periods;
      if (by !== 'and' || what.cat !== 'period' || !only || more.length > 0 || figure.compare !== null) return null;
      const [base, current] = (what.use.from ?? '') >= (only.from ?? '') ? [only, what.use] : [what.use, only];
      return { ...figure, periods: [], compare: { base, current } };
    },
  ),
  pair(
    'one kind of rows and another',
    'set',
    'joined_set',
    { zh: '男患者和女患者', en: 'male and female patients' },
    (left, { set: right }) => {
      const [one, ...more] = left.filters;
      const [other, ...others] = right.filters;
      if (
        !one ||
        !other ||
        more.length > 0 ||
        others.length > 0 ||
        left.thing !== right.thing ||
        one.kind !== 'compare' ||
        other.kind !== 'compare' ||
        one.op !== '=' ||
        other.op !== '='
      )
        return null;
      if (one.column.table !== other.column.table || one.column.column !== other.column.column) return null;
      return {
        cat: 'kinds',
        set: {
          ...left,
          filters: [{ kind: 'in', column: one.column, values: [one.value, other.value], negated: false }],
        },
        column: one.column,
      };
    },
  ),
  pair(
    'rows after and',
    ['w:and', 'w:or', 'w:comma'],
    'set',
    { zh: '和女患者', en: 'and female patients' },
    (_, set) => ({ cat: 'joined_set', set }),
  ),
  pair('how many of each', 'w:each', 'op:count', { zh: '各有多少', en: '' }, () => ({ cat: 'each_count' })),
  pair('how many rows of each', 'each_count', 'set', { cost: 0.08, zh: '各有多少客户', en: '' }, (_, set) =>
    countOf({ ...set, asked: false }),
  ),
  pair('rows of which how many each', 'set', 'each_count', { cost: 0.12, zh: '客户各有多少', en: '' }, (set) =>
    set.filters.some((filter) => filter.kind === 'in') ? null : countOf({ ...set, asked: false }),
  ),
  pair(
    'figure of each that is asked for',
    'figure',
    'each_count',
    { cost: 0.02, zh: '各大区的运费分别是多少', en: '' },
    (figure) => {
      if (figure.keys.length > 0) return figure;
      const listed = figure.filters.filter((filter) => filter.kind === 'in' && !filter.negated);
      const [one, ...more] = listed;
      return one?.kind === 'in' && more.length === 0
        ? { ...figure, keys: [{ column: one.column, grain: null }] }
        : null;
    },
  ),
  pair(
    'light verb before its figure',
    'w:do',
    'figure',
    { cost: 0.03, zh: '做了多少次检验', en: '' },
    (_, figure) => figure,
  ),
  pair(
    'light verb after its figure',
    ['figure', 'set'],
    'w:do',
    { cost: 0.03, zh: '', en: 'how many lines do we run' },
    (what) => what,
  ),
  ...either('count of each listed value', 'set', 'each_count', { zh: 'A和B的设备各有多少', en: '' }, (set) => {
    const listed = set.filters.filter((filter) => filter.kind === 'in' && !filter.negated);
    const [one, ...more] = listed;
    const count = countOf({ ...set, asked: false });
    return count && one?.kind === 'in' && more.length === 0
      ? { ...count, keys: [{ column: one.column, grain: null }] }
      : null;
  }),
  pair(
    'count of each kind side by side',
    'kinds',
    'each_count',
    { zh: '男患者和女患者各有多少', en: '' },
    ({ set, column }) => {
      const count = countOf({ ...set, asked: false });
      return count && { ...count, keys: [{ column, grain: null }] };
    },
  ),
  pair(
    'asking word before its figure',
    ['w:which', 'w:list'],
    'figure',
    { cost: 0.01, zh: '列出', en: 'what was the revenue' },
    (_, figure) => figure,
  ),
  ...either(
    'count of each kind',
    'op:count',
    'kinds',
    { zh: '男患者和女患者各有多少', en: 'how many male and female patients' },
    (_, { set, column }) => {
      const count = countOf({ ...set, asked: false });
      return count && { ...count, keys: [{ column, grain: null }] };
    },
  ),
  ...either(
    'comparing word beside its comparison',
    ['op:compare_periods', 'w:growth', 'w:trend'],
    'figure',
    { zh: '今年和去年的运费对比', en: 'compare freight this year and last year' },
    (_, figure) => (figure.compare !== null && 'base' in figure.compare ? figure : null),
  ),
  ...either(
    'pair after a comparing word',
    'op:compare_periods',
    'pair',
    { zh: '对比今年和去年', en: 'compare this year with last year' },
    ({ operator }, periods) => (operator.kind === 'between' ? periods : null),
  ),
  pair(
    'period compared with',
    'op:compare_periods',
    'period',
    { zh: '对比去年', en: 'compared with last year' },
    ({ operator }, what) => (operator.kind === 'between' ? { cat: 'joined', by: 'and', what } : null),
  ),
  pair('condition against another', 'w:than', 'condition', { zh: '', en: 'versus rice' }, (_, what) => ({
    cat: 'against',
    condition: what,
  })),
  pair(
    'two values to keep apart',
    'condition',
    'against',
    { zh: '', en: 'corn versus rice' },
    (left, { condition: right }) => {
      const [one, other] = [left.filters[0], right.filters[0]];
      if (
        left.filters.length > 1 ||
        right.filters.length > 1 ||
        one?.kind !== 'compare' ||
        other?.kind !== 'compare' ||
        one.op !== '=' ||
        other.op !== '='
      )
        return null;
      if (one.column.table !== other.column.table || one.column.column !== other.column.column) return null;
      return { cat: 'apart', thing: left.thing, column: one.column, values: [one.value, other.value] };
    },
  ),
  pair(
    'marker before values to keep apart',
    ['w:of', 'w:in', 'w:by'],
    'apart',
    { zh: '', en: 'for corn versus rice' },
    (_, apart) => apart,
  ),
  ...either(
    'figure of values to keep apart',
    'figure',
    'apart',
    { cost: 0.03, zh: '', en: 'average amount for corn versus rice' },
    (figure, { thing, column, values }, facts) => {
      const attached = attach(facts, figure.thing, thing, [{ kind: 'in', column, values, negated: false }]);
      return attached && figure.keys.length === 0
        ? {
            meaning: {
              ...figure,
              implied: false,
              filters: [...figure.filters, ...attached.filters],
              keys: [{ column, grain: null }],
            },
            cost: attached.cost,
          }
        : null;
    },
  ),
  ...either(
    'figure in two periods',
    'figure',
    'pair',
    { zh: '今年和去年的运费', en: 'freight this year and last year' },
    (figure, { base, current }) => {
      if (figure.compare !== null || figure.periods.length > 0) return null;
      const [first, second] = (current.from ?? '') >= (base.from ?? '') ? [base, current] : [current, base];
      return { ...figure, compare: { base: first, current: second } };
    },
  ),
];

/** A column of amounts that no aggregate was asked of: as the sum, for the normal form to settle. */
export function settled(figure: FigureMeaning): FigureMeaning {
  return { ...figure, bare: null, implied: false };
}

/** A parent metric as its score or as its children side by side. */
function inForm(facts: Facts, figure: FigureMeaning, form: 'composite' | 'children'): FigureMeaning | null {
  const [measure, ...more] = figure.measures;
  if (measure?.what.kind !== 'metric' || measure.what.form !== 'value' || more.length > 0) return null;
  const children = Object.keys(facts.model.metrics[measure.what.id]?.children ?? {});
  if (children.length === 0) return null;
  if (form === 'composite') return { ...figure, measures: [{ what: { ...measure.what, form: 'composite' } }] };
  return { ...figure, measures: children.map((id) => ({ what: { kind: 'metric', id, form: formOf(facts, id) } })) };
}

export function formOf(facts: Facts, id: string): 'composite' | 'value' {
  return Object.keys(facts.model.metrics[id]?.children ?? {}).length > 0 ? 'composite' : 'value';
}

function aggregated(figure: FigureMeaning, fn: AggregateFunction): FigureMeaning | null {
  if (figure.bare === null) return null;
  const [, ...more] = figure.measures;
  if (more.length > 0) return null;
  return {
    ...figure,
    bare: null,
    measures: [{ what: { kind: 'aggregate', fn, table: figure.thing, column: figure.bare } }],
  };
}

function distinctOf(columns: readonly ColumnRef[], facts: Facts): FigureMeaning | null {
  const [column, ...more] = columns;
  return column && more.length === 0 && facts.role(column) !== 'measure'
    ? figureOf(column.table, { kind: 'aggregate', fn: 'count_distinct', table: column.table, column })
    : null;
}

function ofEvent(
  facts: Facts,
  figure: FigureMeaning,
  event: { column: ColumnRef; negated: boolean },
): FigureMeaning | null {
  const way = facts.way(figure.thing, event.column.table);
  if (way?.kind !== 'same' && way?.kind !== 'lookup') return null;
  const nullable = facts.column(event.column)?.nullable !== false;
  const filters: Filter[] =
    event.negated || nullable ? [{ kind: 'null', column: event.column, negated: !event.negated }] : [];
  return { ...figure, clock: event.negated ? figure.clock : event.column, filters: [...figure.filters, ...filters] };
}

function overSet(
  facts: Facts,
  figure: FigureMeaning,
  set: SetMeaning,
): { meaning: FigureMeaning; cost: number } | null {
  if (set.asked || figure.order !== null) return null;
  const attached = narrowed(facts, figure.thing, set);
  if (!attached) return null;
  const relatedOnly = set.filters.length === 0 && set.periods.length === 0;
  const way = facts.way(figure.thing, set.thing);
  // A figure of the rows of a thing is a figure of each thing as well; without a word such as "each" the whole is rather meant.
  const cost = relatedOnly && way?.kind !== 'same' ? 0.25 : 0;
  const filters = relatedOnly && way?.kind === 'lookup' ? [] : attached.filters;
  if (figure.share !== null)
    return { meaning: { ...figure, share: [...figure.share, ...filters] }, cost: cost + attached.cost };
  const clock = figure.clock ?? (way?.kind === 'same' || way?.kind === 'lookup' ? set.clock : null);
  return { meaning: { ...figure, clock, filters: [...figure.filters, ...filters] }, cost: cost + attached.cost };
}

/** Rows of `head` that belong to rows of `of`. */
function ofSet(facts: Facts, head: SetMeaning, of: SetMeaning): { meaning: SetMeaning; cost: number }[] {
  if (head.thing === of.thing || of.asked || !head.named) return [];
  const way = facts.way(head.thing, of.thing);
  if (way === null || way.kind === 'same') return [];
  const attached = narrowed(facts, head.thing, of);
  return attached
    ? [{ meaning: { ...head, filters: [...head.filters, ...attached.filters] }, cost: attached.cost }]
    : [];
}
