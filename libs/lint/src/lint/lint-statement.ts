import type { ParseResult, SelectStmt } from 'libpg-query';
import {
  countTokens,
  DEFAULT_GUARD_LIMITS,
  MAX_COMMENT_OPENINGS,
  MAX_TOKENS,
  parseSql,
  SqlSyntaxError,
} from '@querent/sql';
import { bindStatement } from './bind/bind-statement';
import type { Finding, LintReport } from './lint-report';
import { LINT_RULES } from './lint-rules';
import type { LintSubject } from './lint-subject';
import { isDeeperThan } from './reading/nodes';

/** More findings do not help a repair. */
const MAX_FINDINGS = 20;

const { maxLength, maxDepth } = DEFAULT_GUARD_LIMITS;

/** Texts that the guard would refuse unparsed, so that no text can block the parser. */
const TOO_LARGE: Finding = {
  rule: 'too_large',
  severity: 'error',
  fragment: '',
  message: 'The statement is too long or too deeply nested: write a simpler one.',
};

/** Characters of the statement shown if the parser names no token. */
const LAST_WORDS = 30;

/**
 * Checks a statement for faults before it runs, in PostgreSQL's own parse tree: errors that the server would report,
 * and wrong answers. The guard decides what may run, the lint does not; a statement without findings is not proven
 * correct. Parameters `$n` pass.
 *
 * Never throws for a bad statement; a defect in the parser itself is an exception.
 */
export async function lintStatement(sql: string, subject: LintSubject): Promise<LintReport> {
  if (
    sql.length > maxLength ||
    sql.includes('\u0000') ||
    sql.split('/*').length > MAX_COMMENT_OPENINGS ||
    countTokens(sql) > MAX_TOKENS
  )
    return refused(TOO_LARGE);
  const parsed = await parseSql(sql).catch((error: unknown) => {
    if (error instanceof SqlSyntaxError) return syntaxFinding(sql, error);
    throw error;
  });
  if ('rule' in parsed) return refused(parsed);
  const select = onlySelect(parsed);
  if ('rule' in select) return refused(select);
  if (isDeeperThan(select, maxDepth)) return refused(TOO_LARGE);
  const statement = bindStatement(select, subject.catalogue);
  const findings = distinct(LINT_RULES.flatMap((rule) => rule(statement, subject)));
  return {
    findings: findings.slice(0, MAX_FINDINGS),
    columns: statement.root.open ? null : statement.root.outputs.length,
  };
}

function refused(finding: Finding): LintReport {
  return { findings: [finding], columns: null };
}

/** PostgreSQL's message with its token or the text at its position; at the end of the input, the last words. */
function syntaxFinding(sql: string, error: SqlSyntaxError): Finding {
  const token = /at or near "([\s\S]*)"$/.exec(error.message)?.[1];
  const rest = error.position === null ? '' : sql.slice(error.position).trim();
  const fragment = token ?? (rest || sql.trim().slice(-LAST_WORDS)).slice(0, LAST_WORDS);
  const position = error.position === null ? '' : ` (character ${error.position + 1})`;
  return { rule: 'syntax', severity: 'error', fragment, message: `${error.message}${position}` };
}

function onlySelect({ stmts = [] }: ParseResult): SelectStmt | Finding {
  const [first] = stmts;
  if (stmts.length !== 1 || !first?.stmt) {
    return {
      rule: 'not_single_statement',
      severity: 'error',
      fragment: '',
      message: `One statement is expected, not ${stmts.length}.`,
    };
  }
  const kind = Object.keys(first.stmt).join();
  if ('SelectStmt' in first.stmt && !first.stmt.SelectStmt.intoClause) return first.stmt.SelectStmt;
  return { rule: 'not_select', severity: 'error', fragment: kind, message: 'Only a SELECT that reads may run.' };
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.rule} ${finding.fragment}`, finding])).values()];
}
