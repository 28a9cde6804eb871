/** The smallest pieces that words of a model and words of a question are compared by. */
export interface Unit {
  /** Stemmed word, single Han character, or digits; equal keys mean equal words. */
  key: string;
  surface: string;
  start: number;
  end: number;
  kind: 'word' | 'han' | 'number' | 'punct';
}

const PIECE = /(\p{Script=Han})|(\d+[a-z]+(?![a-z])|[\p{L}][\p{L}\p{M}\d]*)|(\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)|('s\b)|([^\s\p{L}\p{N}])/gu;
/** Marks inside a name (`round-trip`, `student_id`, `Wal·Mart`) separate units but are none themselves. */
const JOINERS = new Set(['-', '_', '·', '.', "'", '’', '*', '#', '`']);

/**
 * Cuts normalised (lower-case, half-width) text into units. One trie over such units serves Chinese, which
 * has no spaces, and English, which has plurals, and text that mixes both.
 */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  for (const match of text.matchAll(PIECE)) {
    const surface = match[0];
    const start = match.index;
    const end = start + surface.length;
    if (match[1]) units.push({ key: surface, surface, start, end, kind: 'han' });
    else if (match[2]) units.push(...latinUnits(surface, start));
    else if (match[3]) units.push({ key: surface.replaceAll(',', ''), surface, start, end, kind: 'number' });
    else if (match[4]) units.push({ key: "'s", surface, start, end, kind: 'punct' });
    else if (!JOINERS.has(surface)) units.push({ key: surface, surface, start, end, kind: 'punct' });
  }
  return units;
}

const ONLY_ASCII = /^[a-z\d]+$/i;

/** `\p{L}` also covers Han, so a Latin run may end in Han characters: `vip客户` gives `vip`, `客`, `户`. */
function latinUnits(run: string, start: number): Unit[] {
  if (ONLY_ASCII.test(run)) return [{ key: stem(run.toLowerCase()), surface: run, start, end: start + run.length, kind: 'word' }];
  const units: Unit[] = [];
  for (const part of run.matchAll(/\p{Script=Han}|[^\p{Script=Han}]+/gu)) {
    const at = start + part.index;
    const han = /\p{Script=Han}/u.test(part[0]);
    units.push({ key: han ? part[0] : stem(part[0].toLowerCase()), surface: part[0], start: at, end: at + part[0].length, kind: han ? 'han' : 'word' });
  }
  return units;
}

const IRREGULAR: Record<string, string> = {
  ids: 'id', people: 'person', children: 'child', men: 'man', women: 'woman', cities: 'city', series: 'series', species: 'species', movies: 'movie',
  status: 'status', address: 'address', addresses: 'address', business: 'business', businesses: 'business', class: 'class', buses: 'bus',
  this: 'this', is: 'is', was: 'was', has: 'has', does: 'does', its: 'its', as: 'as', us: 'us', plus: 'plus', campus: 'campus', campuses: 'campus',
};

/** Plural to singular, nothing more: a stem that also cut -ing and -ed would make `rating` and `rate` one word. */
export function stem(word: string): string {
  const known = IRREGULAR[word];
  if (known) return known;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
