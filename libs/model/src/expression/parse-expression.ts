import { parseFragment, SqlSyntaxError, type Fragment } from '@querent/sql';
import type { Expression } from './expression';
import { ExpressionError } from './expression-error';
import { ExpressionReader } from './read-expression';

/** Size of the cache of parsed fragments. Without it each question would parse fragments again, 0.2 ms each. */
const MAX_REMEMBERED = 5_000;
const remembered = new Map<string, Expression>();

/**
 * Parses a fragment of a model with PostgreSQL's parser and checks it against the allow-list. Columns must be written
 * `table.column`. It is synchronous: `initParser` of @querent/sql must have been awaited before.
 *
 * @throws ExpressionError with the fault and its position
 */
export function parseExpression(source: string): Expression {
  const known = remembered.get(source);
  if (known) return known;
  const fragment = fragmentOf(source);
  const expression = new ExpressionReader(fragment).whole();
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(source, expression);
  return expression;
}

function fragmentOf(source: string): Fragment {
  try {
    return parseFragment(source);
  } catch (error) {
    if (error instanceof SqlSyntaxError) throw new ExpressionError(error.message, error.position);
    throw error;
  }
}
