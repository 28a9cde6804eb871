import {
  type Construction,
  isCount,
  pair,
  type BoundMeaning,
  type Facts,
  type FigureMeaning,
  type GroupConditionMeaning,
  inUnit,
  type SetMeaning,
  unitOfMeasure,
} from '@querent/grammar';
import { related } from './related-rows';
import { CURRENCIES, isMeasureWord, UNITS_OF_AMOUNT } from './bounds';
import { ownTotal } from '../figures/amounts-of-rows';

/** Bounds on the number of related rows, or on another figure of each thing. */
export const BOUNDED_FIGURES: readonly Construction[] = [
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
    (set, bound, facts) => {
      const within = bound.price ? null : countWithin(facts, set, bound);
      const meaning =
        within && bound.inEnglish && bound.unit === null ? { ...within, numberBehind: true as const } : within;
      // In English the number comes first: in "titles with more than 2 authors" there are no 2 titles.
      const cost = bound.unit === null ? (bound.inEnglish ? 0.27 : 0.15) : 0;
      // A number without a unit may be a count or an amount: 捐款超过10000.
      const total = meaning && bound.unit === null ? ownTotal(facts, set) : null;
      const amount = total && groupCondition(total, bound);
      return meaning && [{ meaning, cost }, ...(amount ? [{ meaning: amount, cost }] : [])];
    },
  ),
  pair(
    'figure within a bound',
    'figure',
    'bound',
    { cost: 0.1, zh: '总运费超过1000', en: 'total freight over 1000' },
    (figure, bound, facts) => {
      const within = figureWithin(facts, figure, bound);
      const isBehind = bound.inEnglish && bound.unit === null && isCount(figure);
      return within && isBehind ? { ...within, numberBehind: true } : within;
    },
  ),
  pair(
    'bound of a figure',
    'bound',
    'figure',
    { cost: 0.12, zh: '', en: 'more than 1000 in freight' },
    (bound, figure, facts) => figureWithin(facts, figure, bound),
  ),
];

function countWithin(facts: Facts, set: SetMeaning, bound: BoundMeaning): GroupConditionMeaning | null {
  // A number of rows has no age or weight.
  if (set.asked || !isMeasureWord(bound.unit) || bound.scale !== undefined) return null;
  const figure = related(facts, set, '>=', 1)?.figure;
  const found = figure ? groupCondition(figure, bound) : null;
  if (found === null) return null;
  // An exact number means distinct things.
  if (bound.distinct || KINDS.has(bound.unit ?? '') || (bound.op === '=' && bound.unit !== '次'))
    return { ...found, distinct: true };
  return bound.unit === '次' ? { ...found, times: true } : found;
}

/** Measure words of kinds, each of which is counted once. */
const KINDS: ReadonlySet<string> = new Set(['种', '款', '类']);

/** A bound on a figure, converted to the unit of the figure. */
function figureWithin(facts: Facts, figure: FigureMeaning, bound: BoundMeaning): GroupConditionMeaning | null {
  const { unit } = bound;
  if (unit !== null && UNITS_OF_AMOUNT.has(unit) && figure.measures.some(({ what }) => facts.isCount(what)))
    return null;
  if (unit !== null && CURRENCIES.has(unit) && figure.measures.some(({ what }) => facts.isOtherThanMoney(what)))
    return null;
  const [measure, ...more] = figure.measures;
  const kept = measure && more.length === 0 ? unitOfMeasure(facts, measure.what) : null;
  const own = inUnit(bound, kept);
  return own && groupCondition({ ...figure, bare: null }, own);
}

/** A bound on a figure of each thing. Null if the figure has groups or compares periods. */
export function groupCondition(
  figure: GroupConditionMeaning['figure'],
  { op, value, to }: BoundMeaning,
): GroupConditionMeaning | null {
  if (figure.keys.length > 0 || figure.compare !== null || figure.asked) return null;
  return op === 'between'
    ? { cat: 'group_condition', figure, op: '>=', value, to }
    : { cat: 'group_condition', figure, op, value, to: null };
}
