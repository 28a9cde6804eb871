import type { Localized, LocalizedList } from '../semantic-model';

/** Texts of YAML's flow style, on one line each. */

const PLAIN = /^[\p{L}][\p{L}\p{N}_]*(?:[ -][\p{L}\p{N}_]+)*$/u;
/** Words that YAML 1.1 or 1.2 reads as something else than a text. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** A scalar: plain if it has a letter at its start and no other character than letters, digits, `_`, `-` and spaces. */
export const scalar = (text: string): string =>
  PLAIN.test(text) && !RESERVED.test(text)
    ? text
    : // Not all of these are escaped by JSON, and YAML ends a line at some of them.
      JSON.stringify(text).replace(
        /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );

export const map = (entries: readonly (readonly [key: string, value: string])[]): string =>
  entries.length === 0 ? '{}' : `{ ${entries.map(([key, value]) => `${key}: ${value}`.trimEnd()).join(', ')} }`;

const list = (words: readonly string[]): string => `[${words.map(scalar).join(', ')}]`;

const LOCALES = ['zh', 'en'] as const;

/** A label; null without a text. */
export function localized(label: Localized): string | null {
  const entries = LOCALES.flatMap((locale) => {
    const text = label[locale]?.trim();
    return text ? [[locale, scalar(text)] as const] : [];
  });
  return entries.length === 0 ? null : map(entries);
}

/** Words by language; null without a word. */
export function localizedList(words: LocalizedList): string | null {
  const entries = LOCALES.flatMap((locale) => {
    const texts = words[locale].map((word) => word.trim()).filter(Boolean);
    return texts.length === 0 ? [] : [[locale, list(texts)] as const];
  });
  return entries.length === 0 ? null : map(entries);
}

/** A comment on one line. */
export const remark = (text: string): string => `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()}`;
