import type { AggregateFunction, ColumnRef, Grain, Measure, Since, TimePart } from '@querent/contracts';
import { type Locale, plural } from '@querent/language';
import { AGGREGATES, isCounted } from '@querent/model';
import type { Facts } from '@querent/grammar';

/** The name of a measure in the answer. */
export function labelOf(facts: Facts, what: Measure['what'], locale: Locale): string {
  const { model } = facts;
  if (what.kind === 'metric') return text(model.metrics[what.id]?.label, locale) ?? what.id;
  const thing = thingLabel(facts, what.table, locale);
  if (what.column && what.since) return lengthLabel(facts, what.fn, what.column, what.since, locale);
  const named = what.column ? columnLabel(facts, what.column, locale) : thing;
  const name = locale === 'en' && isCounted(what.fn) ? plural(named) : named;
  return AGGREGATES[what.fn].label[locale].replace('{x}', name);
}

/** 下单日期到发货日期的平均天数, "average days from order date to shipping date". */
function lengthLabel(facts: Facts, fn: AggregateFunction, column: ColumnRef, since: Since, locale: Locale): string {
  const [begin, end] = [columnLabel(facts, since, locale), columnLabel(facts, column, locale)];
  const { zh, en } = AGGREGATES[fn].label;
  const unit = LENGTH_UNITS[since.unit];
  return locale === 'zh'
    ? `${begin}到${end}的${zh.replace('{x}', unit.zh)}`
    : en.replace('{x}', `${unit.en} from ${begin} to ${end}`);
}

const LENGTH_UNITS = {
  day: { zh: '天数', en: 'days' },
  hour: { zh: '小时数', en: 'hours' },
  minute: { zh: '分钟数', en: 'minutes' },
};

/** A figure's name, with its divisor or the groups that it is aggregated over. */
export function measureLabel(facts: Facts, { what, per, over }: Omit<Measure, 'label'>, locale: Locale): string {
  const name = labelOf(facts, what, locale);
  if (per) return quotientLabel(facts, name, per.what, locale);
  const [by] = over?.by ?? [];
  if (!over || !by) return name;
  const group = by.grain ? GRAIN_LABELS[by.grain][locale] : dimensionLabel(facts, by.column, null, locale);
  return AGGREGATES[over.fn].over[locale].replace('{x}', name).replace('{group}', group);
}

function quotientLabel(facts: Facts, name: string, per: Measure['what'], locale: Locale): string {
  if (per.kind === 'aggregate' && per.fn === 'count') {
    const thing = thingLabel(facts, per.table, locale);
    return locale === 'zh' ? `平均每个${thing}的${name}` : `average ${name} per ${thing}`;
  }
  const divisor = labelOf(facts, per, locale);
  return locale === 'zh' ? `${name}与${divisor}之比` : `${name} per ${divisor}`;
}

const GRAIN_LABELS = {
  day: { zh: '天', en: 'day' },
  week: { zh: '周', en: 'week' },
  month: { zh: '月', en: 'month' },
  quarter: { zh: '季度', en: 'quarter' },
  year: { zh: '年', en: 'year' },
};

/** A grouping's name: the thing if grouped by its name, the part of the calendar, else the column's label. */
export function dimensionLabel(facts: Facts, ref: ColumnRef, grain: Grain | null, locale: Locale): string {
  if (grain !== null) return PART_LABELS[grain][locale];
  const isName = facts.nameColumn(ref.table)?.column === ref.column;
  return isName ? thingLabel(facts, ref.table, locale) : columnLabel(facts, ref, locale);
}

const PART_LABELS = {
  ...GRAIN_LABELS,
  day: { zh: '日期', en: 'day' },
  month: { zh: '月份', en: 'month' },
  year: { zh: '年份', en: 'year' },
};

/** The name of a grouping by a recurring part of time. */
export const timePartLabel = (part: TimePart, locale: Locale): string => TIME_PART_LABELS[part][locale];

const TIME_PART_LABELS = {
  hour: { zh: '时段', en: 'hour of the day' },
  weekday: { zh: '星期', en: 'weekday' },
  month: { zh: '月份', en: 'month of the year' },
};

const thingLabel = ({ model }: Facts, thing: string, locale: Locale): string =>
  text((model.entities[thing] ?? model.tables[thing])?.label, locale) ?? thing;

/** A column's label in the language, else in the other one, else its name. */
export function columnLabel(facts: Facts, ref: ColumnRef, locale: Locale): string {
  return (
    text(facts.model.entities[ref.table]?.fields[ref.column]?.label ?? facts.column(ref)?.label, locale) ?? ref.column
  );
}

function text(label: { zh?: string; en?: string } | undefined, locale: Locale): string | undefined {
  return label && (label[locale] ?? label[locale === 'zh' ? 'en' : 'zh']);
}
