import type { Locale, Localized, LocalizedList } from './semantic-model';

const HAN = /\p{Script=Han}/u;

/** The text in the wanted language, else in the other one, else ''. */
export function text(localized: Localized | undefined, locale: Locale): string {
  if (!localized) return '';
  return (locale === 'zh' ? (localized.zh ?? localized.en) : (localized.en ?? localized.zh)) ?? '';
}

/** The label of anything labelled; falls back to `fallback` (usually its id) when it has none at all. */
export function labelOf(labelled: { label: Localized }, locale: Locale, fallback = ''): string {
  return text(labelled.label, locale) || fallback;
}

/** Which language a bare string is written in: any Han character makes it Chinese. */
export function languageOf(value: string): Locale {
  return HAN.test(value) ? 'zh' : 'en';
}

/** The later label wins language by language; an empty string counts as missing. */
export function mergeLabels(base: Localized, over: Localized | undefined): Localized {
  const merged: Localized = {};
  for (const locale of ['zh', 'en'] as const) {
    const value = over?.[locale]?.trim() || base[locale];
    if (value) merged[locale] = value;
  }
  return merged;
}

/** Both lists' words per language, trimmed, without repeats and without empty ones. */
export function mergeLists(base: LocalizedList, over: Partial<LocalizedList> | undefined): LocalizedList {
  const merge = (a: string[], b: string[] = []) => [
    ...new Set([...a, ...b].map((word) => word.trim()).filter(Boolean)),
  ];
  return { zh: merge(base.zh, over?.zh), en: merge(base.en, over?.en) };
}

export const noWords = (): LocalizedList => ({ zh: [], en: [] });
