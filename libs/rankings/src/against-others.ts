import type { CompareOperator } from '@querent/contracts';
import {
  type AgainstOthersMeaning,
  type ColumnsMeaning,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  type GroupAgainstMeaning,
  isCount,
  type Key,
  pair,
  type SetMeaning,
  setOf,
} from '@querent/grammar';
import { groupsAgainst, isComparable, withFigureAgainst, asPredicate } from './compare-with-others';
import { piecesSold, related } from '@querent/constructions';
import { isMean } from '@querent/model';
import { ownersOf } from './who-questions';
import { isOrdered } from './comparison-bases';

/** Figures of things and groups compared with those of others: more orders than average, or than a named customer. */
export const AGAINST_OTHERS: readonly Construction[] = [
  pair(
    'figure of which there is more',
    'op:comparative',
    ['figure', 'set'],
    { cost: 0.01, zh: '', en: 'more orders' },
    ({ operator: { compare, scale, many } }, what, facts) => {
      if (scale !== undefined && scale !== 'size') return null;
      const figure = what.cat === 'set' ? (many ? countedOf(facts, what) : null) : ofFigure(what);
      return figure && { cat: 'graded_figure', figure, op: compare };
    },
  ),
  pair(
    'verb behind a figure of which there is more',
    'graded_figure',
    ['w:do', 'w:trade'],
    { cost: 0.02, zh: '', en: 'more orders placed' },
    (graded) => graded,
  ),
  pair(
    'more of a figure than others',
    'graded_figure',
    'than_others',
    { zh: '', en: 'more orders than the average customer' },
    ({ figure, op }, { others }) => ({ cat: 'group_against', figure, op, others }),
  ),
  pair(
    'figure whose others are named before it',
    'than_others',
    ['figure', 'set'],
    { cost: 0.02, zh: '比王芳订单', en: '' },
    ({ others }, what, facts) => {
      const counted = what.cat === 'set' ? countedOf(facts, what) : null;
      const figure = what.cat === 'set' ? counted && { ...counted, implied: true } : ofFigure(what);
      return figure && { cat: 'than_figure', figure, others };
    },
  ),
  pair(
    'more bought or sold than others',
    'w:trade',
    'against_others',
    { cost: 0.05, zh: '卖得比图书多', en: 'sell more than books' },
    (_, { op, others, scale }, facts) =>
      scale === undefined ? piecesSold(facts).map((figure) => ({ cat: 'group_against', figure, op, others })) : null,
  ),
  pair(
    'what others bought or sold',
    'than_others',
    'w:trade',
    { cost: 0.05, zh: '比图书卖得', en: '' },
    ({ others }, _, facts) =>
      piecesSold(facts).map((figure) => ({ cat: 'than_figure', figure: { ...figure, implied: true }, others })),
  ),
  pair(
    'more of a figure than others, before its word',
    'than_figure',
    'op:comparative',
    { zh: '比王芳订单还多', en: '' },
    // "Higher" cannot grade a number of orders, but "more" can.
    ({ figure, others }, { operator: { compare, scale, many } }, facts) =>
      isOnScale(facts, figure, scale) && (many || !figure.implied)
        ? { cat: 'group_against', figure, op: compare, others }
        : null,
  ),
  ...either(
    'figure that is more than that of others',
    'figure',
    'against_others',
    { cost: 0.03, zh: '订单数高于平均水平', en: 'total freight above the average' },
    (figure, against, facts) => figureAgainst(facts, figure, against),
  ),
  pair(
    'rows of which there are more than others have',
    'set',
    'against_others',
    { cost: 0.08, zh: '订单比平均多', en: '' },
    (set, { op, others, scale }, facts) => {
      const figure = scale === undefined ? countedOf(facts, set) : null;
      return figure && { cat: 'group_against', figure, op, others };
    },
  ),
  pair(
    'more than the average of a figure',
    'op:compare',
    ['figure', 'times_figure'],
    { cost: 0.02, zh: '超过平均订单数', en: 'more than the average number of orders' },
    ({ operator: { compare, after } }, what) => {
      const [figure, times] = what.cat === 'figure' ? [what, 1] : [what.figure, what.times];
      return after || !isOrdered(compare) ? null : ownAverage(figure, compare, times);
    },
  ),
  pair(
    'so many times the average of a figure',
    'op:times',
    'figure',
    { zh: '', en: 'twice the average number of orders' },
    ({ operator: { value } }, figure) => (isAverage(figure) ? { cat: 'times_figure', figure, times: value } : null),
  ),
  pair(
    'figure that is more than its own average',
    'figure',
    'group_against',
    { cost: 0.01, zh: '订单数超过平均订单数', en: 'number of orders above the average number of orders' },
    (figure, against) => {
      const isSame =
        JSON.stringify(figure.measures) === JSON.stringify(against.figure.measures) &&
        figure.thing === against.figure.thing;
      return isSame && isComparable(figure) && against.figure.filters.length === 0 ? { ...against, figure } : null;
    },
  ),
  pair(
    'having or doing more than others',
    ['w:with', 'w:do', 'w:trade'],
    'group_against',
    { cost: 0.02, zh: '有比平均多的订单', en: 'with more orders than the average customer' },
    (_, against) => against,
  ),
  pair(
    'event that others had less of',
    'event',
    'group_against',
    { cost: 0.02, zh: '', en: 'borrowed more books than the average customer' },
    ({ column, negated }, against, facts) => {
      const { figure, by } = against;
      if (negated || by || figure.clock !== null) return null;
      if (figure.thing === column.table) return { ...against, figure: { ...figure, clock: column } };
      return isCount(figure) && facts.way(column.table, figure.thing)?.kind === 'lookup'
        ? { ...against, by: column }
        : null;
    },
  ),
  ...either(
    'more than others in a period',
    'group_against',
    'period',
    { cost: 0.03, zh: '去年订单数高于平均水平', en: 'more orders than the average customer last year' },
    (against, { use }) => ({ ...against, figure: { ...against.figure, periods: [...against.figure.periods, use] } }),
  ),
  pair(
    'things with more than others',
    'set',
    'group_against',
    { zh: '哪些客户订单数高于平均水平', en: 'customers with more orders than the average customer' },
    (set, against, facts) => withFigureAgainst(facts, set, against).map((made) => asPredicate(made)),
  ),
  pair(
    'things with more than others, before them',
    'group_against',
    'set',
    { zh: '订单数高于平均水平的客户', en: '' },
    (against, set, facts) => (against.attributive ? withFigureAgainst(facts, set, against) : null),
  ),
  pair(
    'who has more than others',
    'w:who',
    'group_against',
    { cost: 0.1, zh: '谁的订单比王芳多', en: 'who placed more orders than Ann' },
    (_, against, facts) =>
      whoOf(facts, against)
        .flatMap((thing) => withFigureAgainst(facts, { ...setOf(thing, true), asked: true }, against))
        .map((made) => asPredicate(made)),
  ),
  pair(
    'values with more than others',
    ['columns', 'keys', 'other'],
    'group_against',
    { cost: 0.04, zh: '哪些城市客户比平均多', en: 'regions with more customers than average' },
    (what, against, facts) => valuesAgainst(facts, what, against),
  ),
  pair(
    'values with more than others, before them',
    'group_against',
    ['columns', 'keys', 'other'],
    { cost: 0.04, zh: '客户比平均多的城市, 运费高于月均的月份', en: '' },
    (against, what, facts) => (against.attributive ? valuesAgainst(facts, what, against) : null),
  ),
];

