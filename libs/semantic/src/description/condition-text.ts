import type { FilterFact, StatementFacts } from '@querent/sql';
import { text } from '../model/localized';
import type { Locale, ModelColumn, SemanticModel } from '../model/semantic-model';
import { OPERATORS } from '../planner/answer/filter-text';
import { plural, say } from '../planner/answer/words';
import { aggregateLabel } from './aggregate-label';
import { columnOf, rowsName } from './column-of';
import { valueWords } from './value-words';

export interface Told {
  facts: StatementFacts;
  model: SemanticModel;
  locale: Locale;
}

const COMPARED: Readonly<Record<string, keyof typeof OPERATORS>> = { '=': '=', '<>': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' };

/** How a time stands to a moment: "at least 30 days ago" would say the opposite of "from 30 days ago on". */
const WHEN: Readonly<Record<keyof typeof OPERATORS, { zh: string; en: string }>> = {
  '=': { zh: '为{x}', en: 'on {x}' }, '!=': { zh: '不为{x}', en: 'not on {x}' }, '>': { zh: '晚于{x}', en: 'after {x}' }, '>=': { zh: '自{x}起', en: 'from {x} on' }, '<': { zh: '早于{x}', en: 'before {x}' }, '<=': { zh: '截至{x}', en: 'up to {x}' },
};

const isTimely = (at: FilterFact['column'], model: SemanticModel): boolean => {
  const stored = columnOf(model, at);
  return stored?.isYear === true || stored?.category === 'date' || stored?.category === 'timestamp';
};

function isMoment({ column, aggregate }: FilterFact, { model }: Told): boolean {
  const stored = columnOf(model, aggregate === null ? column : /^(?:min|max)$/.test(aggregate.fn) ? aggregate.column : null);
  return stored?.category === 'date' || stored?.category === 'timestamp';
}

/** One condition in business words, worded as the planner words its own; null where it cannot be said without SQL. */
export function conditionText(filter: FilterFact, told: Told): string | null {
  if (filter.op === 'exists') return withoutRows(filter, told);
  const name = subjectName(filter, told);
  const predicate = name ? predicateText(filter, told) : null;
  return name && predicate ? `${name}${say(told.locale, '', ' ')}${predicate}` : null;
}

/** What is asked about: a column, or an aggregate of a group. */
export function subjectName({ column, aggregate }: FilterFact, { facts, model, locale }: Told): string | null {
  if (aggregate) return aggregate.filter.length > 0 || aggregate.window ? null : aggregateLabel(aggregate, model, locale);
  if (column && facts.repeated.includes(column.table)) return null;
  return text(columnOf(model, column)?.label, locale) || null;
}

function withoutRows({ subject, negated }: FilterFact, told: Told): string | null {
  const { facts, model, locale } = told;
  const names = [...new Set(subject.split(', ').map((table) => rowsName(model, table, locale)))];
  const [only, ...others] = names;
  if (!negated || !only || others.length > 0) return null;
  const inner = facts.filters.filter(({ aside }) => aside === 'excluded').map((filter) => conditionText(filter, told));
  // Which of two excluded things an inner condition is about, the facts do not say.
  const isOnly = facts.filters.filter(({ op }) => op === 'exists').length === 1;
  if (inner.some((one) => one === null) || (inner.length > 0 && !isOnly)) return null;
  return say(locale, `没有${inner.length > 0 ? `${inner.join('、')}的` : ''}${only}`, `without ${plural(only)}${inner.length > 0 ? ` (${inner.join(' and ')})` : ''}`);
}

function predicateText(filter: FilterFact, told: Told): string | null {
  const { locale } = told;
  const { op, negated } = filter;
  if (op === 'null') return say(locale, negated ? '不为空' : '为空', negated ? 'is known' : 'is missing');
  if (filter.against !== null) return heldAgainst(filter, told);
  const values = filter.values.map((value) => shownValue(value, columnOf(told.model, filter.column), locale));
  if (values.some((value) => value === null) || values.length === 0) return null;
  const shown = values.flatMap((value) => value ?? []);
  const [first = ''] = shown;
  const compare = COMPARED[op];
  if (compare && !negated && isMoment(filter, told)) return `${WHEN[compare][locale].replace('{x}', first)}`;
  if (compare && !negated) return `${OPERATORS[compare][locale]}${say(locale, '', ' ')}${first}`;
  if (op === 'in') return locale === 'zh' ? `${negated ? '不' : ''}为${shown.join('或')}` : anyOf(shown, negated);
  if (op === 'between' && negated) return say(locale, `不在${shown.join('到')}之间`, `is not between ${shown.join(' and ')}`);
  return op === 'like' || op === 'ilike' ? matchText(filter.values[0] ?? '', negated, locale) : null;
}

function anyOf(values: readonly string[], negated: boolean): string {
  return negated ? `is neither ${values.join(' nor ')}` : `is ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** A stored value under its name in the asker's language. */
function shownValue(value: string, column: ModelColumn | undefined, locale: Locale): string | null {
  const named = column && Object.hasOwn(column.values, value) ? column.values[value]?.[locale][0] : undefined;
  return named ?? valueWords(value, locale);
}

const MATCHES = {
  contains: { zh: '包含', en: ['contains', 'does not contain'] }, starts: { zh: '开头为', en: ['starts with', 'does not start with'] }, ends: { zh: '结尾为', en: ['ends with', 'does not end with'] },
} as const;

function matchText(pattern: string, negated: boolean, locale: Locale): string | null {
  const [, before = '', word = '', after = ''] = /^(%?)([^%_\\]+)(%?)$/.exec(pattern) ?? [];
  const value = valueWords(word, locale);
  if (value === null || before + after === '') return null;
  const match = MATCHES[before && after ? 'contains' : after ? 'starts' : 'ends'];
  return say(locale, `${negated ? '不' : ''}${match.zh}“${value}”`, `${match.en[negated ? 1 : 0]} “${value}”`);
}

/** Another column, or the average of all. */
function heldAgainst({ op, against, subject, negated, column }: FilterFact, { facts, model, locale }: Told): string | null {
  const compare = COMPARED[op];
  if (!compare || negated || against === null) return null;
  // The average of some is not the average.
  if (against.startsWith('(select') && facts.filters.some(({ aside }) => aside === 'compared')) return null;
  const words = `${OPERATORS[compare][locale]}${say(locale, '', ' ')}`;
  if (against === `(select avg(${subject}))`) return `${words}${say(locale, '平均值', 'the average')}`;
  if (against === `(select max(${subject}))` && compare === '=') return (column && isTimely(column, model) ? say(locale, '取最新', 'is the latest') : say(locale, '为最大值', 'is the greatest'));
  if (against === `(select min(${subject}))` && compare === '=') return say(locale, '为最小值', 'is the least');
  const [table = '', ...rest] = against.split('.');
  const other = text(columnOf(model, { table, column: rest.join('.') })?.label, locale);
  return other ? `${words}${other}` : null;
}
