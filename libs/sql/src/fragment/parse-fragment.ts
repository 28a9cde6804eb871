import { hasSqlDetails, parseSync, type Node, type ResTarget, type SelectStmt } from 'libpg-query';
import { countTokens } from '../parse/count-tokens';
import { MAX_TOKENS, SqlSyntaxError } from '../parse/parser';

export interface Fragment {
  node: Node;
  /** Start of a node of the fragment, in characters from 0; null if the parser does not report it. */
  positionOf(node: Node): number | null;
}

const PREFIX = 'SELECT ';

/** Clauses that would make a fragment more than an expression, by their field of the parse tree. */
const CLAUSES: Readonly<Record<string, string>> = {
  distinctClause: 'DISTINCT',
  intoClause: 'INTO',
  fromClause: 'FROM',
  whereClause: 'WHERE',
  groupClause: 'GROUP BY',
  havingClause: 'HAVING',
  windowClause: 'WINDOW',
  sortClause: 'ORDER BY',
  limitOffset: 'OFFSET',
  limitCount: 'LIMIT',
  lockingClause: 'FOR UPDATE',
  larg: 'UNION, INTERSECT or EXCEPT',
};

/**
 * Parses `SELECT <fragment>` with PostgreSQL's own grammar and returns its single expression, unchecked. Synchronous:
 * `initParser` must have been awaited before.
 *
 * @throws SqlSyntaxError for anything but one expression; its position counts the fragment's characters from 0
 */
export function parseFragment(fragment: string): Fragment {
  if (fragment.includes('\u0000'))
    throw new SqlSyntaxError('a zero character is not allowed', fragment.indexOf('\u0000'));
  if (countTokens(fragment) > MAX_TOKENS) throw new SqlSyntaxError(`more than ${MAX_TOKENS} tokens`, null);
  const statements = parsed(fragment);
  const [first, second] = statements;
  if (second !== undefined) throw new SqlSyntaxError('only one expression is allowed', fragment.indexOf(';'));
  const select = first?.stmt && 'SelectStmt' in first.stmt ? first.stmt.SelectStmt : undefined;
  if (select === undefined) throw new SqlSyntaxError('the expression is empty', 0);
  const clause = Object.keys(CLAUSES).find((field) => field in select);
  if (clause !== undefined)
    throw new SqlSyntaxError(`only an expression is allowed, without ${CLAUSES[clause] ?? clause}`, null);
  return { node: onlyTarget(select), positionOf: (node) => positionOf(node, new TextEncoder().encode(fragment)) };
}

function parsed(fragment: string): { stmt?: Node }[] {
  try {
    return parseSync(`${PREFIX}${fragment}`).stmts ?? [];
  } catch (error) {
    if (!hasSqlDetails(error)) throw error;
    const at = error.sqlDetails?.cursorPosition;
    throw new SqlSyntaxError(error.message, at === undefined ? null : Math.max(0, at - PREFIX.length));
  }
}

function onlyTarget({ targetList = [] }: SelectStmt): Node {
  const targets = targetList.flatMap((node): ResTarget[] => ('ResTarget' in node ? [node.ResTarget] : []));
  const [target] = targets;
  if (target?.val === undefined) throw new SqlSyntaxError('the expression is empty', 0);
  if (targets.length > 1) throw new SqlSyntaxError('only one expression is allowed, not a list', null);
  if (target.name !== undefined) throw new SqlSyntaxError('only an expression is allowed, without AS', null);
  return target.val;
}

/** The parser counts bytes of UTF-8. */
function positionOf(node: Node, bytes: Uint8Array): number | null {
  const [fields] = Object.values(node) as [{ location?: number } | undefined];
  const at = (fields?.location ?? -1) - PREFIX.length;
  return at < 0 ? null : new TextDecoder().decode(bytes.subarray(0, at)).length;
}
