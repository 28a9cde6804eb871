import type { OutputColumn } from '@querent/contracts';
import { aggregateKey, type FilterFact, type StatementFacts, type TopFact } from '@querent/lint';
import { type Locale, OPERATORS, say, type SemanticModel, text } from '@querent/model';
import { conditionText, belongsToMissingRow, isTimeColumn, subjectName, TIME_OPERATORS } from './condition-text';
import { columnOf, type StatementContext } from './model-names';
import { describeOutputs } from './describe-outputs';
import { radiiIn, radiusText, type Radius } from './radius-text';
import { valueWords } from './value-words';

/**
 * The conditions of a statement that a language model wrote, for the answer's disclosure. Each text states one in
 * business words: a filter, the restriction of a single figure, or a limit with its order. Conditions that cannot be
 * worded are counted in a last text, so that every condition is disclosed.
 */
export function describeConditions(facts: StatementFacts, model: SemanticModel, locale: Locale): string[] {
  const context: StatementContext = { facts, model, locale };
  const radii = radiiIn(facts, model);
  const around = radii.flatMap(({ filter, place }) => [filter, place]);
  const filters = facts.filters.filter(
    (filter) =>
      filter.clause !== 'aggregate' &&
      filter.aside === null &&
      !around.includes(filter) &&
      !pairsTwins(filter, context) &&
      !belongsToMissingRow(filter, context),
  );
  const ranges = rangesIn(filters.filter(({ alternative }) => !alternative));
  const inRange = new Set(ranges.flatMap(({ from, to }) => [from, to]));
  const open = filters.filter(({ alternative }) => alternative);
  const single = filters.filter((filter) => !filter.alternative && !inRange.has(filter));
  const texts = [
    ...radii.map((radius) => radiusText(radius, locale)),
    ...ranges.map((range) => rangeText(range, context)),
    ...single.map((filter) => conditionText(filter, context)),
    ...(open.length === 0 ? [] : [eitherText(open, context)]),
    ...restrictedFigures(context),
    ...comparedColumns(context),
    ...(facts.limit === null ? [] : [limitText(context)]),
    // Limits and set operations inside the statement also restrict the answer.
    ...innerLimits(facts, radii).map((top) => innerLimitText(top, context)),
    ...Array.from({ length: exclusions(facts) + subqueryConditions(facts, around) }, () => null),
  ];
  const worded = [...new Set(texts.filter((text) => text !== null))];
  const unworded = texts.filter((text) => text === null).length;
  if (unworded === 0) return worded;
  const others = say(
    locale,
    worded.length > 0 ? `另有${unworded}个条件` : `有${unworded}个条件`,
    `${unworded} ${worded.length > 0 ? 'other ' : ''}condition${unworded === 1 ? '' : 's'}`,
  );
  return [...worded, others];
}

/**
 * How many conditions apply only inside a scalar subquery, such as the total that a share is computed of. They are
 * counted instead of worded, because their words would read as conditions of the whole answer.
 */
function subqueryConditions({ filters }: StatementFacts, worded: readonly (FilterFact | null)[]): number {
  if (filters.some(({ against }) => against?.startsWith('(select') === true)) return 0;
  return filters.filter((filter) => filter.aside === 'compared' && !worded.includes(filter)).length;
}

/**
 * Whether a condition only joins the two sources of an entity in a list of both. It does not restrict the list, so it
 * is not disclosed.
 */
function pairsTwins({ alternative, op, subject, column }: FilterFact, { facts, model }: StatementContext): boolean {
  const tables = op === 'exists' ? subject.split(', ') : op === 'null' && column ? [column.table] : [];
  return (
    alternative &&
    tables.length > 0 &&
    Object.values(model.entities).some(
      ({ sources }) =>
        tables.every((table) => sources.includes(table)) && sources.every((source) => facts.relations.includes(source)),
    )
  );
}

interface Range {
  from: FilterFact;
  to: FilterFact;
}

