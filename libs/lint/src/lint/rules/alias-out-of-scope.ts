import type { BoundStatement, Item } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { quoted } from '../sql-text';

type QualifierIssue = Extract<BoundStatement['issues'][number], { kind: 'qualifier' }>;

/**
 * A qualifier that matches no visible item: the alias of a subquery's table used outside, a table's name that has an
 * alias, a relation missing from FROM.
 */
export const aliasOutOfScope: LintRule = (statement, subject) =>
  statement.issues.flatMap((issue): Finding[] => {
    if (issue.kind !== 'qualifier') return [];
    const fragment = issue.path.map((part) => (part === '*' ? part : quoted(part))).join('.');
    const message = `${quoted(issue.path.slice(0, -1).join('.'))} is not in scope at ${fragment}: ${reasonOf(issue, statement, subject)}.`;
    return [{ rule: 'alias_out_of_scope', severity: 'error', fragment, message, nearest: nearestOf(issue) }];
  });

function reasonOf(issue: QualifierIssue, statement: BoundStatement, subject: LintSubject): string {
  const qualifier = issue.path.at(-2) ?? '';
  const renamed = issue.items.find((item) => item.hiddenName === qualifier);
  if (renamed?.name) return `the relation is called ${quoted(renamed.name)} here`;
  if (statement.items.some((item) => item.name === qualifier || item.hiddenName === qualifier)) {
    return 'it belongs to another query of the statement, whose columns are seen only by the name of that query and the columns it returns';
  }
  if (subject.catalogue.relations.some((relation) => relation.name === qualifier && !relation.hidden))
    return 'the relation is not in FROM';
  return 'FROM has no entry of that name';
}

/** The column with a valid qualifier: the table's alias first, then any visible entry that has it. */
function nearestOf({ path, items }: QualifierIssue): string[] {
  const qualifier = path.at(-2) ?? '';
  const column = path.at(-1) ?? '';
  const written = (item: Item) =>
    item.name === null ? [] : [`${quoted(item.name)}.${column === '*' ? column : quoted(column)}`];
  const renamed = items.filter((item) => item.hiddenName === qualifier).flatMap(written);
  const holders = items
    .filter((item) => item.nameVisible && item.columns.some(({ name }) => name === column))
    .flatMap(written);
  return [...new Set([...renamed, ...holders])].slice(0, 3);
}
