import type { FailedStatement } from '@querent/llm';
import { classifyTechnicalError } from '@querent/sql';
import { type Finding } from '@querent/lint';

/** A failed statement, as described in the next prompt. */
export interface Failed extends FailedStatement {
  /**
   * Faulty fragments of the statement, which a repair may change; null: the whole statement is at fault, and a repair
   * may change all of it.
   */
  excused: string[] | null;
}

/**
 * Lint rules and classes of database errors whose fault is local: a repair must not change the rest of the statement.
 */
const LOCAL_FAULTS = new Set([
  'syntax',
  'unknown_column',
  'ambiguous_column',
  'alias_out_of_scope',
  'ungrouped_column',
  'function_missing',
  'grouping',
  'unknown_value',
]);

/** Describes a statement that our checks refused. */
export function failedByFindings(sql: string, errors: readonly Finding[], tried: readonly string[]): Failed {
  const [worst] = errors;
  const local = errors.length > 0 && errors.every(({ rule }) => LOCAL_FAULTS.has(rule));
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
 * Describes a statement that the database refused. The error message is included only if the statement was refused
 * before any data was read, by our guard (no SQLSTATE) or by the server (SQLSTATE class 42): then it concerns only the
 * statement and the schema. Later errors may quote stored values, which must not enter a prompt.
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
    excused: fragment !== null && LOCAL_FAULTS.has(errorClass.name) ? [fragment] : null,
  };
}

/** The same failure again, with the findings about a statement that did not repair it. */
export const stillFailed = (failed: Failed, errors: readonly Finding[], tried: readonly string[]): Failed => ({
  ...failed,
  tried: [...tried],
  hints: [...new Set([...errors.map(hintOf), ...failed.hints])],
});

/** Limit of characters of a stored value in a hint. */
const MAX_VALUE_CHARACTERS = 30;

function hintOf({ message, fragment, nearest = [], unstored }: Finding): string {
  const where = fragment === '' || unstored !== undefined || message.includes(fragment) ? '' : ` In: ${fragment}`;
  // Stored values are untrusted data: quoted, and too short to hold an instruction.
  const named =
    unstored === undefined
      ? nearest
      : nearest.map((value) => JSON.stringify([...value].slice(0, MAX_VALUE_CHARACTERS).join('')));
  return `${message}${where}${named.length === 0 ? '' : ` Nearest: ${named.join(', ')}`}`;
}

/** Fragment of the statement that an error message names: a quoted text or a qualified name. */
function fragmentOf(message: string, sql: string): string | null {
  const named = [...message.matchAll(/"([^"]+)"|\b(\w+\.\w+)\b/g)].map(([, quoted, dotted]) => quoted ?? dotted ?? '');
  return named.find((name) => name !== '' && sql.includes(name)) ?? null;
}
