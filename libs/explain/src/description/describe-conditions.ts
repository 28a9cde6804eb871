import type { OutputColumn } from '@querent/contracts';
import type { FilterFact, StatementFacts, TopFact } from '@querent/lint';
import { type Locale, OPERATORS, say, type SemanticModel, text } from '@querent/model';
import { columnOf } from './column-of';
import { conditionText, heldByMissing, isTimely, subjectName, WHEN, type Told } from './condition-text';
import { describeOutputs } from './describe-outputs';
import { radiiIn, radiusText, type Radius } from './radius-text';
import { valueWords } from './value-words';

/**
 * The conditions of a statement that nobody compiled, one text each in business words, for the answer's disclosure: its
 * filters, what single figures are restricted to, how many rows it takes by which order. What cannot be said without
 * SQL or a name of the database is counted at the end; nothing is passed over in silence.
 */
export function describeConditions(facts: StatementFacts, model: SemanticModel, locale: Locale): string[] {
  const told: Told = { facts, model, locale };
  const radii = radiiIn(facts, model);
  const around = radii.flatMap(({ filter, place }) => [filter, place]);
  const filters = facts.filters.filter(
    (filter) =>
      filter.clause !== 'aggregate' &&
      filter.aside === null &&
      !around.includes(filter) &&
      !pairsTwins(filter, told) &&
      !heldByMissing(filter, told),
  );
  const ranges = rangesIn(filters.filter(({ alternative }) => !alternative));
  const inRange = new Set(ranges.flatMap(({ from, to }) => [from, to]));
  const open = filters.filter(({ alternative }) => alternative);
  const single = filters.filter((filter) => !filter.alternative && !inRange.has(filter));
  const texts = [
    ...radii.map((radius) => radiusText(radius, locale)),
    ...ranges.map((range) => rangeText(range, told)),
    ...single.map((filter) => conditionText(filter, told)),
    ...(open.length === 0 ? [] : [eitherText(open, told)]),
    ...restrictedFigures(told),
    ...comparedColumns(told),
    ...(facts.limit === null ? [] : [limitText(told)]),
    // A limit or a set operation inside the statement narrows the answer too.
    ...innerTops(facts, radii).map((top) => topText(top, told)),
    ...Array.from({ length: exclusions(facts) + ofPartOnly(facts, around) }, () => null),
  ];
  const said = [...new Set(texts.filter((text) => text !== null))];
  const unsaid = texts.filter((text) => text === null).length;
  if (unsaid === 0) return said;
  const others = say(
    locale,
    said.length > 0 ? `另有${unsaid}个条件` : `有${unsaid}个条件`,
    `${unsaid} ${said.length > 0 ? 'other ' : ''}condition${unsaid === 1 ? '' : 's'}`,
  );
  return [...said, others];
}

/**
 * Conditions of a single value looked up beside the rest, as of the whole that a share is of: they are not said, for
 * they hold of that value alone.
 */
function ofPartOnly({ filters }: StatementFacts, said: readonly (FilterFact | null)[]): number {
  if (filters.some(({ against }) => against?.startsWith('(select') === true)) return 0;
  return filters.filter((filter) => filter.aside === 'compared' && !said.includes(filter)).length;
}

/** What keeps an entity's two sources apart in a list that covers both says nothing of what is asked. */
function pairsTwins({ alternative, op, subject, column }: FilterFact, { facts, model }: Told): boolean {
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

/** Two bounds of one column are a range. */
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

/** Dates run from the first to the last day; other bounds stand as they are written. */
function rangeText({ from, to }: Range, told: Told): string | null {
  const { locale } = told;
  const name = subjectName(from, told);
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
  const parts = [conditionText(from, told), conditionText(to, told)];
  return parts.some((part) => part === null) ? null : parts.join(say(locale, '且', ' and '));
}

/** The day of a date, moved by some days; null for anything else. */
function dayOf(value: string, step: number): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return null;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + step)).toISOString().slice(0, 10);
}

