import { readStatements, type ReadStatement } from '@querent/sql';
import { layoutOf } from './sql-text';

/**
 * A statement with the marks that models spell for the eye put right, as far as the parser then takes it: newlines that
 * were escaped twice, full-width punctuation, curly quotes. What the parser still refuses comes back as it was, for the
 * lint to name.
 */
export async function mended(sql: string): Promise<{ sql: string; read: ReadStatement | null }> {
  for (const mend of [asIs, unescaped, asciiMarks, (text: string) => asciiMarks(unescaped(text))]) {
    const text = mend(sql);
    if (text === sql && mend !== asIs) continue;
    const [read, second] = (await readStatements(text)) ?? [];
    if (read !== undefined && second === undefined) return { sql: text, read };
  }
  return { sql, read: null };
}

/** Behind a name `，` and `；` would be letters of it, so they are put right before anything is parsed. */
const asIs = (sql: string): string =>
  /[，；]/u.test(sql) ? outsideQuotes(sql, (piece) => piece.replaceAll('，', ', ').replaceAll('；', ';')) : sql;

const unescaped = (sql: string): string =>
  sql
    .replace(/\\r?\\n|\\n/g, '\n')
    .replaceAll('\\t', ' ')
    .replaceAll('\\"', '"');

const MARKS: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ', ',
  '；': ';',
  '＝': '=',
  '＊': '*',
  '＞': '>',
  '＜': '<',
  '．': '.',
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
};

const asciiMarks = (sql: string): string =>
  outsideQuotes(sql, (piece) => piece.replace(/[（），；＝＊＞＜．‘’“”]/gu, (mark) => MARKS[mark] ?? mark));

function outsideQuotes(sql: string, mend: (piece: string) => string): string {
  const { bare } = layoutOf(sql);
  let result = '';
  let from = 0;
  for (let at = 0; at <= sql.length; at++) {
    const outside = at < sql.length && bare.charAt(at) === sql.charAt(at);
    if (outside) continue;
    result += mend(sql.slice(from, at)) + sql.slice(at, at + 1);
    from = at + 1;
  }
  return result;
}
