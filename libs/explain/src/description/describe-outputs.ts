import type { OutputColumn } from '@querent/contracts';
import type { OutputFact, StatementFacts } from '@querent/lint';
import { describeColumn, timeKindOf } from '@querent/compiler';
import { type Locale, type Localized, type ModelColumn, say, type SemanticModel, text } from '@querent/model';
import { aggregateLabel, metricOf } from './aggregate-label';
import { aliasHeading } from './alias-heading';
import { businessAlias, isInLanguage, wordsOfAlias } from './business-alias';
import { columnOf, type StatementContext } from './model-names';

type Description = Omit<OutputColumn, 'key'>;

/**
 * Describes the output columns of a statement that a language model wrote: keys c1 … cn in their order, labels in
 * business words, and the roles and formats that the compiler would give. Charts and answers therefore treat such a
 * statement like a compiled one. A label is never a name of the database: an unknown column is 结果1 / result 1.
 */
export function describeOutputs(facts: StatementFacts, model: SemanticModel, locale: Locale): OutputColumn[] {
  const context = { facts, model, locale };
  const described = facts.outputs.map((output, index) => ({ output, column: describe(output, index, context) }));
  return withDistinctLabels(described, context).map((column, index) => ({ key: `c${index + 1}`, ...column }));
}

function describe(output: OutputFact, index: number, context: StatementContext): Description {
  const { model, locale } = context;
  const fallback = aliasHeading(output.name, model, locale) ?? say(locale, `结果${index + 1}`, `result ${index + 1}`);
  if (/^_?data_?source$/i.test(output.name))
    return { label: say(locale, '数据来源', 'source'), role: 'source', format: 'text' };
  if (output.text.includes('st_distance')) return distance(output, fallback, locale, model);
  if (output.grain !== undefined || output.part !== undefined) return period(output, fallback, context);
  if (output.kind === 'aggregate' || output.kind === 'window') return measured(output, fallback, context);
  const column = columnOf(model, tableColumn(output));
  if (column && (output.kind === 'column' || SAME_VALUE.has(output.fn ?? ''))) return stored(output, column, context);
  const field = entityField(output, model);
  if (field) return { ...stored(output, field.column, context), label: text(field.label, locale) || fallback };
  return computed(output, fallback, context);
}

/** The field of an entity that the output merges from the entity's sources: `coalesce(a.name, t.name)`. */
function entityField(output: OutputFact, model: SemanticModel): { label: Localized; column: ModelColumn } | undefined {
  if (!output.text.startsWith('coalesce(') || output.aggregates.length > 0) return undefined;
  const fields = Object.values(model.entities).flatMap((entity) => Object.values(entity.fields));
  const field = fields.find(
    ({ columns }) =>
      output.reads.length > 0 &&
      output.reads.every((read) => columns.some((column) => `${column.table}.${column.column}` === read)),
  );
  const column = columnOf(model, field?.columns[0]);
  return field && column ? { label: field.label, column } : undefined;
}

/** Functions that only change how a column's value is represented. */
const SAME_VALUE: ReadonlySet<string> = new Set(['st_asgeojson', 'st_astext', 'timezone', 'to_json', 'to_jsonb']);

const tableColumn = ({ table, column }: OutputFact): { table: string; column: string } | null =>
  table !== undefined && column !== undefined ? { table, column } : null;

const isGrouped = ({ facts }: StatementContext): boolean =>
  facts.grouped || facts.outputs.some(({ kind }) => kind === 'aggregate');

/** A stored column: a column of a list, or a dimension of groups. */
function stored(output: OutputFact, column: ModelColumn, context: StatementContext): Description {
  const { locale, model } = context;
  const described = describeColumn({ options: { locale } }, column);
  const alias = businessAlias(output.name, model);
  const named = { ...described, label: text(column.label, locale) || alias || described.label };
  if (!isGrouped(context)) return named;
  const isTime = timeKindOf(column) !== undefined && !column.isYear;
  if (isTime) return { ...named, role: 'time', grain: 'day', format: 'date' };
  return { ...named, role: column.role === 'name' || column.role === 'geo' ? column.role : 'dimension' };
}

