import type { CompareOperator, Filter } from '@querent/contracts';
import {
  type BoundMeaning,
  type ConditionMeaning,
  type Facts,
  type FigureMeaning,
  type GroupConditionMeaning,
  inRole,
  ownerOf,
  sameColumn,
  sideOf,
  withoutReplaced,
} from '@querent/grammar';
import { isMeasureWord } from '@querent/constructions';
import { combined, edit, type Edit, type Edited, type Editing, rowsOf, removesParts } from './edit';
import type { Topic } from './lift-query';
import { inPeriod } from './period-edits';

/** 5个 and 3家 are numbers of things, and no amounts. */
const isPieces = (unit: string | null): boolean => unit !== null && isMeasureWord(unit);

/** Cost of a condition that replaces none, in a turn without a word such as "also". */
const ANOTHER_COST = 0.1;

/** Cost of replacing the period behind a word such as "with": more likely the periods are compared. */
const JOINED_COST = 0.2;

/** Cost of the condition that an attribute has a value, where the turn asks to show it. */
const KNOWN_COST = 0.2;

/** Cost of a place in another column, where the column of an existing condition stores the same place. */
const OTHER_COLUMN_COST = 0.35;

/** Cost of a value without its role, so that a reading in which the words name the role is preferred. */
const ROLE_COST = 0.2;

/** Edits of the rows that the last query was about. */
export const CONDITION_EDITS: readonly Edit[] = [
  edit(
    'condition',
    ['condition', 'joined'],
    { changes: 'conditions', zh: '只看VIP', en: 'only VIP' },
    (topic, part, editing) => {
      const found = part.cat === 'joined' ? part.what : part;
      if (found.cat === 'period') {
        const made = inPeriod(topic, found.use, editing);
        const isOther = part.cat === 'joined' && !editing.words.has('compare');
        return made && { ...made, cost: made.cost + (isOther ? JOINED_COST : 0) };
      }
      if (found.cat !== 'condition') return null;
      // "Show them with a price" asks to show the price.
      const isShown = editing.words.has('shape') && found.filters.every((one) => one.kind === 'null' && one.negated);
      return withConditions(topic, found, editing).map((made) => ({
        ...made,
        cost: made.cost + (isShown ? KNOWN_COST : 0),
      }));
    },
  ),
  edit(
    'event',
    'event',
    { changes: 'conditions', cost: 0.05, zh: '已出院的呢', en: 'only discharged ones' },
    (topic, event, editing) =>
      removesParts(editing) ? combined(topic, { ...event, negated: true }, editing) : combined(topic, event, editing),
  ),
  edit(
    'other place',
    'near',
    { changes: 'conditions', zh: '中心广场附近的呢', en: 'near Central Park?' },
    (topic, { use }, editing) =>
      editing.facts.geoColumn(topic.thing) === null
        ? null
        : { ...topic, near: { ...use, radius: topic.near?.radius ?? use.radius } },
  ),
  edit(
    'other distance',
    'radius',
    { changes: 'conditions', zh: '10公里内呢', en: 'within 10 km?' },
    (topic, { meters }) => (topic.near === null ? null : { ...topic, near: { ...topic.near, radius: meters } }),
  ),
  edit(
    'number of related rows',
    'group_condition',
    { changes: 'conditions', zh: '订单超过3个的', en: 'with more than 3 orders' },
    (topic, asked, editing) => {
      const part = removesParts(editing) ? otherSideOf(asked) : asked;
      if (part === null) return null;
      const [measure, ...more] = topic.cat === 'figure' ? topic.measures : [];
      const isShown = more.length === 0 && JSON.stringify(part.figure.measures) === JSON.stringify([measure]);
      return isShown && topic.cat === 'figure' && topic.keys.length > 0
        ? boundOnShown(topic, part, editing)
        : part.figure.thing === topic.thing
          ? null
          : asRows(topic, (rows) => combined(rows, part, editing));
    },
  ),
  edit(
    'other bound',
    'bound',
    { changes: 'conditions', zh: '超过800的呢', en: 'over 800?' },
    (topic, asked, editing) => {
      const bound = removesParts(editing) ? otherSideOf(asked) : asked;
      if (bound === null) return null;
      const found = [...otherBounds(topic, bound), ...boundOnGroups(topic, bound)];
      // Without an existing bound, the number bounds an amount of the rows: cheaper than 500.
      return found.length > 0 ? found : asRows(topic, (rows) => combined(rows, bound, editing));
    },
  ),
  edit(
    'other number',
    'number',
    { changes: 'conditions', cost: 0.1, zh: '800呢', en: 'what about 800?' },
    (topic, { value, unit }, { words }) => {
      const isNumber = Number.isInteger(value) && value > 0;
      // 多列两家 asks for two more rows than were shown.
      if (words.has('more'))
        return topic.limit !== null && isNumber ? [{ topic: { ...topic, limit: topic.limit + value }, cost: 0 }] : [];
      return [
        ...(isPieces(unit) ? [] : boundsOf(topic.filters)).map(({ filter, op }) => ({
          topic: { ...topic, filters: swapped(topic.filters, filter, bounded(filter, { op, value, to: null })) },
          cost: 0,
        })),
        ...((topic.limit !== null || isPieces(unit)) && isNumber
          ? [{ topic: { ...topic, limit: value }, cost: 0 }]
          : []),
      ];
    },
  ),
];

