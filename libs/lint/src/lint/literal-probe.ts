import { bindStatement } from './bind/bind-statement';
import type { LintSubject } from './lint-subject';
import { parseSql } from '@querent/sql';
import { columnKind } from './reading/column-kind';
import { valueTestsIn } from './reading/value-tests';
import { textOf } from './sql-text';

/** A literal that a statement compares with a stored text column and that the known values do not confirm. */
export interface ProbedLiteral {
  table: string;
  column: string;
  value: string;
  /** The comparison in the statement. */
  fragment: string;
}

/**
 * A statement that checks which literals are stored: it returns one column of their positions, from 1, in `literals`.
 * It reads no value.
 */
export interface LiteralProbe {
  sql: string;
  literals: ProbedLiteral[];
}

/** More literals are probably a deliberate list, and each missing one would cost a read of the table. */
const MOST_LITERALS = 8;

/**
 * A probe for literals that only the database can verify: those of columns with incompletely known values, and those
 * that were not stored when the values were last read. Null if there are none, or too many. The statement must be one
 * SELECT that has passed the lint.
 */
export async function literalProbe(sql: string, subject: LintSubject): Promise<LiteralProbe | null> {
  const { stmts = [] } = await parseSql(sql);
  const parsed = stmts[0]?.stmt;
  if (!parsed || !('SelectStmt' in parsed)) return null;
  const open = valueTestsIn(bindStatement(parsed.SelectStmt, subject.catalogue)).flatMap(
    ({ node, column: { origin }, literals, passes, finds }) => {
      if (!origin || columnKind(origin.type) !== 'text') return [];
      const { table, column } = origin;
      const known = subject.values.find((one) => one.table === table && one.column === column)?.values ?? [];
      const unknown = literals.filter((literal) => !known.some((stored) => passes(stored, literal)));
      return unknown.map((value) => ({
        exists: `SELECT 1 FROM ${quoted(table)} WHERE ${finds(value)}`,
        literal: { table, column, value, fragment: textOf(node) },
      }));
    },
  );
  const probed = [...new Map(open.map((one) => [one.exists, one])).values()];
  if (probed.length === 0 || probed.length > MOST_LITERALS) return null;
  return {
    sql: probed.map(({ exists }, at) => `SELECT ${at + 1} AS n WHERE EXISTS (${exists})`).join(' UNION ALL '),
    literals: probed.map(({ literal }) => literal),
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
