import { findQuoted } from '../tokens/quoted';
import { type NormalizedText, normalizeWithMap } from './normalize-text';

/** A space inside Chinese text, which is written without spaces: 杭 州, 2025 年, 最近 30 天. */
const GAP = /(?<=\p{Script=Han}) (?=[\p{Script=Han}\d])|(?<=\d) (?=\p{Script=Han})/gu;

/**
 * The question in the form that the planner reads: normalised, without spaces inside Chinese. Quoted text stays as
 * written.
 */
export function plainText(original: string): NormalizedText {
  const { text, toOriginal } = normalizeWithMap(original);
  const quoted = findQuoted(text);
  const gaps = new Set(
    [...text.matchAll(GAP)]
      .map(({ index }) => index)
      .filter((at) => !quoted.some(({ start, end }) => start <= at && at < end)),
  );
  if (gaps.size === 0) return { text, toOriginal };
  const kept = Array.from({ length: text.length }, (_, at) => at).filter((at) => !gaps.has(at));
  return {
    text: kept.map((at) => text.charAt(at)).join(''),
    toOriginal: (index) => toOriginal(kept[index] ?? text.length),
  };
}
