import { plural } from '@querent/language';
import type { FilterFact, StatementFacts } from '@querent/lint';
import { isReadAsTime, type Locale, type ModelColumn, OPERATORS, say, type SemanticModel, text } from '@querent/model';
import { aggregateLabel } from './aggregate-label';
import { columnOf, rowsName } from './column-of';
import { computedName, computedOf, computedValue, inPeriod } from './computed-subject';
import { patternText } from './pattern-text';
import { valueWords } from './value-words';

export interface Told {
  facts: StatementFacts;
  model: SemanticModel;
  locale: Locale;
}

const COMPARED: Readonly<Record<string, keyof typeof OPERATORS>> = {
  '=': '=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** How a time stands to a moment: "at least 30 days ago" would say the opposite of "from 30 days ago on". */
export const WHEN: Readonly<Record<keyof typeof OPERATORS, { zh: string; en: string }>> = {
  '=': { zh: '为{x}', en: 'on {x}' },
  '!=': { zh: '不为{x}', en: 'not on {x}' },
  '>': { zh: '晚于{x}', en: 'after {x}' },
  '>=': { zh: '自{x}起', en: 'from {x} on' },
  '<': { zh: '早于{x}', en: 'before {x}' },
  '<=': { zh: '截至{x}', en: 'up to {x}' },
};

export const isTimely = (at: FilterFact['column'], model: SemanticModel): boolean => {
  const stored = columnOf(model, at);
  return (
    stored?.isYear === true ||
    stored?.category === 'date' ||
    stored?.category === 'timestamp' ||
    (stored != null && isReadAsTime(stored))
  );
};

function isMoment({ column, aggregate }: FilterFact, { model }: Told): boolean {
  const stored = columnOf(
    model,
    aggregate === null ? column : /^(?:min|max)$/.test(aggregate.fn) ? aggregate.column : null,
  );
  return stored?.category === 'date' || stored?.category === 'timestamp' || (stored != null && isReadAsTime(stored));
}

/** One condition in business words, worded as the planner words its own; null where it cannot be said without SQL. */
export function conditionText(filter: FilterFact, told: Told): string | null {
  if (filter.op === 'exists') return withoutRows(filter, told);
  if (isUnmatched(filter, told)) return withoutMatch(filter, told);
  const period = inPeriod(filter, told.model, told.locale) ?? firstOfGroup(filter, told);
  if (period !== null) return period;
  const name = subjectName(filter, told);
  const predicate = name ? predicateText(filter, told) : null;
  return name && predicate ? `${name}${say(told.locale, '', ' ')}${predicate}` : null;
}

/** What is asked about: a column, or an aggregate of a group. */
export function subjectName(filter: FilterFact, { facts, model, locale }: Told): string | null {
  const { column, aggregate } = filter;
  const computed = column ? null : computedOf(filter);
  if (computed && !facts.repeated.includes(computed.column.table)) return computedName(computed, model, locale);
  if (aggregate)
    return aggregate.filter.length > 0 || aggregate.window ? null : aggregateLabel(aggregate, model, locale);
  if (column && facts.repeated.includes(column.table)) return null;
  return text(columnOf(model, column)?.label, locale) || null;
}

const RANKS: ReadonlySet<string> = new Set(['row_number', 'rank', 'dense_rank']);

/** `row_number() over (partition by category …) <= 3`: the first 3 of each category. */
function firstOfGroup({ aggregate, op, negated, values }: FilterFact, { facts, model, locale }: Told): string | null {
  if (!aggregate?.window || !RANKS.has(aggregate.fn) || negated || values.length !== 1) return null;
  const most = Number(values[0]) - (op === '<' ? 1 : 0);
  if (!['<', '<=', '='].includes(op) || !Number.isInteger(most) || most < 1 || (op === '=' && most > 1)) return null;
  const [only = '', ...others] = facts.groups;
  const at = only.indexOf('.');
  const group =
    others.length === 0
      ? text(columnOf(model, { table: only.slice(0, at), column: only.slice(at + 1) })?.label, locale)
      : '';
  return say(locale, `每个${group || '组'}取前${most}条`, `at most the first ${most} of each ${group || 'group'}`);
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
  return say(
    locale,
    `没有${inner.length > 0 ? `${inner.join('、')}的` : ''}${only}`,
    `without ${plural(only)}${inner.length > 0 ? ` (${inner.join(' and ')})` : ''}`,
  );
}

/** `LEFT JOIN orders … WHERE orders.id IS NULL`: a key that may be missing asks whether there is a row. */
function isUnmatched({ op, column }: FilterFact, { facts, model }: Told): boolean {
  if (op !== 'null' || !column || !facts.optional.includes(column.table)) return false;
  const name = `${column.table}.${column.column}`;
  return (
    (model.tables[column.table]?.primaryKey ?? []).includes(column.column) ||
    facts.joins.some(({ left, right }) => left === name || right === name)
  );
}

/** The conditions of a join on rows that must be missing belong to them. */
export function heldByMissing({ clause, column }: FilterFact, told: Told): boolean {
  return (
    clause === 'join' &&
    column !== null &&
    told.facts.filters.some(
      (other) => other.column?.table === column.table && !other.negated && isUnmatched(other, told),
    )
  );
}

function withoutMatch({ column, negated, alternative }: FilterFact, told: Told): string | null {
  const { facts, model, locale } = told;
  const name = column ? rowsName(model, column.table, locale) : '';
  if (!name || alternative) return null;
  if (negated) return say(locale, `有${name}`, `with ${plural(name)}`);
  const inner = facts.filters
    .filter((filter) => filter.column?.table === column?.table && heldByMissing(filter, told))
    .map((filter) => conditionText(filter, told));
  if (inner.some((one) => one === null)) return null;
  return say(
    locale,
    `没有${inner.length > 0 ? `${inner.join('、')}的` : ''}${name}`,
    `without ${plural(name)}${inner.length > 0 ? ` (${inner.join(' and ')})` : ''}`,
  );
}

function predicateText(filter: FilterFact, told: Told): string | null {
  const { locale } = told;
  const { op, negated } = filter;
  if (op === 'null') return say(locale, negated ? '不为空' : '为空', negated ? 'is known' : 'is missing');
  if (filter.against !== null) return heldAgainst(filter, told);
  const computed = filter.column ? null : computedOf(filter);
  const values = filter.values.map(
    (value) =>
      (computed ? computedValue(computed, value, locale) : undefined) ??
      shownValue(value, columnOf(told.model, filter.column), locale),
  );
  if (values.some((value) => value === null) || values.length === 0) return null;
  const shown = values.flatMap((value) => value ?? []);
  const [first = ''] = shown;
  const compare = COMPARED[op];
  if (compare && !negated && isMoment(filter, told)) return `${WHEN[compare][locale].replace('{x}', first)}`;
  if (compare && !negated) return `${OPERATORS[compare][locale]}${say(locale, '', ' ')}${first}`;
  if (op === 'in') return locale === 'zh' ? `${negated ? '不' : ''}为${shown.join('或')}` : anyOf(shown, negated);
  if (op === 'between' && negated)
    return say(locale, `不在${shown.join('到')}之间`, `is not between ${shown.join(' and ')}`);
  return patternText(op, filter.values[0] ?? '', negated, locale);
}

function anyOf(values: readonly string[], negated: boolean): string {
  return negated ? `is neither ${values.join(' nor ')}` : `is ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** A stored value under its name in the asker's language. */
function shownValue(value: string, column: ModelColumn | undefined, locale: Locale): string | null {
  const named = column && Object.hasOwn(column.values, value) ? column.values[value]?.[locale][0] : undefined;
  return named ?? valueWords(value, locale);
}

/** Another column, or the average of all. */
function heldAgainst(
  { op, against, subject, negated, column }: FilterFact,
  { facts, model, locale }: Told,
): string | null {
  const compare = COMPARED[op];
  if (!compare || negated || against === null) return null;
  // The average of some is not the average.
  if (against.startsWith('(select') && facts.filters.some(({ aside }) => aside === 'compared')) return null;
  const words = `${OPERATORS[compare][locale]}${say(locale, '', ' ')}`;
  if (against === `(select avg(${subject}))`) return `${words}${say(locale, '平均值', 'the average')}`;
  if (against === `(select max(${subject}))` && compare === '=')
    return column && isTimely(column, model)
      ? say(locale, '取最新', 'is the latest')
      : say(locale, '为最大值', 'is the greatest');
  if (against === `(select min(${subject}))` && compare === '=') return say(locale, '为最小值', 'is the least');
  const [table = '', ...rest] = against.split('.');
  const other = text(columnOf(model, { table, column: rest.join('.') })?.label, locale);
  return other ? `${words}${other}` : null;
}
