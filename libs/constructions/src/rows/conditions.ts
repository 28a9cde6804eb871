import type { ColumnRef, Filter } from '@querent/contracts';
import type { Direction } from '@querent/lexicon';
import {
  alone,
  attachments,
  type Built,
  condition,
  type ConditionMeaning,
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureWithCondition,
  inRole,
  isBound,
  isCount,
  onlyColumn,
  pair,
  setOf,
  withCondition,
  OPPOSITE,
} from '@querent/grammar';
import { conditionOnLast } from './two-kinds';
import { holdersOfPart, referring } from './roles-and-parts';

/** Values, states and terms as conditions, their negation, and what they describe. */
export const CONDITIONS: readonly Construction[] = [
  pair('condition of a thing', 'condition', 'set', { zh: 'VIP客户', en: 'VIP customers' }, (condition, set, facts) =>
    withCondition(facts, set, condition).map((made) => ({
      meaning: { ...made.meaning, attributive: true as const },
      cost: made.cost + (condition.plural ? PLURAL_BEFORE : 0),
    })),
  ),
  pair(
    'condition after its thing',
    'set',
    'condition',
    { cost: 0.03, zh: '客户VIP', en: 'customers in Berlin' },
    (set, found, facts) => {
      // 有手术的自费患者: a bare value of another thing describes that thing, which follows.
      const more = found.head !== null && found.thing !== set.thing ? 0.15 : 0;
      const clause = found.event ? { clause: true as const } : {};
      const predicate = found.event || found.predicate || found.head === 'flag' ? { predicate: true as const } : {};
      const ofAll = withCondition(facts, set, found).map(({ meaning, cost }) => ({
        meaning: { ...meaning, ...clause, ...predicate },
        cost: cost + more,
      }));
      const ofLast = found.thing === set.thing ? conditionOnLast(set, found) : null;
      return ofLast && ofAll.length > 0 ? [...ofAll, { meaning: { ...set, filters: ofLast }, cost: more }] : ofAll;
    },
  ),
  pair(
    'condition of a figure',
    'condition',
    'figure',
    { cost: 0.02, zh: '上海的运费', en: 'Shanghai freight' },
    (condition, figure, facts) => figureAfter(facts, condition, figure, condition.filters.some(isBound)),
  ),
  pair(
    'condition behind its figure',
    'figure',
    'condition',
    { cost: 0.02, zh: '运费在上海的', en: 'freight in Shanghai' },
    (figure, condition, facts) =>
      // A predicate behind a share describes its part; the rows before it are the whole.
      hasPart(figure) && (condition.predicate || condition.event || condition.head !== null)
        ? null
        : isOwnWord(facts, figure, condition)
          ? figure
          : figureAfter(facts, condition, figure, false),
  ),
  pair(
    'marker before a condition',
    ['w:in', 'w:with', 'w:of', 'w:to'],
    'condition',
    { zh: '在上海', en: 'in Shanghai' },
    (marker, found, facts) => ({
      ...linked(facts, found, 'of'),
      head: null,
      ...((marker as { cat: string }).cat === 'w:with' && { held: true as const }),
    }),
  ),
  ...(['from', 'toward'] as const).map((marker) =>
    pair(
      `${marker} before a condition`,
      `w:${marker}`,
      'condition',
      marker === 'from' ? { zh: '从上海出发的', en: 'from Shanghai' } : { zh: '发往北京的', en: 'to Beijing' },
      (_, found, facts) => inDirection(facts, found, marker === 'from' ? 'from' : 'to'),
    ),
  ),
  pair('from after a condition', 'condition', 'w:from', { zh: '从上海出发', en: '' }, (found, _, facts) =>
    facts.hasDirection(found.thing, 'from') ? found : inDirection(facts, found, 'from'),
  ),
  pair('by before a condition', 'w:by', 'condition', { cost: 0.03, zh: '', en: 'paid by card' }, (_, found) => ({
    meaning: { ...found, head: null },
    // "By category, excluding food": a condition that names its attribute rather follows a grouping.
    cost: found.head === null ? 0.2 : 0,
  })),
  pair(
    'is or only before a condition',
    ['w:is', 'w:only', 'w:which', 'w:who', 'w:all'],
    'condition',
    { zh: '只看VIP', en: 'only VIP' },
    (marker, found, facts) => {
      const { cat } = marker as { cat: string };
      // "What did Ann buy" does not ask for someone called Ann.
      if (cat === 'w:which' && facts.isNaming(found.thing, found.filters)) return null;
      // "Which captain" asks for a person.
      const cost = cat === 'w:which' && found.head === 'value' && facts.mayBePeople(found.thing) ? ASKED_PERSON : 0;
      return { meaning: cat === 'w:is' ? { ...linked(facts, found, 'stated'), predicate: true } : found, cost };
    },
  ),
  pair(
    'marker after a condition',
    'condition',
    ['w:de', 'w:only'],
    { zh: '上海的', en: 'VIP only' },
    (found, marker, facts) => ((marker as { cat: string }).cat === 'w:de' ? linked(facts, found, 'of') : found),
  ),
  pair(
    'negated condition',
    ['w:not', 'w:except'],
    'condition',
    { zh: '不是VIP', en: 'not VIP' },
    (marker, condition) =>
      (marker as { cat: string }).cat === 'w:except' && condition.filters.every(isDenied) ? null : negated(condition),
  ),
  pair(
    'condition that rows are without',
    'w:without',
    'condition',
    { cost: 0.12, zh: '没有破损', en: 'without damage' },
    (_, condition) => {
      const meaning = negated(condition);
      // 没有贵宾客户的城市: the missing thing is rather a customer of this kind.
      return meaning && { meaning, cost: condition.head === 'flag' ? 0 : 0.1 };
    },
  ),
  pair('negation after its condition', 'condition', 'w:outside', { cost: 0.01, zh: '上海以外', en: '' }, (condition) =>
    condition.filters.every(isDenied) ? condition : negated(condition),
  ),
  pair(
    'negation around its condition',
    'w:except',
    'condition',
    { cost: 0.01, zh: '除了上海以外', en: '' },
    (_, condition) => (condition.filters.every(isDenied) ? condition : null),
  ),
  pair(
    'attribute and its value',
    'columns',
    'condition',
    { zh: '状态为已取消', en: 'status cancelled' },
    ({ columns }, found, facts) =>
      ofColumn(columns, linked(facts, found, 'stated')) ??
      onlyColumn(columns, (column) => referring(facts, column, found)),
  ),
  pair(
    'attribute and its value, reversed',
    'condition',
    'columns',
    { cost: 0.02, zh: '已取消状态', en: 'cancelled status' },
    (found, { columns }, facts) => ofColumn(columns, linked(facts, found, 'stated')),
  ),
  ...either(
    'way in which something was done',
    'done_in',
    'condition',
    { cost: 0.02, zh: '现金付款', en: 'paid by card' },
    ({ column }, found) => {
      const made = ofColumn([column], found);
      return made && { ...made, way: true as const };
    },
  ),
  pair('doing something in a way', 'w:do', 'condition', { cost: 0.02, zh: '用现金付款', en: '' }, (_, found) =>
    found.way ? found : null,
  ),
  pair('value by its number', 'other', 'columns', { zh: '第1学期', en: '2nd term' }, ({ unit }, { columns }, facts) =>
    onlyColumn(columns, (column) => {
      const value = unit.type === 'number' && unit.ordinal ? String(unit.value) : null;
      const isStored = value !== null && (facts.column(column)?.storedValues.includes(value) ?? false);
      const isKind = isStored && facts.role(column) !== 'measure';
      return isKind ? condition(column, [{ kind: 'compare', column, op: '=', value }]) : null;
    }),
  ),
  pair('recorded attribute', 'columns', 'w:recorded', { zh: '电话有记录', en: 'phone is recorded' }, ({ columns }) =>
    onlyColumn(columns, (column) => condition(column, [{ kind: 'null', column, negated: true }])),
  ),
  pair(
    'recorded state',
    'condition',
    'w:recorded',
    { cost: 0.02, zh: '', en: 'no approval recorded' },
    ({ filters: [filter, ...more], head }) =>
      head === 'flag' && filter?.kind === 'compare' && filter.value === true && filter.op === '=' && more.length === 0
        ? condition(filter.column, [{ kind: 'null', column: filter.column, negated: true }])
        : null,
  ),
  ...either('missing attribute', 'columns', 'w:missing', { zh: '电话为空', en: 'phone is missing' }, ({ columns }) =>
    onlyColumn(columns, (column) => condition(column, [{ kind: 'null', column, negated: false }])),
  ),
  ...either(
    'state that is not known',
    'condition',
    'w:missing',
    { cost: 0.05, zh: '', en: 'not recorded whether fragile' },
    ({ filters: [filter, ...more], head }) =>
      head === 'flag' && filter?.kind === 'compare' && more.length === 0
        ? condition(filter.column, [{ kind: 'null', column: filter.column, negated: false }])
        : null,
  ),
  pair(
    'attribute that rows have',
    'w:with',
    'columns',
    { cost: 0.02, zh: '有电话的', en: 'with a phone number' },
    (_, { columns, asked }, facts) =>
      // "Which has the highest point" asks for the first by it, not for those that have one.
      asked || columns.some((column) => facts.extremeOf(column) !== null)
        ? null
        : onlyColumn(columns, (column) => ({
            meaning: condition(column, [{ kind: 'null', column, negated: true }]),
            // "With a" kind rather precedes a value of the kind.
            cost: facts.role(column) === 'dimension' ? 0.1 : facts.isTime(column) ? KNOWN_TIME : 0,
          })),
  ),
  pair(
    'attribute that rows lack',
    'w:without',
    'columns',
    { cost: 0.02, zh: '没有电话的', en: 'without a phone number' },
    (_, { columns }) => onlyColumn(columns, (column) => condition(column, [{ kind: 'null', column, negated: false }])),
  ),
  pair(
    'attribute that rows lack, and what was not done',
    'condition',
    'w:do',
    { cost: 0.03, zh: '', en: 'without a phone number attached' },
    (found) => {
      const [filter, ...more] = found.filters;
      return filter?.kind === 'null' && !filter.negated && more.length === 0 ? found : null;
    },
  ),
  pair('with a bounded attribute', 'w:with', 'condition', { zh: '有泳池的', en: 'with a pool' }, (_, found) => ({
    ...found,
    held: true as const,
  })),
  pair(
    'asked things of a kind',
    'w:which',
    'condition',
    { cost: 0.24, zh: '哪些VIP', en: 'which VIPs' },
    (_, found, facts) =>
      found.head === 'value' && holdersOfPart(facts, found) === null
        ? { ...setOf(found.thing, false), asked: true, filters: found.filters }
        : null,
  ),
  alone(
    'value that stands for its things',
    'condition',
    { cost: 0.25, zh: 'VIP有多少', en: 'how many VIPs' },
    (found, facts) => {
      if (found.head === null) return null;
      const set = { ...setOf(found.thing, found.plural === true), filters: found.filters };
      const holders = holdersOfPart(facts, found);
      if (holders)
        return [
          { meaning: holders, cost: 0 },
          { meaning: set, cost: INSTEAD_OF_HOLDERS },
        ];
      const kinds = carriers(facts, found);
      // The name of a kind rarely asks for the row of the list of kinds; it asks for the things of that kind.
      const isName = found.head === 'name';
      return [
        { meaning: set, cost: (isName ? 0 : 0.1) + (kinds.length > 0 ? 0.3 : 0) },
        ...kinds.flatMap((thing) =>
          attachments(facts, thing, found).map(({ filters }) => ({
            meaning: { ...setOf(thing, found.plural === true), filters },
            cost: isName ? 0.05 : 0.25,
          })),
        ),
      ];
    },
  ),
  alone('term as a condition', 'term', { zh: '活跃用户', en: 'active users' }, ({ id }, facts) => {
    const term = facts.model.terms[id];
    const home = term?.table ?? term?.candidates[0]?.table;
    return home === undefined
      ? null
      : { cat: 'condition', thing: home, filters: [{ kind: 'term', id, negated: false }], head: 'value' };
  }),
  alone(
    'term that stands for its things',
    'term',
    { cost: 0.1, zh: '活跃用户有多少', en: 'how many regulars' },
    ({ id }, facts) => {
      const term = facts.model.terms[id];
      const home = term?.table ?? term?.candidates[0]?.table;
      return home === undefined ? null : { ...setOf(home, true), filters: [{ kind: 'term', id, negated: false }] };
    },
  ),
];

