import { plural } from '@querent/language';
import type { FilterFact } from '@querent/lint';
import { isReadAsTime, type Locale, type ModelColumn, OPERATORS, say, type SemanticModel, text } from '@querent/model';
import { aggregateLabel } from './aggregate-label';
import { columnOf, rowsName, type StatementContext } from './model-names';
import { computedName, computationIn, computedValue, inPeriod } from './computed-subject';
import { valueWords } from './value-words';

const COMPARED: Readonly<Record<string, keyof typeof OPERATORS>> = {
  '=': '=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Comparisons of times. "At least 30 days ago" would mean the opposite of `>=`, which is "from 30 days ago on". */
export const TIME_OPERATORS: Readonly<Record<keyof typeof OPERATORS, { zh: string; en: string }>> = {
  '=': { zh: '为{x}', en: 'on {x}' },
  '!=': { zh: '不为{x}', en: 'not on {x}' },
  '>': { zh: '晚于{x}', en: 'after {x}' },
  '>=': { zh: '自{x}起', en: 'from {x} on' },
  '<': { zh: '早于{x}', en: 'before {x}' },
  '<=': { zh: '截至{x}', en: 'up to {x}' },
};

export const isTimeColumn = (at: FilterFact['column'], model: SemanticModel): boolean => {
  const stored = columnOf(model, at);
  return (
    stored?.isYear === true ||
    stored?.category === 'date' ||
    stored?.category === 'timestamp' ||
    (stored != null && isReadAsTime(stored))
  );
};

function isMoment({ column, aggregate }: FilterFact, { model }: StatementContext): boolean {
  const stored = columnOf(
    model,
    aggregate === null ? column : /^(?:min|max)$/.test(aggregate.fn) ? aggregate.column : null,
  );
  return stored?.category === 'date' || stored?.category === 'timestamp' || (stored != null && isReadAsTime(stored));
}

/**
 * One condition of a statement in business words, worded like a condition of a semantic query. Null where no words for
 * it are known.
 */
export function conditionText(filter: FilterFact, context: StatementContext): string | null {
  if (filter.op === 'exists') return withoutRows(filter, context);
  if (isUnmatched(filter, context)) return withoutMatch(filter, context);
  const period = inPeriod(filter, context.model, context.locale) ?? firstOfGroup(filter, context);
  if (period !== null) return period;
  const name = subjectName(filter, context);
  const predicate = name ? predicateText(filter, context) : null;
  return name && predicate ? `${name}${say(context.locale, '', ' ')}${predicate}` : null;
}

/** The name of a condition's subject: a column, a computation on a column, or an aggregate of a group. */
export function subjectName(filter: FilterFact, { facts, model, locale }: StatementContext): string | null {
  const { column, aggregate } = filter;
  const computed = column ? null : computationIn(filter);
  if (computed && !facts.repeated.includes(computed.column.table)) return computedName(computed, model, locale);
  if (aggregate)
    return aggregate.filter.length > 0 || aggregate.window ? null : aggregateLabel(aggregate, model, locale);
  if (column && facts.repeated.includes(column.table)) return null;
  return text(columnOf(model, column)?.label, locale) || null;
}

const RANKS: ReadonlySet<string> = new Set(['row_number', 'rank', 'dense_rank']);

/** `row_number() over (partition by category …) <= 3`: the first 3 of each category. */
function firstOfGroup(
  { aggregate, op, negated, values }: FilterFact,
  { facts, model, locale }: StatementContext,
): string | null {
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

function withoutRows({ subject, negated }: FilterFact, context: StatementContext): string | null {
  const { facts, model, locale } = context;
  const names = [...new Set(subject.split(', ').map((table) => rowsName(model, table, locale)))];
  const [only, ...others] = names;
  if (!negated || !only || others.length > 0) return null;
  const inner = facts.filters
    .filter(({ aside }) => aside === 'excluded')
    .map((filter) => conditionText(filter, context));
  // With two excluded subqueries, the facts do not assign an inner condition to one of them.
  const isOnly = facts.filters.filter(({ op }) => op === 'exists').length === 1;
  if (inner.some((one) => one === null) || (inner.length > 0 && !isOnly)) return null;
  return say(
    locale,
    `没有${inner.length > 0 ? `${inner.join('、')}的` : ''}${only}`,
    `without ${plural(only)}${inner.length > 0 ? ` (${inner.join(' and ')})` : ''}`,
  );
}

/** An anti-join: in `LEFT JOIN orders … WHERE orders.id IS NULL`, the null check tests whether a row exists. */
function isUnmatched({ op, column }: FilterFact, { facts, model }: StatementContext): boolean {
  if (op !== 'null' || !column || !facts.optional.includes(column.table)) return false;
  const name = `${column.table}.${column.column}`;
  return (
    (model.tables[column.table]?.primaryKey ?? []).includes(column.column) ||
    facts.joins.some(({ left, right }) => left === name || right === name)
  );
}

/** Whether a condition of a join restricts the rows that an anti-join excludes. It is worded with that exclusion. */
export function belongsToMissingRow({ clause, column }: FilterFact, context: StatementContext): boolean {
  return (
    clause === 'join' &&
    column !== null &&
    context.facts.filters.some(
      (other) => other.column?.table === column.table && !other.negated && isUnmatched(other, context),
    )
  );
}

function withoutMatch({ column, negated, alternative }: FilterFact, context: StatementContext): string | null {
  const { facts, model, locale } = context;
  const name = column ? rowsName(model, column.table, locale) : '';
  if (!name || alternative) return null;
  if (negated) return say(locale, `有${name}`, `with ${plural(name)}`);
  const inner = facts.filters
    .filter((filter) => filter.column?.table === column?.table && belongsToMissingRow(filter, context))
    .map((filter) => conditionText(filter, context));
  if (inner.some((one) => one === null)) return null;
  return say(
    locale,
    `没有${inner.length > 0 ? `${inner.join('、')}的` : ''}${name}`,
    `without ${plural(name)}${inner.length > 0 ? ` (${inner.join(' and ')})` : ''}`,
  );
}

function predicateText(filter: FilterFact, context: StatementContext): string | null {
  const { locale } = context;
  const { op, negated } = filter;
  if (op === 'null') return say(locale, negated ? '不为空' : '为空', negated ? 'is known' : 'is missing');
  if (filter.against !== null) return comparisonText(filter, context);
  const computed = filter.column ? null : computationIn(filter);
  const values = filter.values.map(
    (value) =>
      (computed ? computedValue(computed, value, locale) : undefined) ??
      shownValue(value, columnOf(context.model, filter.column), locale),
  );
  if (values.some((value) => value === null) || values.length === 0) return null;
  const shown = values.flatMap((value) => value ?? []);
  const [first = ''] = shown;
  const compare = COMPARED[op];
  if (compare && !negated && isMoment(filter, context))
    return `${TIME_OPERATORS[compare][locale].replace('{x}', first)}`;
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

/** A comparison with another column, or with the average, the maximum or the minimum of all rows. */
function comparisonText(
  { op, against, subject, negated, column }: FilterFact,
  { facts, model, locale }: StatementContext,
): string | null {
  const compare = COMPARED[op];
  if (!compare || negated || against === null) return null;
  // Conditions inside the subquery restrict the average to some rows: it is not the average of all.
  if (against.startsWith('(select') && facts.filters.some(({ aside }) => aside === 'compared')) return null;
  const words = `${OPERATORS[compare][locale]}${say(locale, '', ' ')}`;
  if (against === `(select avg(${subject}))`) return `${words}${say(locale, '平均值', 'the average')}`;
  if (against === `(select max(${subject}))` && compare === '=')
    return column && isTimeColumn(column, model)
      ? say(locale, '取最新', 'is the latest')
      : say(locale, '为最大值', 'is the greatest');
  if (against === `(select min(${subject}))` && compare === '=') return say(locale, '为最小值', 'is the least');
  const [table = '', ...rest] = against.split('.');
  const other = text(columnOf(model, { table, column: rest.join('.') })?.label, locale);
  return other ? `${words}${other}` : null;
}

/** Words for matching a text: contains, starts with, ends with, or looks like a pattern. */
const MATCHES = {
  is: { zh: '为', en: ['is', 'is not'] },
  contains: { zh: '包含', en: ['contains', 'does not contain'] },
  starts: { zh: '开头为', en: ['starts with', 'does not start with'] },
  ends: { zh: '结尾为', en: ['ends with', 'does not end with'] },
  like: { zh: '形如', en: ['looks like', 'does not look like'] },
} as const;

/** A LIKE pattern or a simple regular expression in words; null for a more complex expression. */
function patternText(op: FilterFact['op'], pattern: string, negated: boolean, locale: Locale): string | null {
  if (op !== 'like' && op !== 'ilike' && op !== '~' && op !== '~*') return null;
  const alternatives = op.startsWith('~') ? likenesses(pattern) : [pattern];
  const texts = alternatives.map((one) => likeText(one, negated, locale));
  return texts.length === 0 || texts.some((text) => text === null)
    ? null
    : texts.join(negated ? say(locale, '且', ' and ') : say(locale, '或', ' or '));
}

/** A regular expression such as `^杭州|宁波` as LIKE patterns; none where it has more than words and anchors. */
function likenesses(expression: string): string[] {
  const parts = expression.split('|').map((part) => /^(\^?)(?:\.\*)?([\p{L}\p{N} -]+)(?:\.\*)?(\$?)$/u.exec(part));
  return parts.some((part) => part === null)
    ? []
    : parts.map((part) => `${part?.[1] ? '' : '%'}${part?.[2] ?? ''}${part?.[3] ? '' : '%'}`);
}

function likeText(pattern: string, negated: boolean, locale: Locale): string | null {
  if (pattern.includes('\\')) return null;
  const [, before = '', word = '', after = ''] = /^(%*)([^%_]+)(%*)$/.exec(pattern) ?? [];
  const kind = word === '' ? 'like' : before && after ? 'contains' : after ? 'starts' : before ? 'ends' : 'is';
  const value = valueWords(word === '' ? pattern.replace(/%+/g, '…').replace(/_/g, '?') : word, locale);
  if (value === null || !/[\p{L}\p{N}]/u.test(value)) return null;
  const match = MATCHES[kind];
  return say(locale, `${negated ? '不' : ''}${match.zh}“${value}”`, `${match.en[negated ? 1 : 0]} “${value}”`);
}
