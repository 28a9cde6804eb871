import type { Lexicon, LexiconEntry } from '../lexicon/lexicon';
import { nameOfSense } from '../lexicon/model-part';
import { soundAlike } from '../lexicon/sound-alikes';
import type { Unit } from '../lexicon/units';
import type { Segment } from './segmentation';

/** Names shorter than this have too many neighbours that are words themselves. */
const SHORTEST_TAKEN = 3;
/** With a character missing, what is left must still be most of the name. */
const SHORTEST_GAPPED = 4;
const LONGEST_WINDOW = 13;
/** A question has a slip or two. Where so many stretches are strange, they are no misspellings. */
const MOST_MISSPELT = 12;

type Slip = 'swapped' | 'sounds' | 'doubled' | 'missing' | 'other';

/**
 * Segments for unknown Han characters that nearly spell a name of the model. A slip of the hand (neighbours swapped, a
 * character doubled or missing, one that sounds alike) is taken for the one name it fits; any other difference may be
 * a word of its own and is only offered. Stored values are data: another place is not a misspelt one.
 */
export function hanNearMisses(units: Unit[], segments: Segment[], lexicon: Lexicon): Segment[] {
  const unknown = segments.filter((segment) => segment.literal?.kind === 'unknown' && units[segment.from]?.kind === 'han');
  if (unknown.length > MOST_MISSPELT) return [];
  const found = unknown.flatMap((segment) => windowsAround(units, segment).flatMap(([from, to]) => candidate(units, from, to, lexicon) ?? []));
  const taken = found.filter(({ corrected }) => corrected !== null);
  return taken.length > 0 ? taken : found;
}

/** Stretches of Han characters that hold the whole unknown one, as long as names are. */
function windowsAround(units: Unit[], { from, to }: Segment): [number, number][] {
  if (to - from > LONGEST_WINDOW) return [];
  let [low, high] = [from, to];
  while (low > 0 && units[low - 1]?.kind === 'han' && from - low < LONGEST_WINDOW) low--;
  while (high < units.length && units[high]?.kind === 'han' && high - to < LONGEST_WINDOW) high++;
  const windows: [number, number][] = [];
  for (let start = low; start <= from; start++) {
    for (let end = Math.max(to, start + 2); end <= Math.min(high, start + LONGEST_WINDOW); end++) windows.push([start, end]);
  }
  return windows;
}

function candidate(units: Unit[], from: number, to: number, lexicon: Lexicon): Segment | null {
  const text = units.slice(from, to).map(({ key }) => key).join('');
  const names = lexicon.hanNames.near(text).map((name) => ({ name, slip: slipOf(text, name), entries: entriesOf(lexicon, name) })).filter(({ entries }) => entries.length > 0);
  const [only] = names.filter(({ name, slip, entries }) => isTakable(name, slip, entries));
  const base = { from, to, literal: null };
  const rivals = names.filter(({ name }) => name.length >= SHORTEST_TAKEN);
  if (only && new Set(rivals.map(({ entries }) => partsOf(entries).join())).size === 1) return { ...base, entries: only.entries, corrected: only.name };
  const offered = names.filter(({ name, slip }) => name.length >= SHORTEST_TAKEN || slip === 'sounds' || slip === 'swapped');
  const parts = [...new Set(offered.flatMap(({ entries }) => partsOf(entries)))].slice(0, 3);
  return parts.length > 0 ? { ...base, entries: [], literal: { kind: 'unknown' }, corrected: null, nearMisses: parts } : null;
}

function isTakable(name: string, slip: Slip, entries: LexiconEntry[]): boolean {
  const stored = entries.every(({ sense }) => sense.kind === 'value');
  if (slip === 'other' || name.length < SHORTEST_TAKEN) return false;
  if (slip === 'missing') return !stored && name.length >= SHORTEST_GAPPED;
  return slip === 'sounds' ? !stored : true;
}

function slipOf(text: string, name: string): Slip {
  if (text.length < name.length) return 'missing';
  if (text.length > name.length) return Array.from(text).some((char, at) => char === text[at + 1] && text.slice(0, at) + text.slice(at + 1) === name) ? 'doubled' : 'other';
  const at = Array.from(text).findIndex((char, index) => char !== name[index]);
  if (text[at] === name[at + 1] && text[at + 1] === name[at]) return 'swapped';
  return soundAlike(text[at] ?? '', name[at] ?? '') ? 'sounds' : 'other';
}

function entriesOf(lexicon: Lexicon, name: string): LexiconEntry[] {
  return lexicon.trie.exactly(Array.from(name)).filter(({ sense }) => sense.kind !== 'cue');
}

function partsOf(entries: LexiconEntry[]): string[] {
  return entries.flatMap(({ sense }) => nameOfSense(sense) ?? []);
}
