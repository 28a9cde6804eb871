import type { Block, BoundStatement, Source } from '../bind/bound-query';
import type { LintSubject } from '../lint-subject';
import type { ColumnClasses } from './column-classes';
import { keysOf } from './row-keys';

/** What a join makes of a source's rows. */
export interface FanOut {
  /** The sources of which several rows may meet one row of it. */
  by: Source[];
}

/**
 * Which sources of a query multiply another's rows. Starting from one row of it (and the values fixed by constants
 * or groups), every source whose key is thereby determined adds at most one row, and its columns are determined
 * too; what stays undetermined, although its keys are known, multiplies.
 */
export function fanOutOf(source: Source, block: Block, classes: ColumnClasses, statement: BoundStatement, subject: LintSubject): FanOut {
  const determined = new Set([source]);
  for (let before = 0; before < determined.size; ) {
    before = determined.size;
    for (const other of block.sources) {
      if (!determined.has(other) && isDetermined(other, determined, classes, statement, subject)) determined.add(other);
    }
  }
  const left = block.sources.filter((other) => !determined.has(other));
  return { by: left };
}

function isDetermined(source: Source, determined: ReadonlySet<Source>, classes: ColumnClasses, statement: BoundStatement, subject: LintSubject): boolean {
  return keysOf(source, statement, subject).some((key) =>
    key.every((position) => {
      const column = source.columns[position];
      return column !== undefined && (classes.isFixed(column) || classes.equalTo(column).some((equal) => determined.has(equal.source)));
    }),
  );
}
