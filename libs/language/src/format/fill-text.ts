import type { Locale } from '../locale';
import { formatNumber } from './format-number';

/**
 * A sentence with its blanks filled in: `{name}` with the value, numbers with grouped digits; `{name:one|more}` with
 * the word that agrees with the number, `{count} {count:group has|groups have} no value`. What is filled in is not read
 * again.
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>, locale: Locale): string {
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (_all, name: string, one?: string, more?: string) => {
    const value = values[name];
    if (one !== undefined) return (value === 1 ? one : more) ?? '';
    return typeof value === 'number' ? formatNumber(value, locale) : (value ?? '');
  });
}
