import { POSITION_KEYS } from './tree-equality';
import { parseSql, SqlSyntaxError } from './parser';

/** A statement as the parser sees it. */
export interface ReadStatement {
  /** A query, as opposed to a write or a command. */
  query: boolean;
  /** The outermost query is a `SELECT DISTINCT`. */
  distinct: boolean;
  /** Reads a relation or selects at least one expression: a lone `SELECT` is valid but useless. */
  full: boolean;
  /** Equal for two texts of one meaning, whatever their spaces, letter case and comments. */
  key: string;
}

/** Longer texts and more comments are not parsed: nested comments cost PostgreSQL's lexer quadratic time. */
const LONGEST = 20_000;
const MOST_COMMENTS = 200;

/** The statements of a text; null if the text as a whole is not PostgreSQL's SQL. Does not check what they may read. */
export async function readStatements(sql: string): Promise<ReadStatement[] | null> {
  if (sql.length > LONGEST || sql.split('/*').length > MOST_COMMENTS || sql.includes('\u0000')) return null;
  try {
    const { stmts = [] } = await parseSql(sql);
    return stmts.flatMap(({ stmt }) => (stmt === undefined ? [] : [describe(stmt)]));
  } catch (error) {
    if (error instanceof SqlSyntaxError) return null;
    throw error;
  }
}

function describe(statement: object): ReadStatement {
  const key = JSON.stringify(statement, (name, value: unknown) => (POSITION_KEYS.has(name) ? undefined : value));
  const select =
    'SelectStmt' in statement
      ? (statement.SelectStmt as {
          distinctClause?: unknown;
          targetList?: unknown;
          valuesLists?: unknown;
          larg?: unknown;
        })
      : null;
  return {
    query: select !== null,
    distinct: select?.distinctClause !== undefined,
    full:
      select === null ||
      select.targetList !== undefined ||
      select.valuesLists !== undefined ||
      select.larg !== undefined,
    key,
  };
}
