import type { Lexicon, LexiconEntry } from '../lexicon/lexicon';
import type { Unit } from '../lexicon/units';
import { nameOfSense } from '../lexicon/model-part';
import { hanNearMisses } from './han-near-miss';
import { nearMisses, type NearMisses } from './near-miss';
import type { Literal } from './mention';
import { wholeWords } from './whole-words';

/** A run of units `[from, to)` read as one piece. */
export interface Segment {
  from: number;
  to: number;
  entries: LexiconEntry[];
  literal: Literal | null;
  /** The word of the model that a misspelt one was taken for. */
  corrected: string | null;
  /** Parts of the model whose names an unknown stretch nearly spells. */
  nearMisses?: string[];
}

export interface LiteralSpan {
  start: number;
  end: number;
  literal: Literal;
}

/**
 * The best way to cut the question into known pieces: most content covered first, then fewest pieces, then words of
 * the model before cues before fillers. Dynamic programming over the lattice of all matches. Content that nothing
 * matches becomes a segment of kind `unknown`, never silence.
 */
export function segment(units: Unit[], lexicon: Lexicon, literals: LiteralSpan[]): Segment[] {
  const near = nearMissesOf(units, lexicon);
  const first = cut(units, lexicon, literals, near, []);
  const repaired = hanNearMisses(units, first, lexicon);
  return wholeWords(units, repaired.length > 0 ? cut(units, lexicon, literals, near, repaired) : first);
}

/** A question has a slip or two. Where so many different words are strange, they are no misspellings. */
const MOST_MISSPELT = 24;

function nearMissesOf(units: Unit[], lexicon: Lexicon): (NearMisses | null)[] {
  const { trie } = lexicon;
  const strange = new Map(units.flatMap((unit) => (unit.kind === 'word' && !trie.known.has(unit.key) ? [[unit.surface, unit]] : [])));
  if (strange.size > MOST_MISSPELT) return units.map(() => null);
  const found = new Map([...strange].map(([surface, unit]) => [surface, nearMisses(unit, trie)]));
  return units.map((unit) => (unit.kind === 'word' ? (found.get(unit.surface) ?? null) : null));
}

function cut(units: Unit[], lexicon: Lexicon, literals: LiteralSpan[], near: (NearMisses | null)[], repaired: Segment[]): Segment[] {
  const corrections = near.map((one) => one?.taken ?? null);
  const keys = units.map((unit, at) => corrections[at] ?? unit.key);
  const best: { score: number; segment: Segment | null; rest: number }[] = Array.from({ length: units.length + 1 }, () => ({ score: 0, segment: null, rest: units.length }));
  const literalsAt = literalSegments(units, literals);
  for (let from = units.length - 1; from >= 0; from--) {
    const candidates = [...(literalsAt.get(from) ?? []), ...lexiconSegments(lexicon, keys, from), ...repaired.filter((one) => one.from === from), unknownSegment(units, from, near[from]?.offered.flatMap((word) => partsNamed(lexicon, word)))];
    let chosen = { score: -Infinity, segment: null as Segment | null, rest: from + 1 };
    for (const segment of candidates) {
      const score = scoreOf(segment, units) + (best[segment.to]?.score ?? 0);
      if (score > chosen.score) chosen = { score, segment, rest: segment.to };
    }
    best[from] = chosen;
  }
  return mergeUnknown(follow(best), corrections);
}

function follow(best: { segment: Segment | null; rest: number }[]): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at < best.length - 1; ) {
    const step = best[at];
    if (!step?.segment) break;
    segments.push(step.segment);
    at = step.rest;
  }
  return segments;
}

function lexiconSegments(lexicon: Lexicon, keys: string[], from: number): Segment[] {
  return lexicon.trie.matches(keys, from).map(({ to, items }) => ({ from, to, entries: items, literal: null, corrected: null }));
}

function literalSegments(units: Unit[], literals: LiteralSpan[]): Map<number, Segment[]> {
  const found = new Map<number, Segment[]>();
  for (const { start, end, literal } of literals) {
    const from = units.findIndex((unit) => unit.end > start);
    let to = from;
    while (to < units.length && (units[to]?.start ?? end) < end) to++;
    // A literal inside a word is none: the 2024 of "blorp2024". Nor is one that holds no unit.
    if (from < 0 || to === from || (units[from]?.start ?? 0) < start || (units[to - 1]?.end ?? 0) > end) continue;
    const segment: Segment = { from, to, entries: [], literal, corrected: null };
    found.set(from, [...(found.get(from) ?? []), segment]);
  }
  return found;
}

function partsNamed(lexicon: Lexicon, word: string): string[] {
  return lexicon.trie.exactly([word]).flatMap(({ sense }) => nameOfSense(sense) ?? []);
}

function unknownSegment(units: Unit[], at: number, offered: string[] = []): Segment {
  const literal: Literal | null = units[at]?.kind === 'punct' ? null : { kind: 'unknown' };
  return { from: at, to: at + 1, entries: [], literal, corrected: null, ...(offered.length > 0 ? { nearMisses: [...new Set(offered)] } : {}) };
}

function scoreOf(segment: Segment, units: Unit[]): number {
  if (segment.literal?.kind === 'unknown' && !segment.nearMisses) return -20;
  const inside = units.slice(segment.from, segment.to).filter((unit) => unit.kind !== 'punct');
  const grammar = inside.length > 1 ? inside.filter((unit) => LINKS.has(unit.key)).length : 0;
  const base = 10 * (inside.length - grammar) + 5 * grammar - 4;
  // Nearly a whole name, which a known part of it and a rest are not.
  if (segment.literal?.kind === 'unknown') return base - NEARLY;
  if (segment.literal) return base + LITERAL_BONUS[segment.literal.kind];
  if (segment.entries.length === 0) return 0;
  return base + Math.max(...segment.entries.map(entryBonus));
}

const NEARLY = 15;

/** Words that join the parts of a compound; they earn a long match no more than they would alone. */
const LINKS: ReadonlySet<string> = new Set(['of', 'the', '的', "'s"]);

const LITERAL_BONUS: Record<Literal['kind'], number> = { number: 0, time: 3, quoted: 6, distance: 3, cue: 2, unknown: 0 };

function entryBonus({ sense, weight }: LexiconEntry): number {
  if (sense.kind === 'cue') return sense.cue.kind === 'filler' || sense.cue.kind === 'of' ? -1 : 0.5;
  if (sense.kind === 'attribute' && sense.qualified) return weight;
  return 1 + weight + (sense.kind === 'metric' ? 0.1 : 0);
}

/** Neighbouring unknown units are one unknown word; Han characters have no spaces to part them. */
function mergeUnknown(segments: Segment[], corrections: (string | null)[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (last?.literal?.kind === 'unknown' && segment.literal?.kind === 'unknown' && !last.nearMisses && !segment.nearMisses) last.to = segment.to;
    else merged.push({ ...segment, corrected: segment.corrected ?? correctedIn(segment, corrections) });
  }
  return merged;
}

function correctedIn(segment: Segment, corrections: (string | null)[]): string | null {
  const words = corrections.slice(segment.from, segment.to).filter((word) => word !== null);
  return segment.entries.length > 0 && words.length > 0 ? words.join(' ') : null;
}
