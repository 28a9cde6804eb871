import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** Work after which the texts are compared as wholes, ms: the comparison is quadratic for texts without equal lines. */
const TIMEOUT_MS = 100;

/** The difference of two texts as a unified diff with three lines of context; null means no text. */
export function textDifference(before: string | null, after: string | null): string {
  const options = { context: 3, timeout: TIMEOUT_MS, headerOptions: FILE_HEADERS_ONLY };
  return (
    createTwoFilesPatch('now', 'wanted', before ?? '', after ?? '', undefined, undefined, options) ??
    `--- now\n+++ wanted\n${prefixed('-', before)}${prefixed('+', after)}`
  );
}

const prefixed = (sign: string, text: string | null): string =>
  (text ?? '')
    .split('\n')
    .map((line) => `${sign}${line}\n`)
    .join('');
