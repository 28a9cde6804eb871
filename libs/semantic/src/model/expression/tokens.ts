export interface Token {
  kind: 'name' | 'quoted' | 'number' | 'string' | 'symbol' | 'end';
  /** Names in lower case as PostgreSQL folds them; quoted names, strings and symbols as they are. */
  text: string;
  at: number;
}

export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

const PATTERNS: readonly [Token['kind'], RegExp][] = [
  ['number', /(?:\d+(?:\.\d+)?|\.\d+)/uy],
  ['string', /'(?:[^']|'')*'/uy],
  ['quoted', /"(?:[^"]|"")+"/uy],
  ['name', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['symbol', /(?:<>|!=|<=|>=|\|\||::|!~|[-+*/%=<>~().,])/uy],
];

/** Cuts an expression into tokens; comments, semicolons, parameters and dollar quotes are refused. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    if (/\s/.test(source.charAt(at))) {
      at += 1;
      continue;
    }
    if (source.startsWith('--', at) || source.startsWith('/*', at)) throw new ExpressionError('comments are not allowed');
    const token = tokenAt(source, at);
    if (!token) throw new ExpressionError(`unexpected "${source.charAt(at)}" at position ${at + 1}`);
    tokens.push({ kind: token.kind, text: valueOf(token), at });
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

function tokenAt(source: string, at: number): Token | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { kind, text, at };
  }
  return undefined;
}

function valueOf({ kind, text }: Token): string {
  if (kind === 'string') return text.slice(1, -1).replaceAll("''", "'");
  if (kind === 'quoted') return text.slice(1, -1).replaceAll('""', '"');
  // PostgreSQL folds ASCII letters only.
  if (kind === 'name') return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return text;
}
