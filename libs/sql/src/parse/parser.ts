import { hasSqlDetails, loadModule, parseSync, scanSync, type ParseResult } from 'libpg-query';
import { countTokens } from './count-tokens';

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
 * More tokens than this are never handed to the parser; the longest of 1,700 benchmark statements has 280. What can be
 * nested with so few is at most half as deep as what overflows the parser's stack (measured: 2,200 `(SELECT` or 8,700
 * `1+`). Such an overflow leaves the parser's memory behind, and after some dozens of them it answers nothing any more,
 * for good.
 */
export const MAX_TOKENS = 4_000;

/**
 * Parses with PostgreSQL's own grammar.
 *
 * @throws SqlSyntaxError for anything the grammar refuses, and for texts of more than MAX_TOKENS tokens.
 */
export async function parseSql(sql: string): Promise<ParseResult> {
  if (countTokens(sql) > MAX_TOKENS) throw new SqlSyntaxError(`more than ${MAX_TOKENS} tokens`, null);
  return parseBounded(sql);
}

/**
 * Parses what is known to be no deeper than a checked tree, because it was written from one, however long. @throws
 * SqlSyntaxError
 */
export async function parseBounded(sql: string): Promise<ParseResult> {
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

/**
 * libpg-query's lexer hands comments on as tokens (PgQuery__Token), and so one inside `NOT /* x *\/ BETWEEN` breaks the
 * phrase.
 */
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
