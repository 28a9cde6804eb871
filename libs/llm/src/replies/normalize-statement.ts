import { readStatements, type ReadStatement } from '@querent/sql';
import { layoutOf } from './sql-text';

/**
 * Normalises typographic marks in a model's statement if the parser then accepts it: doubly escaped newlines,
 * full-width punctuation, curly quotes. A statement that still does not parse is returned unchanged, for the lint to
 * report.
 */
export async function normalizeStatement(sql: string): Promise<{ sql: string; read: ReadStatement | null }> {
  for (const transform of [withAsciiSeparators, unescaped, asciiMarks, (text: string) => asciiMarks(unescaped(text))]) {
    const text = transform(sql);
    if (text === sql && transform !== withAsciiSeparators) continue;
    const [read, second] = (await readStatements(text)) ?? [];
    if (read !== undefined && second === undefined) return { sql: text, read };
  }
  return { sql, read: null };
}

/** PostgreSQL would read `，` and `；` after a name as letters of it, so they are replaced before parsing. */
const withAsciiSeparators = (sql: string): string =>
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

function outsideQuotes(sql: string, transform: (piece: string) => string): string {
  const { bare } = layoutOf(sql);
  let result = '';
  let from = 0;
  for (let at = 0; at <= sql.length; at++) {
    const outside = at < sql.length && bare.charAt(at) === sql.charAt(at);
    if (outside) continue;
    result += transform(sql.slice(from, at)) + sql.slice(at, at + 1);
    from = at + 1;
  }
  return result;
}
