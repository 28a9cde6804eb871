import { createHash } from 'node:crypto';

/**
 * All text from a database, a configuration or a user enters a prompt through these functions: stripped of control
 * characters, cut to a length, and fenced by two marks that it cannot contain.
 */

/** One line: line breaks become spaces. At most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  return cut(cleaned(text).replace(/\s+/g, ' ').trim(), limit);
}

/** Keeps line breaks. At most `limit` characters. */
export function lines(text: string, limit: number): string {
  return cut(cleaned(text).trim(), limit);
}

/** A value as a JSON string on one line: quotes and line breaks in it are escaped. At most `limit` characters of it. */
export function quoted(value: string, limit: number): string {
  return JSON.stringify(cut(cleaned(value), limit));
}

/** A fenced block; `text` must have been cleaned by one of the functions above. */
export const fenced = (name: string, text: string, key: string): string =>
  `<<data ${name} ${key}>>\n${text}\n<<end ${key}>>`;

/**
 * The key of a prompt's fences: derived from the run's id, which no author of content knows, and derived again if the
 * content contains it. The same run and content give the same key, so prompts can be compared.
 */
export function fenceKey(runId: string, content: readonly string[]): string {
  for (let draw = 0; ; draw += 1) {
    const key = createHash('sha256').update(`${draw} ${runId}`).digest('hex').slice(0, 8);
    if (!content.some((text) => text.includes(key))) return key;
  }
}

/**
 * Control characters, invisible characters that reorder, join or hide text, and lone surrogates: none is meant for a
 * reader.
 */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Co}\p{Cs}\ufe00-\ufe0f]/gu;
/** Sequences that resemble our marks are broken up, whatever their key. */
const MARKS = /<<(?=\s*(?:data|end)\b)/gi;

function cleaned(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(STEERING, '')
    .replace(MARKS, '< <');
}

/** Never splits a surrogate pair. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}
