import type { GuardedName } from './physical-names';

/** A name of the database in a text. */
export interface NameFound {
  name: GuardedName;
  start: number;
  end: number;
}

type Finder = (text: string) => NameFound[];

/** One trie node: the next characters, and the name that ends here. */
interface Node {
  next: Map<string, Node>;
  name: GuardedName | null;
}

/** Characters of a Latin name; Chinese text has no spaces, so it ends such a word too. */
const WORD = /[0-9A-Za-z_$\u00c0-\u024f\u0370-\u1fff]+/g;
const WORD_ONLY = /^[0-9A-Za-z_$\u00c0-\u024f\u0370-\u1fff]+$/;
const WORD_CHARACTER = /[0-9A-Za-z_$\u00c0-\u024f\u0370-\u1fff]/;

/**
 * Compiles names into one pass over a text. Latin words are looked up completely, so ten thousand names cost no more
 * than ten; Chinese and mixed names, which have no boundaries, are matched by a trie from each possible first
 * character.
 */
export function nameFinder(names: readonly GuardedName[]): Finder {
  const words = new Map<string, GuardedName>();
  const root: Node = { next: new Map(), name: null };
  for (const name of names) {
    if (WORD_ONLY.test(name.name)) words.set(name.name.toLowerCase(), name);
    else grow(root, name);
  }
  return (text) => [
    ...(words.size > 0 ? wordsFound(text, words) : []),
    ...(root.next.size > 0 ? mixedFound(text, root) : []),
  ];
}

function wordsFound(text: string, words: ReadonlyMap<string, GuardedName>): NameFound[] {
  const found: NameFound[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    const [start, end] = [match.index, match.index + word.length];
    const name =
      words.get(word) ??
      words.get(word.toLowerCase()) ??
      (word.includes('_') ? partOf(word.toLowerCase(), words) : undefined);
    if (name === undefined) continue;
    const qualified = found.at(-1)?.end === start - 1 && text.charAt(start - 1) === '.';
    if (name.technical || qualified || namedAsPhysical(text, start, end)) found.push({ name, start, end });
  }
  return found;
}

/**
 * Names that PostgreSQL and the model derive from others (`t_ord_pkey`, `sum_t_ord_amt`): finds the longest technical
 * name inside.
 */
function partOf(word: string, words: ReadonlyMap<string, GuardedName>): GuardedName | undefined {
  const parts = word.split('_');
  for (let length = parts.length - 1; length > 0; length--) {
    for (let from = 0; from + length <= parts.length; from++) {
      const name = words.get(parts.slice(from, from + length).join('_'));
      // A single short part may be coincidence: `t_ord` in `t_ord_pkey` is not, `x1` in `page_x1` may be.
      if (name?.technical === true && (length > 1 || name.name.length > 5)) return name;
    }
  }
  return undefined;
}

function grow(root: Node, name: GuardedName): void {
  let node = root;
  for (const character of name.name.toLowerCase()) {
    const next: Node = node.next.get(character) ?? { next: new Map(), name: null };
    node.next.set(character, next);
    node = next;
  }
  node.name = name;
}

function mixedFound(text: string, root: Node): NameFound[] {
  const found: NameFound[] = [];
  const lower = text.toLowerCase();
  // A character whose lower case is longer (İ) would shift all following positions; such a text is matched as written.
  const read = lower.length === text.length ? lower : text;
  for (let at = 0; at < read.length; at++) {
    const longest = root.next.has(read.charAt(at)) ? longestFrom(read, at, root) : null;
    if (longest === null || !(longest.name.technical || namedAsPhysical(text, longest.start, longest.end))) continue;
    found.push(longest);
    at = longest.end - 1;
  }
  return found;
}

function longestFrom(text: string, start: number, root: Node): NameFound | null {
  let node = root;
  let longest: NameFound | null = null;
  for (let at = start; at < text.length; at++) {
    const next = node.next.get(text.charAt(at));
    if (next === undefined) break;
    node = next;
    if (node.name !== null && isWhole(text, start, at + 1, node.name))
      longest = { name: node.name, start, end: at + 1 };
  }
  return longest;
}

/**
 * Whether the name ends where its Latin letters and digits end; Chinese needs no boundary. PostgreSQL and the model
 * extend names with an underscore (`客户_typ_pkey`, `sum_客户_typ`): that is a boundary too, unless the name is so short
 * that it may be coincidence.
 */
function isWhole(text: string, start: number, end: number, { name, technical }: GuardedName): boolean {
  const isJoined = technical && (name.includes('_') || name.length > 5);
  const cut = (inside: string, outside: string): boolean =>
    WORD_CHARACTER.test(inside) && WORD_CHARACTER.test(outside) && !(isJoined && outside === '_');
  return !cut(text.charAt(start), text.charAt(start - 1)) && !cut(text.charAt(end - 1), text.charAt(end));
}

const CALLED_BEFORE =
  /(?:\b(?:columns?|tables?|relations?|fields?)\s+["'`]?|(?:字段|数据表|关系)\s*["“'`「]?|(?<!\p{Script=Han})[表列]\s*["“'`「]?|["`])$/iu;
const CALLED_AFTER = /^["'`]?\s*(?:\b(?:column|table|relation)\b|字段|数据表|表(?![示现明达格面]))/iu;
const QUALIFIED_BEFORE = /(?:\b[A-Za-z]{1,3}\d{0,3}|[\w]*_\w*|["`])\.["`]?$/u;
const QUALIFIED_AFTER = /^["`]?\.["`]?[\p{L}_]/u;

/** Whether the text uses a plain word as a database name: in code quotes, qualified, or as a column or table. */
function namedAsPhysical(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  const after = text.slice(end, end + 16);
  if (/["`]$/.test(before)) return /^["`]/.test(after) || QUALIFIED_BEFORE.test(before);
  return (
    QUALIFIED_BEFORE.test(before) ||
    QUALIFIED_AFTER.test(after) ||
    CALLED_BEFORE.test(before) ||
    CALLED_AFTER.test(after)
  );
}
