import type { FailedStatement } from '@querent/llm';
import { classifyTechnicalError } from '@querent/sql';
import { type Finding } from '@querent/lint';

/** What the next prompt says of a statement that failed. */
export interface Failed extends FailedStatement {
  /**
   * Pieces of the statement that were at fault and may change in a repair; null: the fault is in the whole of it, and
   * so may be the repair.
   */
  excused: string[] | null;
}

/**
 * Faults in one place: rules of the lint and classes of the database's errors. Whatever else the statement says stays
 * what was asked for.
 */
const IN_ONE_PLACE = new Set([
  'syntax',
  'unknown_column',
  'ambiguous_column',
  'alias_out_of_scope',
  'ungrouped_column',
  'function_missing',
  'grouping',
  'unknown_value',
]);

/** A statement that our own checks refused. */
export function failedByFindings(sql: string, errors: readonly Finding[], tried: readonly string[]): Failed {
  const [worst] = errors;
  const local = errors.length > 0 && errors.every(({ rule }) => IN_ONE_PLACE.has(rule));
  return {
    sql,
    tried: [...tried],
    errorClass: worst?.rule ?? 'other',
    fragment: worst?.fragment || null,
    hints: errors.map(hintOf),
    excused: local
      ? errors.flatMap(({ fragment, nearest = [] }) => [fragment, ...nearest]).filter((piece) => piece !== '')
      : null,
  };
}

/**
 * A statement that the database refused. Its message goes along only where it was refused before anything was read, by
 * our guard (no state) or the server (class 42 of SQLSTATE): it speaks of the statement and the schema then. Later ones
 * may quote stored values, and no rows enter a prompt.
 */
export function failedByDatabase(
  sql: string,
  technicalError: string,
  findings: readonly Finding[],
  tried: readonly string[],
): Failed {
  const { errorClass, message } = classifyTechnicalError(technicalError);
  const unread = /^(?:42...|[a-z_]+): /.test(technicalError);
  const fragment = unread ? fragmentOf(message, sql) : null;
  return {
    sql,
    fragment,
    tried: [...tried],
    errorClass: errorClass.name,
    hints: [...(unread ? [message] : []), ...findings.map(hintOf)],
    excused: fragment !== null && IN_ONE_PLACE.has(errorClass.name) ? [fragment] : null,
  };
}

/** The same failure, told once more: what was written for it was no repair. */
export const stillFailed = (failed: Failed, errors: readonly Finding[], tried: readonly string[]): Failed => ({
  ...failed,
  tried: [...tried],
  hints: [...new Set([...errors.map(hintOf), ...failed.hints])],
});

/** Characters of a stored value that a hint shows. */
const MOST_OF_A_VALUE = 30;

function hintOf({ message, fragment, nearest = [], unstored }: Finding): string {
  const where = fragment === '' || unstored !== undefined || message.includes(fragment) ? '' : ` In: ${fragment}`;
  // Stored values are data: quoted, and none so long that it could be an instruction.
  const named =
    unstored === undefined
      ? nearest
      : nearest.map((value) => JSON.stringify([...value].slice(0, MOST_OF_A_VALUE).join('')));
  return `${message}${where}${named.length === 0 ? '' : ` Nearest: ${named.join(', ')}`}`;
}

/** The part of the statement that a message names: what it quotes, or a qualified name. */
function fragmentOf(message: string, sql: string): string | null {
  const named = [...message.matchAll(/"([^"]+)"|\b(\w+\.\w+)\b/g)].map(([, quoted, dotted]) => quoted ?? dotted ?? '');
  return named.find((name) => name !== '' && sql.includes(name)) ?? null;
}
