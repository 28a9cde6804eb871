import type { Locale } from '../locale';
import { formatNumber } from './format-number';

/**
 * Fills in the blanks of a sentence. `{name}` becomes the value, with grouped digits for numbers; `{name:one|more}`
 * becomes the word that agrees with the number: `{count} {count:group has|groups have} no value`. Inserted values are
 * not expanded again.
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>, locale: Locale): string {
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (_all, name: string, one?: string, more?: string) => {
    const value = values[name];
    if (one !== undefined) return (value === 1 ? one : more) ?? '';
    return typeof value === 'number' ? formatNumber(value, locale) : (value ?? '');
  });
}
