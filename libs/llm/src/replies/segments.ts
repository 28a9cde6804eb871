/** A segment of a reply: fenced code or the text around it. */
export interface Segment {
  code: boolean;
  /** The language after the opening fence, in lower case; '' for none. */
  language: string;
  text: string;
}

const OPENING = /(`{3,}|~{3,})([^\n`~]*)/;

/**
 * Splits a reply at its fences. A fence ends at a line that begins with the same marks, or at marks that end a line;
 * marks within a line may belong to a string of the statement. An unclosed fence runs to the end.
 */
export function segmentsOf(reply: string): Segment[] {
  const segments: Segment[] = [];
  let prose: string[] = [];
  const lines = reply.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const opening = OPENING.exec(line);
    if (!opening?.[1] || !opensFence(line, opening.index)) {
      prose.push(line);
      continue;
    }
    const before = line.slice(0, opening.index);
    segments.push({ code: false, language: '', text: [...prose, before].join('\n') });
    prose = [];
    const { end, code, after } = fenceFrom(lines, at, opening.index + opening[1].length, opening[1]);
    segments.push({ code: true, ...code });
    if (after !== '') prose.push(after);
    at = end;
  }
  segments.push({ code: false, language: '', text: prose.join('\n') });
  return segments.filter(({ text, code }) => code || text.trim() !== '');
}

/** Marks inside quotes are text: `SELECT '```'`. */
const opensFence = (line: string, index: number): boolean => !/['"]$/.test(line.slice(0, index));

function fenceFrom(
  lines: readonly string[],
  first: number,
  column: number,
  marks: string,
): { end: number; code: { language: string; text: string }; after: string } {
  const head = (lines[first] ?? '').slice(column);
  const word = /^[ \t]*([A-Za-z][\w+-]*)?/.exec(head);
  const [language, rest] = isLanguage(word?.[1], head)
    ? [(word?.[1] ?? '').toLowerCase(), head.slice(word?.[0].length ?? 0)]
    : ['', head];
  const sameLine = rest.lastIndexOf(marks);
  if (sameLine >= 0)
    return {
      end: first,
      code: { language, text: rest.slice(0, sameLine) },
      after: rest.slice(sameLine + marks.length),
    };
  const inner = [rest];
  for (let at = first + 1; at < lines.length; at++) {
    const line = (lines[at] ?? '').trimEnd();
    const closes = line.trimStart().startsWith(marks) || line.endsWith(marks);
    if (!closes) {
      inner.push(lines[at] ?? '');
      continue;
    }
    const cut = line.trimStart().startsWith(marks) ? line.indexOf(marks) : line.length - marks.length;
    return {
      end: at,
      code: { language, text: [...inner, line.slice(0, cut)].join('\n') },
      after: line.slice(cut + marks.length).replace(/^[`~]+/, ''),
    };
  }
  return { end: lines.length, code: { language, text: inner.join('\n') }, after: '' };
}

const LANGUAGES = new Set([
  'sql',
  'postgresql',
  'postgres',
  'pgsql',
  'plpgsql',
  'json',
  'json5',
  'jsonc',
  'text',
  'txt',
  'plaintext',
  'markdown',
  'md',
  'mysql',
  'sqlite',
  'tsql',
  'python',
  'bash',
  'sh',
  'shell',
  'console',
  'yaml',
  'xml',
  'javascript',
  'js',
  'output',
]);

/** The first word is the language if it is alone on its line or a known language. */
const isLanguage = (word: string | undefined, head: string): boolean =>
  word !== undefined && (head.trim() === word || LANGUAGES.has(word.toLowerCase()));
