import type { Block, BoundStatement, Source } from '../bind/bound-query';
import type { LintSubject } from '../lint-subject';
import type { ColumnClasses } from './column-classes';
import { keysOf } from './row-keys';

/**
 * The sources of a query of which one row of this one matches at most one row, including itself. Starting from its row
 * and the values fixed by constants or groups, every source with a determined key adds at most one row, and its columns
 * are determined too.
 */
export function determinedBy(
  source: Source,
  block: Block,
  classes: ColumnClasses,
  statement: BoundStatement,
  subject: LintSubject,
): Set<Source> {
  const determined = new Set([source]);
  for (let before = 0; before < determined.size;) {
    before = determined.size;
    for (const other of block.sources) {
      if (!determined.has(other) && isDetermined(other, determined, classes, statement, subject)) determined.add(other);
    }
  }
  return determined;
}

function isDetermined(
  source: Source,
  determined: ReadonlySet<Source>,
  classes: ColumnClasses,
  statement: BoundStatement,
  subject: LintSubject,
): boolean {
  return keysOf(source, statement, subject).some((key) =>
    key.every((position) => {
      const column = source.columns[position];
      return (
        column !== undefined &&
        (classes.isFixed(column) || classes.equalTo(column).some((equal) => determined.has(equal.source)))
      );
    }),
  );
}
