import { hasSqlDetails, loadModule, parseSync, scanSync, type ParseResult } from 'libpg-query';

/** The text is not a statement of PostgreSQL. `position` counts characters from 0. */
export class SqlSyntaxError extends Error {
  override readonly name = 'SqlSyntaxError';

  constructor(
    message: string,
    readonly position: number | null,
  ) {
    super(message);
  }
}

let loading: Promise<void> | undefined;

/** Loads PostgreSQL's parser (WASM, about 30 ms). Safe to call often; every async function here awaits it. */
export function initParser(): Promise<void> {
  loading ??= loadModule();
  return loading;
}

/**
 * Parses with PostgreSQL's own grammar.
 *
 * @throws SqlSyntaxError for anything the grammar refuses, including texts nested beyond the
 * parser's stack, which libpg-query answers with "memory exhausted" or a RangeError.
 */
export async function parseSql(sql: string): Promise<ParseResult> {
  await initParser();
  try {
    return parseLoaded(sql);
  } catch (error) {
    const bare = withoutComments(sql);
    if (bare === null) throw error;
    try {
      return parseLoaded(bare);
    } catch {
      throw error;
    }
  }
}

/** libpg-query's lexer hands comments on as tokens (PgQuery__Token), and so one inside `NOT /* x *\/ BETWEEN` breaks the phrase. */
const COMMENT_TOKENS: ReadonlySet<number> = new Set([275, 276]);

/** The text with blanks for comments, or null where it has none or cannot be read as tokens. */
function withoutComments(sql: string): string | null {
  if (!/--|\/\*/.test(sql)) return null;
  try {
    const comments = scanSync(sql).tokens.filter(({ tokenType }) => COMMENT_TOKENS.has(tokenType));
    if (comments.length === 0) return null;
    const bytes = new TextEncoder().encode(sql);
    for (const { start, end } of comments) bytes.fill(0x20, start, end);
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

function parseLoaded(sql: string): ParseResult {
  try {
    return parseSync(sql);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = hasSqlDetails(error) ? (error.sqlDetails?.cursorPosition ?? null) : null;
    throw new SqlSyntaxError(message, position);
  }
}
