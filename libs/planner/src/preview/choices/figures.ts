import type { AggregateFunction, ColumnRef, Measure, SemanticQuery } from '@querent/contracts';
import { plural } from '@querent/language';
import { attributeLabel, labelOf, looksUp, say, type ModelMetric, thingsOf } from '@querent/model';
import { isSumOfMoney } from '@querent/lexicon';
import type { Candidate, TextSpan } from '../preview';
import { type ChoiceContext, distinct, named } from './choice-context';
import { type FigureWords, waysOf } from './figure-words';
import { tablesAround } from './tables-around';
import { sameBut, withoutTimeColumns } from './same-but';

/** Candidates for one figure; some are not readable in its question. */
const MOST = 16;

/** A figure that may replace another one. */
interface Figure extends FigureWords {
  label: string;
  isMeant: (measure: Measure) => boolean;
}

/**
 * The other figures of the rows that a figure aggregates, and of related rows that can be grouped and restricted in the
 * same way; nearest first.
 */
export function otherFigures(measure: Measure, own: TextSpan, context: ChoiceContext): Candidate[] {
  const { query } = context;
  const index = query.measures.indexOf(measure);
  const before = withoutTimeColumns(query);
  const [near, related] = otherMetrics(measure, context);
  const figures = [
    ...otherAggregates(measure, context),
    ...near,
    ...related,
    ...amounts(measure, context),
    ...counts(measure, context),
  ];
  return distinct(
    figures
      .filter(({ label }) => label !== measure.label)
      .slice(0, MOST)
      .map((figure) => ({
        label: figure.label,
        ways: waysOf(figure, own, context),
        means: (read) => {
          const other = read.measures[index];
          const isSame = (at: number): boolean => JSON.stringify(read.measures[at]?.what) === whatOf(query, at);
          return (
            other !== undefined &&
            figure.isMeant(other) &&
            read.measures.length === query.measures.length &&
            query.measures.every((_, at) => at === index || isSame(at)) &&
            sameBut(before, withoutTimeColumns(read), 'measures')
          );
        },
      })),
  );
}

const whatOf = ({ measures }: SemanticQuery, at: number): string => JSON.stringify(measures[at]?.what);

const FUNCTIONS: readonly (readonly [AggregateFunction, zh: string, en: string])[] = [
  ['sum', '总', 'total'],
  ['avg', '平均', 'average'],
  ['max', '最高', 'highest'],
  ['min', '最低', 'lowest'],
];

/** The column of a figure, aggregated by another function. */
function otherAggregates({ what }: Measure, context: ChoiceContext): Figure[] {
  if (what.kind !== 'aggregate' || !what.column || what.since) return [];
  return aggregatesOf(
    what.column,
    FUNCTIONS.filter(([fn]) => fn !== what.fn),
    context,
  );
}

/** The average of the amounts of a table, and the total of money. */
function amounts({ what }: Measure, context: ChoiceContext): Figure[] {
  const { model } = context.wording.facts;
  const home = what.kind === 'metric' ? (model.metrics[what.id]?.table ?? null) : what.table;
  const columns = home === null ? [] : (thingsOf(model).get(home)?.attributes ?? []);
  return columns
    .filter(({ role }) => role === 'measure')
    .slice(0, 2)
    .flatMap(({ ref, label }) =>
      aggregatesOf(ref, FUNCTIONS.slice(isSumOfMoney(label.zh, label.en) ? 0 : 1, 2), context),
    );
}

function aggregatesOf(column: ColumnRef, functions: typeof FUNCTIONS, context: ChoiceContext): Figure[] {
  const attribute = thingsOf(context.wording.facts.model)
    .get(column.table)
    ?.attributes.find(({ ref }) => ref.column === column.column);
  if (!attribute?.numeric) return [];
  const thing = labelOf(thingsOf(context.wording.facts.model).get(column.table) ?? NAMELESS, context.language, '');
  const qualifiedWords = (words: string): string | undefined =>
    thing === '' ? undefined : say(context.language, `${thing}的${words}`, `${words} of ${plural(thing)}`);
  return functions.flatMap(([fn, zh, en]) =>
    named((locale) => {
      const name = attributeLabel(attribute, locale);
      return say(locale, `${zh}${name}`, `${en} ${name}`);
    }, context).map((name) => ({
      ...name,
      qualified: qualifiedWords(name.words),
      counted: null,
      isMeant: ({ what }) =>
        what.kind === 'aggregate' && what.fn === fn && what.column?.column === column.column && !what.since,
    })),
  );
}

