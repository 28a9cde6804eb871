import type { ColumnRef } from '@querent/contracts';
import { overviewsIn } from '@querent/lexicon';
import { plural } from '@querent/language';
import { labelOf, type ModelMetric, say } from '@querent/semantic';
import type { Facts } from '../facts';
import { type FigureMeaning, figureOf, type Key, type SetMeaning } from '../meaning';
import { normalForms } from '../normal-form/normal-form';
import type { Candidate } from './candidate';
import type { Decision, Way } from './decision';
import { columnName, columnNames, namesOf, thingName, type Wording } from './wording';

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
  if (
    meaning.cat !== 'set' ||
    !isVague(meaning, text, making.facts) ||
    making.facts.isNaming(meaning.thing, meaning.filters)
  )
    return null;
  const { locale } = making;
  const name = thingName(making, meaning.thing);
  const metric = mainFigure(meaning.thing, making);
  const count = countWay(candidate, meaning, name, making);
  // 设备数量 that the model adds up is what people mean by the number of devices.
  const isCounted = metric !== null && labelOf(metric, locale).toLowerCase() === count.label.toLowerCase();
  return {
    trigger: 'too_vague',
    key: `ask:${meaning.thing}`,
    question: say(locale, `想了解${name}的什么？`, `What would you like to know about ${plural(name)}?`),
    ways: [
      ...(isCounted ? [] : [count]),
      ...(metric === null ? [] : metricWay(candidate, meaning, metric, making)),
      ...splitWay(candidate, meaning, name, making),
      {
        label: say(locale, `${name}列表`, `A list of ${plural(name)}`),
        value: 'list',
        aliases: ['列表', '清单', '明细', 'list'],
        leads: [candidate],
      },
    ].filter(({ leads }) => leads.length > 0),
  };
}

function isVague(
  { thing, asked, filters, periods, select, order, limit, rank, having, distinct, clock, near }: SetMeaning,
  text: string,
  facts: Facts,
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
  // What happened in a period may be counted as well as listed.
  const isOfPeriod = periods.length > 0 && facts.isEvent(thing);
  return !asked && filters.length === 0 && (isOfPeriod || (periods.length === 0 && clock === null));
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
  const leads = figured(
    candidate,
    meaning,
    figureOf(meaning.thing, { kind: 'metric', id: metric.id, form: 'value' }),
    [],
    making,
  );
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

/** What the number of a thing is told apart by: months of events, years where only those are kept, else its kinds. */
function splitWay(candidate: Candidate, meaning: SetMeaning, name: string, making: Making): Way[] {
  const { facts, locale } = making;
  const [clock] = facts.clocks(meaning.thing);
  const way = (column: ColumnRef, value: string, grain: Key['grain'], label: string, aliases: string[]): Way => ({
    label,
    value,
    aliases,
    leads: figured(candidate, meaning, rowsOf(meaning.thing), [{ column, grain }], making),
  });
  if (clock && facts.isYear(clock))
    return [
      way(clock, 'year', null, say(locale, `按年的${name}数量`, `Number of ${plural(name)} by year`), [
        '按年',
        '每年',
        'by year',
        'yearly',
      ]),
    ];
  if (clock && facts.isEvent(meaning.thing))
    return [
      way(clock, 'month', 'month', say(locale, `按月的${name}数量`, `Number of ${plural(name)} by month`), [
        '按月',
        '每月',
        'by month',
        'monthly',
      ]),
    ];
  const kinds = facts
    .columns(meaning.thing)
    .filter((column) => facts.role(column) === 'dimension' && !facts.isYear(column) && !isConditioned(meaning, column));
  const kind =
    kinds.find(
      (column) =>
        (facts.column(column)?.storedValues.length ?? 0) > 0 ||
        Object.keys(facts.column(column)?.values ?? {}).length > 0,
    ) ?? kinds[0];
  if (!kind) return [];
  const by = columnName(making, kind);
  return [
    way(kind, `by:${kind.column}`, null, say(locale, `各${by}的${name}数量`, `Number of ${plural(name)} by ${by}`), [
      ...columnNames(making, kind),
      `按${by}`,
      `by ${by}`,
    ]),
  ];
}
