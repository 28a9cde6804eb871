import type { FilterFact } from '@querent/lint';
import { type Locale, say } from '@querent/model';
import { valueWords } from './value-words';

/** How a text is written: contains, begins or ends with something, or looks like a pattern. */
const MATCHES = {
  is: { zh: '为', en: ['is', 'is not'] },
  contains: { zh: '包含', en: ['contains', 'does not contain'] },
  starts: { zh: '开头为', en: ['starts with', 'does not start with'] },
  ends: { zh: '结尾为', en: ['ends with', 'does not end with'] },
  like: { zh: '形如', en: ['looks like', 'does not look like'] },
} as const;

/** A pattern of LIKE or a simple regular expression in words; null for one that only its own notation can say. */
export function patternText(op: FilterFact['op'], pattern: string, negated: boolean, locale: Locale): string | null {
  if (op !== 'like' && op !== 'ilike' && op !== '~' && op !== '~*') return null;
  const alternatives = op.startsWith('~') ? likenesses(pattern) : [pattern];
  const texts = alternatives.map((one) => likeText(one, negated, locale));
  return texts.length === 0 || texts.some((text) => text === null)
    ? null
    : texts.join(negated ? say(locale, '且', ' and ') : say(locale, '或', ' or '));
}

/** `^杭州|宁波` as patterns of LIKE; none where it is more than words and anchors. */
function likenesses(expression: string): string[] {
  const parts = expression.split('|').map((part) => /^(\^?)(?:\.\*)?([\p{L}\p{N} -]+)(?:\.\*)?(\$?)$/u.exec(part));
  return parts.some((part) => part === null)
    ? []
    : parts.map((part) => `${part?.[1] ? '' : '%'}${part?.[2] ?? ''}${part?.[3] ? '' : '%'}`);
}

function likeText(pattern: string, negated: boolean, locale: Locale): string | null {
  if (pattern.includes('\\')) return null;
  const [, before = '', word = '', after = ''] = /^(%*)([^%_]+)(%*)$/.exec(pattern) ?? [];
  const kind = word === '' ? 'like' : before && after ? 'contains' : after ? 'starts' : before ? 'ends' : 'is';
  const value = valueWords(word === '' ? pattern.replace(/%+/g, '…').replace(/_/g, '?') : word, locale);
  if (value === null || !/[\p{L}\p{N}]/u.test(value)) return null;
  const match = MATCHES[kind];
  return say(locale, `${negated ? '不' : ''}${match.zh}“${value}”`, `${match.en[negated ? 1 : 0]} “${value}”`);
}