const OTHER_SIDE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '=': '!=', '!=': '=' } as const;

/**
 * The complement of a bound, for a turn that excludes the rows within it: "drop the ones below 10" keeps those of 10
 * and more.
 */
function otherSideOf<B extends { op: CompareOperator | 'between'; to: number | null }>(bound: B): B | null {
  return bound.op === 'between' || bound.to !== null ? null : { ...bound, op: OTHER_SIDE[bound.op] };
}

/** Applies conditions to the topic. Existing conditions on the same columns are replaced, widened or removed. */
export function withConditions(topic: Topic, part: ConditionMeaning, editing: Editing): Edited[] {
  const { words, facts } = editing;
  const roles = inRolesOf(topic, part, facts);
  if (roles.length > 0)
    return roles
      .flatMap((one) => withConditions(topic, one, editing))
      .map((edited) => ({ ...edited, cost: edited.cost + ROLE_COST }));
  if (removesParts(editing)) return withoutConditions(topic, part, editing);
  if (words.has('compare')) return besideValue(topic, part);
  const inside = words.has('add') || words.has('among') ? null : otherInside(topic.filters, part.filters);
  if (inside) return [{ topic: { ...topic, filters: inside }, cost: 0 }];
  const onFigure = boundOnFigure(topic, part, facts);
  if (onFigure.length > 0) return onFigure;
  if (words.has('add')) {
    const wider = widened(topic.filters, part.filters);
    if (wider) return [{ topic: { ...topic, filters: wider }, cost: 0 }];
  }
  const share = topic.cat === 'figure' ? topic.share : null;
  if (share !== null && withoutReplaced(share, part.filters).length < share.length) {
    return [
      { topic: { ...topic, share: [...withoutReplaced(share, part.filters), ...part.filters] } as Topic, cost: 0 },
    ];
  }
  const same = withoutReplaced(topic.filters, part.filters);
  const filters = words.has('among') ? topic.filters : withoutOtherPlaces(same, part.filters, facts);
  const left = same.length === topic.filters.length ? same.filter((one) => !filters.includes(one)) : [];
  // 上海 more likely means the province if the topic is about a province.
  const isOfOtherColumn = left.some((one) => stores(one, part.filters, facts));
  const shown = topic.cat === 'figure' ? topic.keys.flatMap(({ column }) => column ?? []) : [];
  const asked = topic.filters.flatMap((filter) => ('column' in filter ? [filter.column] : []));
  const isShown = part.filters.every(
    (filter) =>
      'column' in filter &&
      (shown.some(({ table }) => table === filter.column.table) ||
        asked.some((column) => sameColumn(column, filter.column))),
  );
  const isAnother = filters.length === topic.filters.length && !isShown && !MORE.some((word) => words.has(word));
  return combined({ ...topic, filters, ...(share === null ? {} : { share: null }) }, part, editing).map(
    ({ topic: made, cost }) => ({
      topic: share !== null && made.cat === 'figure' ? { ...made, share } : made,
      cost: cost + (isAnother ? ANOTHER_COST : 0) + (isOfOtherColumn ? OTHER_COLUMN_COST : 0),
    }),
  );
}

