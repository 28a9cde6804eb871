/**
 * Positions of an SQL text outside strings, quoted names, dollar quotes and comments. One pass, as PostgreSQL's lexer
 * does.
 */
export interface SqlLayout {
  /** Positions of semicolons that end statements. */
  semicolons: number[];
  /** Positions of line ends between tokens. */
  breaks: number[];
  /** The text with quoted and commented parts blanked, of the same length. */
  bare: string;
}

const DOLLAR = /\$(?:[A-Za-z_]\w*)?\$/y;

export function layoutOf(text: string): SqlLayout {
  const semicolons: number[] = [];
  const breaks: number[] = [];
  const bare: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = quotedEnd(text, at);
    if (end > at) {
      bare.push(' '.repeat(end - at));
      at = end;
      continue;
    }
    const character = text.charAt(at);
    if (character === ';' || character === '；') semicolons.push(at);
    if (character === '\n') breaks.push(at);
    bare.push(character);
    at += 1;
  }
  return { semicolons, breaks, bare: bare.join('') };
}

/**
 * The end of the quoted or commented part at `at`, without the line end after a comment; `at` itself if there is none.
 */
function quotedEnd(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === "'" || character === '"')
    return stringEnd(
      text,
      at,
      character,
      character === "'" && /[eE]/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at - 2)),
    );
  if (character === '-' && text.charAt(at + 1) === '-') return orEnd(text.indexOf('\n', at), text);
  if (character === '/' && text.charAt(at + 1) === '*') return commentEnd(text, at);
  if (character !== '$' || /\w/.test(text.charAt(at - 1))) return at;
  DOLLAR.lastIndex = at;
  const tag = DOLLAR.exec(text)?.[0];
  if (tag === undefined) return at;
  const close = text.indexOf(tag, at + tag.length);
  // An unclosed tag quotes nothing; searching for its end again would be quadratic.
  return close < 0 ? at + tag.length : close + tag.length;
}

/** An unclosed string runs to the end of the text, as in PostgreSQL. */
function stringEnd(text: string, at: number, quote: string, escapes: boolean): number {
  for (let next = at + 1; next < text.length; next++) {
    const character = text.charAt(next);
    if (escapes && character === '\\') next += 1;
    else if (character === quote && text.charAt(next + 1) === quote) next += 1;
    else if (character === quote) return next + 1;
  }
  return text.length;
}

function commentEnd(text: string, at: number): number {
  let depth = 0;
  for (let next = at; next < text.length - 1; next++) {
    const pair = text.slice(next, next + 2);
    if (pair === '/*') depth += 1;
    else if (pair === '*/') depth -= 1;
    else continue;
    next += 1;
    if (depth === 0) return next + 1;
  }
  return text.length;
}

const orEnd = (index: number, text: string): number => (index < 0 ? text.length : index);