const PERIODS: Readonly<Record<string, { zh: string; en: string }>> = {
  year: { zh: '年份', en: 'year' },
  quarter: { zh: '季度', en: 'quarter' },
  month: { zh: '月份', en: 'month' },
  week: { zh: '周', en: 'week' },
  day: { zh: '日期', en: 'date' },
  hour: { zh: '小时', en: 'hour' },
  dow: { zh: '星期', en: 'weekday' },
  isodow: { zh: '星期', en: 'weekday' },
};
const GRAINS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** A time truncated to a period, or one field of a time, such as the month of any year. */
function period(output: OutputFact, fallback: string, { model, locale }: StatementContext): Description {
  const words = PERIODS[output.grain ?? output.part ?? ''];
  const alias = businessAlias(output.name, model);
  const label = alias !== null && isInLanguage(alias, locale) ? alias : words ? words[locale] : fallback;
  const grain = GRAINS.find((one) => one === output.grain);
  return grain ? { label, role: 'time', grain, format: 'date' } : { label, role: 'dimension', format: 'text' };
}

function distance(output: OutputFact, fallback: string, locale: Locale, model: SemanticModel): Description {
  const alias = businessAlias(output.name, model);
  const inKilometres = /\/ 1000\b/.test(output.text) || /km|公里|千米/i.test(output.name);
  const inMetres = /sphere|spheroid/.test(output.text) || /meter|metre|_m$|米/i.test(output.name);
  const unit = inKilometres ? say(locale, '公里', 'km') : inMetres ? say(locale, '米', 'm') : undefined;
  const label =
    alias !== null && isInLanguage(alias, locale)
      ? alias
      : output.kind === 'aggregate'
        ? fallback
        : say(locale, '距离', 'distance');
  return {
    label,
    role: output.kind === 'aggregate' ? 'measure' : 'distance',
    ...(unit !== undefined && { unit }),
    format: 'number',
  };
}

const RANKS: ReadonlySet<string> = new Set(['row_number', 'rank', 'dense_rank', 'ntile']);
/** Aggregates whose result is one of the aggregated values. */
const KEEPS_VALUE: ReadonlySet<string> = new Set([
  'min',
  'max',
  'mode',
  'first_value',
  'last_value',
  'nth_value',
  'lag',
  'lead',
  'any_value',
]);
const LISTS: ReadonlySet<string> = new Set([
  'string_agg',
  'array_agg',
  'json_agg',
  'jsonb_agg',
  'json_object_agg',
  'jsonb_object_agg',
]);

function measured(output: OutputFact, fallback: string, context: StatementContext): Description {
  const { model, locale, facts } = context;
  const { fn = '', argument = '', distinct = false, of = [] } = output;
  const aggregate = { fn, argument, distinct, of, column: tableColumn(output) };
  const alias = businessAlias(output.name, model);
  const restricted = output.text.includes(' filter (');
  const own = restricted || output.kind === 'window' ? null : aggregateLabel(aggregate, model, locale);
  const label = (alias !== null && isInLanguage(alias, locale) ? alias : null) ?? own ?? fallback;
  if (RANKS.has(fn))
    return {
      label: alias !== null && isInLanguage(alias, locale) ? alias : say(locale, '名次', 'rank'),
      role: 'text',
      format: 'integer',
    };
  if (LISTS.has(fn)) return { label, role: 'text' };
  const column = columnOf(model, aggregate.column);
  if (fn === 'count') return { label, role: 'measure', format: 'integer' };
  const metric = metricOf(aggregate, model);
  if (column && KEEPS_VALUE.has(fn))
    return {
      ...withoutLabel(
        stored({ ...output, kind: 'column' }, column, {
          ...context,
          facts: { ...facts, grouped: false, outputs: [] },
        }),
      ),
      label,
    };
  const unit = text(metric?.unit ?? column?.unit, locale);
  const better = metric?.better ?? column?.better;
  return {
    label,
    role: 'measure',
    ...(unit && { unit }),
    format: metric?.format ?? column?.format ?? 'number',
    ...(better && { better }),
  };
}

