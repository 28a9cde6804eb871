import type { ColumnRef } from '@querent/contracts';
import { overviewsIn } from '@querent/lexicon';
import { plural } from '@querent/language';
import { labelOf, type ModelMetric, say } from '@querent/model';
import { type FigureMeaning, figureOf, type Key, type SetMeaning } from '@querent/grammar';
import { normalForms } from '@querent/reading';
import type { Candidate } from './candidate';
import type { Decision, Way } from './decision';
import { columnName, columnNames, namesOf, thingName, type Wording } from '../wording';

/** The inputs for turning meanings into queries. */
export interface QueryContext extends Wording {
  today: string;
}

/**
 * Asks for the request if a question only names a thing (订单, "analyze orders"): its number, its main figure, its number
 * by month or category, or its rows. Null if the question requests something.
 */
export function tooVague(candidate: Candidate, text: string, context: QueryContext): Decision | null {
  const {
    item: { meaning },
  } = candidate.reading;
  // A row identified by its name is shown.
  if (meaning.cat !== 'set' || !isVague(meaning, text) || context.facts.isNaming(meaning.thing, meaning.filters))
    return null;
  const { locale } = context;
  const name = thingName(context, meaning.thing);
  const metric = mainMetric(meaning.thing, context);
  const count = countWay(candidate, meaning, name, context);
  // A metric labelled 设备数量 that sums a column replaces the count: users mean this metric by the number of devices.
  const isCounted = metric !== null && labelOf(metric, locale).toLowerCase() === count.label.toLowerCase();
  const split = splitKey(meaning, context);
  return {
    trigger: 'too_vague',
    key: `ask:${meaning.thing}`,
    question: say(locale, `想了解${name}的什么？`, `What would you like to know about ${plural(name)}?`),
    ways: [
      ...(isCounted ? [] : [count]),
      ...(metric === null ? [] : metricWay(candidate, meaning, metric, context)),
      ...(split === null ? [] : [splitWay(candidate, meaning, split, context)]),
      {
        label: say(locale, `${name}列表`, `A list of ${plural(name)}`),
        value: 'list',
        aliases: ['列表', '清单', '明细', 'list'],
        leads: [candidate],
      },
    ].filter(({ leads }) => leads.length > 0),
    // Figures of different tables cannot be in one query.
    ...((metric === null || metric.table === meaning.thing) && {
      together: (wanted) => sideBySide(candidate, meaning, { wanted, metric, split }, context),
    }),
  };
}

/** The chosen figures side by side; a list among the choices adds nothing. */
function sideBySide(
  candidate: Candidate,
  meaning: SetMeaning,
  { wanted, metric, split }: { wanted: readonly string[]; metric: ModelMetric | null; split: Split | null },
  context: QueryContext,
): Candidate[] {
  const isWanted = (value: string): boolean => wanted.includes(value);
  const keys = split !== null && isWanted(split.value) ? [split.key] : [];
  const figures = [
    ...(isWanted('count') ? [rowsOf(meaning.thing)] : []),
    ...(metric !== null && isWanted(`metric:${metric.id}`) ? [figureOfMetric(meaning.thing, metric)] : []),
  ];
  const [first = rowsOf(meaning.thing)] = figures;
  if (figures.length + keys.length === 0) return [];
  const measures = figures.length > 0 ? figures.flatMap((one) => one.measures) : first.measures;
  return withFigure(candidate, meaning, { ...first, measures }, keys, context);
}

function isVague(
  { asked, filters, periods, select, order, limit, rank, having, distinct, clock, near }: SetMeaning,
  text: string,
): boolean {
  if (
    select.length > 0 ||
    order.length > 0 ||
    limit !== null ||
    rank !== null ||
    having.length > 0 ||
    near !== null ||
    distinct
  )
    return false;
  const overviews = overviewsIn(text);
  if (overviews.some(({ isFrame }) => !asked || !isFrame)) return true;
  return !asked && filters.length === 0 && periods.length === 0 && clock === null;
}