/** Whether the column of a condition also stores the values of the other conditions. */
function stores(filter: Filter, others: readonly Filter[], facts: Facts): boolean {
  const column = valuesOf(filter)?.[0];
  const stored = new Set(column ? facts.column(column)?.storedValues : []);
  return others.every((other) => valuesOf(other)?.[1].every((value) => stored.has(String(value))));
}

/** Drops the conditions on other places: a city replaces a province, even if it is not in it. */
function withoutOtherPlaces(filters: Filter[], added: readonly Filter[], facts: Facts): Filter[] {
  const columns = added.flatMap((filter) => valuesOf(filter)?.[0] ?? []);
  if (columns.length < added.length || !columns.every((column) => facts.isPlace(column))) return filters;
  const tables = new Set(columns.map(({ table }) => table));
  return filters.filter((filter) => {
    const column = valuesOf(filter)?.[0];
    return !column || !tables.has(column.table) || !facts.isPlace(column);
  });
}

/** Replaces the values inside a condition on related rows: "who bought electronics", then "what about books". */
function otherInside(filters: readonly Filter[], [added, ...more]: readonly Filter[]): Filter[] | null {
  const [column] = (added && valuesOf(added)) ?? [];
  if (!added || !column || more.length > 0) return null;
  const isOf = (filter: Filter): boolean => {
    const known = valuesOf(filter)?.[0];
    return known !== undefined && sameColumn(known, column);
  };
  const last = filters.find((filter) => filter.kind === 'exists' && filter.filters.some(isOf));
  if (last?.kind !== 'exists') return null;
  return swapped(filters, last, { ...last, filters: last.filters.map((one) => (isOf(one) ? added : one)) });
}

/** "Compared with Berlin": adds a value beside that of the last question, and groups by its column. */
function besideValue(topic: Topic, { filters: [added, ...more] }: ConditionMeaning): Edited[] {
  const [column] = (added && valuesOf(added)) ?? [];
  const wider = added && more.length === 0 ? widened(topic.filters, [added]) : null;
  if (topic.cat === 'set' || !column || !wider || topic.compare !== null || topic.share !== null) return [];
  const isKey = topic.keys.some((key) => key.column !== null && sameColumn(key.column, column));
  const keys = isKey ? topic.keys : [...topic.keys, { column, grain: null }];
  return [{ topic: { ...topic, filters: wider, keys, implied: false, limit: null, rank: null }, cost: 0 }];
}

/** "Those with an amount over 100" after amounts by customer: the bound applies to the customers' amounts. */
function boundOnFigure(topic: Topic, { filters: [bound, ...more] }: ConditionMeaning, facts: Facts): Edited[] {
  const [measure, ...others] = topic.cat === 'figure' ? topic.measures : [];
  const amount = measure && others.length === 0 ? facts.aggregateOf(measure.what) : null;
  if (bound?.kind !== 'compare' || more.length > 0 || typeof bound.value !== 'number') return [];
  if (amount === null || sideOf(bound.op) === null || !sameColumn(amount.column, bound.column)) return [];
  return boundOnGroups(topic, { op: bound.op, value: bound.value, to: null });
}

/** "What about Hangzhou?" means the origin if the last turn was about shipments from Shanghai. */
function inRolesOf({ thing, filters }: Topic, part: ConditionMeaning, facts: Facts): ConditionMeaning[] {
  const isKind = thing === part.thing && facts.isNaming(thing, part.filters);
  if (!isKind && facts.way(thing, part.thing) !== null) return [];
  const asked = new Set(filters.map((filter) => ownerOf(filter, facts)));
  return facts.rolesOf(part.thing).flatMap((role): ConditionMeaning[] => {
    const played = asked.has(role) ? inRole(part.filters, part.thing, role) : null;
    return played ? [{ ...part, thing: role, filters: played }] : [];
  });
}

