import type { ColumnRef, Filter, Scalar } from '@querent/contracts';
import { figureWithCondition, periodFilter, withCondition, withGroupCondition } from '../attach';
import { alone, either, pair, type Construction } from '../construction';
import type { Facts } from '../facts';
import { type BoundMeaning, type ConditionMeaning, figureOf, type GroupConditionMeaning, setOf } from '../meaning';

/** Conditions: values, states, bounds, their negations and lists, and what they hold of. */
export const CONDITIONS: readonly Construction[] = [
  ...either(
    'condition of a thing',
    'condition',
    'set',
    { zh: 'VIP客户', en: 'VIP customers, customers in Berlin', reversed: 0.03 },
    (condition, set, facts) => withCondition(facts, set, condition),
  ),
  ...either(
    'condition of a figure',
    'condition',
    'figure',
    { cost: 0.02, zh: '上海的运费', en: 'freight in Shanghai' },
    (condition, figure, facts) => figureWithCondition(facts, figure, condition),
  ),
  pair(
    'marker before a condition',
    ['w:in', 'w:with', 'w:of', 'w:to'],
    'condition',
    { zh: '在上海', en: 'in Shanghai' },
    (_, found) => ({ ...found, head: null }),
  ),
  pair('by before a condition', 'w:by', 'condition', { cost: 0.15, zh: '', en: 'paid by card' }, (_, found) => ({
    ...found,
    head: null,
  })),
  pair(
    'is or only before a condition',
    ['w:is', 'w:only', 'w:which', 'w:all', 'w:list'],
    'condition',
    { zh: '只看VIP', en: 'only VIP' },
    (_, found) => found,
  ),
  pair(
    'marker after a condition',
    'condition',
    ['w:de', 'w:only'],
    { zh: '上海的', en: 'VIP only' },
    (condition) => condition,
  ),
  pair(
    'negated condition',
    ['w:not', 'w:except', 'w:without'],
    'condition',
    { zh: '不是VIP', en: 'not VIP' },
    (_, condition) => negated(condition),
  ),
  pair(
    'negation after its condition',
    'condition',
    'w:except',
    { cost: 0.01, zh: '除了上海以外', en: '' },
    (condition) => condition,
  ),
  ...either(
    'attribute and its value',
    'columns',
    'condition',
    { zh: '状态为已取消', en: 'status cancelled', reversed: 0.02 },
    (columns, condition) => ofColumn(columns.columns, condition),
  ),
  pair(
    'two conditions',
    'condition',
    'condition',
    { cost: 0.08, zh: '上海的VIP', en: 'VIP in Shanghai' },
    (left, right, facts) => alternatives(left, right) ?? both(left, right, facts),
  ),
  pair(
    'part after and',
    ['w:and', 'w:comma'],
    ['condition', 'columns', 'figure', 'period', 'keys'],
    { zh: '和北京', en: 'and Berlin' },
    (_, what) => ({ cat: 'joined', by: 'and', what }),
  ),
  pair('part after or', 'w:or', ['condition', 'period'], { zh: '或北京', en: 'or Berlin' }, (_, what) => ({
    cat: 'joined',
    by: 'or',
    what,
  })),
  pair(
    'part after their',
    'w:their',
    ['columns', 'figure'],
    { zh: '及其运费', en: 'and their freight' },
    (_, what) => ({ cat: 'joined', by: 'their', what }),
  ),
  pair(
    'listed conditions',
    'condition',
    'joined',
    { zh: '上海和北京', en: 'Berlin or Paris' },
    (left, { by, what }, facts) => {
      if (what.cat !== 'condition') return null;
      return alternatives(left, what) ?? (by === 'or' ? oneOf(left, what) : both(left, what, facts));
    },
  ),
  pair(
    'attribute within a bound',
    'columns',
    'bound',
    { zh: '年龄大于60', en: 'age over 60' },
    (columns, bound, facts) => onlyColumn(columns.columns, (column) => bounded(facts, column, bound)),
  ),
  pair(
    'bound of an attribute',
    'bound',
    'columns',
    { cost: 0.05, zh: '大于60岁的年龄', en: 'over 60 years of age' },
    (bound, columns, facts) => onlyColumn(columns.columns, (column) => bounded(facts, column, bound)),
  ),
  ...either(
    'amount within a bound',
    'figure',
    'bound',
    { zh: '运费超过1000', en: 'freight over 1000', reversed: 0.05 },
    (figure, bound, facts) => (figure.bare === null ? null : bounded(facts, figure.bare, bound)),
  ),
  pair(
    'attribute in a period',
    'columns',
    'period',
    { zh: '下单日期在上个月', en: 'order date in March' },
    (columns, { use }, facts) =>
      onlyColumn(columns.columns, (column) =>
        facts.isTime(column) ? condition(column, [periodFilter(facts, use, column)]) : null,
      ),
  ),
  ...either(
    'event in a period',
    'event',
    'period',
    { zh: '去年注册', en: 'registered last year' },
    (event, { use }, facts) =>
      event.negated ? null : { ...condition(event.column, [periodFilter(facts, use, event.column)]), event: true },
  ),
  pair(
    'event that did not happen',
    ['w:not', 'w:without'],
    'event',
    { zh: '未出院', en: 'not discharged' },
    (_, event) => ({ ...event, negated: !event.negated }),
  ),
  pair(
    'rows without an event',
    ['w:not', 'w:without'],
    'event',
    { cost: 0.02, zh: '没有下过单', en: 'never ordered' },
    (_, { column, negated: absent }, facts) => {
      const rows = absent
        ? null
        : related(facts, { ...setOf(column.table, true), clock: column, filters: present(facts, column) }, '=', 0);
      return rows;
    },
  ),
  ...either(
    'related rows in a period',
    'group_condition',
    'period',
    { cost: 0.03, zh: '去年没有下过单', en: 'no orders in 2025' },
    (group, { use }) => ({ ...group, figure: { ...group.figure, periods: [...group.figure.periods, use] } }),
  ),
  pair(
    'related rows that are missing, after',
    'set',
    'w:none_of',
    { cost: 0.02, zh: '医生都没有', en: '' },
    (set, _, facts) => related(facts, set, '=', 0),
  ),
  ...either(
    'amount against the average',
    ['figure', 'columns'],
    'op:average_reference',
    { zh: '挂号费高于平均', en: 'price above average' },
    (amount, { operator: { compare } }, facts) => {
      const column =
        amount.cat === 'figure' ? amount.bare : amount.columns.length === 1 ? (amount.columns[0] ?? null) : null;
      return column && facts.isNumber(column)
        ? condition(column, [{ kind: 'compare_aggregate', column, op: compare, fn: 'avg' }])
        : null;
    },
  ),
  ...either(
    'how often an event happened',
    'event',
    'bound',
    { cost: 0.03, zh: '下单超过3次', en: 'admitted at least twice' },
    ({ column, negated: absent }, bound, facts) => {
      const rows =
        absent || (bound.unit !== null && UNITS_OF_AMOUNT.has(bound.unit))
          ? null
          : related(facts, { ...setOf(column.table, true), clock: column, filters: present(facts, column) }, '>=', 1);
      return rows && groupCondition(rows.figure, bound);
    },
  ),
  ...either(
    'rows against the average of their kind',
    'set',
    'op:average_reference',
    { cost: 0.25, zh: '', en: 'fields larger than the average' },
    (set, { operator: { compare } }, facts) =>
      amountsIn(facts, set.thing, null).flatMap((column) =>
        [
          withCondition(
            facts,
            set,
            condition(column, [{ kind: 'compare_aggregate', column, op: compare, fn: 'avg' }]),
          ) ?? [],
        ].flat(),
      ),
  ),
  pair(
    'event of a thing',
    'set',
    'event',
    { cost: 0.03, zh: '客户下单', en: 'customers who registered' },
    (set, event, facts) => happened(facts, event.column, event.negated, set),
  ),
  pair('event before its thing', 'event', 'set', { zh: '注册的客户', en: 'admitted patients' }, (event, set, facts) =>
    happened(facts, event.column, event.negated, set),
  ),
  alone(
    'value that stands for its things',
    'condition',
    { cost: 0.25, zh: 'VIP有多少', en: 'how many VIPs' },
    (found, facts) => {
      if (found.head === null) return null;
      const set = { ...setOf(found.thing, false), filters: found.filters };
      const kinds = carriers(facts, found);
      // Of a list of kinds, the name of one is hardly ever asked for: what is of that kind is.
      const cost = found.head !== 'name' ? 0.1 : kinds.length > 0 ? 0.3 : 0;
      return [
        { meaning: set, cost },
        ...kinds.map((thing) => ({ meaning: { ...setOf(thing, false), filters: found.filters }, cost: 0.05 })),
      ];
    },
  ),
  alone(
    'event that stands for its rows',
    'event',
    { cost: 0.15, zh: '上个月的入院', en: 'admissions last month' },
    (event, facts) =>
      facts.isTime(event.column) && !event.negated
        ? {
            meaning: {
              ...setOf(event.column.table, event.noun),
              clock: event.column,
              filters: present(facts, event.column),
            },
            cost: event.noun ? 0 : 0.2,
          }
        : null,
  ),
  alone('term as a condition', 'term', { zh: '活跃用户', en: 'active users' }, ({ id }, facts) => {
    const term = facts.model.terms[id];
    const home = term?.table ?? term?.candidates[0]?.table;
    return home === undefined
      ? null
      : { cat: 'condition', thing: home, filters: [{ kind: 'term', id, negated: false }], head: 'value' };
  }),
  pair('recorded attribute', 'columns', 'w:recorded', { zh: '电话有记录', en: 'phone is recorded' }, ({ columns }) =>
    onlyColumn(columns, (column) => condition(column, [{ kind: 'null', column, negated: true }])),
  ),
  ...either('missing attribute', 'columns', 'w:missing', { zh: '电话为空', en: 'phone is missing' }, ({ columns }) =>
    onlyColumn(columns, (column) => condition(column, [{ kind: 'null', column, negated: false }])),
  ),
  pair(
    'attribute that rows have',
    'w:with',
    'columns',
    { cost: 0.1, zh: '有电话的', en: 'with a phone number' },
    (_, { columns, asked }) =>
      asked ? null : onlyColumn(columns, (column) => condition(column, [{ kind: 'null', column, negated: true }])),
  ),
  pair(
    'attribute that rows lack',
    'w:without',
    'columns',
    { cost: 0.02, zh: '没有电话的', en: 'without a phone number' },
    (_, { columns }) => onlyColumn(columns, (column) => condition(column, [{ kind: 'null', column, negated: false }])),
  ),
  ...either(
    'related rows of a thing',
    'set',
    'group_condition',
    { zh: '订单超过3个的客户', en: 'customers with more than 3 orders' },
    (set, group, facts) => withGroupCondition(facts, set, group),
  ),
  pair(
    'number of rows within a bound',
    'bound',
    'set',
    { zh: '超过3个订单', en: 'more than 3 orders' },
    (bound, set, facts) => countWithin(facts, set, bound),
  ),
  pair(
    'number of rows within a bound, after',
    'set',
    'bound',
    { cost: 0.02, zh: '订单超过3个', en: 'orders more than 3' },
    (set, bound, facts) => countWithin(facts, set, bound),
  ),
  pair(
    'figure within a bound',
    'figure',
    'bound',
    { cost: 0.1, zh: '总运费超过1000', en: 'total freight over 1000' },
    (figure, bound) => groupCondition({ ...figure, bare: null }, bound),
  ),
  pair(
    'bound of a figure',
    'bound',
    'figure',
    { cost: 0.12, zh: '', en: 'more than 1000 in freight' },
    (bound, figure) => groupCondition({ ...figure, bare: null }, bound),
  ),
  pair('marker before a bound', ['w:in', 'w:is', 'w:with'], 'bound', { zh: '在2到4之间', en: '' }, (_, bound) => bound),
  pair(
    'rows over an amount',
    'set',
    'bound',
    { cost: 0.25, zh: '超过1000的订单', en: 'orders over 1000' },
    (set, bound, facts) =>
      amountsIn(facts, set.thing, bound.unit).flatMap((column) => {
        const found = bounded(facts, column, bound);
        return found ? [withCondition(facts, set, found) ?? []].flat() : [];
      }),
  ),
  pair(
    'denied related rows',
    ['w:without', 'w:not'],
    'group_condition',
    { cost: 0.02, zh: '从来没有下过订单', en: 'never placed an order' },
    (_, { figure, op, value }) =>
      op === '>=' && value === 1 ? { cat: 'group_condition', figure, op: '=', value: 0, to: null } : null,
  ),
  pair('with related rows', 'w:with', 'set', { zh: '有订单的', en: 'with orders' }, (_, set, facts) =>
    related(facts, set, '>=', 1),
  ),
  pair(
    'doing something with rows',
    'w:do',
    'set',
    { cost: 0.06, zh: '下过订单的', en: 'placed orders' },
    (_, set, facts) => related(facts, set, '>=', 1),
  ),
  pair(
    'doing something with a number of rows',
    'w:do',
    'group_condition',
    { cost: 0.02, zh: '下过3个以上订单的', en: 'placed more than 3 orders' },
    (_, group) => group,
  ),
  pair('without related rows', 'w:without', 'set', { zh: '没有订单的', en: 'without orders' }, (_, set, facts) =>
    related(facts, set, '=', 0),
  ),
  pair(
    'with a number of related rows',
    'w:with',
    'group_condition',
    { zh: '有3个以上订单的', en: 'with at least 3 orders' },
    (_, group) => group,
  ),
  pair('with a bounded attribute', 'w:with', 'condition', { zh: '有泳池的', en: 'with a pool' }, (_, found) => found),
  pair(
    'comparing word before a number',
    'op:compare',
    'number',
    { zh: '超过1000', en: 'more than 1000' },
    ({ operator }, number) =>
      operator.after ? null : { cat: 'bound', op: operator.compare, value: number.value, to: null, unit: number.unit },
  ),
  pair(
    'comparing word after a number',
    'number',
    'op:compare',
    { zh: '1000以上', en: '1000 or more' },
    (number, { operator }) =>
      operator.after ? { cat: 'bound', op: operator.compare, value: number.value, to: null, unit: number.unit } : null,
  ),
  alone(
    'bound between two numbers',
    'op:between',
    { zh: '10到20之间', en: 'between 10 and 20' },
    ({ operator: { numbers, unit } }) => ({ cat: 'bound', op: 'between', value: numbers[0], to: numbers[1], unit }),
  ),
  ...either(
    'exact number of an attribute',
    'columns',
    'number',
    { cost: 0.08, zh: '楼层3', en: 'floor 3', reversed: 0.1 },
    ({ columns }, number, facts) =>
      onlyColumn(columns, (column) =>
        facts.isNumber(column) ? condition(column, [{ kind: 'compare', column, op: '=', value: number.value }]) : null,
      ),
  ),
];

