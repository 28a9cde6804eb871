const widestCell = 36;
/**
 * Characters that take two columns of a terminal: CJK, kana, hangul, full-width forms, emoji. Approximates the values W
 * and F of Unicode's East Asian Width (https://www.unicode.org/reports/tr11/).
 */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Characters that take no column: combining marks, joiners, variation selectors. */
const zeroWidth = /[\p{Mn}\p{Me}\u200b-\u200f\ufe00-\ufe0f]/u;

/**
 * @param {string} text without control characters
 * @returns {number} columns on a terminal
 */
export function displayWidth(text) {
  let width = 0;
  for (const character of text) width += zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/**
 * A value as text without control characters, because text from a database must not move the cursor or colour the
 * terminal.
 * @param {unknown} value
 * @returns {string} on one line
 */
export function printable(value) {
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (zeroWidth.test(character) ? character : '�'));
}

/**
 * A table whose columns stay aligned with Chinese text in them. Long cells are cut, and numbers are aligned to the
 * right.
 * @param {{ label: string, unit?: string, type: string }[]} columns
 * @param {unknown[][]} rows
 * @returns {string[]} lines
 */
export function textTable(columns, rows) {
  const heads = columns.map(({ label, unit }) => cut(printable(unit ? `${label} (${unit})` : label)));
  const cells = rows.map((row) =>
    columns.map(({ type }, index) => cut(printable(type === 'number' ? readableNumber(row[index]) : row[index]))),
  );
  const widths = heads.map((head, index) =>
    Math.max(displayWidth(head), ...cells.map((row) => displayWidth(row[index]))),
  );
  const toRight = columns.map(({ type }) => type === 'number' || type === 'integer');
  const line = (row) =>
    row
      .map((cell, index) => pad(cell, widths[index], toRight[index]))
      .join('  ')
      .trimEnd();
  return [line(heads), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)];
}

/** A number with at most four decimals; the digits before the point are not rounded. */
function readableNumber(value) {
  const match = /^(-?\d+)\.(\d{5,})$/.exec(String(value));
  return match === null ? value : Number(value).toFixed(4);
}

function pad(text, width, toRight) {
  const space = ' '.repeat(width - displayWidth(text));
  return toRight ? space + text : text + space;
}

function cut(text) {
  if (displayWidth(text) <= widestCell) return text;
  let kept = '';
  let width = 1;
  for (const character of text) {
    width += displayWidth(character);
    if (width > widestCell) break;
    kept += character;
  }
  return `${kept}…`;
}
