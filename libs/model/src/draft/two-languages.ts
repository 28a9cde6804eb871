import { languageOf } from '../localized';
import type { Localized } from '../semantic-model';

/** Longest label in characters, by language. */
const LONGEST = { zh: 14, en: 40 };
const PLAIN = { zh: /^[\p{Script=Han}\p{L}\p{N}]+$/u, en: /^[A-Za-z][A-Za-z' -]*$/ };

/**
 * The label in both languages of a comment that holds both: `订单金额 / order amount`, `order amount（订单金额）`. Null for
 * any other comment.
 */
export function bothLanguages(comment: string | null): Required<Localized> | null {
  const [, first = '', second = ''] =
    /^([^/|()（）]+?)\s*(?:\s[/|]\s*|[/|]\s|[/|](?=\p{Script=Han})|(?<=\p{Script=Han})[/|]|[(（])\s*([^/|()（）]+?)\s*[)）]?$/u.exec(
      comment?.trim() ?? '',
    ) ?? [];
  const [zh, en] = languageOf(first) === 'zh' ? [first, second] : [second, first];
  const isLabel = (text: string, locale: 'zh' | 'en'): boolean =>
    languageOf(text) === locale && PLAIN[locale].test(text) && text.length <= LONGEST[locale];
  return isLabel(zh, 'zh') && isLabel(en, 'en') && en.split(' ').length <= 4 ? { zh, en: lowerFirst(en) } : null;
}

/** Order amount → order amount; an abbreviation stays: VAT rate. */
const lowerFirst = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text);
