import { FNV_BASIS, fnv1a, fnvStep } from '@querent/contracts';

/**
 * Keys that two texts share if few edits lie between them: the deletion neighbourhood (T. Bocek, E. Hunt & B. Stiller,
 * "Fast similarity search in large dictionaries", 2007; SymSpell, W. Garbe 2012) of a text's beginning and of its end.
 * Both are at most half of it, so that of two edits at least one half contains at most one: one letter removed from
 * each half finds what two removed from the whole would, with 18 keys per text instead of 29, and names with equal
 * beginnings still differ by their ends.
 */
const LONGEST_HALF = 8;
/** Shorter texts have too many neighbours. */
export const SHORTEST_MISSPELT = 3;

export type EditPart = 'front' | 'back';

/** Calls back with every key of a text. Digits are never confused with each other, so they are part of every key. */
export function storedEditKeys(text: string, found: (hash: number) => void): void {
  const half = halfOf(text.length);
  const figures = figuresOf(text);
  neighbourhood(text, 0, half, figures ^ FRONT, found);
  neighbourhood(text, text.length - half, half, figures ^ BACK, found);
}

/** The keys of texts that are up to two edits away, which may be up to two letters longer or shorter. */
export function askedEditKeys(text: string, found: (hash: number) => void): void {
  const halves = new Set([-2, -1, 0, 1, 2].map((more) => halfOf(text.length + more)));
  const figures = figuresOf(text);
  for (const half of halves) {
    if (half > text.length || half < 1) continue;
    neighbourhood(text, 0, half, figures ^ FRONT, found);
    neighbourhood(text, text.length - half, half, figures ^ BACK, found);
  }
}

/** Hash of a whole text for one use of it. */
export function hashOf(text: string, use: number): number {
  return mixed(fnv1a(text, use));
}

const FRONT = 0x51ed270b;
const BACK = 0x2545f491;

/** Short texts use their whole: half of three letters occurs everywhere. */
const halfOf = (length: number): number =>
  length < 2 * SHORTEST_MISSPELT ? length : Math.min(LONGEST_HALF, Math.ceil(length / 2));

/** The part itself and each variant with one letter removed. */
function neighbourhood(text: string, from: number, length: number, seed: number, found: (hash: number) => void): void {
  for (let without = -1; without < length; without++) {
    let hash = FNV_BASIS ^ seed;
    for (let at = 0; at < length; at++) if (at !== without) hash = fnvStep(hash, text.charCodeAt(from + at));
    found(mixed(hash));
  }
}

function figuresOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) hash = fnvStep(hash, code + 1);
  }
  return hash;
}

/** FNV's low bits depend on few letters, but select the bucket, so they are mixed. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> 0;
}
