import type { CompareOperator, Filter } from '@querent/contracts';
import { attributeOf, columnText, OPERATORS, type Wording } from './column-text';
import { elapsedAmount } from './elapsed-text';
import { say } from './words';

type PairFilter = Extract<Filter, { kind: 'compare_columns' }>;

/** How one time is to another: 付款日期晚于到期日. */
const TIMES: Readonly<Record<CompareOperator, { zh: string; en: string }>> = {
  '=': { zh: '等于', en: 'is the same as' },
  '!=': { zh: '不同于', en: 'is different from' },
  '>': { zh: '晚于', en: 'is after' },
  '>=': { zh: '不早于', en: 'is not before' },
  '<': { zh: '早于', en: 'is before' },
  '<=': { zh: '不晚于', en: 'is not after' },
};

/** How much more one is than the other. */
const DISTANCES: Readonly<Record<CompareOperator, { zh: string; en: string }>> = {
  '=': { zh: '恰好', en: 'exactly' },
  '!=': { zh: '并非恰好', en: 'not exactly' },
  '>': { zh: '超过', en: 'more than' },
  '>=': { zh: '至少', en: 'at least' },
  '<': { zh: '不到', en: 'less than' },
  '<=': { zh: '至多', en: 'at most' },
};

/** A column against another: 付款日期晚于到期日, "payment date is more than 5 days after due date". */
export function columnPairText(reading: Wording, { column, op, other, by }: PairFilter): string {
  const { locale } = reading;
  const [one, two] = [columnText(reading, column), columnText(reading, other)];
  const isTime = attributeOf(reading, column)?.role === 'time';
  if (!by) {
    const words = isTime ? TIMES[op] : OPERATORS[op];
    return say(locale, `${one}${words.zh}${two}`, `${one} ${words.en} ${two}`);
  }
  if (by.unit === null) return say(locale, `${one}比${two}多出${DISTANCES[op].zh}${by.value}`, `${one} is ${DISTANCES[op].en} ${by.value} more than ${two}`);
  if (by.unit === 'day' && by.value === 0 && op === '=') return say(locale, `${one}与${two}在同一天`, `${one} is on the same day as ${two}`);
  const amount = elapsedAmount(by.value, by.unit, locale);
  return say(locale, `${two}到${one}${DISTANCES[op].zh}${amount}`, `${one} is ${DISTANCES[op].en} ${amount} after ${two}`);
}
