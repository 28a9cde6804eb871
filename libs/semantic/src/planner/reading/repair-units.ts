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
  const ways = cuts(unit.surface, MOST_PIECES, trie).filter((pieces) => pieces.length > 1 && trie.exactly(pieces.map(stem)).some(({ sense }) => sense.kind !== 'cue'));
  const [pieces] = ways;
  if (!pieces || ways.length > 1) return [unit];
  let start = unit.start;
  return pieces.map((surface) => {
    const piece: Unit = { key: stem(surface), surface, start, end: start + surface.length, kind: 'word' };
    start += surface.length;
    return piece;
  });
}

/** A plural is longer than the word that it is looked up by. */
const LONGEST_ENDING = 2;

/** Every way to cut a text into so many words of the vocabulary at most. No piece is longer than the longest word, so a long text has few ways. */
function cuts(text: string, most: number, trie: Trie<LexiconEntry>): string[][] {
  const longest = trie.spelt.longest + LONGEST_ENDING;
  if (text.length > most * longest) return [];
  const isWord = (piece: string): boolean => trie.vocabulary.get(stem(piece)) === 'word';
  const found = isWord(text) ? [[text]] : [];
  if (most === 1) return found;
  for (let at = SHORTEST_PIECE; at <= Math.min(longest, text.length - SHORTEST_PIECE); at++) {
    const head = text.slice(0, at);
    if (isWord(head)) for (const rest of cuts(text.slice(at), most - 1, trie)) found.push([head, ...rest]);
  }
  return found;
}