/** The number of rows, as a figure that can be compared. */
function countedOf(facts: Facts, set: SetMeaning): FigureMeaning | null {
  const isOnlyRows = !set.asked && set.named && related(facts, set, '>=', 1) !== null;
  return isOnlyRows ? countOf(set) : null;
}

const ofFigure = (figure: FigureMeaning): FigureMeaning | null =>
  isComparable(figure) && !isAverage(figure) ? figure : null;

/** Whether a figure is an average over unnamed things: the average number of orders. */
const isAverage = ({ over }: FigureMeaning): boolean => over !== null && over.by.length === 0 && isMean(over.fn);

function ownAverage(figure: FigureMeaning, op: CompareOperator, times: number): GroupAgainstMeaning | null {
  const { over } = figure;
  if (!over || !isAverage(figure) || !isMean(over.fn)) return null;
  const own = { ...figure, over: null };
  const others = { cat: 'others' as const, fn: over.fn, of: null, filters: [], times };
  return isComparable(own) ? { cat: 'group_against', figure: own, op, others } : null;
}

/** Whether a comparing word can grade a figure. "Large" can grade any. */
const isOnScale = (facts: Facts, { bare }: FigureMeaning, scale: AgainstOthersMeaning['scale']): boolean =>
  scale === undefined || scale === 'size' || (bare !== null && facts.isOnScale(bare, scale));

