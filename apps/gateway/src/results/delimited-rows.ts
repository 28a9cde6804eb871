import type { ResultColumn, Row } from '@querent/contracts';

export interface CsvOptions {
  /** Start with a byte order mark, so that Excel reads UTF-8. */
  bom: boolean;
  /** Do not guard text against being read as a formula. */
  raw: boolean;
}

type Cell = Row[number];

/**
 * A result as CSV (RFC 4180: CRLF, quotes doubled), a header line of labels first, then one string per page. Text that
 * a spreadsheet would read as a formula gets a leading apostrophe unless `raw`; numbers are left alone; null is empty.
 */
export async function* csvOf(
  columns: ResultColumn[],
  pages: AsyncIterable<Row[]>,
  { bom, raw }: CsvOptions,
): AsyncGenerator<string> {
  const guarded = raw ? (text: string): string => text : withoutFormula;
  yield `${bom ? '\uFEFF' : ''}${uniqueNames(columns.map(({ label }) => label))
    .map((label) => quoted(guarded(label)))
    .join(',')}\r\n`;
  const cell = (value: Cell | undefined): string => {
    switch (typeof value) {
      case 'string':
        return plain.test(value) ? value : quoted(guarded(value));
      case 'number':
      case 'boolean':
        return String(value);
      default:
        return value === null || value === undefined ? '' : quoted(JSON.stringify(value));
    }
  };
  for await (const rows of pages) {
    let text = '';
    for (const row of rows) text += csvLine(row, columns.length, cell);
    if (text !== '') yield text;
  }
}

function csvLine(row: Row, width: number, cell: (value: Cell | undefined) => string): string {
  let line = cell(row[0]);
  for (let i = 1; i < width; i++) line += `,${cell(row[i])}`;
  return `${line}\r\n`;
}

/** A result as NDJSON: one object per row, by the keys of the columns; one string per page. */
export async function* ndjsonOf(columns: ResultColumn[], pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  // Keys are written as text, never assigned to an object: a key may be `__proto__`.
  const keys = uniqueNames(columns.map(({ key }) => key)).map(
    (key, i) => `${i === 0 ? '{' : ','}${JSON.stringify(key)}:`,
  );
  for await (const rows of pages) {
    let text = '';
    for (const row of rows) {
      for (let i = 0; i < keys.length; i++) text += `${keys[i]}${jsonOf(row[i])}`;
      text += keys.length === 0 ? '{}\n' : '}\n';
    }
    if (text !== '') yield text;
  }
}

/** Unique column names for exports: a repeated name gets a number. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    let name = given;
    for (let n = 2; taken.has(name); n++) name = `${given} (${n})`;
    taken.add(name);
    return name;
  });
}

/**
 * Fast path for most text, which needs neither quotes nor a guard: it starts with a common letter or digit (a test for
 * all scripts costs four times as much) and holds no character that CSV must quote.
 */
const plain = /^[0-9A-Za-z\u4e00-\u9fff][^",\r\n]*$/;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const jsonOf = (value: Cell | undefined): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(value ?? null);

/**
 * Prefixes that make a spreadsheet read text as a formula (OWASP, CSV injection): `= + - @`, tab, carriage return, line
 * feed and the full-width forms of the first four, also after spaces, which some programs trim.
 */
const beginning = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Signed numbers are no formulas. Integers above 2^53, numerics and infinities arrive as text. */
const number = /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|infinity)$/i;

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe. */
const withoutFormula = (text: string): string => (beginning.test(text) && !number.test(text) ? `'${text}` : text);