/** The other metrics: those of the same rows or parent, and those of related rows. */
function otherMetrics({ what }: Measure, context: ChoiceContext): [near: Figure[], related: Figure[]] {
  const { query, wording } = context;
  const { metrics } = wording.facts.model;
  const old = what.kind === 'metric' ? metrics[what.id] : undefined;
  const home = what.kind === 'metric' ? (old?.table ?? null) : what.table;
  const used = new Set(query.measures.flatMap((one) => (one.what.kind === 'metric' ? [one.what.id] : [])));
  const around = new Set(home === null ? [] : tablesAround(wording.facts.model, home));
  const distance = (metric: ModelMetric): number | null => {
    if (old && metric.parent === old.parent && metric.parent !== null) return 0;
    if (metric.table === home || metric.table === null || home === null)
      return metric.table === home || metric.id === old?.parent || metric.parent === old?.id ? 1 : null;
    return around.has(metric.table) && hasTheSameParts(metric.table, home, context) ? 2 : null;
  };
  const others = Object.values(metrics).flatMap((metric) => {
    const far = used.has(metric.id) || isOneEach(metric, context) ? null : distance(metric);
    return far === null ? [] : [{ metric, far }];
  });
  const figuresOf = (found: typeof others): Figure[] =>
    found.flatMap(({ metric }) =>
      named((locale) => labelOf(metric, locale, ''), context).map((name) => ({
        ...name,
        counted: /^number of (.+)$/.exec(name.words)?.[1] ?? null,
        isMeant: (meant: Measure) => meant.what.kind === 'metric' && meant.what.id === metric.id,
      })),
    );
  return [
    figuresOf(others.filter(({ far }) => far < 2).sort((a, b) => a.far - b.far)),
    figuresOf(others.filter(({ far }) => far === 2)),
  ];
}

/** Whether a metric counts the things that it is grouped by: the number of products by product. */
const isOneEach = ({ table, expression }: ModelMetric, context: ChoiceContext): boolean =>
  table !== null && /^\s*count\(/i.test(expression ?? '') && isNamed(table, context);

/** Whether each group is one thing of a table. */
const isNamed = (table: string, { query, wording }: ChoiceContext): boolean =>
  query.dimensions.some(
    ({ column }) =>
      column.table === table &&
      thingsOf(wording.facts.model)
        .get(table)
        ?.attributes.find(({ ref }) => ref.column === column.column)?.role === 'name',
  );

/** Whether rows of a table have the groups and conditions of the question, or are related to those of its figure. */
function hasTheSameParts(table: string, home: string, { query, wording }: ChoiceContext): boolean {
  const { joins } = wording.facts.model;
  const tables = new Set(
    [
      ...query.dimensions.filter(({ grain, part }) => !grain && !part).map(({ column }) => column.table),
      ...query.filters.flatMap((one) => ('column' in one && one.span && one.kind !== 'time' ? [one.column.table] : [])),
    ].map((one) => one),
  );
  if (tables.size === 0) return looksUp(joins, table, home) || looksUp(joins, home, table);
  return [...tables].every((other) => looksUp(joins, table, other));
}

/** Numbers of related things. */
function counts({ what }: Measure, context: ChoiceContext): Figure[] {
  const { model } = context.wording.facts;
  const home = what.kind === 'metric' ? (model.metrics[what.id]?.table ?? null) : what.table;
  if (home === null) return [];
  return Object.values(model.tables)
    .filter(
      ({ name, role }) => !role && !isNamed(name, context) && (name === home || hasTheSameParts(name, home, context)),
    )
    .flatMap((table) =>
      named((locale) => {
        const name = labelOf(table, locale, '');
        return name === '' ? '' : say(locale, `${name}数`, `number of ${plural(name)}`);
      }, context).map((name) => ({
        ...name,
        counted: plural(labelOf(table, 'en', '')),
        isMeant: ({ what: meant }) =>
          meant.kind === 'metric' ? /count/i.test(model.metrics[meant.id]?.expression ?? '') : meant.fn === 'count',
      })),
    );
}

const NAMELESS = { label: {} };
