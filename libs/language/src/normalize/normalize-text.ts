import { SIMPLIFIED_OF } from './traditional-characters';

export interface NormalizedText {
  text: string;
  /** Maps a position of the normalised text to the original; an exclusive end maps to an exclusive end. */
  toOriginal(index: number): number;
}

/**
 * One spelling for equal texts: half-width, simplified, lower case, single spaces, plain quotes and dashes. Idempotent.
 */
export function normalizeText(text: string): string {
  // Fast path: names and English questions need no character table; a quarter of a million texts of a large schema are
  // such.
  return PLAIN.test(text) && !text.includes("''")
    ? text.toLowerCase().replace(/\s+/g, ' ').trim()
    : normalizeWithMap(text).text;
}

/** Printable ASCII without the backtick, which becomes a quote. */
const PLAIN = /^[\t\n\r\x20-\x5f\x61-\x7e]*$/;

/** `normalizeText` with a map to the original positions, to show spans in the asker's own words. */
export function normalizeWithMap(original: string): NormalizedText {
  const once = normalizeOnce(original);
  // Folding can produce text that folds again (’' becomes '' becomes "), so it is repeated until the text is stable.
  if (normalizeOnce(once.text).text === once.text) return once;
  const again = normalizeWithMap(once.text);
  return { text: again.text, toOriginal: (index) => once.toOriginal(again.toOriginal(index)) };
}

function normalizeOnce(original: string): NormalizedText {
  const pieces: string[] = [];
  const starts: number[] = [];
  let spaceAt = -1;
  let end = 0;
  for (const match of original.matchAll(CLUSTER)) {
    const normal = normalizeCluster(match[0]);
    for (const char of normal) {
      if (/\s/.test(char)) {
        if (pieces.length > 0 && spaceAt < 0) spaceAt = match.index;
        continue;
      }
      if (spaceAt >= 0) {
        pieces.push(' ');
        starts.push(spaceAt);
        spaceAt = -1;
      }
      pieces.push(char);
      for (let unit = 0; unit < char.length; unit += 1) starts.push(match.index);
      end = match.index + match[0].length;
    }
  }
  const toOriginal = (index: number): number => (index < 0 ? 0 : (starts[index] ?? end));
  return { text: pieces.join(''), toOriginal };
}

/**
 * A character with its combining marks (or a run of Hangul parts), which NFKC composes as one; LaTeX-style quotes too.
 */
const CLUSTER = /``|''|[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]+\p{M}*|\P{M}\p{M}*|\p{M}+/gsu;

/**
 * Characters that NFKC keeps distinct although askers use them interchangeably. Angle quotes stay, because they mark
 * the titles of books.
 */
const UNIFIED: ReadonlyMap<string, string> = new Map(
  (
    [
      ['"', '“”„‟«»「」『』〝〞〟″'],
      ["'", '‘’‚‛`´′'],
      ['-', '‐‑‒–—―−─'],
      ['~', '〜∼'],
    ] as const
  ).flatMap(([to, from]) => Array.from(from, (char) => [char, to] as const)),
);

const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;

/** Cache of folded characters: composing and decomposing takes most of the time. */
const folded = new Map<string, string>();
const MOST_FOLDED = 10_000;

function normalizeCluster(cluster: string): string {
  const known = folded.get(cluster);
  if (known !== undefined) return known;
  const normal = fold(cluster);
  if (folded.size >= MOST_FOLDED) folded.clear();
  if (cluster.length <= 2) folded.set(cluster, normal);
  return normal;
}

function fold(cluster: string): string {
  if (cluster === '``' || cluster === "''") return '"';
  const composed = cluster.normalize('NFKC').toLowerCase().normalize('NFKC');
  const unified = Array.from(composed, (char) => UNIFIED.get(char) ?? SIMPLIFIED_OF.get(char) ?? char).join('');
  return unified.replace(INVISIBLE, (char) => (/\s/.test(char) ? ' ' : ''));
}
