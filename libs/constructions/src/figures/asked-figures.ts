import {
  type Construction,
  type Facts,
  type FigureMeaning,
  mayBeLong,
  pair,
  type Meaning,
  type SetMeaning,
  unitOf,
} from '@querent/grammar';
import { hasPart } from '../rows/conditions';
import { hasParts } from './metric-forms';
import type { ColumnRef } from '@querent/contracts';
import { isConvertible } from '@querent/language';

/** Words around a figure that ask for it without changing it. */
export const ASKED_FIGURES: readonly Construction[] = [
  pair(
    'degree of a figure',
    'op:degree',
    'figure',
    { zh: '', en: 'how large is the freight' },
    // "How long" cannot ask for a sum of money.
    ({ operator: { scale } }, figure, facts) => (scale !== 'length' || isLong(facts, figure) ? figure : null),
  ),
  pair(
    'figure that is asked for',
    'figure',
    'op:count',
    { cost: 0.01, zh: '运费是多少', en: '' },
    (figure, { operator }, facts) => {
      // 营收高于月均的月份有几个, 提升最多的学校有多少个: the months and the schools are counted.
      const isOfSome = figure.order !== null || figure.having.some(({ against }) => against);
      const isOfGroups = figure.keys.length > 0 && isOfSome && !operator.amount && !operator.is;
      // 下的订单，运费一共多少: the amount is asked for before its owner is known.
      const isOfListed = figure.withNone && figure.keys.every((key) => !key.each);
      // 回复一共多少条: the replies are counted, although they have amounts.
      const isCounter =
        operator.counter || operator.rows || operator.people || (operator.pieces && isMoney(facts, figure));
      const isOther = isOfGroups || isOfListed || (figure.unnamed && isCounter) || !fitsLength(facts, operator, figure);
      return figure.implied || figure.asked || !operator.asks || isOther
        ? null
        : { ...figure, amountAsked: true as const };
    },
  ),
  pair(
    'how much of an amount',
    'op:count',
    'figure',
    { zh: '多少运费', en: 'how much freight' },
    ({ operator }, figure, facts) => {
      if (operator.distinct) return valuesCounted(figure);
      return fitsLength(facts, operator, figure) && (figure.bare !== null || figure.measures[0]?.what.kind === 'metric')
        ? { meaning: figure, cost: operator.amount ? 0.02 : 0.2 }
        : null;
    },
  ),
  pair(
    'light verb after how much',
    'op:count',
    'w:do',
    { cost: 0.03, zh: '', en: 'how much came in by card' },
    (asked) => (asked.operator.amount && asked.operator.asks ? asked : null),
  ),
  pair('question particle after a figure', 'figure', 'w:exists', { cost: 0.02, zh: '吗', en: '' }, (figure) => figure),
  pair('whether before a figure', 'w:exists', 'figure', { cost: 0.02, zh: '', en: 'did freight grow' }, (_, figure) =>
    figure.implied || figure.asked || figure.bare !== null ? null : figure,
  ),
  pair(
    'asking word before its figure',
    ['w:what', 'w:list'],
    'figure',
    { cost: 0.01, zh: '列出', en: 'what was the revenue' },
    (word, figure) => {
      const isList = (word as { cat: string }).cat === 'w:list';
      // "What rivers are there" asks for the rivers, not whether there are any.
      return { meaning: figure, cost: (isList ? figure.bare !== null : figure.asked === true) ? 0.25 : 0 };
    },
  ),
  pair(
    'light verb before its figure',
    'w:do',
    'figure',
    { cost: 0.03, zh: '做了多少次检验', en: '' },
    (_, figure) => figure,
  ),
  pair('light verb before asked things', 'w:do', 'set', { cost: 0.03, zh: '安排了哪些活动', en: '' }, (_, set) =>
    set.asked && !set.each ? set : null,
  ),
  pair(
    'light verb after its figure',
    ['figure', 'set'],
    'w:do',
    { cost: 0.03, zh: '', en: 'how many lines do we run' },
    (what, _, facts) => {
      // "Which members does Ann supervise" does not ask for members called Ann.
      if (what.cat === 'set')
        return what.asked ? { meaning: what, cost: facts.isNaming(what.thing, what.filters) ? OF_ITSELF : 0 } : null;
      // The score of a parent metric combines all of its children.
      const cost = what.measures.some((measure) => hasParts(facts, measure.what)) ? 0.15 : 0;
      return what.implied || hasPart(what) ? null : { meaning: what, cost };
    },
  ),
  pair(
    'how much the extreme is',
    'set',
    'op:count',
    { cost: 0.03, zh: '运费最高的订单是哪个，多少钱, 最大的一笔付款是多少钱', en: '' },
    (set, { operator }, facts) => {
      if (set.order.length === 0 || !operator.asks) return null;
      if (set.asked) return set;
      // 最早的订单有多少 is a count; 是多少 and 多少钱 ask for the amount.
      return operator.amount || operator.is ? amountOfExtreme(set, operator, facts) : null;
    },
  ),
  pair(
    'how much the extreme is, before',
    'op:count',
    'set',
    { cost: 0.03, zh: '', en: 'how much was the largest payment' },
    ({ operator }, set, facts) => (operator.asks && operator.amount ? amountOfExtreme(set, operator, facts) : null),
  ),
];

