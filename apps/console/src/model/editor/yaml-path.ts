/** Where a cursor is in a YAML text. */
export interface YamlPosition {
  /** Keys of the mappings around it, the outermost first. */
  path: string[];
  /** Whether a key is being written, rather than a value. */
  isKey: boolean;
}

const KEY = /^(\s*(?:- )*)(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|(?!- )([^\s#'"{}[\],][^#:]*?))\s*:(?:\s|$)/;

/**
 * Reads the position from the indentation of the lines above and the flow collections of the own line, because a text
 * that is being written is rarely valid.
 * @param lines the lines up to that of the cursor, which ends at the cursor
 */
export function yamlPositionAt(lines: readonly string[]): YamlPosition {
  const own = lines.at(-1) ?? '';
  const found = KEY.exec(own);
  const [, spaces = '', dashes = ''] = /^(\s*)((?:- )*)/.exec(own) ?? [];
  // A list may begin at the indentation of its key.
  const indentation = own.trim() === '' ? own.length : spaces.length + dashes.length;
  const path = keysAbove(lines.slice(0, -1), indentation);
  if (found !== null) return inFlow(own.slice(found[0].length), [...path, keyOf(found)]);
  const rest = own.slice(spaces.length + dashes.length);
  return /^[{[]/.test(rest) ? inFlow(rest, path) : { path, isKey: dashes === '' };
}

const keyOf = ([, , double, single, plain]: RegExpExecArray): string => (double ?? single ?? plain ?? '').trim();

function keysAbove(lines: readonly string[], indentation: number): string[] {
  const keys: string[] = [];
  let limit = indentation;
  for (const line of lines.toReversed()) {
    if (limit === 0) break;
    const found = KEY.exec(line);
    const depth = found?.[1]?.length ?? Infinity;
    if (found === null || line.trimStart().startsWith('#') || depth >= limit) continue;
    keys.unshift(keyOf(found));
    limit = depth;
  }
  return keys;
}

/** Follows `{ key: [value, …], … }` to the end of the text. Each open collection holds the key that led to it. */
function inFlow(text: string, start: string[]): YamlPosition {
  const open: { path: string[]; isMapping: boolean }[] = [];
  let path = start;
  let isKey = false;
  let word = '';
  for (const [character] of text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, '').matchAll(/./g)) {
    const collection = open.at(-1);
    if (character === '{' || character === '[') {
      open.push({ path, isMapping: character === '{' });
      isKey = character === '{';
    } else if (character === '}' || character === ']') {
      path = open.pop()?.path ?? start;
      isKey = false;
    } else if (character === ',' && collection) {
      ({ path, isMapping: isKey } = collection);
    } else if (character === ':' && collection?.isMapping && isKey) {
      path = [...collection.path, word.trim()];
      isKey = false;
    } else {
      word += character;
      continue;
    }
    word = '';
  }
  return { path, isKey };
}