/** The candidate with a figure of the set instead of its rows. */
function withFigure(
  candidate: Candidate,
  meaning: SetMeaning,
  what: FigureMeaning,
  keys: Key[],
  context: QueryContext,
): Candidate[] {
  const figure: FigureMeaning = {
    ...what,
    filters: meaning.filters,
    periods: meaning.periods,
    clock: meaning.clock,
    keys,
  };
  const [normal] = normalForms(figure, context);
  return normal ? [{ ...candidate, query: normal.query }] : [];
}

const rowsOf = (thing: string): FigureMeaning => figureOf(thing, { kind: 'aggregate', fn: 'count', table: thing });

const figureOfMetric = (thing: string, { id }: ModelMetric): FigureMeaning =>
  figureOf(thing, { kind: 'metric', id, form: 'value' });

function countWay(candidate: Candidate, meaning: SetMeaning, name: string, context: QueryContext): Way {
  const leads = withFigure(candidate, meaning, rowsOf(meaning.thing), [], context);
  return {
    label: say(context.locale, `${name}数量`, `Number of ${plural(name)}`),
    value: 'count',
    aliases: ['数量', '总数', '多少', `${name}数`, 'number', 'count', 'how many'],
    leads,
  };
}

function metricWay(candidate: Candidate, meaning: SetMeaning, metric: ModelMetric, context: QueryContext): Way[] {
  const leads = withFigure(candidate, meaning, figureOfMetric(meaning.thing, metric), [], context);
  return [
    {
      label: labelOf(metric, context.locale, metric.id),
      value: `metric:${metric.id}`,
      aliases: [...namesOf(metric), '金额', 'amount'],
      leads,
    },
  ];
}

/** The figure that users mostly ask for: the default metric of the thing, else one of its metrics that is no count. */
function mainMetric(thing: string, { facts: { model } }: QueryContext): ModelMetric | null {
  const preferred = model.metrics[model.tables[thing]?.defaultMetric ?? ''];
  const own = Object.values(model.metrics).filter(({ table }) => table === thing);
  return (
    [...(preferred ? [preferred] : []), ...own].find(
      ({ expression }) => expression !== undefined && !/^\s*count/i.test(expression),
    ) ?? null
  );
}

const isConditioned = ({ filters }: SetMeaning, { table, column }: ColumnRef): boolean =>
  filters.some((filter) => 'column' in filter && filter.column.table === table && filter.column.column === column);

/** The grouping that is offered for the number of a thing. */
interface Split {
  key: Key;
  value: string;
  label: { zh: string; en: string };
  aliases: string[];
}

/** Months for events, years if only years are stored, else the categories of a thing. */
function splitKey(meaning: SetMeaning, context: QueryContext): Split | null {
  const { facts } = context;
  const [clock] = facts.clocks(meaning.thing);
  if (clock && facts.isYear(clock))
    return {
      key: { column: clock, grain: null },
      value: 'year',
      label: { zh: '按年', en: 'year' },
      aliases: ['按年', '每年', 'by year', 'yearly'],
    };
  if (clock && facts.isEvent(meaning.thing))
    return {
      key: { column: clock, grain: 'month' },
      value: 'month',
      label: { zh: '按月', en: 'month' },
      aliases: ['按月', '每月', 'by month', 'monthly'],
    };
  const kinds = facts
    .columns(meaning.thing)
    .filter((column) => facts.role(column) === 'dimension' && !facts.isYear(column) && !isConditioned(meaning, column));
  const kind =
    kinds.find(
      (column) =>
        (facts.column(column)?.storedValues.length ?? 0) > 0 ||
        Object.keys(facts.column(column)?.values ?? {}).length > 0,
    ) ?? kinds[0];
  if (!kind) return null;
  const by = columnName(context, kind);
  return {
    key: { column: kind, grain: null },
    value: `by:${kind.column}`,
    label: { zh: `各${by}`, en: by },
    aliases: [...columnNames(context, kind), `按${by}`, `by ${by}`],
  };
}

function splitWay(candidate: Candidate, meaning: SetMeaning, split: Split, context: QueryContext): Way {
  const { key, value, label, aliases } = split;
  const name = thingName(context, meaning.thing);
  return {
    label: say(context.locale, `${label.zh}的${name}数量`, `Number of ${plural(name)} by ${label.en}`),
    value,
    aliases,
    leads: withFigure(candidate, meaning, rowsOf(meaning.thing), [key], context),
  };
}