/** The figure with a condition. Improbable readings without a marker between the two have additional costs. */
function figureAfter(facts: Facts, condition: ConditionMeaning, figure: FigureMeaning, isBound: boolean): Built[] {
  // The books of a branch are not those that were lent there, unless a marker joins the two.
  const isFar =
    isCount(figure) && condition.head === 'name' && facts.way(figure.thing, condition.thing)?.kind === 'through';
  // "The price of books over 300 pages": an amount directly behind a number is rather its unit. The opening date of a
  // shop does not date its receipts.
  const isLastingsEvent = condition.event === true && facts.isLasting(condition.thing);
  const isOfOther = isLastingsEvent && condition.thing !== figure.thing && facts.isEvent(figure.thing);
  const more = (isFar ? 0.2 : 0) + (isBound ? 0.25 : 0) + (isOfOther ? 0.3 : 0);
  return figureWithCondition(facts, figure, condition).map(({ meaning, cost }) => ({ meaning, cost: cost + more }));
}

/** Whether a share has conditions on its part. */
export const hasPart = ({ share }: FigureMeaning): boolean => share !== null && share.length > 0;

/** Cost of a plural value in front of the things that it describes. */
const PLURAL_BEFORE = 0.35;

/** Cost of a value of persons after "which" as a condition instead of a question for the person. */
const ASKED_PERSON = 0.4;

