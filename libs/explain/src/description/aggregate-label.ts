import { plural } from '@querent/language';
import type { AggregateFact, FactColumn } from '@querent/lint';
import {
  aggregateCalled,
  AGGREGATES,
  homeOf,
  type Locale,
  type ModelMetric,
  say,
  type SemanticModel,
  text,
} from '@querent/model';
import { columnOf, rowsName } from './column-of';

/** PostgreSQL's aggregates that no question is read into, in words; `{x}` is what they are taken of. */
const OTHERS: Readonly<Record<string, { zh: string; en: string }>> = {
  mode: { zh: '最常见的{x}', en: 'most frequent {x}' },
  stddev_samp: { zh: '{x}标准差', en: 'standard deviation of {x}' },
  stddev_pop: { zh: '{x}标准差', en: 'standard deviation of {x}' },
  string_agg: { zh: '{x}列表', en: 'list of {x}' },
  array_agg: { zh: '{x}列表', en: 'list of {x}' },
};
const OF_TIME: Readonly<Record<string, { zh: string; en: string }>> = {
  min: { zh: '最早{x}', en: 'earliest {x}' },
  max: { zh: '最晚{x}', en: 'latest {x}' },
};

type Taken = Pick<AggregateFact, 'fn' | 'argument' | 'distinct' | 'of'> & { column: FactColumn | null };

/** What an aggregate is called in business words; null where its argument has no name. */
export function aggregateLabel(taken: Taken, model: SemanticModel, locale: Locale): string | null {
  if (taken.fn === 'count') return countLabel(taken, model, locale);
  const metric = metricOf(taken, model);
  if (metric) return text(metric.label, locale) || null;
  const column = columnOf(model, taken.column);
  const name = text(column?.label, locale);
  const words = (column?.role === 'time' ? OF_TIME[taken.fn] : undefined) ?? wordsOf(taken.fn);
  return words && name && column && isItsColumn(taken)
    ? (locale === 'zh' ? words.zh : words.en).replace('{x}', name)
    : null;
}

function wordsOf(fn: string): { zh: string; en: string } | undefined {
  const known = aggregateCalled(fn);
  return known ? AGGREGATES[known].label : OTHERS[fn];
}

/** The model's metric that is just this aggregate. */
export function metricOf({ fn, argument, distinct }: Taken, model: SemanticModel): ModelMetric | undefined {
  const wanted = plain(`${fn}(${distinct ? 'distinct ' : ''}${argument})`);
  return Object.values(model.metrics).find(
    ({ expression }) => expression !== undefined && plain(expression) === wanted,
  );
}

const plain = (expression: string): string => expression.toLowerCase().replace(/[\s()"]/g, '');

const isItsColumn = ({ column, argument }: Taken): boolean =>
  column !== null && argument.split(', ').includes(`${column.table}.${column.column}`);

/** Rows are counted by what they are; keys by what they stand for; other columns by their distinct values. */
function countLabel(taken: Taken, model: SemanticModel, locale: Locale): string | null {
  const column = columnOf(model, taken.column);
  if (taken.argument !== '*' && (!column || !isItsColumn(taken))) return null;
  const table = column ? countedTable(model, column.table, column.name, taken.distinct) : homeTable(model, taken.of);
  const rows = table === undefined ? '' : rowsName(model, table, locale);
  if (rows) return say(locale, `${rows}数量`, `number of ${plural(rows)}`);
  const name = text(column?.label, locale);
  if (!name) return null;
  return taken.distinct
    ? say(locale, `不同${name}数`, `number of different ${plural(name)}`)
    : say(locale, `${name}数`, `number of ${plural(name)}`);
}

/** The table whose rows a count of this column counts. */
function countedTable(model: SemanticModel, table: string, column: string, distinct: boolean): string | undefined {
  const keys = model.tables[table]?.primaryKey ?? [];
  if (keys.length === 1 && keys[0] === column) return table;
  const join = model.joins.find(
    ({ from }) => from.table === table && from.columns.length === 1 && from.columns[0] === column,
  );
  if (join) return distinct ? join.to.table : table;
  return undefined;
}

/** Joined rows are those of the table that all others are looked up from. */
function homeTable(model: SemanticModel, relations: readonly string[]): string | undefined {
  const [only, ...others] = relations;
  if (only === undefined || others.length === 0) return only;
  const entity = Object.values(model.entities).find(({ sources }) =>
    relations.every((relation) => sources.includes(relation)),
  );
  return entity ? only : homeOf(model.joins, relations);
}
