import type { ResultColumn, Row } from '@querent/contracts';

export interface CsvOptions {
  /** A byte order mark first, so that Excel reads UTF-8. */
  bom: boolean;
  /** Text as it is, without the guard against formulas. */
  raw: boolean;
}

/**
 * A result as CSV (RFC 4180: CRLF, quotes doubled), a header line of labels first. Text that a spreadsheet would
 * take for a formula gets a leading apostrophe (OWASP, CSV injection) unless `raw`; numbers are left alone.
 */
export async function* csvOf(columns: ResultColumn[], pages: AsyncIterable<Row[]>, { bom, raw }: CsvOptions): AsyncGenerator<string> {
  const cell = (value: Row[number]): string => quoted(raw || typeof value !== 'string' ? textOf(value) : withoutFormula(value));
  yield `${bom ? '\uFEFF' : ''}${uniqueLabels(columns).map(cell).join(',')}\r\n`;
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
  }
}

/** A result as one JSON object a line, keyed by label. */
export async function* ndjsonOf(columns: ResultColumn[], pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const labels = uniqueLabels(columns);
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(Object.fromEntries(labels.map((label, i) => [label, row[i] ?? null])))}\n`).join('');
  }
}

/** Labels as they name columns outside: a label that stands twice gets a number. */
export function uniqueLabels(columns: ResultColumn[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ label }) => {
    let name = label;
    for (let n = 2; taken.has(name); n++) name = `${label} (${n})`;
    taken.add(name);
    return name;
  });
}

const textOf = (value: Row[number]): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Numerics above 2^53 arrive as strings; a sign alone does not make a formula of them. */
const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? `'${text}` : text);
