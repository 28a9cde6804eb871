import { type LexiconEntry } from '../lexicon/lexicon';
import type { Trie } from '../lexicon/trie';
import { stem, type Unit } from '../lexicon/units';

/** Glued words are each at least so long: a shorter piece fits anywhere. */
const SHORTEST_PIECE = 3;
const MOST_PIECES = 3;

/** English words written without their space ("orderamount") or with one too many ("reven ue"), put right where only one way fits. */
export function repairUnits(units: Unit[], trie: Trie<LexiconEntry>): Unit[] {
  const repaired: Unit[] = [];
  for (let at = 0; at < units.length; at++) {
    const unit = units[at];
    if (!unit) continue;
    const joined = joinedWith(unit, units[at + 1], trie);
    if (joined) {
      repaired.push(joined);
      at++;
    } else repaired.push(...(isStrange(unit, trie) ? split(unit, trie) : [unit]));
  }
  return repaired;
}

function isStrange(unit: Unit | undefined, { known }: Trie<LexiconEntry>): unit is Unit {
  return unit?.kind === 'word' && !known.has(unit.key) && /^[a-z]+$/.test(unit.surface);
}

function joinedWith(unit: Unit, next: Unit | undefined, trie: Trie<LexiconEntry>): Unit | null {
  if (next?.kind !== 'word' || unit.kind !== 'word' || next.start !== unit.end + 1 || !(isStrange(unit, trie) || isStrange(next, trie))) return null;
  const surface = unit.surface + next.surface;
  const key = stem(surface);
  return surface.length >= 2 * SHORTEST_PIECE && trie.vocabulary.get(key) === 'word' ? { key, surface, start: unit.start, end: next.end, kind: 'word' } : null;
}

/** The one way to cut a word into words that name something together. */
function split(unit: Unit, trie: Trie<LexiconEntry>): Unit[] {
  const ways = cuts(unit.surface, MOST_PIECES).filter((pieces) => pieces.length > 1 && pieces.every((piece) => trie.vocabulary.get(stem(piece)) === 'word') && trie.exactly(pieces.map(stem)).some(({ sense }) => sense.kind !== 'cue'));
  const [pieces] = ways;
  if (!pieces || ways.length > 1) return [unit];
  let start = unit.start;
  return pieces.map((surface) => {
    const piece: Unit = { key: stem(surface), surface, start, end: start + surface.length, kind: 'word' };
    start += surface.length;
    return piece;
  });
}

function cuts(word: string, most: number): string[][] {
  if (most === 1) return [[word]];
  const found = [[word]];
  for (let at = SHORTEST_PIECE; at <= word.length - SHORTEST_PIECE; at++) for (const rest of cuts(word.slice(at), most - 1)) found.push([word.slice(0, at), ...rest]);
  return found;
}