const MORE = ['only', 'among', 'add'] as const;

/** Removes a condition of the topic, or excludes the rows for which it is true. */
function withoutConditions(topic: Topic, part: ConditionMeaning, editing: Editing): Edited[] {
  const narrower = withoutValues(topic.filters, part.filters);
  if (narrower) return [{ topic: { ...topic, filters: narrower }, cost: 0 }];
  const kept = withoutReplaced(topic.filters, part.filters);
  const taken = topic.filters.filter((filter) => !kept.includes(filter));
  if (!editing.words.has('exclude') && taken.some((one) => part.filters.some((other) => isSameCondition(one, other))))
    return [{ topic: { ...topic, filters: kept }, cost: 0 }];
  const denied = editing.table
    .pairs('w:not', 'condition')
    .flatMap((one) => one.build({ cat: 'w:not' }, part, editing.facts));
  return denied.flatMap(({ meaning }) =>
    meaning.cat === 'condition' ? combined({ ...topic, filters: kept }, meaning, editing) : [],
  );
}

/** Whether two conditions require the same values of the same column, apart from their spans and notes. */
function isSameCondition(one: Filter, other: Filter): boolean {
  const bare = ({ span: _span, note: _note, ...rest }: Filter): string =>
    JSON.stringify(rest, Object.keys(rest).sort());
  return one.kind === 'exists' && other.kind !== 'exists'
    ? one.filters.some((inner) => isSameCondition(inner, other))
    : bare(one) === bare(other);
}

/** "Also Berlin": adds a value to the condition on its column; null without such a condition. */
function widened(filters: readonly Filter[], more: readonly Filter[]): Filter[] | null {
  const [added, ...others] = more;
  if (!added || others.length > 0) return null;
  const [column, values] = valuesOf(added) ?? [];
  const last = filters.find(
    (filter) =>
      column !== undefined && 'column' in filter && sameColumn(filter.column, column) && valuesOf(filter) !== null,
  );
  const [, known] = (last && valuesOf(last)) ?? [];
  if (!column || !values || !last || !known) return null;
  return swapped(filters, last, { kind: 'in', column, values: [...new Set([...known, ...values])], negated: false });
}

/** "Without Berlin": removes a value from a condition that lists several; null without such a condition. */
function withoutValues(filters: readonly Filter[], less: readonly Filter[]): Filter[] | null {
  const [taken, ...others] = less;
  const [column, values] = (taken && valuesOf(taken)) ?? [];
  if (!column || !values || others.length > 0) return null;
  const listed = filters.find((filter) => filter.kind === 'in' && !filter.negated && sameColumn(filter.column, column));
  if (listed?.kind !== 'in') return null;
  const left = listed.values.filter((value) => !values.includes(value));
  const [only, ...more] = left;
  if (only === undefined || left.length === listed.values.length) return null;
  const filter: Filter =
    more.length === 0 ? { kind: 'compare', column, op: '=', value: only } : { ...listed, values: left };
  return swapped(filters, listed, filter);
}

function valuesOf(
  filter: Filter,
): [Extract<Filter, { kind: 'in' }>['column'], Extract<Filter, { kind: 'in' }>['values']] | null {
  if (filter.kind === 'in') return filter.negated ? null : [filter.column, filter.values];
  return filter.kind === 'compare' && filter.op === '=' && typeof filter.value !== 'boolean'
    ? [filter.column, [filter.value]]
    : null;
}

const swapped = (filters: readonly Filter[], old: Filter, by: Filter): Filter[] =>
  filters.map((filter) => (filter === old ? by : filter));

type Bounded = Extract<Filter, { kind: 'compare' | 'between' }>;