/** Cost of the name of a part as its rows, instead of the persons who had the part. */
const INSTEAD_OF_HOLDERS = 0.4;

/** Cost of "has a time" for a time column, because a period may follow. */
const KNOWN_TIME = 0.15;

/**
 * The negation of a single condition: not VIP; neither VIP nor gold. Null for several conditions, where the negated one
 * is unknown.
 */
function negated(found: ConditionMeaning): ConditionMeaning | null {
  const [filter, ...more] = found.filters;
  if (!filter || more.length > 0) return null;
  const opposite = oppositeOf(filter);
  return opposite && { ...found, filters: [opposite], head: found.head === 'flag' ? 'flag' : null };
}

const isDenied = (filter: Filter): boolean =>
  filter.kind === 'compare' ? filter.op === '!=' : 'negated' in filter && filter.negated;

function oppositeOf(filter: Filter): Filter | null {
  if (filter.kind === 'compare') {
    if (typeof filter.value === 'boolean') return { ...filter, value: !filter.value };
    return { ...filter, op: OPPOSITE[filter.op] };
  }
  if ('negated' in filter) return { ...filter, negated: !filter.negated };
  return null;
}

/** Records how a name is joined to its neighbours, if the thing refers to others of its kind. */
function linked(facts: Facts, found: ConditionMeaning, link: 'stated' | 'of'): ConditionMeaning {
  return found.link === undefined &&
    facts.isNaming(found.thing, found.filters) &&
    (facts.ownRolesOf(found.thing).length > 0 || facts.hasPairsOfItsKind(found.thing))
    ? { ...found, link }
    : found;
}

