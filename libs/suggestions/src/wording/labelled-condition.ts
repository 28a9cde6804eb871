import type { CompareOperator, Filter, Locale } from '@querent/contracts';
import { labelOf } from '@querent/model';
import type { Asked } from '../asked';
import { columnLabel, valueText } from './column-words';

/** A condition in words of labels: 客户类型为VIP客户 / customer type is VIP; null if the planner would not understand it. */
export function labelledCondition(filter: Filter, asked: Asked): string | null {
  const { locale, model } = asked;
  if (filter.kind === 'term' && !filter.negated)
    return locale === 'zh' ? labelOf(model.terms[filter.id] ?? { label: {} }, locale) || null : null;
  if (filter.kind !== 'compare' && filter.kind !== 'in' && filter.kind !== 'between') return null;
  const label = columnLabel(filter.column, asked);
  if (label === '') return null;
  if (filter.kind === 'between')
    return filter.negated
      ? null
      : {
          zh: `${label}在${String(filter.from)}到${String(filter.to)}之间`,
          en: `${label} is between ${String(filter.from)} and ${String(filter.to)}`,
        }[locale];
  if (filter.kind === 'compare')
    return `${label}${locale === 'zh' ? '' : ' '}${operators[filter.op][locale]}${locale === 'zh' ? '' : ' '}${valueText(filter.value, filter.column, asked)}`;
  const values = filter.values.map((value) => valueText(value, filter.column, asked));
  return {
    zh: `${label}${filter.negated ? '不' : ''}是${values.join('或')}`,
    en: `${label} is ${filter.negated ? 'not ' : ''}${values.join(' or ')}`,
  }[locale];
}

const operators: Record<CompareOperator, Record<Locale, string>> = {
  '=': { zh: '为', en: 'is' },
  '!=': { zh: '不是', en: 'is not' },
  '>': { zh: '大于', en: 'is over' },
  '>=': { zh: '不低于', en: 'is at least' },
  '<': { zh: '小于', en: 'is under' },
  '<=': { zh: '不高于', en: 'is at most' },
};
