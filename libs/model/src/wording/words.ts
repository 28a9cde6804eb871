import { isPlural } from '@querent/language';
import type { Localized, Locale } from '../semantic-model';
import type { Attribute } from '../things';

/** Selects the text in the asker's language. */
export function say(locale: Locale, zh: string, en: string): string {
  return locale === 'zh' ? zh : en;
}

/** A label in the asker's language, else in the other one, else `fallback`. */
export function label(labels: Localized, locale: Locale, fallback = ''): string {
  return (locale === 'zh' ? (labels.zh ?? labels.en) : (labels.en ?? labels.zh)) ?? fallback;
}

export function attributeLabel(attribute: Attribute, locale: Locale): string {
  return label(attribute.label, locale, attribute.ref.column.replaceAll('_', ' '));
}

/** The name of a stored value in the asker's language, else the value itself. */
export function valueLabel(attribute: Attribute, value: string, locale: Locale): string {
  return attribute.values[value]?.[locale][0] ?? value;
}

/** A question for a figure: 销售额是多少？ "What is the revenue?", "What are the sales this year?" */
export function whatIs(locale: Locale, name: string, period?: { zh: string; en: string }): string {
  return say(
    locale,
    `${period ? `${period.zh}的` : ''}${name}是多少？`,
    `What ${isPlural(name) ? 'are' : 'is'} the ${name}${period ? ` ${period.en}` : ''}?`,
  );
}

/** Joins texts to an enumeration: 甲、乙和丙, "a, b and c". */
export function enumerate(parts: string[], locale: Locale): string {
  if (parts.length <= 1) return parts.join('');
  const last = parts.at(-1) ?? '';
  const rest = parts.slice(0, -1);
  return locale === 'zh' ? `${rest.join('、')}和${last}` : `${rest.join(', ')} and ${last}`;
}
