import type { ColumnRef } from '@querent/contracts';
import type { Operator } from '@querent/lexicon';
import {
  type AgainstMeaning,
  type ColumnsMeaning,
  type ConditionMeaning,
  conditionOnPair,
  type Construction,
  deniedPair,
  either,
  type EventMeaning,
  type Facts,
  type FigureMeaning,
  onlyColumn,
  OPPOSITE,
  pair,
} from '@querent/grammar';

/** Comparisons between two columns of a row: paid after the due date, actual hours above planned hours. */
export const COLUMNS_COMPARED: readonly Construction[] = [
  pair(
    'time that another is held against',
    'op:compare_times',
    ['columns', 'event'],
    { zh: '晚于到期日', en: 'after the due date' },
    ({ operator }, what, facts) => {
      const other = operator.after ? null : timeOf(facts, what);
      return other && againstTime(operator, other);
    },
  ),
  pair(
    'time that another is held against, before its word',
    ['columns', 'event'],
    'op:compare_times',
    { zh: '到期日之后', en: '' },
    (what, { operator }, facts) => {
      const other = operator.after && !operator.same ? timeOf(facts, what) : null;
      return other && againstTime(operator, other);
    },
  ),
  pair(
    'last day by which something is done',
    'w:by',
    ['columns', 'event'],
    { zh: '', en: 'by the due date' },
    (_, what, facts) => {
      const other = timeOf(facts, what);
      return other && (facts.isLimit(other) || facts.isPlannedTime(other))
        ? { cat: 'against_other', other, op: '<=', by: null }
        : null;
    },
  ),
  pair(
    'two columns that are the same',
    'columns',
    'op:compare_times',
    { zh: '取件城市和送回城市相同', en: 'order date and shipping date are on the same day' },
    ({ columns: [column, other, ...more] }, { operator }, facts) =>
      column && other && more.length === 0 && operator.after && (operator.days || operator.same)
        ? conditionOnPair(facts, column, againstTime(operator, other))
        : null,
  ),
  pair(
    'amount or value that another is held against',
    'op:compare',
    ['columns', 'figure'],
    { zh: '超过计划工时', en: 'above planned hours' },
    ({ operator: { compare, after } }, what, facts) => {
      const other = after ? null : columnOf(what);
      // Times are compared with "after", not with "above".
      return other && (!facts.isDate(other) || compare === '=' || compare === '!=')
        ? { cat: 'against_other', other, op: compare, by: null }
        : null;
    },
  ),
  pair(
    'marker before what is held against',
    ['w:than', 'w:in', 'w:is', 'w:do'],
    'against_other',
    { zh: '比到期日晚', en: 'is after the due date' },
    (_, against) => against,
  ),
  pair(
    'amount that is not above another',
    'w:not',
    'against_other',
    { zh: '没有超过计划工时', en: 'do not exceed planned hours' },
    (_, against, facts) =>
      against.by === null && !facts.isDate(against.other) ? { ...against, op: OPPOSITE[against.op] } : null,
  ),
  pair(
    'marker after what is held against',
    'against_other',
    'w:de',
    { cost: 0.01, zh: '到期日之后的', en: '' },
    (against) => against,
  ),
  ...either(
    'how far from another',
    'bound',
    'against_other',
    { zh: '比到期日晚5天以上', en: 'more than 5 days after the due date' },
    (bound, against) => (against.by === null && bound.distinct === undefined ? { ...against, by: bound } : null),
  ),
  pair(
    'column against another',
    ['columns', 'figure', 'event'],
    'against_other',
    { zh: '付款日期晚于到期日', en: 'paid after the due date' },
    (what, against, facts) => {
      if (what.cat === 'event') return ofEvent(facts, what, against);
      const column = columnOf(what);
      return column && conditionOnPair(facts, column, against);
    },
  ),
  pair(
    'event behind what its time is held against',
    'against_other',
    'event',
    { zh: '到期日之后付款', en: '' },
    (against, event, facts) => ofEvent(facts, event, against),
  ),
  pair(
    'denied comparison of columns',
    ['w:not', 'w:without'],
    'condition',
    { zh: '没有在到期日之前付款', en: 'not paid by the due date' },
    (_, condition, facts) => deniedPair(facts, condition),
  ),
];

/** The time of an event compared with another time. What did not happen by a day may never have happened. */
function ofEvent(facts: Facts, { column, negated }: EventMeaning, against: AgainstMeaning): ConditionMeaning[] {
  const held = !negated || against.op === '<=' ? conditionOnPair(facts, column, against) : null;
  if (held === null) return [];
  return negated ? deniedPair(facts, held) : [{ ...held, clock: column }];
}

type TimeOrder = Extract<Operator, { op: 'compare_times' }>;

/** "On the same day" is a distance of 0 days, because two timestamps of one day are rarely equal. */
function againstTime({ compare, days }: TimeOrder, other: ColumnRef): AgainstMeaning {
  if (!days) return { cat: 'against_other', other, op: compare, by: null };
  const op = compare === '!=' ? '!=' : '=';
  return { cat: 'against_other', other, op: '>=', by: { cat: 'bound', op, value: 0, to: null, unit: 'day' } };
}

/** The only column that the words name: an amount of rows, an attribute, or the time of an event. */
function columnOf(what: ColumnsMeaning | FigureMeaning | EventMeaning): ColumnRef | null {
  if (what.cat === 'columns') return onlyColumn(what.columns, (column) => column);
  if (what.cat === 'event') return what.negated ? null : what.column;
  const { bare, filters, periods, keys, share, compare, per, order } = what;
  const isPlain = filters.length + periods.length + keys.length === 0 && share === null && compare === null;
  return isPlain && per === null && order === null ? bare : null;
}

/** The only date or timestamp that the words name, or null. */
export function timeOf(facts: Facts, what: ColumnsMeaning | EventMeaning): ColumnRef | null {
  const column = columnOf(what);
  return column && facts.isDate(column) ? column : null;
}
