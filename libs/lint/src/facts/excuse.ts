/** The parts of a statement that were reported as faulty and may change. */
export interface Excuse {
  /** Whether a relation of this name was faulty. */
  names(relation: string): boolean;
  /** Whether one of the names in an expression was faulty. */
  touches(text: string): boolean;
  /** Whether this value was faulty. */
  hasValue(value: string): boolean;
  /** Whether this fragment was faulty as a whole. */
  quotes(text: string): boolean;
}

/** SQL keywords, which excuse nothing. */
const KEYWORDS = new Set(
  'select from where and or not in on as join left right inner outer full cross group by having order limit asc desc distinct case when then else end is null like between union all using count sum avg min max'.split(
    ' ',
  ),
);

/**
 * Converts fragments to what they excuse: a name excuses the columns and relations of that name, `t.x` only the column
 * x, a quoted text the value, a bare number only if it is the whole fragment. A whole query would excuse everything in
 * it and therefore excuses nothing. Names in `stillUnknown` excuse nothing, because replacing one unknown name by
 * another fixes nothing.
 */
export function excuses(fragments: readonly string[], stillUnknown: readonly string[]): Excuse {
  const pieces = fragments
    .map((fragment) => fragment.trim())
    .filter(
      (fragment) => fragment !== '' && !stillUnknown.includes(fragment) && !/\bselect\b[\s\S]*\bfrom\b/i.test(fragment),
    );
  const names = new Set(pieces.flatMap(namesIn));
  const values = new Set(pieces.flatMap(valuesIn));
  const whole = new Set(pieces.map(plain));
  return {
    names: (relation) => names.has(relation.toLowerCase()),
    touches: (text) => namesIn(text, true).some((name) => names.has(name)),
    hasValue: (value) => values.has(value),
    quotes: (text) =>
      [...whole].some((piece) => piece.includes('(') && plain(text).split('(')[0] === piece.split('(')[0]),
  };
}

const plain = (text: string): string => text.toLowerCase().replace(/["\s]/g, '');

function namesIn(fragment: string, all: unknown = false): string[] {
  const bare = fragment.replace(/'(?:[^']|'')*'/g, ' ');
  const paths =
    bare.match(/(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_$]*)(?:\s*\.\s*(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_$]*))*/gu) ?? [];
  const words = paths.flatMap((path) => {
    const parts = path.split('.').map((part) => part.trim().replaceAll('"', '').toLowerCase());
    return all === true ? parts : parts.slice(-1);
  });
  return words.filter((word) => !KEYWORDS.has(word));
}

function valuesIn(fragment: string): string[] {
  const quoted = [...fragment.matchAll(/'((?:[^']|'')*)'/g)].map((match) => (match[1] ?? '').replaceAll("''", "'"));
  return [...quoted, fragment];
}
