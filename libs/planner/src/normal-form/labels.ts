import type { ColumnRef, Measure } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { Facts } from '../facts';

/** How a measure is named in the answer. */
export function labelOf(facts: Facts, what: Measure['what'], locale: Locale): string {
  const { model } = facts;
  if (what.kind === 'metric') return text(model.metrics[what.id]?.label, locale) ?? what.id;
  const thing = text((model.entities[what.table] ?? model.tables[what.table])?.label, locale) ?? what.table;
  const name = what.column ? columnLabel(facts, what.column, locale) : thing;
  return locale === 'zh'
    ? AGGREGATE_LABELS[what.fn].zh.replace('…', name)
    : AGGREGATE_LABELS[what.fn].en.replace('…', name);
}

const AGGREGATE_LABELS = {
  count: { zh: '…数', en: 'number of …' },
  count_distinct: { zh: '不同…数', en: 'number of distinct …' },
  sum: { zh: '…合计', en: 'total …' },
  avg: { zh: '平均…', en: 'average …' },
  min: { zh: '最小…', en: 'minimum …' },
  max: { zh: '最大…', en: 'maximum …' },
  median: { zh: '…中位数', en: 'median …' },
};

/** A column's label in the language, else in the other one, else its name. */
export function columnLabel(facts: Facts, ref: ColumnRef, locale: Locale): string {
  return (
    text(facts.model.entities[ref.table]?.fields[ref.column]?.label ?? facts.column(ref)?.label, locale) ?? ref.column
  );
}

function text(label: { zh?: string; en?: string } | undefined, locale: Locale): string | undefined {
  return label && (label[locale] ?? label[locale === 'zh' ? 'en' : 'zh']);
}
