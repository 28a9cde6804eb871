import type { ColumnRef, Node, TypeName } from 'libpg-query';
import { isRecord, parseSql } from '@querent/sql';

/** A number that PostgreSQL always accepts: the author's pattern may admit `1.2.3` or `5 stars`. */
const PLAIN_NUMBER = '^[+-]?[0-9]{1,40}([.][0-9]{0,40})?$';
/** A valid calendar date: `2025-02-31` matches simpler patterns and would fail. */
const ISO_DATE =
  '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))' +
  '|([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29)$';
const PLACEHOLDER = 'the_column';

/** Builds the guarded value of a text column. */
export type SafeValue = (column: ColumnRef, written: TypeName | null) => Node;

/**
 * `CASE WHEN col ~ when THEN col::to END`, as the compiler writes it for its own statements: surrounding blanks are
 * ignored, and unreadable values are NULL whatever `when` admits.
 */
export async function safeValueOf(to: string, when: string): Promise<SafeValue> {
  const value = `btrim(${PLACEHOLDER})`;
  const readable = `${value} ~ ${quoted(when)} AND ${value} ~ ${quoted(to === 'date' ? ISO_DATE : PLAIN_NUMBER)}`;
  const template = await expressionOf(`CASE WHEN ${readable} THEN ${value}::${to === 'date' ? 'date' : 'numeric'} END`);
  return (column, written) => {
    const filled = fill(template, column) as Node;
    return written ? { TypeCast: { arg: filled, typeName: structuredClone(written) } } : filled;
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function expressionOf(text: string): Promise<Node> {
  const { stmts = [] } = await parseSql(`SELECT ${text}`);
  const statement = stmts[0]?.stmt;
  const [target] = statement && 'SelectStmt' in statement ? (statement.SelectStmt.targetList ?? []) : [];
  if (!target || !('ResTarget' in target) || !target.ResTarget.val)
    throw new Error('the template of a safe cast is no expression');
  return target.ResTarget.val;
}

/** The template with the column filled in; text positions are dropped. */
function fill(value: unknown, column: ColumnRef): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, column));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'location')
      .map(([key, inner]) => [key, key === 'ColumnRef' ? structuredClone(column) : fill(inner, column)]),
  );
}