export function condition(
  column: ColumnRef,
  filters: Filter[],
  head: ConditionMeaning['head'] = null,
): ConditionMeaning {
  return { cat: 'condition', thing: column.table, filters, head };
}

function onlyColumn<T>(columns: readonly ColumnRef[], build: (column: ColumnRef) => T | null): T | null {
  const [column, ...more] = columns;
  return column && more.length === 0 ? build(column) : null;
}

function bounded(facts: Facts, column: ColumnRef, { op, value, to }: BoundMeaning): ConditionMeaning | null {
  if (!facts.isNumber(column)) return null;
  if (op === 'between')
    return to === null ? null : condition(column, [{ kind: 'between', column, from: value, to, negated: false }]);
  return condition(column, [{ kind: 'compare', column, op, value }]);
}

/** Not VIP; neither VIP nor gold. Of several conditions at once, which is denied is not known. */
function negated(found: ConditionMeaning): ConditionMeaning | null {
  const [filter, ...more] = found.filters;
  if (!filter || more.length > 0) return null;
  const opposite = oppositeOf(filter);
  return opposite && { ...found, filters: [opposite], head: found.head === 'flag' ? 'flag' : null };
}

function oppositeOf(filter: Filter): Filter | null {
  if (filter.kind === 'compare') {
    if (typeof filter.value === 'boolean') return { ...filter, value: !filter.value };
    const opposite = ({ '=': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const)[filter.op];
    return { ...filter, op: opposite };
  }
  if ('negated' in filter) return { ...filter, negated: !filter.negated };
  return null;
}

/** A value beside the attribute that it is a value of. */
function ofColumn(columns: readonly ColumnRef[], found: ConditionMeaning): ConditionMeaning | null {
  const [column, ...more] = columns;
  const [filter, ...others] = found.filters;
  if (!column || !filter || more.length > 0 || others.length > 0 || !('column' in filter)) return null;
  return filter.column.table === column.table && filter.column.column === column.column
    ? { ...found, head: null }
    : null;
}

/** Values of one column beside each other are alternatives: no row has two of them. */
function alternatives(left: ConditionMeaning, right: ConditionMeaning): ConditionMeaning | null {
  const [one, ...more] = left.filters;
  const [other, ...others] = right.filters;
  if (!one || !other || more.length > 0 || others.length > 0) return null;
  const [a, b] = [valuesOf(one), valuesOf(other)];
  if (!a || !b || a.negated !== b.negated || a.column.table !== b.column.table || a.column.column !== b.column.column)
    return null;
  const values = [...new Set([...a.values, ...b.values])];
  return { ...left, filters: [{ kind: 'in', column: a.column, values, negated: a.negated }] };
}

function valuesOf(filter: Filter): { column: ColumnRef; values: Scalar[]; negated: boolean } | null {
  if (filter.kind === 'in') return filter;
  if (filter.kind !== 'compare' || (filter.op !== '=' && filter.op !== '!=') || typeof filter.value === 'boolean')
    return null;
  return { column: filter.column, values: [filter.value], negated: filter.op === '!=' };
}

const isNegative = (filter: Filter): boolean =>
  filter.kind === 'compare' ? filter.op === '!=' : 'negated' in filter && filter.negated;

/** One of two conditions on the same rows. */
function oneOf(left: ConditionMeaning, right: ConditionMeaning): ConditionMeaning | null {
  const [one, ...more] = left.filters;
  const [other, ...others] = right.filters;
  if (
    !one ||
    !other ||
    more.length > 0 ||
    others.length > 0 ||
    left.thing !== right.thing ||
    isNegative(one) !== isNegative(other)
  )
    return null;
  return { ...left, filters: [{ kind: 'or', filters: [...(one.kind === 'or' ? one.filters : [one]), other] }] };
}

/** Two conditions beside each other both hold. */
function both(left: ConditionMeaning, right: ConditionMeaning, facts: Facts): ConditionMeaning | null {
  const from = facts.way(left.thing, right.thing);
  if (from?.kind === 'same')
    return { ...left, filters: [...left.filters, ...right.filters], head: left.head ?? right.head };
  if (from?.kind === 'lookup') return { ...left, filters: [...left.filters, ...right.filters] };
  const back = facts.way(right.thing, left.thing);
  return back?.kind === 'lookup' ? { ...right, filters: [...left.filters, ...right.filters] } : null;
}

function happened(
  facts: Facts,
  column: ColumnRef,
  absent: boolean,
  set: ReturnType<typeof setOf>,
): { meaning: ReturnType<typeof setOf>; cost: number } | null {
  const filters: Filter[] = absent ? [{ kind: 'null', column, negated: false }] : present(facts, column);
  if (column.table === set.thing)
    return { meaning: { ...set, clock: absent ? set.clock : column, filters: [...set.filters, ...filters] }, cost: 0 };
  const way = facts.way(set.thing, column.table);
  if (way?.kind === 'lookup')
    return {
      meaning: { ...set, clock: absent ? set.clock : column, filters: [...set.filters, ...filters] },
      cost: 0.1,
    };
  if (way?.kind !== 'fan') return null;
  return {
    meaning: {
      ...set,
      filters: [
        ...set.filters,
        { kind: 'exists', table: column.table, filters: present(facts, column), negated: absent },
      ],
    },
    cost: 0.1,
  };
}

/** That an event happened, where its time may be missing. */
function present(facts: Facts, column: ColumnRef): Filter[] {
  return facts.column(column)?.nullable === false ? [] : [{ kind: 'null', column, negated: true }];
}

/** Things that look up the owner of a value: "how many cats" counts the animals whose kind is cat. */
function carriers(facts: Facts, found: ConditionMeaning): string[] {
  if (found.head !== 'name' || !facts.isLookup(found.thing)) return [];
  return facts.model.joins.flatMap(({ from, to }) =>
    to.table === found.thing && from.table !== found.thing ? [from.table] : [],
  );
}

function countWithin(facts: Facts, set: ReturnType<typeof setOf>, bound: BoundMeaning): GroupConditionMeaning | null {
  if (set.asked || (bound.unit !== null && UNITS_OF_AMOUNT.has(bound.unit))) return null;
  const figure = related(facts, set, '>=', 1)?.figure;
  return figure ? groupCondition(figure, bound) : null;
}

/** Columns of amounts that a unit may be of; all of them without a unit, none for a measure word such as 次. */
function amountsIn(facts: Facts, thing: string, unit: string | null): ColumnRef[] {
  const all = facts.columns(thing).filter((column) => facts.role(column) === 'measure');
  if (unit === null) return all;
  if (!UNITS_OF_AMOUNT.has(unit)) return [];
  const fitting = all.filter((column) =>
    [facts.column(column)?.unit?.zh, facts.column(column)?.unit?.en].some((name) => name?.toLowerCase() === unit),
  );
  return fitting.length > 0 ? fitting : all;
}

/** Units that measure, and do not count things. */
const UNITS_OF_AMOUNT: ReadonlySet<string> = new Set([
  '%',
  'km',
  'm',
  'mile',
  '元',
  'usd',
  'eur',
  '岁',
  'kg',
  '倍',
  '分',
]);

function groupCondition(
  figure: GroupConditionMeaning['figure'],
  { op, value, to }: BoundMeaning,
): GroupConditionMeaning | null {
  if (figure.keys.length > 0 || figure.compare !== null) return null;
  return op === 'between'
    ? { cat: 'group_condition', figure, op: '>=', value, to }
    : { cat: 'group_condition', figure, op, value, to: null };
}

function related(
  facts: Facts,
  set: ReturnType<typeof setOf>,
  op: '>=' | '=',
  value: number,
): GroupConditionMeaning | null {
  if (
    set.asked ||
    set.order.length > 0 ||
    set.limit !== null ||
    set.having.length > 0 ||
    set.beside.length > 0 ||
    set.select.length > 0
  )
    return null;
  if (set.periods.length > 0 && set.clock === null && facts.clocks(set.thing).length !== 1) return null;
  const figure = figureOf(set.thing, { kind: 'aggregate', fn: 'count', table: set.thing });
  return {
    cat: 'group_condition',
    figure: { ...figure, filters: set.filters, periods: set.periods, clock: set.clock },
    op,
    value,
    to: null,
  };
}