/** Pairs of a lower and an upper bound of the same subject. */
function rangesIn(filters: readonly FilterFact[]): Range[] {
  const bounds = (op: string): FilterFact[] =>
    filters.filter(
      (filter) =>
        filter.op.startsWith(op) &&
        filter.op.length <= 2 &&
        filter.op !== '<>' &&
        filter.values.length === 1 &&
        filter.aggregate === null,
    );
  return bounds('>').flatMap((from) => {
    const upper = bounds('<').filter(({ subject }) => subject === from.subject);
    const [to, ...others] = upper;
    const lower = bounds('>').filter(({ subject }) => subject === from.subject);
    return to && others.length === 0 && lower.length === 1 ? [{ from, to }] : [];
  });
}

/** A range of dates is worded from its first to its last day; other ranges with their bounds as written. */
function rangeText({ from, to }: Range, context: StatementContext): string | null {
  const { locale } = context;
  const name = subjectName(from, context);
  const [first = '', last = ''] = [from.values[0], to.values[0]];
  const days = [dayOf(first, from.op === '>' ? 1 : 0), dayOf(last, to.op === '<' ? -1 : 0)];
  if (name && days[0] && days[1]) {
    if (days[0] === days[1]) return say(locale, `${name}为${days[0]}`, `${name} on ${days[0]}`);
    return say(locale, `${name}在${days[0]}至${days[1]}`, `${name} from ${days[0]} to ${days[1]}`);
  }
  const bothIncluded = from.op === '>=' && to.op === '<=';
  const [low, high] = [valueWords(first, locale), valueWords(last, locale)];
  if (name && low && high && bothIncluded)
    return say(locale, `${name}在${low}到${high}之间`, `${name} is between ${low} and ${high}`);
  const parts = [conditionText(from, context), conditionText(to, context)];
  return parts.some((part) => part === null) ? null : parts.join(say(locale, '且', ' and '));
}

/** A date moved by a number of days, `YYYY-MM-DD`; null for anything but a date. */
function dayOf(value: string, step: number): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return null;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + step)).toISOString().slice(0, 10);
}

/** Two alternative conditions, joined by "or". Null for more: their combination is unknown. */
function eitherText(open: readonly FilterFact[], context: StatementContext): string | null {
  const texts = open.map((filter) => conditionText(filter, context));
  if (open.length !== 2 || texts.some((text) => text === null)) return null;
  return texts.join(say(context.locale, '或', ' or '));
}

/** Figures with a condition of their own, `count(*) FILTER (WHERE …)`. */
function restrictedFigures(context: StatementContext): (string | null)[] {
  const { facts, model, locale } = context;
  const labels = describeOutputs(facts, model, locale);
  return facts.outputs.flatMap((output, index) => {
    const used = facts.aggregates.filter(({ filter }) => filter.length > 0);
    const label = labels[index]?.label;
    return used
      .filter((aggregate) => output.aggregates.includes(aggregateKey(aggregate)))
      .filter((aggregate, at, all) => all.length === 1 || output.fn === aggregate.fn)
      .slice(0, 1)
      .map((aggregate) => {
        const texts = aggregate.filter.map((filter) => conditionText(filter, context));
        if (label === undefined || texts.some((text) => text === null)) return null;
        return say(
          locale,
          `“${label}”只计${texts.join('且')}的`,
          `“${label}” counts only rows where ${texts.join(' and ')}`,
        );
      });
  });
}

/** "At most the first 10 by revenue". */
function limitText({ facts, model, locale }: StatementContext): string | null {
  const limit = facts.limit ?? '';
  if (!/^\d+$/.test(limit)) return null;
  const [by] = facts.order;
  const output = by?.output !== null && by !== undefined ? describeOutputs(facts, model, locale)[by.output] : undefined;
  if (!by || output === undefined) return say(locale, `最多取前${limit}条`, `at most the first ${limit}`);
  const { label } = output;
  const order = ORDERS[orderOf(output)][by.descending ? 'down' : 'up'];
  return say(locale, `按${label}${order.zh}取前${limit}条`, `at most the first ${limit} by ${label}${order.en}`);
}

type Order = 'size' | 'time' | 'distance' | 'name';

