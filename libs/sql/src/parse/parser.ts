import { setFlagsFromString } from 'node:v8';
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

/** Loads PostgreSQL's parser (WASM, about 90 ms). Safe to call often; every async function here awaits it. */
export function initParser(): Promise<void> {
  loading ??= loadModule().then(compileOnce);
  return loading;
}

/** V8's options for replacing the code of a hot WASM function by optimised code. Both are on by default. */
const OPTIMISES = ['wasm-tier-up', 'wasm-dynamic-tiering'];

/**
 * Makes V8 compile the grammar for good, with its fast compiler. A function of WASM is compiled when it is called for
 * the first time. Without this function, V8 of Node 24 soon compiles the automaton of the grammar (102 KB) again, with
 * optimisations, which takes 1.7 s of processor time and 610 MB of memory in each process; a statement then takes 0.07
 * instead of 0.08 ms. On Node 20, where it takes 0.2 s and 27 MB, these options have an effect only while the module is
 * loaded.
 */
function compileOnce(): void {
  for (const option of OPTIMISES) setFlagsFromString(`--no-${option}`);
  try {
    parseSync('SELECT 1');
  } finally {
    for (const option of OPTIMISES) setFlagsFromString(`--${option}`);
  }
}

/**
 * Maximum tokens passed to the parser; the longest of 1,700 benchmark statements has 280. The nesting depth that they
 * allow is at most half of what overflows the parser's stack (measured: 2,200 `(SELECT` or 8,700 `1+`). Such an
 * overflow leaks the parser's memory, and after some dozens the parser stops answering permanently.
 */
export const MAX_TOKENS = 4_000;

/**
 * Parses with PostgreSQL's own grammar.
 *
 * @throws SqlSyntaxError for anything the grammar refuses, and for texts of more than MAX_TOKENS tokens
 */
export async function parseSql(sql: string): Promise<ParseResult> {
  if (countTokens(sql) > MAX_TOKENS) throw new SqlSyntaxError(`more than ${MAX_TOKENS} tokens`, null);
  return parseBounded(sql);
}

/**
 * Parses a text of any length that was written from a checked tree, so that its depth is bounded. @throws
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
 * libpg-query's lexer passes comments on as tokens (PgQuery__Token), so a comment inside `NOT /* x *\/ BETWEEN` breaks
 * the phrase.
 */
const COMMENT_TOKENS: ReadonlySet<number> = new Set([275, 276]);

/** The text with comments replaced by blanks; null if it has none or cannot be tokenised. */
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
