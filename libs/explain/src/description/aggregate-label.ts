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
import { columnOf, rowsName } from './model-names';

/** Labels of PostgreSQL's aggregates that the planner never produces. `{x}` is the label of the argument. */
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

type AggregateCall = Pick<AggregateFact, 'fn' | 'argument' | 'distinct' | 'of'> & { column: FactColumn | null };

/** The label of an aggregate in business words; null where its argument has no label in the model. */
export function aggregateLabel(call: AggregateCall, model: SemanticModel, locale: Locale): string | null {
  if (call.fn === 'count') return countLabel(call, model, locale);
  const metric = metricOf(call, model);
  if (metric) return text(metric.label, locale) || null;
  const column = columnOf(model, call.column);
  const name = text(column?.label, locale);
  const words = (column?.role === 'time' ? OF_TIME[call.fn] : undefined) ?? wordsOf(call.fn);
  return words && name && column && isItsColumn(call)
    ? (locale === 'zh' ? words.zh : words.en).replace('{x}', name)
    : null;
}

function wordsOf(fn: string): { zh: string; en: string } | undefined {
  const known = aggregateCalled(fn);
  return known ? AGGREGATES[known].label : OTHERS[fn];
}

/** The model's metric whose whole expression is this aggregate. */
export function metricOf({ fn, argument, distinct }: AggregateCall, model: SemanticModel): ModelMetric | undefined {
  const wanted = plain(`${fn}(${distinct ? 'distinct ' : ''}${argument})`);
  return Object.values(model.metrics).find(
    ({ expression }) => expression !== undefined && plain(expression) === wanted,
  );
}

const plain = (expression: string): string => expression.toLowerCase().replace(/[\s()"]/g, '');

const isItsColumn = ({ column, argument }: AggregateCall): boolean =>
  column !== null && argument.split(', ').includes(`${column.table}.${column.column}`);

/**
 * The label of a count. A count of rows or of a primary key is named after its table, a count of a foreign key after
 * the table that the key refers to, and any other count after its column.
 */
function countLabel(call: AggregateCall, model: SemanticModel, locale: Locale): string | null {
  const column = columnOf(model, call.column);
  if (call.argument !== '*' && (!column || !isItsColumn(call))) return null;
  const table = column ? countedTable(model, column.table, column.name, call.distinct) : homeTable(model, call.of);
  const rows = table === undefined ? '' : rowsName(model, table, locale);
  if (rows) return say(locale, `${rows}数量`, `number of ${plural(rows)}`);
  const name = text(column?.label, locale);
  if (!name) return null;
  const { label } = AGGREGATES[call.distinct ? 'count_distinct' : 'count'];
  return label[locale].replace('{x}', locale === 'zh' ? name : plural(name));
}

/** The table whose rows a count of this column counts; undefined for a column that is no key. */
function countedTable(model: SemanticModel, table: string, column: string, distinct: boolean): string | undefined {
  const keys = model.tables[table]?.primaryKey ?? [];
  if (keys.length === 1 && keys[0] === column) return table;
  const join = model.joins.find(
    ({ from }) => from.table === table && from.columns.length === 1 && from.columns[0] === column,
  );
  if (join) return distinct ? join.to.table : table;
  return undefined;
}

/** The table whose rows a join returns: the one from which foreign keys lead to all others. */
function homeTable(model: SemanticModel, relations: readonly string[]): string | undefined {
  const [only, ...others] = relations;
  if (only === undefined || others.length === 0) return only;
  const entity = Object.values(model.entities).find(({ sources }) =>
    relations.every((relation) => sources.includes(relation)),
  );
  return entity ? only : homeOf(model.joins, relations);
}