/** Cost of a name before a verb as the name of those who are asked for. */
const OF_ITSELF = 0.4;

/** Whether the measures are money, which does not consist of pieces. */
const isMoney = (facts: Facts, { measures }: FigureMeaning): boolean =>
  measures.some(
    ({ what }) => what.kind === 'aggregate' && what.column !== undefined && facts.isOnScale(what.column, 'price'),
  );

/**
 * The number of distinct values of a column, instead of their sum: different ages. Null if a condition on related rows
 * follows, as in "different buyers did the shop order from".
 */
function valuesCounted({ bare, ...figure }: FigureMeaning): FigureMeaning | null {
  if (bare === null || figure.filters.some(({ kind }) => kind === 'exists' || kind === 'bound')) return null;
  return {
    ...figure,
    bare: null,
    measures: [{ what: { kind: 'aggregate', fn: 'count_distinct', table: bare.table, column: bare } }],
  };
}

/** Whether all measures have a length, in time or in space. */
const isLong = (facts: Facts, { measures }: FigureMeaning): boolean =>
  measures.every(({ what }) => {
    const column = what.kind === 'aggregate' ? what.column : undefined;
    return mayBeLong(facts, what) || (column !== undefined && facts.isOnScale(column, 'length'));
  });

const fitsLength = (facts: Facts, { long }: { long?: true }, { measures }: FigureMeaning): boolean =>
  !long || measures.every(({ what }) => mayBeLong(facts, what));

/** Ranked rows with the amount that is asked for: the one that ranks them, else their own amount. */
function amountOfExtreme(set: SetMeaning, operator: Asking, facts: Facts): SetMeaning | null {
  const [first, ...more] = set.order;
  if (!first || more.length > 0 || set.select.length + set.having.length > 0) return null;
  if (!facts.isTime(first.column) && mayAnswer(facts, first.column, operator)) return { ...set, asked: true };
  const own = operator.long ? null : amountOf(facts, set.thing);
  if (own === null) return null;
  const name = facts.nameColumn(set.thing);
  return { ...set, asked: true, select: name ? [name, own] : [own] };
}

type Asking = Extract<Extract<Meaning, { cat: 'operator' }>['operator'], { op: 'count' }>;

function amountOf(facts: Facts, thing: string): ColumnRef | null {
  const money = facts
    .columns(thing)
    .filter((column) => facts.role(column) === 'measure' && facts.isOnScale(column, 'price'));
  const [only, ...more] = money;
  return facts.ownAmount(thing) ?? (only && more.length === 0 ? only : null);
}

/** Whether a column can answer the question: an area is not money, and a price is not a duration. */
function mayAnswer(facts: Facts, column: ColumnRef, { money, long }: Asking): boolean {
  if (long) return mayBeLong(facts, { kind: 'aggregate', fn: 'max', table: column.table, column });
  const unit = unitOf(facts, column);
  const isOther = facts.isOnScale(column, 'size') || (unit !== null && isConvertible(unit));
  return !money || facts.isOnScale(column, 'price') || !isOther;
}
