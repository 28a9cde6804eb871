import type { ColumnRef, CompareOperator } from '@querent/contracts';
import {
  alone,
  type BoundMeaning,
  condition,
  type ConditionMeaning,
  type Construction,
  either,
  type Facts,
  inUnit,
  onlyColumn,
  pair,
  type SetMeaning,
  unitOf,
  UNITS_OF_TIME,
  withCondition,
} from '@querent/grammar';
import { type SuperlativeScale, unitFactor } from '@querent/language';

/** Bounds on amounts, and comparisons with the average. */
export const BOUNDS: readonly Construction[] = [
  pair(
    'comparing word before a number',
    'op:compare',
    'number',
    { zh: '超过1000', en: 'more than 1000' },
    ({ operator }, number) => (operator.after ? null : boundOf(operator, number)),
  ),
  pair(
    'comparing word after a number',
    'number',
    'op:compare',
    { zh: '1000以上', en: '1000 or more' },
    (number, { operator }) => (operator.after ? boundOf(operator, number) : null),
  ),
  pair(
    'comparing word before a verb',
    'op:compare',
    ['w:do', 'w:trade', 'w:toward'],
    { cost: 0.03, zh: '至少给3个', en: '' },
    (compare) => (compare.operator.after ? null : compare),
  ),
  pair(
    'comparing word before an attribute and its number',
    'op:compare',
    'condition',
    { cost: 0.02, zh: '', en: 'above age 20' },
    ({ operator: { compare, after } }, found) => {
      const [filter, ...more] = found.filters;
      return !after &&
        more.length === 0 &&
        filter?.kind === 'compare' &&
        filter.op === '=' &&
        typeof filter.value === 'number'
        ? { ...found, filters: [{ ...filter, op: compare }] }
        : null;
    },
  ),
  alone(
    'bound between two numbers',
    'op:between',
    { zh: '10到20之间', en: 'between 10 and 20' },
    ({ operator: { numbers, unit, inEnglish } }) => ({
      cat: 'bound',
      ...(numbers[0] === numbers[1]
        ? { op: '=' as const, value: numbers[0], to: null }
        : { op: 'between' as const, value: numbers[0], to: numbers[1] }),
      unit,
      ...(inEnglish && { inEnglish }),
    }),
  ),
  pair(
    'marker before a bound',
    ['w:in', 'w:is', 'w:do'],
    'bound',
    { zh: '在2到4之间', en: 'took more than 2 hours' },
    (marker, bound) => {
      const { cat } = marker as { cat: string };
      // "Bought shares for more than 2 million": a number after "for" does not count the things before it.
      return {
        meaning: cat === 'w:in' && bound.inEnglish ? { ...bound, price: true } : bound,
        cost: cat === 'w:do' ? 0.05 : 0,
      };
    },
  ),
  pair('with before a bound', 'w:with', 'bound', { cost: 0.2, zh: '有3个以上', en: '' }, (_, bound) => bound),
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
    { cost: 0.12, zh: '大于60岁的年龄', en: 'over 60 years of age' },
    (bound, columns, facts) => onlyColumn(columns.columns, (column) => bounded(facts, column, bound)),
  ),
  ...either(
    'amount within a bound',
    'figure',
    'bound',
    { zh: '运费超过1000', en: 'freight over 1000', reversed: 0.12 },
    (figure, bound, facts) => {
      const found = figure.bare === null || figure.periods.length > 0 ? null : bounded(facts, figure.bare, bound);
      return found && { ...found, filters: [...figure.filters, ...found.filters] };
    },
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
  pair(
    'attribute that is not a number',
    'columns',
    'denied_number',
    { cost: 0.02, zh: '楼层不是3', en: 'floor is not 3' },
    ({ columns }, number, facts) =>
      onlyColumn(columns, (column) =>
        facts.isNumber(column) ? condition(column, [{ kind: 'compare', column, op: '!=', value: number.value }]) : null,
      ),
  ),
  pair('number that is denied', 'w:not', 'number', { zh: '不是3', en: 'not 3' }, (_, { value }) => ({
    cat: 'denied_number',
    value,
  })),
  pair(
    'bound on how many different',
    'bound',
    'op:distinct',
    { zh: '3种以上不同的', en: 'more than 3 different' },
    (bound) => ({ ...bound, distinct: true }),
  ),
  pair('marker after a bound', 'bound', 'w:de', { cost: 0.01, zh: '超过1000的', en: '' }, (bound) => bound),
  pair(
    'rows over an amount',
    'set',
    'bound',
    { cost: 0.25, zh: '订单超过1000', en: 'orders over 1000' },
    (set, bound, facts) =>
      overAmount(facts, set, bound).map(({ meaning, cost }) => ({
        meaning: bound.inEnglish && bound.unit === null ? { ...meaning, numberBehind: true as const } : meaning,
        cost,
      })),
  ),
  pair(
    'rows over an amount, reversed',
    'bound',
    'set',
    { cost: 0.25, zh: '超过1000的订单', en: '' },
    // "More than 10 pets" is their number, not an age or weight over 10.
    (bound, set, facts) => (bound.inEnglish && bound.unit === null ? null : overAmount(facts, set, bound)),
  ),
  ...either(
    'amount against the average',
    ['figure', 'columns'],
    'op:average_reference',
    { zh: '挂号费高于平均', en: 'price above average' },
    (amount, { operator: { compare } }, facts) => {
      const column =
        amount.cat === 'figure'
          ? amount.filters.length + amount.periods.length > 0
            ? null
            : amount.bare
          : amount.columns.length === 1
            ? (amount.columns[0] ?? null)
            : null;
      return column && facts.isNumber(column)
        ? condition(column, [{ kind: 'compare_aggregate', column, op: compare, fn: 'avg' }])
        : null;
    },
  ),
  pair(
    'rows against the average of their kind',
    'set',
    'op:average_reference',
    { cost: 0.25, zh: '', en: 'fields larger than the average' },
    (set, { operator }, facts) => againstTheirAverage(facts, set, operator.compare),
  ),
  pair(
    'rows against the average of their kind, reversed',
    'op:average_reference',
    'set',
    { cost: 0.25, zh: '', en: 'above-average fields' },
    ({ operator }, set, facts) => (operator.than ? null : againstTheirAverage(facts, set, operator.compare)),
  ),
];

