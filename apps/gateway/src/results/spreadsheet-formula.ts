/**
 * Beginnings that a spreadsheet takes for a formula (OWASP, CSV injection): `= + - @`, tab, carriage return, line feed
 * and the full-width forms of the four, also behind spaces, which some programs trim.
 */
const beginning = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A sign alone makes no formula of a number: of those above 2^53, numerics and infinities arrive as text. */
const number = /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|infinity)$/i;

/** Text that a spreadsheet would run gets an apostrophe before it. */
export const withoutFormula = (text: string): string =>
  beginning.test(text) && !number.test(text) ? `'${text}` : text;
