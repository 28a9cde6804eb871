/**
 * Prefixes that make a spreadsheet read text as a formula (OWASP, CSV injection): `= + - @`, tab, carriage return, line
 * feed and the full-width forms of the first four, also after spaces, which some programs trim.
 */
const beginning = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Signed numbers are no formulas. Integers above 2^53, numerics and infinities arrive as text. */
const number = /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|infinity)$/i;

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe. */
export const withoutFormula = (text: string): string =>
  beginning.test(text) && !number.test(text) ? `'${text}` : text;