const SHARE = /占比|比例|比率|share|ratio|percent|pct|proportion|率$|rate$/i;
/** Names of changes. Unlike a share, a change may be negative or more than 100 %. */
const GROWTH = /增长|增幅|涨幅|降幅|变化|环比|同比|growth|change|increase|decrease|decline|\b(?:yoy|mom|qoq)\b/i;

/**
 * A computed column. The alias distinguishes shares and growth from other arithmetic, which is a measure. Any other
 * computation is a dimension in a grouped statement, else a text.
 */
function computed(output: OutputFact, fallback: string, context: StatementContext): Description {
  const { model, locale } = context;
  const alias = businessAlias(output.name, model) ?? givenName(output, context);
  const label = alias !== null && isInLanguage(alias, locale) ? alias : fallback;
  if (output.kind === 'constant') return { label, role: 'text' };
  const isArithmetic = /^\(.* [-+*/] .*\)$/.test(output.text);
  const isShare = (SHARE.test(output.name) || GROWTH.test(output.name.replaceAll('_', ' '))) && isArithmetic;
  if (isShare && GROWTH.test(output.name.replaceAll('_', ' ')))
    return {
      label,
      role: 'measure',
      ...(/\b100\b/.test(output.text) ? { unit: '%', format: 'number' as const } : { format: 'percent' as const }),
    };
  if (isShare)
    return /\b100\b/.test(output.text)
      ? { label, role: 'measure', unit: '%', format: 'number' }
      : { label, role: 'share', format: 'percent' };
  if (isArithmetic || output.aggregates.length > 0) return { label, role: 'measure', format: 'number' };
  const [only, ...others] = output.reads;
  const column =
    others.length === 0 && only !== undefined
      ? columnOf(model, { table: only.slice(0, only.indexOf('.')), column: only.slice(only.indexOf('.') + 1) })
      : undefined;
  const role = output.text.startsWith('case ') || isGrouped(context) ? 'dimension' : 'text';
  if (!column) return { label, role };
  const own = text(column.label, locale);
  return { label: alias ?? (own || fallback), role: column.role === 'name' ? 'name' : role };
}

/**
 * The statement's alias in words, if it is in the asker's language. A computed value needs another label than its
 * column: a part of an address is not an address.
 */
function givenName({ name, fn }: OutputFact, { model, locale }: StatementContext): string | null {
  const words = name === fn ? null : wordsOfAlias(name, model);
  return words !== null && isInLanguage(words, locale) ? words : null;
}

/** Distinguishes columns of equal labels: by alias, else by the label of the table, else by a number. */
function withDistinctLabels(
  described: readonly { output: OutputFact; column: Description }[],
  { model, locale }: StatementContext,
): Description[] {
  const labels = described.map(({ column }) => column.label);
  const isAlone = (label: string, among: readonly string[]): boolean =>
    among.filter((other) => other === label).length === 1;
  const better = described.map(({ output, column }) => {
    if (isAlone(column.label, labels)) return column.label;
    const alias = businessAlias(output.name, model);
    if (alias !== null && !labels.includes(alias)) return alias;
    const table =
      output.kind === 'column' && output.table !== undefined ? text(model.tables[output.table]?.label, locale) : '';
    return table ? `${table}${locale === 'zh' ? '' : ' '}${column.label}` : column.label;
  });
  const seen = new Map<string, number>();
  return described.map(({ column }, index) => {
    const label = better[index] ?? column.label;
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return { ...column, label: times === 1 ? label : `${label} (${times})` };
  });
}

function withoutLabel({ label: _label, ...rest }: Description): Omit<Description, 'label'> {
  return rest;
}
