import type { CompareOperator, Filter } from '@querent/contracts';
import { attributeOf, columnText, elapsedAmount, OPERATORS, say, type Wording } from '@querent/model';

type PairFilter = Extract<Filter, { kind: 'compare_columns' }>;

/** Comparisons of two times: 付款日期晚于到期日. */
export const TIMES: Readonly<Record<CompareOperator, { zh: string; en: string }>> = {
  '=': { zh: '等于', en: 'is the same as' },
  '!=': { zh: '不同于', en: 'is different from' },
  '>': { zh: '晚于', en: 'is after' },
  '>=': { zh: '不早于', en: 'is not before' },
  '<': { zh: '早于', en: 'is before' },
  '<=': { zh: '不晚于', en: 'is not after' },
};

/** Comparisons of the time between two columns with an amount. */
const DISTANCES: Readonly<Record<CompareOperator, { zh: string; en: string }>> = {
  '=': { zh: '恰好', en: 'exactly' },
  '!=': { zh: '并非恰好', en: 'not exactly' },
  '>': { zh: '超过', en: 'more than' },
  '>=': { zh: '至少', en: 'at least' },
  '<': { zh: '不到', en: 'less than' },
  '<=': { zh: '至多', en: 'at most' },
};

/** Comparisons of the days of two times. */
const DAYS: Readonly<Record<CompareOperator, { zh: string; en: string }>> = {
  '=': { zh: '{x}与{y}在同一天', en: 'is on the same day as' },
  '!=': { zh: '{x}与{y}不在同一天', en: 'is on another day than' },
  '>': { zh: '{x}在{y}的次日或之后', en: 'is on a later day than' },
  '>=': { zh: '{x}在{y}当天或之后', en: 'is on the same or a later day than' },
  '<': { zh: '{x}在{y}的前一日或之前', en: 'is on an earlier day than' },
  '<=': { zh: '{x}在{y}当天或之前', en: 'is on the same or an earlier day than' },
};

/** A comparison of two columns: 付款日期晚于到期日, "payment date is more than 5 days after due date". */
export function columnPairText(wording: Wording, { column, op, other, by }: PairFilter): string {
  const { locale } = wording;
  const [one, two] = [columnText(wording, column), columnText(wording, other)];
  const isTime = attributeOf(wording, column)?.role === 'time';
  if (!by) {
    const words = isTime ? TIMES[op] : OPERATORS[op];
    return say(locale, `${one}${words.zh}${two}`, `${one} ${words.en} ${two}`);
  }
  if (by.unit === null)
    return say(
      locale,
      `${one}减${two}${OPERATORS[op].zh}${by.value}`,
      `${one} minus ${two} ${OPERATORS[op].en} ${by.value}`,
    );
  if (by.unit === 'day' && by.value === 0)
    return say(locale, DAYS[op].zh.replace('{x}', one).replace('{y}', two), `${one} ${DAYS[op].en} ${two}`);
  const amount = elapsedAmount(by.value, by.unit, locale);
  return say(
    locale,
    `${two}到${one}${DISTANCES[op].zh}${amount}`,
    `${one} is ${DISTANCES[op].en} ${amount} after ${two}`,
  );
}
