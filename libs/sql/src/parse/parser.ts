import { hasSqlDetails, loadModule, parseSync, type ParseResult } from 'libpg-query';

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
  return parseLoaded(sql);
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
