import type { CellValue } from './cell-value';

/**
 * Parses PostgreSQL's text form of an array, `{1,NULL,"a \"b\""}`, with any nesting. Bounds before it (`[0:2]={…}`)
 * are dropped: JSON arrays have no other start.
 */
export function parseArrayText(
  text: string,
  delimiter: string,
  parseElement: (text: string) => CellValue,
): CellValue[] {
  let at = text.indexOf('{');
  return readArray();

  function readArray(): CellValue[] {
    const items: CellValue[] = [];
    at += 1;
    while (at < text.length && text[at] !== '}') {
      if (text[at] === '{') items.push(readArray());
      else if (text[at] === '"') items.push(parseElement(readQuoted()));
      else items.push(readBare());
      if (text[at] === delimiter) at += 1;
    }
    at += 1;
    return items;
  }

  function readQuoted(): string {
    let value = '';
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      value += text[at] ?? '';
    }
    at += 1;
    return value;
  }

  function readBare(): CellValue {
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '}') at += 1;
    const value = text.slice(start, at);
    return value === 'NULL' ? null : parseElement(value);
  }
}