/** Two conditions of which one must hold; how more of them hang together, the facts do not say. */
function eitherText(open: readonly FilterFact[], told: Told): string | null {
  const texts = open.map((filter) => conditionText(filter, told));
  if (open.length !== 2 || texts.some((text) => text === null)) return null;
  return texts.join(say(told.locale, '或', ' or '));
}

/** Figures that do not count every row of the answer. */
function restrictedFigures(told: Told): (string | null)[] {
  const { facts, model, locale } = told;
  const labels = describeOutputs(facts, model, locale);
  return facts.outputs.flatMap((output, index) => {
    const used = facts.aggregates.filter(({ filter }) => filter.length > 0);
    const label = labels[index]?.label;
    return used
      .filter(
        (aggregate) =>
          output.aggregates.some((key) => key.includes(' filter (') && key.startsWith(`${aggregate.fn}(`)) &&
          output.text.includes(' filter ('),
      )
      .filter((aggregate, at, all) => all.length === 1 || output.fn === aggregate.fn)
      .slice(0, 1)
      .map((aggregate) => {
        const texts = aggregate.filter.map((filter) => conditionText(filter, told));
        if (label === undefined || texts.some((text) => text === null)) return null;
        return say(
          locale,
          `“${label}”只计${texts.join('且')}的`,
          `“${label}” counts only where ${texts.join(' and ')}`,
        );
      });
  });
}

/** "At most the first 10 by revenue". */
function limitText({ facts, model, locale }: Told): string | null {
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

/** How an order goes, by what is ordered: a name is neither high nor low. */
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

/** The limits inside the statement. One row taken for the place that is searched around narrows nothing. */
function innerTops({ tops, limit, order }: StatementFacts, radii: readonly Radius[]): TopFact[] {
  const isOuter = (top: TopFact): boolean =>
    top.limit === limit && top.order.map(({ text }) => text).join() === order.map(({ text }) => text).join();
  const outer = limit === null ? -1 : tops.findIndex(isOuter);
  const hasPlace = radii.some(({ place }) => place !== null);
  return tops.filter((top, index) => index !== outer && !(hasPlace && top.limit === '1'));
}

/** What is ordered by must be shown, or be a column that has a label. */
function topText({ limit, order }: TopFact, { facts, model, locale }: Told): string | null {
  const [by] = order;
  if (!by || !/^\d+$/.test(limit)) return null;
  const shown = facts.outputs.findIndex(({ text }) => text === by.text);
  const dot = by.text.indexOf('.');
  const label =
    (shown < 0 ? undefined : describeOutputs(facts, model, locale)[shown]?.label) ??
    text(columnOf(model, { table: by.text.slice(0, dot), column: by.text.slice(dot + 1) })?.label, locale);
  return label
    ? say(
        locale,
        `只看${label}${by.descending ? '最高' : '最低'}的${limit}条`,
        `only the ${limit} with the ${by.descending ? 'highest' : 'lowest'} ${label}`,
      )
    : null;
}

const HELD: Readonly<Record<string, keyof typeof OPERATORS>> = {
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Columns of two tables held against each other other than by their keys. */
function comparedColumns({ facts, model, locale }: Told): (string | null)[] {
  const labelOf = (name: string): string =>
    text(
      columnOf(model, { table: name.slice(0, name.indexOf('.')), column: name.slice(name.indexOf('.') + 1) })?.label,
      locale,
    );
  return facts.joins.flatMap(({ left, right, op }) => {
    const compare = HELD[op];
    // A row is not paired with itself.
    if (!compare || left === right) return [];
    const [one, other] = [labelOf(left), labelOf(right)];
    const isLater = isTimely(
      { table: left.slice(0, left.indexOf('.')), column: left.slice(left.indexOf('.') + 1) },
      model,
    );
    const words = isLater ? WHEN[compare][locale] : `${OPERATORS[compare][locale]}${say(locale, '{x}', ' {x}')}`;
    return one && other ? [`${one}${say(locale, '', ' ')}${words.replace('{x}', other)}`] : [null];
  });
}

const exclusions = ({ setOperations }: StatementFacts): number =>
  setOperations.filter((operation) => !operation.startsWith('union')).length;