/** A value next to the attribute that it belongs to. */
function ofColumn(columns: readonly ColumnRef[], found: ConditionMeaning): ConditionMeaning | null {
  const [column, ...more] = columns;
  const [filter, ...others] = found.filters;
  if (!column || !filter || more.length > 0 || others.length > 0 || !('column' in filter)) return null;
  return filter.column.table === column.table && filter.column.column === column.column
    ? { ...found, head: null }
    : null;
}

/** Origin or destination: a condition on each role with that direction. */
function inDirection(facts: Facts, found: ConditionMeaning, direction: Direction): ConditionMeaning[] {
  if (found.head === null) return [];
  return facts.rolesOf(found.thing, direction).flatMap((role): ConditionMeaning[] => {
    const filters = inRole(found.filters, found.thing, role);
    return filters ? [{ ...found, thing: role, filters, head: null }] : [];
  });
}

/** Things that look up the owner of a value: "how many cats" counts the animals whose kind is cat. */
function carriers(facts: Facts, found: ConditionMeaning): string[] {
  if (found.head === null || found.head === 'flag' || !facts.isLookup(found.thing)) return [];
  return facts.references.flatMap(({ from, to }) =>
    to.table === found.thing && from.table !== found.thing && facts.playerOf(from.table) === from.table
      ? [from.table]
      : [],
  );
}

/**
 * Whether a stored value repeats a word of the figure's name: "the highest salary that was offered" may be the offered
 * salary.
 */
function isOwnWord(
  facts: Facts,
  { bare, measures: [measure] }: FigureMeaning,
  { head, filters: [filter, ...more] }: ConditionMeaning,
): boolean {
  const column = bare ?? (measure?.what.kind === 'aggregate' ? (measure.what.column ?? null) : null);
  const word = head !== 'name' && more.length === 0 ? filter?.span?.text.toLowerCase() : undefined;
  if (word === undefined || column === null || filter === undefined || !('column' in filter)) return false;
  const name =
    facts
      .column(column)
      ?.label.en?.toLowerCase()
      .split(/[^a-z]+/u) ?? [];
  return filter.column.table !== column.table && name.includes(word);
}
