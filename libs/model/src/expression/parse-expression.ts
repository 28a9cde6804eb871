import { parseFragment, SqlSyntaxError, type Fragment } from '@querent/sql';
import type { Expression } from './expression';
import { ExpressionError } from './expression-error';
import { ExpressionReader } from './read-expression';

/** A fragment is parsed at each question again, in a fifth of a millisecond; the fragments of the models in use fit. */
const MOST_REMEMBERED = 5_000;
const remembered = new Map<string, Expression>();

/**
 * Parses a fragment of a model with PostgreSQL's parser and checks it against the allow-list. Columns must be written
 * `table.column`. Synchronous: whoever loads models awaits `initParser` of @querent/sql first.
 *
 * @throws ExpressionError with what is wrong, and where
 */
export function parseExpression(source: string): Expression {
  const known = remembered.get(source);
  if (known) return known;
  const fragment = fragmentOf(source);
  const expression = new ExpressionReader(fragment).whole();
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
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