function figureAgainst(
  facts: Facts,
  figure: FigureMeaning,
  { op, others, scale }: AgainstOthersMeaning,
): (GroupAgainstMeaning | FigureMeaning)[] {
  // A figure beside its things ("customers and their orders") is not compared itself.
  if (!isOnScale(facts, figure, scale) || ofFigure(figure) === null || figure.withNone) return [];
  const against: GroupAgainstMeaning = { cat: 'group_against', figure, op, others };
  if (figure.keys.length === 0) return [against];
  // A figure of each thing by name already selects things, not groups.
  if (figure.keys.some(({ column }) => column !== null && facts.role(column) === 'name')) return [];
  return groupsAgainst(facts, { ...against, figure: { ...figure, keys: [] } }, figure.keys).map(
    ({ meaning }) => meaning,
  );
}

/** The possible owners of a figure: of the named kind, else the persons that its rows refer to. */
function whoOf(facts: Facts, { figure, others: { of, filters } }: GroupAgainstMeaning): string[] {
  const [named] = filters;
  if (named?.kind === 'compare' && facts.role(named.column) === 'name') return [named.column.table];
  if (of !== null) return 'thing' in of ? [of.thing] : [];
  return ownersOf(facts, figure.thing).filter((owner) => facts.isPerson(owner));
}

function keysOf(
  what: ColumnsMeaning | { cat: 'keys'; keys: Key[] } | { cat: 'other'; unit: { type: string } },
): Key[] | null {
  if (what.cat === 'columns') return what.columns.map((column) => ({ column, grain: null }));
  if (what.cat === 'keys') return what.keys;
  return 'grain' in what.unit
    ? [{ column: null, grain: (what.unit as { grain: NonNullable<Key['grain']> }).grain }]
    : null;
}

function valuesAgainst(
  facts: Facts,
  what: Parameters<typeof keysOf>[0],
  against: GroupAgainstMeaning,
): { meaning: SetMeaning | FigureMeaning; cost: number }[] {
  const keys = keysOf(what);
  if (keys === null) return [];
  const [key, ...more] = keys;
  if (what.cat === 'columns') return ofColumns(facts, what, against);
  const named =
    key?.column && more.length === 0 && key.of === undefined && facts.role(key.column) === 'name'
      ? key.column.table
      : null;
  if (named === null) return groupsAgainst(facts, against, keys);
  return withFigureAgainst(facts, { ...setOf(named, true), asked: true }, against);
}

/** Values of a column are groups; a name column represents the things. */
function ofColumns(
  facts: Facts,
  { columns }: ColumnsMeaning,
  against: GroupAgainstMeaning,
): { meaning: SetMeaning | FigureMeaning; cost: number }[] {
  const [column, ...more] = columns;
  if (!column || more.length > 0 || facts.role(column) === 'measure' || facts.isRoleKey(column)) return [];
  if (facts.role(column) === 'name')
    return withFigureAgainst(facts, { ...setOf(column.table, true), asked: true, select: [column] }, against);
  return groupsAgainst(facts, against, [{ column, grain: null }]);
}
