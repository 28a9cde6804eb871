import type { FactColumn, FilterFact } from '@querent/lint';
import { type Locale, say, type SemanticModel, text } from '@querent/model';
import { columnOf } from './model-names';

/** The label of a simple computation on a column, `{x}`. `values` names results that are codes: weekday 0 is Sunday. */
interface Computation {
  zh: string;
  en: string;
  values?: readonly { zh: string; en: string }[];
}

const WEEKDAYS = [
  '日 Sunday',
  '一 Monday',
  '二 Tuesday',
  '三 Wednesday',
  '四 Thursday',
  '五 Friday',
  '六 Saturday',
  '日 Sunday',
].map((names) => {
  const [zh = '', en = ''] = names.split(' ');
  return { zh: `星期${zh}`, en };
});

const SAME = { zh: '{x}', en: '{x}' };
const COMPUTATIONS: Readonly<Record<string, Computation>> = {
  lower: SAME,
  upper: SAME,
  btrim: SAME,
  trim: SAME,
  length: { zh: '{x}的字数', en: 'length of {x}' },
  char_length: { zh: '{x}的字数', en: 'length of {x}' },
  'date_part year': { zh: '{x}的年份', en: 'year of {x}' },
  'date_part quarter': { zh: '{x}的季度', en: 'quarter of {x}' },
  'date_part month': { zh: '{x}的月份', en: 'month of {x}' },
  'date_part day': { zh: '{x}的日', en: 'day of the month of {x}' },
  'date_part hour': { zh: '{x}的小时', en: 'hour of {x}' },
  'date_part dow': { zh: '{x}', en: '{x}', values: WEEKDAYS },
  'date_part isodow': { zh: '{x}', en: '{x}', values: WEEKDAYS },
};

interface Computed {
  column: FactColumn;
  computation: Computation;
}

/** The simple computation on one stored column that is a condition's subject; null for any other subject. */
export function computationIn({ subject }: Pick<FilterFact, 'subject'>): Computed | null {
  const [, fn = '', part, table = '', column = ''] =
    /^(\w+)\((?:(\w+), )?([^.(),\s]+)\.([^(),]+)\)$/.exec(subject) ?? [];
  const computation = COMPUTATIONS[part === undefined ? fn : `${fn} ${part}`];
  return computation ? { column: { table, column }, computation } : null;
}

export function computedName({ column, computation }: Computed, model: SemanticModel, locale: Locale): string | null {
  const label = text(columnOf(model, column)?.label, locale);
  return label ? computation[locale].replace('{x}', label) : null;
}

/** The name of a result that is a code: 0 is Sunday. */
export const computedValue = ({ computation }: Computed, value: string, locale: Locale): string | undefined =>
  computation.values?.[Number(value)]?.[locale];

const CURRENT: Readonly<Record<string, readonly [{ zh: string; en: string }, { zh: string; en: string }]>> = {
  day: [
    { zh: '今天', en: 'today' },
    { zh: '昨天', en: 'yesterday' },
  ],
  week: [
    { zh: '本周', en: 'this week' },
    { zh: '上周', en: 'last week' },
  ],
  month: [
    { zh: '本月', en: 'this month' },
    { zh: '上个月', en: 'last month' },
  ],
  quarter: [
    { zh: '本季度', en: 'this quarter' },
    { zh: '上季度', en: 'last quarter' },
  ],
  year: [
    { zh: '今年', en: 'this year' },
    { zh: '去年', en: 'last year' },
  ],
};
const NOW = '(?:now\\(\\)|current_date|current_timestamp)';

/**
 * A condition that a time is in the current or the previous period: `date_trunc('month', ordered_at) =
 * date_trunc('month', now())` is "order date is this month". Null for other conditions.
 */
export function inPeriod(
  { subject, op, negated, values }: FilterFact,
  model: SemanticModel,
  locale: Locale,
): string | null {
  const [, fn = '', grain = '', table = '', column = ''] =
    /^(date_trunc|date_part)\((\w+), ([^.(),\s]+)\.([^(),]+)\)$/.exec(subject) ?? [];
  const label = text(columnOf(model, { table, column })?.label, locale);
  const [value = ''] = values;
  // A part alone, such as month 11, matches every year. Only the year identifies one period.
  if (!label || op !== '=' || negated || values.length !== 1 || (fn === 'date_part' && grain !== 'year')) return null;
  const names = CURRENT[grain];
  const call = `${fn}\\(${grain}, `;
  const isCurrent = new RegExp(`^${call}${NOW}\\)$`).test(value);
  const isLast = new RegExp(
    `^(?:\\(${call}${NOW}\\) - 1${fn === 'date_part' ? '' : ` ${grain}`}\\)|${call}\\(${NOW} - 1 ${grain}\\)\\))$`,
  ).test(value);
  const period = isCurrent ? names?.[0] : isLast ? names?.[1] : undefined;
  return period ? say(locale, `${label}在${period.zh}`, `${label} is ${period.en}`) : null;
}
