import { wordsTogether } from './words-together';

/** Prefixes that say "table" and nothing about the business. */
const NOISE_PREFIX = /^(t|tb|tbl|tab|dim|fact|dwd|dws|ods|ads)(?=[_-])/i;

/** Suffixes that say the same: emp_mst, order_tbl. */
const NOISE_SUFFIX = /(?<=[a-z]{2}[_-])(?:tb|tbl|tab|mst|mstr)$/i;

const SNAKE = /^[a-z\d_]+$/;

/**
 * Splits an identifier into lower-case words: `orderItems`, `order_items` and `t_order_items` give
 * `order items`. Runs of capitals stay together (`userID` gives `user id`); Han text is left whole.
 */
export function nameWords(identifier: string): string[] {
  // What most columns are called; the rest of the rules has nothing to say of it.
  if (SNAKE.test(identifier)) return withoutNoise(identifier).split('_').filter(Boolean).flatMap(wordsTogether);
  return withoutNoise(identifier.trim())
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{Script=Han})([A-Za-z\d])/gu, '$1 $2')
    .replace(/([A-Za-z\d])(\p{Script=Han})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((word) => wordsTogether(word.toLowerCase()));
}

const withoutNoise = (identifier: string): string => identifier.replace(NOISE_PREFIX, '').replace(NOISE_SUFFIX, '');

/** Names come again in table after table of a large schema. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 10_000;

/** The words of an identifier as one text: `orderItems` gives `order items`. */
export function nameInWords(identifier: string): string {
  const known = remembered.get(identifier);
  if (known !== undefined) return known;
  const words = nameWords(identifier).join(' ');
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(identifier, words);
  return words;
}