/** Conditions that bound a number from above or below. */
function boundsOf(filters: readonly Filter[]): { filter: Bounded; op: CompareOperator | 'between' }[] {
  return filters.flatMap((filter): { filter: Bounded; op: CompareOperator | 'between' }[] => {
    if (filter.kind === 'between' && typeof filter.from === 'number') return [{ filter, op: 'between' }];
    const isBound =
      filter.kind === 'compare' && typeof filter.value === 'number' && filter.op !== '=' && filter.op !== '!=';
    return isBound ? [{ filter, op: filter.op }] : [];
  });
}

function bounded({ column }: Bounded, { op, value, to }: Pick<BoundMeaning, 'op' | 'value' | 'to'>): Filter {
  if (op === 'between') return { kind: 'between', column, from: value, to: to ?? value, negated: false };
  return { kind: 'compare', column, op, value };
}

/** Another bound for a bounded column; one topic for each column if several are bounded. */
function otherBounds(topic: Topic, bound: BoundMeaning): Edited[] {
  const counted = topic.filters.flatMap((filter): Edited[] => {
    if (filter.kind !== 'exists' || filter.count === undefined || bound.op === 'between') return [];
    return [
      {
        topic: {
          ...topic,
          filters: swapped(topic.filters, filter, { ...filter, count: { op: bound.op, value: bound.value } }),
        },
        cost: 0,
      },
    ];
  });
  return [
    ...boundsOf(topic.filters).map(({ filter, op }) => {
      const made = bounded(filter, bound);
      const isOtherSide = sideOf(op) !== null && sideOf(bound.op) !== null && sideOf(op) !== sideOf(bound.op);
      const filters = isOtherSide ? [...topic.filters, made] : swapped(topic.filters, filter, made);
      return { topic: { ...topic, filters }, cost: 0 };
    }),
    ...counted,
  ];
}

/**
 * Restricts groups by the figure shown for them. Conditions on the counted rows narrow the figure: "the ones sold by
 * Ann" keeps groups with at least one such row, and counts only these rows.
 */
function boundOnShown(
  topic: FigureMeaning,
  { figure, op, value, to }: GroupConditionMeaning,
  editing: Editing,
): readonly Edited[] {
  const { thing, filters, periods, near, having } = figure;
  const [use, ...others] = periods;
  if (filters.length + periods.length === 0) return boundOnGroups(topic, { op, value, to });
  const isAny = to === null && ((op === '>=' && value === 1) || (op === '>' && value === 0));
  if (!isAny || topic.share !== null || near !== null || having.length > 0 || others.length > 0) return [];
  const condition: ConditionMeaning = { cat: 'condition', thing, filters, head: null };
  const narrower = filters.length === 0 ? [{ topic, cost: 0 }] : withConditions(topic, condition, editing);
  return narrower.flatMap(({ topic: made, cost }) => {
    const timed = use ? inPeriod(made, use, editing) : { topic: made, cost: 0 };
    return timed ? [{ topic: timed.topic, cost: cost + timed.cost }] : [];
  });
}

/** Keeps only the groups whose figure is within a bound. */
function boundOnGroups(topic: Topic, { op, value, to }: Pick<BoundMeaning, 'op' | 'value' | 'to'>): Edited[] {
  if (topic.cat === 'set' || topic.keys.length === 0 || topic.compare !== null || boundsOf(topic.filters).length > 0)
    return [];
  const bounds: [CompareOperator, number][] =
    op === 'between'
      ? [
          ['>=', value],
          ['<=', to ?? value],
        ]
      : [[op, value]];
  const figure = { ...topic, having: [], order: null, limit: null, rank: null };
  return [
    {
      topic: { ...topic, having: bounds.map(([by, than]) => ({ figure, op: by, value: than, filter: null })) },
      cost: 0,
    },
  ];
}

/** Applies an edit of rows to the rows that a figure aggregates. */
function asRows(topic: Topic, apply: (rows: Topic) => Edited[]): Edited[] {
  if (topic.cat === 'set') return apply(topic);
  const rows = rowsOf(topic);
  if (!rows) return [];
  return apply(rows).flatMap(({ topic: made, cost }) =>
    made.cat === 'set' && made.having.length === 0 ? [{ topic: { ...topic, filters: made.filters }, cost }] : [],
  );
}
