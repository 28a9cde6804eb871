import { piecesOf, singularOf } from '../pieces';
import { HAN } from './derived-form';

/**
 * The rest of a name after its owner's name: order status → status, 订单状态 → 状态. Undefined if the name does not begin
 * with it or the rest is too short.
 */
export function withoutOwner(name: string, owners: readonly string[]): string | undefined {
  const beginnings = beginningsOf(owners);
  return behindHan(name, beginnings) ?? behindWords(name, beginnings);
}

/** Whether a text is one of the owners' names, singular or plural. */
export const isNameOf = (text: string, owners: readonly string[]): boolean =>
  beginningsOf(owners).singulars.has(singularOf(text));

/** The names of a thing, prepared for comparison with its columns. */
interface Beginnings {
  han: ReadonlySet<string>;
  /** Lengths of the Chinese names, the longest first. */
  lengths: readonly number[];
  /** Keys of the pieces of names without Han characters, each followed by a space. */
  words: ReadonlySet<string>;
  /** First characters of all names. */
  initials: ReadonlySet<string>;
  /** Maximum number of pieces of a name without Han characters. */
  most: number;
  singulars: ReadonlySet<string>;
}

const beginnings = new WeakMap<readonly string[], Beginnings>();

function beginningsOf(owners: readonly string[]): Beginnings {
  const known = beginnings.get(owners) ?? madeBeginnings(owners);
  beginnings.set(owners, known);
  return known;
}

function madeBeginnings(owners: readonly string[]): Beginnings {
  const han = new Set(owners.filter((owner) => HAN.test(owner)));
  const plain = owners.filter((owner) => owner !== '' && !han.has(owner));
  const cut = plain.map((owner) => piecesOf(owner).map(({ key }) => key));
  return {
    han,
    lengths: [...new Set([...han].map(({ length }) => length))].sort((a, b) => b - a),
    words: new Set(cut.map(asKey)),
    initials: new Set(owners.map((owner) => owner.charAt(0))),
    most: Math.max(0, ...cut.map(({ length }) => length)),
    singulars: new Set(owners.map(singularOf)),
  };
}

const asKey = (keys: readonly string[]): string => keys.map((key) => `${key} `).join('');

function behindHan(name: string, { han, lengths }: Beginnings): string | undefined {
  for (const length of lengths) {
    if (!han.has(name.slice(0, length))) continue;
    const rest = name.slice(length).replace(/^的/, '');
    if (rest.length >= 2) return rest;
  }
  return undefined;
}

function behindWords(name: string, { words, initials, most }: Beginnings): string | undefined {
  // Fast path: most columns do not begin with their owner's name.
  if (!initials.has(name.charAt(0))) return undefined;
  const pieces = piecesOf(name);
  let found: string | undefined;
  let key = '';
  for (const [at, piece] of pieces.slice(0, Math.min(most, pieces.length - 1)).entries()) {
    key += `${piece.key} `;
    const rest = words.has(key) ? name.slice(pieces[at + 1]?.start ?? name.length) : '';
    if (rest.length >= 2) found = rest.replace(/^'s /, '');
  }
  return found;
}
