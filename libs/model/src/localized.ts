import type { Locale, Localized, LocalizedList } from './semantic-model';

const HAN = /\p{Script=Han}/u;

/** The text in a language, else in the other one, else ''. */
export function text(localized: Localized | undefined, locale: Locale): string {
  if (!localized) return '';
  return (locale === 'zh' ? (localized.zh ?? localized.en) : (localized.en ?? localized.zh)) ?? '';
}

/** A label in a language, else in the other one, else `fallback` (usually the id). */
export function labelOf(labelled: { label: Localized }, locale: Locale, fallback = ''): string {
  return text(labelled.label, locale) || fallback;
}

/** The language of a text: Chinese if it has a Han character. */
export function languageOf(value: string): Locale {
  return HAN.test(value) ? 'zh' : 'en';
}

/** Merges labels per language. `over` takes precedence; an empty string counts as missing. */
export function mergeLabels(base: Localized, over: Localized | undefined): Localized {
  const merged: Localized = {};
  for (const locale of ['zh', 'en'] as const) {
    const value = over?.[locale]?.trim() || base[locale];
    if (value) merged[locale] = value;
  }
  return merged;
}

/** Concatenates word lists per language, trimmed, without duplicates and empty words. */
export function mergeLists(base: LocalizedList, over: Partial<LocalizedList> | undefined): LocalizedList {
  const merge = (a: string[], b: string[] = []) => [
    ...new Set([...a, ...b].map((word) => word.trim()).filter(Boolean)),
  ];
  return { zh: merge(base.zh, over?.zh), en: merge(base.en, over?.en) };
}

export const noWords = (): LocalizedList => ({ zh: [], en: [] });