const againstTheirAverage = (facts: Facts, set: SetMeaning, op: CompareOperator) =>
  amountsIn(facts, set.thing, null).flatMap((column) =>
    withCondition(facts, set, condition(column, [{ kind: 'compare_aggregate', column, op, fn: 'avg' }])),
  );

/** A bound on one column, converted to its unit; null if it does not store numbers of that quantity. */
export function bounded(facts: Facts, column: ColumnRef, asked: BoundMeaning): ConditionMeaning | null {
  const bound = facts.isNumber(column) ? inUnit(asked, unitOf(facts, column)) : null;
  if (bound === null) return null;
  const { op, value, to } = bound;
  if (op === 'between')
    return to === null ? null : condition(column, [{ kind: 'between', column, from: value, to, negated: false }]);
  return condition(column, [{ kind: 'compare', column, op, value }]);
}

/** "Older than 40" bounds the age if the thing has one; other comparing words depend on the unit. */
function gradedAmounts(facts: Facts, thing: string, { unit, scale }: BoundMeaning): ColumnRef[] {
  const amounts = amountsIn(facts, thing, unit);
  const graded = scale === undefined ? [] : amounts.filter((column) => facts.isOnScale(column, scale));
  return graded.length > 0 ? graded : amounts;
}

/** Amount columns that a unit may measure; all of them without a unit, none for a measure word such as 次. */
function amountsIn(facts: Facts, thing: string, unit: string | null): ColumnRef[] {
  const all = facts.columns(thing).filter((column) => facts.role(column) === 'measure');
  if (unit === null) return all;
  const fitting = all.filter((column) => {
    const kept = unitOf(facts, column);
    return kept !== null && unitFactor(unit, kept) !== null;
  });
  if (fitting.length > 0) return fitting;
  if (!UNITS_OF_AMOUNT.has(unit)) return [];
  // Points are not an amount of what is counted in pieces.
  const isOpen = (column: ColumnRef): boolean => unitOf(facts, column) === null;
  const money = CURRENCIES.has(unit) ? all.filter((column) => facts.column(column)?.format === 'currency') : [];
  return money.length > 0 ? money : all.filter(isOpen);
}

/** Canonical units of money. */
export const CURRENCIES: ReadonlySet<string> = new Set(['元', 'usd', 'eur', 'gbp']);

/** Whether a number counts things: 5, 5个; not 5 hours. */
export const isMeasureWord = (unit: string | null): boolean =>
  unit === null || !(UNITS_OF_AMOUNT.has(unit) || UNITS_OF_TIME.has(unit));

/** Units of amounts, as opposed to measure words. */
export const UNITS_OF_AMOUNT: ReadonlySet<string> = new Set([
  '%',
  'km',
  'm',
  '平方米',
  'mile',
  '元',
  'usd',
  'eur',
  '岁',
  'kg',
  't',
  'hl',
  '倍',
  '分',
]);

/** A bound on any amount column of the rows. */
function overAmount(facts: Facts, set: SetMeaning, bound: BoundMeaning): { meaning: SetMeaning; cost: number }[] {
  // "At least one" is a number of things, not an amount.
  if (bound.unit === null && bound.op === '>=' && bound.value === 1) return [];
  return gradedAmounts(facts, set.thing, bound).flatMap((column) => {
    const found = bounded(facts, column, bound);
    return found ? withCondition(facts, set, found) : [];
  });
}

/** The bound of a comparing word and a number. */
export const boundOf = (
  { compare, inEnglish, scale }: { compare: CompareOperator; inEnglish?: true; scale?: SuperlativeScale },
  { value, unit }: { value: number; unit: string | null },
): BoundMeaning => ({
  cat: 'bound',
  op: compare,
  value,
  to: null,
  unit,
  ...(inEnglish && { inEnglish }),
  ...(scale && { scale }),
});
