import type { ColumnRef } from '@querent/contracts';
import { overviewsIn } from '@querent/lexicon';
import { plural } from '@querent/language';
import { labelOf, type ModelMetric, say } from '@querent/model';
import { type FigureMeaning, figureOf, type Key, type SetMeaning } from '@querent/grammar';
import { normalForms } from '@querent/reading';
import type { Candidate } from './candidate';
import type { Decision, Way } from './decision';
import { columnName, columnNames, namesOf, thingName, type Wording } from '../wording';

/** What it takes to make queries of meanings. */
export interface Making extends Wording {
  today: string;
}

/**
 * A thing of which nothing is asked (订单, "analyze orders"): its number, its main figure, its number by months or
 * kinds, or its rows. Null where something is asked.
 */
export function tooVague(candidate: Candidate, text: string, making: Making): Decision | null {
  const {
    item: { meaning },
  } = candidate.reading;
  // What is called by its name is shown.
  if (meaning.cat !== 'set' || !isVague(meaning, text) || making.facts.isNaming(meaning.thing, meaning.filters))
    return null;
  const { locale } = making;
  const name = thingName(making, meaning.thing);
  const metric = mainFigure(meaning.thing, making);
  const count = countWay(candidate, meaning, name, making);
  // 设备数量 that the model adds up is what people mean by the number of devices.
  const isCounted = metric !== null && labelOf(metric, locale).toLowerCase() === count.label.toLowerCase();
  const split = splitKey(meaning, making);
  return {
    trigger: 'too_vague',
    key: `ask:${meaning.thing}`,
    question: say(locale, `想了解${name}的什么？`, `What would you like to know about ${plural(name)}?`),
    ways: [
      ...(isCounted ? [] : [count]),
      ...(metric === null ? [] : metricWay(candidate, meaning, metric, making)),
      ...(split === null ? [] : [splitWay(candidate, meaning, split, making)]),
      {
        label: say(locale, `${name}列表`, `A list of ${plural(name)}`),
        value: 'list',
        aliases: ['列表', '清单', '明细', 'list'],
        leads: [candidate],
      },
    ].filter(({ leads }) => leads.length > 0),
    // Figures of rows of two kinds are no one query.
    ...((metric === null || metric.table === meaning.thing) && {
      together: (wanted) => sideBySide(candidate, meaning, { wanted, metric, split }, making),
    }),
  };
}

/** The figures that are wanted, by what they are wanted by; a list beside them says no more. */
function sideBySide(
  candidate: Candidate,
  meaning: SetMeaning,
  { wanted, metric, split }: { wanted: readonly string[]; metric: ModelMetric | null; split: Split | null },
  making: Making,
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
  return figured(candidate, meaning, { ...first, measures }, keys, making);
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
function figured(
  candidate: Candidate,
  meaning: SetMeaning,
  what: FigureMeaning,
  keys: Key[],
  making: Making,
): Candidate[] {
  const figure: FigureMeaning = {
    ...what,
    filters: meaning.filters,
    periods: meaning.periods,
    clock: meaning.clock,
    keys,
  };
  const [normal] = normalForms(figure, making);
  return normal ? [{ ...candidate, query: normal.query }] : [];
}

const rowsOf = (thing: string): FigureMeaning => figureOf(thing, { kind: 'aggregate', fn: 'count', table: thing });

const figureOfMetric = (thing: string, { id }: ModelMetric): FigureMeaning =>
  figureOf(thing, { kind: 'metric', id, form: 'value' });

function countWay(candidate: Candidate, meaning: SetMeaning, name: string, making: Making): Way {
  const leads = figured(candidate, meaning, rowsOf(meaning.thing), [], making);
  return {
    label: say(making.locale, `${name}数量`, `Number of ${plural(name)}`),
    value: 'count',
    aliases: ['数量', '总数', '多少', `${name}数`, 'number', 'count', 'how many'],
    leads,
  };
}

function metricWay(candidate: Candidate, meaning: SetMeaning, metric: ModelMetric, making: Making): Way[] {
  const leads = figured(candidate, meaning, figureOfMetric(meaning.thing, metric), [], making);
  return [
    {
      label: labelOf(metric, making.locale, metric.id),
      value: `metric:${metric.id}`,
      aliases: [...namesOf(metric), '金额', 'amount'],
      leads,
    },
  ];
}

/** The figure that a thing is mostly asked for: its default metric, else one of its own that is no count. */
function mainFigure(thing: string, { facts: { model } }: Making): ModelMetric | null {
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

/** What the number of a thing is told apart by. */
interface Split {
  key: Key;
  value: string;
  label: { zh: string; en: string };
  aliases: string[];
}

/** Months of events, years where only those are kept, else the kinds of a thing. */
function splitKey(meaning: SetMeaning, making: Making): Split | null {
  const { facts } = making;
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
  const by = columnName(making, kind);
  return {
    key: { column: kind, grain: null },
    value: `by:${kind.column}`,
    label: { zh: `各${by}`, en: by },
    aliases: [...columnNames(making, kind), `按${by}`, `by ${by}`],
  };
}

function splitWay(candidate: Candidate, meaning: SetMeaning, split: Split, making: Making): Way {
  const { key, value, label, aliases } = split;
  const name = thingName(making, meaning.thing);
  return {
    label: say(making.locale, `${label.zh}的${name}数量`, `Number of ${plural(name)} by ${label.en}`),
    value,
    aliases,
    leads: figured(candidate, meaning, rowsOf(meaning.thing), [key], making),
  };
}
