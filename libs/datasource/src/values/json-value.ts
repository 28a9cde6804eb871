import type { CellValue } from './cell-value';

/** Deeper JSON stays text, because writing it would overflow the stack. */
const MAX_DEPTH = 500;

/**
 * Texts that JSON.parse would damage: numbers of more than fifteen digits or with an exponent (a double holds fifteen
 * exactly), and escaped surrogates, which may be unpaired.
 */
const needsCare = /\d[\d.]{15}|\d[eE]|\\u[dD][89a-fA-F]/;

/**
 * A json or jsonb value. A number that a double cannot represent digit by digit becomes a string of its digits, like an
 * int8 or numeric column's; unpaired surrogates become U+FFFD, which UTF-8 can encode; a value nested beyond 500 levels
 * stays text. Members keep their names, including `__proto__`: as plain data, never as a prototype (JSON.parse defines,
 * it does not assign).
 */
export function jsonValue(text: string): CellValue {
  if (text.length < 2 * MAX_DEPTH && !needsCare.test(text)) return JSON.parse(text) as CellValue;
  const exact = withExactNumbers(text);
  return exact === null ? text : wellFormed(JSON.parse(exact) as CellValue);
}

/** The JSON text with every inexact number in quotes; null if it is nested too deep. */
function withExactNumbers(text: string): string | null {
  const number = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
  let [written, copied, depth, at] = ['', 0, 0, 0];
  while (at < text.length) {
    const unit = text[at];
    if (unit === '"') at = endOfString(text, at);
    else if (unit === '-' || isDigit(unit)) {
      number.lastIndex = at;
      const token = number.exec(text)?.[0] ?? '-';
      if (!survives(token)) {
        written += `${text.slice(copied, at)}"${token}"`;
        copied = at + token.length;
      }
      at += token.length;
    } else {
      if (unit === '[' || unit === '{') depth += 1;
      else if (unit === ']' || unit === '}') depth -= 1;
      if (depth > MAX_DEPTH) return null;
      at += 1;
    }
  }
  return written + text.slice(copied);
}

const isDigit = (unit: string | undefined): boolean => unit !== undefined && unit >= '0' && unit <= '9';

/** Position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Whether a number survives conversion to a double with the same digits. */
function survives(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && decimalOf(token) === decimalOf(String(value));
}

/** A number's digits without zeros at either end, and the power of ten of the last one. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function wellFormed(value: CellValue): CellValue {
  if (typeof value === 'string') return value.replace(loneSurrogate, '\ufffd');
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.replace(loneSurrogate, '\ufffd'), wellFormed(member)]),
  );
}
