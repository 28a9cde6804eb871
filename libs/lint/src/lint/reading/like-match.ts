/**
 * Whether a text matches a LIKE pattern: `%` any characters, `_` one, `\\` escapes the next. Greedy with single
 * backtracking, so that no pattern takes longer than the product of both lengths.
 */
export function likeMatches(text: string, like: string): boolean {
  const [characters, pattern] = [[...text], partsOf(like)];
  let [at, next] = [0, 0];
  let back: { next: number; at: number } | null = null;
  while (at < characters.length) {
    const part = pattern[next];
    if (part === ANY) {
      back = { next: ++next, at };
    } else if (part === ONE || (typeof part === 'string' && part === characters[at])) {
      at++;
      next++;
    } else if (back !== null) {
      at = ++back.at;
      next = back.next;
    } else {
      return false;
    }
  }
  return pattern.slice(next).every((part) => part === ANY);
}

const ANY = Symbol('any characters');
const ONE = Symbol('one character');

function partsOf(like: string): (string | typeof ANY | typeof ONE)[] {
  const parts = like.match(/\\[\s\S]|[\s\S]/gu) ?? [];
  return parts.map((part) =>
    part === '%' ? ANY : part === '_' ? ONE : part.length > 1 && part.startsWith('\\') ? part.slice(1) : part,
  );
}