/** The words for an ascending and a descending order, by the kind of column: a name is neither high nor low. */
const ORDERS: Readonly<Record<Order, Readonly<Record<'up' | 'down', { zh: string; en: string }>>>> = {
  size: { down: { zh: '从高到低', en: '' }, up: { zh: '从低到高', en: ', lowest first' } },
  time: { down: { zh: '从晚到早', en: ', latest first' }, up: { zh: '从早到晚', en: ', earliest first' } },
  distance: { down: { zh: '从远到近', en: ', farthest first' }, up: { zh: '从近到远', en: ', nearest first' } },
  name: { down: { zh: '倒序', en: ' in reverse' }, up: { zh: '顺序', en: '' } },
};

function orderOf({ role, format }: OutputColumn): Order {
  if (role === 'distance') return 'distance';
  if (role === 'time' || format === 'date') return 'time';
  return role === 'measure' ||
    role === 'share' ||
    format === 'integer' ||
    format === 'number' ||
    format === 'currency' ||
    format === 'percent'
    ? 'size'
    : 'name';
}

/** The limits inside the statement. The look-up of the place for a radius search (LIMIT 1) does not restrict rows. */
function innerLimits({ tops, limit, order }: StatementFacts, radii: readonly Radius[]): TopFact[] {
  const isOuter = (top: TopFact): boolean =>
    top.limit === limit && top.order.map(({ text }) => text).join() === order.map(({ text }) => text).join();
  const outer = limit === null ? -1 : tops.findIndex(isOuter);
  const hasPlace = radii.some(({ place }) => place !== null);
  return tops.filter((top, index) => index !== outer && !(hasPlace && top.limit === '1'));
}

/** An inner limit in words; null unless its order is by an output column or by a column that has a label. */
function innerLimitText({ limit, order }: TopFact, { facts, model, locale }: StatementContext): string | null {
  const [by] = order;
  if (!by || !/^\d+$/.test(limit)) return null;
  const shown = facts.outputs.findIndex(({ text }) => text === by.text);
  const output = shown < 0 ? undefined : describeOutputs(facts, model, locale)[shown];
  const dot = by.text.indexOf('.');
  const column = columnOf(model, { table: by.text.slice(0, dot), column: by.text.slice(dot + 1) });
  const label = output?.label ?? text(column?.label, locale);
  if (!label) return null;
  const isTime = column?.category === 'date' || column?.category === 'timestamp';
  const extreme = EXTREMES[output ? orderOf(output) : isTime ? 'time' : 'size'][by.descending ? 'down' : 'up'];
  return say(locale, `只看${label}${extreme.zh}的${limit}条`, `only the ${limit} with the ${extreme.en} ${label}`);
}

/** The words for the first rows of a descending and an ascending order. */
const EXTREMES: typeof ORDERS = {
  size: { down: { zh: '最高', en: 'highest' }, up: { zh: '最低', en: 'lowest' } },
  time: { down: { zh: '最晚', en: 'latest' }, up: { zh: '最早', en: 'earliest' } },
  distance: { down: { zh: '最远', en: 'farthest' }, up: { zh: '最近', en: 'nearest' } },
  name: { down: { zh: '排在最后', en: 'last' }, up: { zh: '排在最前', en: 'first' } },
};

const JOIN_OPERATORS: Readonly<Record<string, keyof typeof OPERATORS>> = {
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Joins that compare columns by another operator than equality. */
function comparedColumns({ facts, model, locale }: StatementContext): (string | null)[] {
  const labelOf = (name: string): string =>
    text(
      columnOf(model, { table: name.slice(0, name.indexOf('.')), column: name.slice(name.indexOf('.') + 1) })?.label,
      locale,
    );
  return facts.joins.flatMap(({ left, right, op }) => {
    const compare = JOIN_OPERATORS[op];
    // `a.id <> b.id` in a self-join only prevents that a row is paired with itself.
    if (!compare || left === right) return [];
    const [one, other] = [labelOf(left), labelOf(right)];
    const isLater = isTimeColumn(
      { table: left.slice(0, left.indexOf('.')), column: left.slice(left.indexOf('.') + 1) },
      model,
    );
    const words = isLater
      ? TIME_OPERATORS[compare][locale]
      : `${OPERATORS[compare][locale]}${say(locale, '{x}', ' {x}')}`;
    return one && other ? [`${one}${say(locale, '', ' ')}${words.replace('{x}', other)}`] : [null];
  });
}

const exclusions = ({ setOperations }: StatementFacts): number =>
  setOperations.filter((operation) => !operation.startsWith('union')).length;
